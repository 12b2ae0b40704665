package txtar

import (
	"testing"

	_ "github.com/toolgen/toolgen/internal/update" // declares -update
)

func TestFormat(t *testing.T) {
	t.Parallel()
	const text = "comment\n-- a.json --\n{}\n-- empty --\n-- b --\n--  --\n-- x\nlast\n"
	a := Parse([]byte(text[:len(text)-1]))
	if len(a.Files) != 3 || a.Files[0].Name != "a.json" || string(a.Files[0].Data) != "{}\n" || len(a.Files[1].Data) != 0 || string(a.Comment) != "comment\n" {
		t.Errorf("%q", a)
	}
	if got := string(Format(a)); got != text {
		t.Errorf("got\n%s", got)
	}
	if got := string(Format(&Archive{Files: []File{{"a", []byte("x")}}})); got != "-- a --\nx\n" {
		t.Errorf("got\n%s", got)
	}
}
