package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/term"

	"github.com/toolgen/toolgen/gen/model"
)

// messages writes to standard error. It shows colour and progress on a terminal only.
type messages struct {
	mu       sync.Mutex
	out      io.Writer
	terminal bool
	colour   bool
	progress bool // a progress line stands on the screen
}

func newMessages(out io.Writer) *messages {
	terminal := isTerminal(out)
	return &messages{out: out, terminal: terminal, colour: terminal && wantsColour()}
}

// isTerminal takes a reader or a writer.
func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// wantsColour follows no-color.org, and terminals that say they have none.
func wantsColour() bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// line writes one line.
func (m *messages) line(format string, args ...any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.clear()
	fmt.Fprintf(m.out, format+"\n", args...)
}

// diagnostics writes one line each.
func (m *messages) diagnostics(list model.Diagnostics) {
	for _, d := range list {
		m.line("%s", m.paint(d))
	}
}

// ANSI sequences, the only ones that the command uses.
const (
	bold   = "\x1b[1m"
	yellow = "\x1b[33m"
	red    = "\x1b[31m"
	green  = "\x1b[32m"
	plain  = "\x1b[0m"
)

// paint makes the place bold and a warning yellow. Control characters of the text, which comes
// from foreign schemas, are shown, not obeyed.
func (m *messages) paint(d model.Diagnostic) string {
	text := visible(d.String())
	if !m.colour {
		return text
	}
	if place := visible(d.Pos.String()); place != "" {
		text = bold + place + plain + strings.TrimPrefix(text, place)
	}
	return strings.Replace(text, " warning: ", " "+yellow+"warning:"+plain+" ", 1)
}

// visible escapes the characters of a text that a terminal obeys, does not show, or lets change the
// order of others. They come from foreign schemas and calls.
func visible(text string) string {
	if !strings.ContainsFunc(text, isControl) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if isControl(r) {
			if r > 0xffff {
				fmt.Fprintf(&b, "\\U%08x", r)
			} else {
				fmt.Fprintf(&b, "\\u%04x", r)
			}
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// visibleLines is visible of a text that may have several lines.
func visibleLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = visible(line)
	}
	return strings.Join(lines, "\n")
}

// isControl reports whether a character is a control character, a format character, such as those
// that turn the direction of text, or a line separator.
func isControl(r rune) bool {
	return r < 0x20 || r >= 0x7f && (r < 0xa0 || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp))
}

// status replaces the progress line. Away from a terminal it does nothing.
func (m *messages) status(text string) {
	if !m.terminal {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.clear()
	fmt.Fprint(m.out, visible(text))
	m.progress = true
}

// done takes the progress line away.
func (m *messages) done() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.clear()
}

func (m *messages) clear() {
	if m.progress {
		fmt.Fprint(m.out, "\r\x1b[K")
		m.progress = false
	}
}
