package model

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// A message is a readable line, whatever names it contains.
func TestMessagesAreBounded(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ä", 1<<20)
	d := Diagnostic{Pos: Pos{File: "a.json", Line: 1, Column: 2}, Pointer: "/a/" + long + "/b", Tool: long, Problem: "no " + long, Fix: "rename " + long + " to b"}
	text := d.String()
	if n := utf8.RuneCountInString(text); n > 3000 {
		t.Errorf("%d characters", n)
	}
	if !strings.HasPrefix(text, "a.json:1:2: warning: /a/ä") || !utf8.ValidString(text) {
		t.Errorf("%.100s", text)
	}
	for _, part := range []string{"…ä", "/b: tool \"ä", "ä\": no ä", "; rename ä", "ä to b"} {
		if !strings.Contains(text, part) {
			t.Errorf("it lacks %s", part)
		}
	}
	short := Diagnostic{Pointer: "/" + strings.Repeat("x", 300), Tool: strings.Repeat("t", 128), Problem: strings.Repeat("p", 1000), Fix: strings.Repeat("f", 1000)}
	if text := short.String(); strings.Contains(text, "…") {
		t.Errorf("cut without need: %s", text)
	}
}
