package main

import (
	"bytes"
	"testing"

	"github.com/toolgen/toolgen/gen/model"
)

func TestDiagnosticsAreColouredOnATerminalOnly(t *testing.T) {
	t.Parallel()
	d := model.Diagnostic{Pos: model.Pos{File: "a.json", Line: 2, Column: 3}, Pointer: "/x", Problem: "bad \x1b[31mtext\n", Fix: "mend it"}
	for name, c := range map[string]struct {
		colour bool
		want   string
	}{
		"plain":  {false, "a.json:2:3: warning: /x: bad \\u001b[31mtext\\u000a; mend it\n"},
		"colour": {true, "\x1b[1ma.json:2:3\x1b[0m: \x1b[33mwarning:\x1b[0m /x: bad \\u001b[31mtext\\u000a; mend it\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			m := &messages{out: &out, terminal: c.colour, colour: c.colour}
			m.diagnostics(model.Diagnostics{d})
			if got := out.String(); got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

func TestColourFollowsTheEnvironment(t *testing.T) {
	for name, c := range map[string]struct {
		noColor, term string
		want          bool
	}{
		"plain":    {"", "xterm", true},
		"NO_COLOR": {"1", "xterm", false},
		"dumb":     {"", "dumb", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("NO_COLOR", c.noColor)
			t.Setenv("TERM", c.term)
			if got := wantsColour(); got != c.want {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}
