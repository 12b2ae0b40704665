package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestUsage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name   string
		args   []string
		typed  bool
		code   int
		stderr string
	}{
		{name: "no folder", code: exitUsage, stderr: "name the folder to work in, or try --demo"},
		{name: "two folders", args: []string{dir, dir}, code: exitUsage, stderr: "give one folder"},
		{name: "unknown flag", args: []string{dir, "--no"}, code: exitUsage, stderr: "-no; see --help"},
		{name: "no such folder", args: []string{filepath.Join(dir, "none")}, code: exitUsage, stderr: "no such file or directory"},
		{name: "a file", args: []string{file}, code: exitUsage, stderr: "not a directory"},
		{name: "nothing redirected", args: []string{dir}, typed: true, code: exitUsage, stderr: "redirect a file to it, or try --demo"},
		{name: "no corrections", args: []string{dir, "--corrections", filepath.Join(dir, "none")}, code: exitUsage, stderr: "no such file or directory"},
		{name: "an address without a port", args: []string{dir, "--web", "localhost"}, code: exitUsage, stderr: "--web: address localhost: missing port"},
		{name: "hostile", args: []string{dir, "--\x1b[2J"}, code: exitUsage, stderr: `\x1b[2J`},
		{name: "a folder in use for the demonstration", args: []string{"--demo", "testdata/demo"}, code: exitUsage, stderr: "give --demo an empty folder, or none"},
		{name: "the demonstration without a terminal", args: []string{"--demo", t.TempDir()}, code: exitNotDone, stderr: "no terminal to ask at: 3; give --yes to write and edit without asking, or --web :0 to be asked on a page\ncoder: some calls of the demonstration are faulty and never done, so that its exit code is 1"},
		{name: "the demonstration with --yes", args: []string{"--demo", "--yes", t.TempDir()}, code: exitNotDone, stderr: "no terminal to ask at: 1; give --web :0 to be asked"},
		{name: "no text at all", args: []string{dir}, code: exitDone},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var stderr bytes.Buffer
			env := quiet(strings.NewReader(""))
			env.stderr, env.typed = &stderr, tt.typed
			if code := run(t.Context(), tt.args, env); code != tt.code {
				t.Errorf("exit code %d, want %d", code, tt.code)
			}
			if !strings.Contains(stderr.String(), tt.stderr) || tt.stderr == "" && stderr.Len() > 0 || strings.Contains(stderr.String(), "\x1b") {
				t.Errorf("stderr is %q, want it to contain %q", &stderr, tt.stderr)
			}
		})
	}
}

func TestHelp(t *testing.T) {
	t.Parallel()
	var stdout bytes.Buffer
	env := quiet(strings.NewReader(""))
	env.stdout = &stdout
	if code := run(t.Context(), []string{"--help"}, env); code != exitDone {
		t.Errorf("exit code %d", code)
	}
	if stdout.String() != usage {
		t.Errorf("the help is %q", &stdout)
	}
}

// TestInterrupted ends a session whose model stops in the middle of a block.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	model, writer := io.Pipe()
	defer writer.Close()
	ctx, stop := context.WithCancel(t.Context())
	var stdout bytes.Buffer
	env := quiet(model)
	env.stdout = &stdout
	go func() {
		_, _ = io.WriteString(writer, "Hello.\n```json\n{\"tool\": \"delete_file\", \"path\": \"a\"}")
		_, _ = io.WriteString(writer, "\n") // returns when the first piece has been read
		stop()
	}()
	if code := run(ctx, []string{t.TempDir()}, env); code != exitNotDone {
		t.Errorf("exit code %d", code)
	}
	if got := stdout.String(); !strings.Contains(got, "ended: context canceled") || strings.Contains(got, "allowed") {
		t.Errorf("the transcript is %q", got)
	}
}

