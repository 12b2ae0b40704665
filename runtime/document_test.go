package runtime

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestDocument holds that a document finds what a parsed call has, and that no text, sound or not,
// makes it fail in another way than by not finding.
func TestDocument(t *testing.T) {
	t.Parallel()
	text := ` {"a" : [1, {"b\"":"}\\\"", "c":null}, [ ], "é\u0041"] ,"d":{ } ,"":-1.5e3, "e":true}`
	for _, tt := range []struct{ path, want string }{
		{"", ""}, {"a", ""}, {"a[0]", `1`}, {"a[1]", ""}, {`a[1]["b\""]`, `"}\\\""`}, {"a[1].c", "null"}, {"a[2]", "[]"},
		{"a[3]", `"éA"`}, {"a[4]", "-"}, {"a[-1]", "-"}, {"a.b", "-"}, {"d", "{}"}, {"d.x", "-"}, {`[""]`, `-1.5e3`}, {"e", "true"}, {"e.x", "-"}, {"f", "-"}, {"[0]", "-"},
	} {
		doc, ok := newDocument([]byte(text), true)
		v, there := doc.value(splitPath(tt.path))
		if got := string(writeJSON(v)); !ok || there != (tt.want != "-") || there && tt.want != "" && got != tt.want {
			t.Errorf("%q: %s, %v, want %s", tt.path, got, there, tt.want)
		}
	}
	// What is no JSON may only come here by a caller's mistake; it must still not panic.
	for i := range len(text) {
		for _, broken := range []string{text[:i] + "}", text[:i] + text[i+1:], text[:i] + `"` + text[i:], text[:i] + "{" + text[i:], text[:i] + `\` + text[i:]} {
			if doc, ok := newDocument([]byte(broken), true); ok {
				for _, path := range []string{"a[1].c", "a[3]", "d.x", "e", "f"} {
					doc.value(splitPath(path))
				}
			}
		}
	}
}

// TestEndOfValue holds that the end of a value is found wherever it stands, whatever is around it.
func TestEndOfValue(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(3, 4))
	pieces := []string{`"a"`, `""`, `"{[\"]}"`, `"\\\\"`, `"\\"`, `"yY_ \u007f\u00e9é"`, `12.5`, `true`, `null`, `{}`, `[]`, `"a long text without anything"`}
	var value func(depth int) string
	value = func(depth int) string {
		if depth == 0 || rnd.IntN(3) == 0 {
			return pieces[rnd.IntN(len(pieces))]
		}
		var parts []string
		object := rnd.IntN(2) == 0
		for range rnd.IntN(5) {
			part := value(depth - 1)
			if object {
				part = pieces[rnd.IntN(6)] + strings.Repeat(" ", rnd.IntN(2)) + ":" + part
			}
			parts = append(parts, part)
		}
		if object {
			return "{" + strings.Join(parts, ",") + "}"
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	for range 20_000 {
		text, before := value(4), strings.Repeat(" ", rnd.IntN(9))
		for _, behind := range []string{"", "}", `,"b":{"c":1}}`, " ]"} {
			if end := endOfValue([]byte(before+text+behind), len(before)); end != len(before+text) {
				t.Fatalf("%q in %q ends at %d", text, before+text+behind, end)
			}
		}
	}
}
