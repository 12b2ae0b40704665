package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/toolgen/toolgen/internal/update"
)

// The sections of a case. Files below before/ are in the folder at the start, those below after/ at the end.
const (
	sectionArgs        = "args"         // flags, separated by spaces
	sectionModel       = "model.md"     // the model's text
	sectionQuoted      = "model.quoted" // the same with each line as a Go string, for unusual characters
	sectionCorrections = "corrections"  // for --corrections
	sectionAnswers     = "answers"      // input of the terminal; without this section there is none
	sectionTranscript  = "transcript"   // the standard output
	sectionTerminal    = "terminal"     // output of the terminal
	sectionError       = "stderr"       // the standard error
	sectionExit        = "exit"
)

func TestTranscripts(t *testing.T) {
	t.Parallel()
	cases, err := filepath.Glob("testdata/transcripts/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, path := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			want := slices.Clone(archive.Files)
			got := play(t, archive, false)
			if *update.Expected {
				archive.Files = got
				if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				want = got
			}
			if diff := cmp.Diff(texts(want), texts(got)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			// The way the text is split must make no difference.
			if diff := cmp.Diff(texts(want), texts(play(t, archive, true))); diff != "" {
				t.Errorf("byte by byte (-want +got)\n%s", diff)
			}
		})
	}
}

// play runs the program on a case, and returns the case with its results.
func play(t *testing.T, archive *txtar.Archive, byByte bool) []txtar.File {
	t.Helper()
	dir := t.TempDir()
	work := filepath.Join(dir, "work")
	if err := os.Mkdir(work, 0o755); err != nil {
		t.Fatal(err)
	}
	var out []txtar.File
	section := map[string]string{}
	for _, f := range archive.Files {
		section[f.Name] = string(f.Data)
		switch name, before := strings.CutPrefix(f.Name, "before/"); {
		case before:
			path := filepath.Join(work, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, f.Data, 0o644); err != nil {
				t.Fatal(err)
			}
		case !slices.Contains([]string{sectionArgs, sectionModel, sectionQuoted, sectionCorrections, sectionAnswers}, f.Name):
			continue
		}
		out = append(out, f)
	}
	args := append(strings.Fields(section[sectionArgs]), work)
	if text, ok := section[sectionCorrections]; ok {
		path := filepath.Join(dir, "corrections.md")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		args = append(args, "--corrections", path)
	}
	for line := range strings.Lines(section[sectionQuoted]) {
		text, err := strconv.Unquote(strings.TrimSpace(line))
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		section[sectionModel] += text
	}
	// A model's text does not end with a line break, but a section always does.
	var model io.Reader = strings.NewReader(strings.TrimSuffix(section[sectionModel], "\n"))
	if byByte {
		model = iotest.OneByteReader(model)
	}
	var stdout, stderr, terminal bytes.Buffer
	env := &surroundings{stdin: model, stdout: &stdout, stderr: &stderr, seen: true}
	env.terminal = func() (io.ReadWriteCloser, error) { return nil, errors.New("there is none") }
	if answers, ok := section[sectionAnswers]; ok {
		env.terminal = func() (io.ReadWriteCloser, error) {
			return typed{strings.NewReader(answers), &terminal}, nil
		}
	}
	code := run(t.Context(), args, env)
	out = append(out, txtar.File{Name: sectionTranscript, Data: stdout.Bytes()})
	if terminal.Len() > 0 {
		out = append(out, txtar.File{Name: sectionTerminal, Data: append(terminal.Bytes(), '\n')})
	}
	if stderr.Len() > 0 {
		out = append(out, txtar.File{Name: sectionError, Data: stderr.Bytes()})
	}
	out = append(out, txtar.File{Name: sectionExit, Data: fmt.Appendf(nil, "%d\n", code)})
	return append(out, filesOf(t, work, "after/")...)
}

// filesOf returns all files below a folder, including temporary ones.
func filesOf(t *testing.T, dir, prefix string) (files []txtar.File) {
	t.Helper()
	root := os.DirFS(dir)
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(root, name)
		files = append(files, txtar.File{Name: prefix + name, Data: data})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func texts(files []txtar.File) map[string]string {
	m := map[string]string{}
	for _, f := range files {
		m[f.Name] = string(f.Data)
	}
	return m
}

// typed is a terminal with prepared input.
type typed struct {
	io.Reader
	io.Writer
}

func (typed) Close() error { return nil }

// quiet is an environment without terminals.
func quiet(stdin io.Reader) *surroundings {
	return &surroundings{
		stdin: stdin, stdout: io.Discard, stderr: io.Discard,
		terminal: func() (io.ReadWriteCloser, error) { return nil, errors.New("there is none") },
	}
}

// TestRecording checks that the recorded demonstration shows what it should.
func TestRecording(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var stdout, stderr, terminal bytes.Buffer
	env := &surroundings{stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr, typed: true, seen: true}
	env.terminal = func() (io.ReadWriteCloser, error) {
		return typed{strings.NewReader("y\ny\nold_notes.md\n"), &terminal}, nil
	}
	if code := run(context.Background(), []string{"--demo", dir}, env); code != exitNotDone {
		t.Errorf("exit code %d, standard error %q", code, &stderr)
	}
	want := map[string]string{
		"CHANGELOG.md": "# Changes\n\n- Hello is spelled right.\n",
		"README.md":    "# Greeter\n\nSays hello.\n",
		"greet.py":     "def greet(name):\n    print(\"Hello, \" + name)\n\n\ngreet(\"world\")\n",
	}
	if diff := cmp.Diff(want, texts(filesOf(t, dir, ""))); diff != "" {
		t.Errorf("the files (-want +got)\n%s", diff)
	}
	if *update.Expected {
		if err := os.WriteFile("testdata/transcript.txt", stdout.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	transcript, err := os.ReadFile("testdata/transcript.txt")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(transcript), stdout.String()); diff != "" {
		t.Errorf("the transcript (-want +got)\n%s", diff)
	}
	if !strings.Contains(stderr.String(), dir) {
		t.Errorf("stderr does not name the folder: %q", &stderr)
	}
}
