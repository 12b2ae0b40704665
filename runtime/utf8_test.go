package runtime

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestIsText(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"a", "é", "€", "😀", "\xff", "\xc3", "\xed\xa0\x80", "\x00", "\x7f", "\x80", "zzzzzzzz"}
	for n := range 40 {
		for range 200 {
			var b strings.Builder
			for b.Len() < n {
				if r.IntN(8) > 0 {
					b.WriteByte(byte('a' + r.IntN(26)))
				} else {
					b.WriteString(pieces[r.IntN(len(pieces))])
				}
			}
			if s := b.String(); isText(s) != utf8.ValidString(s) {
				t.Fatalf("%q: %v", s, isText(s))
			}
		}
	}
}

// What is no text is an issue at its place, whatever holds it, and no schema is asked about it.
func TestTextOfAnyValue(t *testing.T) { // which counts allocations, and so runs alone
	const no = "a\xff"
	for _, tt := range []struct {
		v    any
		want string
	}{
		{"é", ""},
		{no, "json"},
		{[]any{"a", no, map[string]any{"k": no}}, "[1] json; [2].k json"},
		{map[string]any{no: 1, "b": "c"}, `["a\xff"] json`},
		{map[string]string{no: "x", "b": no}, `["a\xff"] json; b json`},
		{[]string{"x", no}, "[1] json"},
	} {
		got := faultsOf(t, tt.v, func(c *Checker, v any) { Hold(c, v, needs("a")) })
		if tt.want == "" {
			got = nil
		}
		for i := range got {
			got[i] = strings.TrimSpace(got[i])
		}
		if s := strings.Join(got, "; "); s != tt.want {
			t.Errorf("%q: %s, want %s", tt.v, s, tt.want)
		}
		if isPlain(tt.v) != (tt.want == "") {
			t.Errorf("%q: plain is %v", tt.v, isPlain(tt.v))
		}
	}
	long := strings.Repeat("text ", 100)
	values := map[string]any{"a": long, "b": []any{long}}
	if n := testing.AllocsPerRun(100, func() {
		if ValidateWith(true, func(c *Checker) { c.Writable(values) }) != nil {
			t.Error("it is text")
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