// TestBrokenOutput checks that a transcript that cannot be written is reported.
func TestBrokenOutput(t *testing.T) {
	t.Parallel()
	var stderr bytes.Buffer
	env := quiet(strings.NewReader("Hello."))
	env.stdout, env.stderr = broken{}, &stderr
	if code := run(t.Context(), []string{t.TempDir()}, env); code != exitUsage || !strings.Contains(stderr.String(), "the pipe is broken") {
		t.Errorf("exit code %d, %q", code, &stderr)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("the pipe is broken") }

// TestTerminalAlone checks that the terminal shows the changes that it asks about if the transcript goes to a file.
func TestTerminalAlone(t *testing.T) {
	t.Parallel()
	for _, seen := range []bool{true, false} {
		var terminal bytes.Buffer
		env := quiet(strings.NewReader("```json\n{\"tool\": \"write_file\", \"path\": \"a\", \"content\": \"\\u001b[2J\"}\n```"))
		env.seen = seen
		env.terminal = func() (io.ReadWriteCloser, error) { return typed{strings.NewReader("yes\n"), &terminal}, nil }
		if code := run(t.Context(), []string{t.TempDir()}, env); code != exitDone {
			t.Errorf("exit code %d", code)
		}
		if got := terminal.String(); strings.Contains(got, `+\x1b[2J`) == seen || strings.Contains(got, "\x1b") {
			t.Errorf("the transcript is seen: %v, the terminal shows %q", seen, got)
		}
	}
}

// newTerminal returns a terminal with input.
func newTerminal(typed io.Reader) *terminal {
	return &terminal{in: bufio.NewReader(typed), out: io.Discard}
}

func TestAsk(t *testing.T) {
	t.Parallel()
	write, remove := question{text: "change a"}, question{text: "delete a.txt", phrase: "a.txt"}
	for _, tt := range []struct {
		typed string
		q     question
		want  bool
	}{
		{"y\n", write, true}, {"Yes\r\n", write, true}, {" y \n", write, true},
		{"\n", write, false}, {"n\n", write, false}, {"yes please\n", write, false}, {"", write, false}, {"y", write, false},
		{"a.txt\n", remove, true}, {"a.txt\r\n", remove, true},
		{"y\n", remove, false}, {"A.TXT\n", remove, false}, {" a.txt\n", remove, false}, {"a.txt", remove, false}, {"\n", remove, false},
	} {
		if got := newTerminal(strings.NewReader(tt.typed)).ask(t.Context(), tt.q); got.allowed != tt.want {
			t.Errorf("to %q, %q is %v", tt.q.text, tt.typed, got)
		}
	}
	// The answer to one question does not answer the next.
	asked := newTerminal(strings.NewReader("y\nn\n"))
	if first, second := asked.ask(t.Context(), write), asked.ask(t.Context(), write); !first.allowed || second.allowed {
		t.Errorf("yes and no are %v and %v", first, second)
	}
	always := preapproved{nobody{}}
	if got := always.ask(t.Context(), write); !got.allowed || got.by != "--yes" {
		t.Errorf("with --yes, to write: %v", got)
	}
	if got := always.ask(t.Context(), remove); got.allowed || !strings.Contains(got.by, "no terminal") {
		t.Errorf("with --yes, to delete: %v", got)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	silent, writer := io.Pipe()
	defer writer.Close()
	if got := newTerminal(silent).ask(ctx, write); got.allowed || got.by != "the program was ended" {
		t.Errorf("when the program ends: %v", got)
	}
}

func TestVisible(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"plain, é, 漢, 🙂, a\u00a0b\n\t.":              "plain, é, 漢, 🙂, a\u00a0b\n\t.",
		"\x00\x07\x1b[31m\x7f":                       `\x00\a\x1b[31m\x7f`,
		"a\r\nb\rc":                                  "a\nbc",
		"\u0085\u009b\u2028\u200b\u202e\u2066\ufeff": `\u0085\u009b\u2028\u200b\u202e\u2066\ufeff`,
		"\xff\xc3(":                                  `\xff\xc3(`,
		"\ufffd":                                     "\ufffd",
		string(margin) + " valid":                    `\u2503 valid`,
	} {
		if got := visible(text); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
}
