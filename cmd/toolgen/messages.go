package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"golang.org/x/term"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/internal/visible"
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

// line writes a line, or several that the text breaks itself. Names of files and words of foreign
// schemas in it are shown, not obeyed.
func (m *messages) line(format string, args ...any) {
	m.raw(visible.Lines(fmt.Sprintf(format, args...)))
}

// raw writes lines that may hold what a terminal obeys.
func (m *messages) raw(text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.clear()
	fmt.Fprintln(m.out, text)
}

// diagnostics writes one line each, one for what is the same of many tools, and one for those of a tool
// that would flood a terminal.
func (m *messages) diagnostics(list model.Diagnostics) {
	for _, d := range fold(list).Cut() {
		m.raw(m.paint(d))
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
	text := visible.Text(d.String())
	if !m.colour {
		return text
	}
	if place := visible.Text(d.Pos.String()); place != "" {
		text = bold + place + plain + strings.TrimPrefix(text, place)
	}
	return strings.Replace(text, " warning: ", " "+yellow+"warning:"+plain+" ", 1)
}

// status replaces the progress line. Away from a terminal it does nothing.
func (m *messages) status(text string) {
	if !m.terminal {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.clear()
	fmt.Fprint(m.out, visible.Text(text))
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
