package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/internal/visible"
)

// messages writes to standard error, with colour only on a terminal.
type messages struct {
	out      io.Writer
	terminal bool
	colour   bool
}

func newMessages(out io.Writer) *messages {
	terminal := isTerminal(out)
	return &messages{out: out, terminal: terminal, colour: terminal && wantsColour()}
}

// isTerminal accepts a reader or a writer.
func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// wantsColour follows no-color.org and TERM=dumb.
func wantsColour() bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// line writes one or more lines. Control characters in file names and schema texts are escaped.
func (m *messages) line(format string, args ...any) {
	m.raw(visible.Lines(fmt.Sprintf(format, args...)))
}

// raw writes lines without escaping control characters.
func (m *messages) raw(text string) {
	fmt.Fprintln(m.out, text)
}

// diagnostics prints one line per diagnostic, folding those shared by many tools and truncating those of a
// single tool.
func (m *messages) diagnostics(list model.Diagnostics) {
	for _, d := range fold(list).Cut() {
		m.raw(m.paint(d))
	}
}

// The ANSI sequences used by the command.
const (
	bold   = "\x1b[1m"
	yellow = "\x1b[33m"
	red    = "\x1b[31m"
	green  = "\x1b[32m"
	plain  = "\x1b[0m"
)

// paint formats a diagnostic with the label of its severity. Control characters in the text, which comes from schemas, are
// escaped.
func (m *messages) paint(d model.Diagnostic) string {
	label := m.in(red, "error:")
	if d.Severity == model.Warning {
		label = m.in(yellow, "warning:")
	}
	text := visible.Text(d.String())
	if place := visible.Text(d.Pos.String()); place != "" {
		text = strings.TrimPrefix(text, place+": ")
		label = m.in(bold, place) + ": " + label
	}
	return label + " " + strings.TrimPrefix(text, "warning: ")
}

// in colours a text on a terminal.
func (m *messages) in(colour, text string) string {
	if !m.colour {
		return text
	}
	return colour + text + plain
}
