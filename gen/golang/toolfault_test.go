package golang

import (
	"errors"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/model"
)

// A tool that cannot be printed, because of an error or a panic, has its own error, and the package can be printed
// without it.
func TestToolFaults(t *testing.T) {
	t.Parallel()
	named := may("k", str())
	named.Name = "a b"
	broken := object("BrokenArgs", may("k", str()))
	broken.Constraints = []model.Constraint{model.Choice{Word: "anyOf", Branches: []*model.Type{nil}}}
	sound := tool("sound", "Sound", object("SoundArgs", may("k", str())))
	p := pkg("p", tool("named", "Named", object("NamedArgs", named)), sound, tool("broken", "Broken", broken), tool("called", "not a name", object("CalledArgs")))
	files, err := Print(p)
	var faults ToolFaults
	if files != nil || !errors.As(err, &faults) || len(faults) != 3 {
		t.Fatal(err)
	}
	for i, name := range []string{"named", "broken", "called"} {
		if d := faults.Diagnostics()[i]; d.Tool != name || d.Severity != model.Error || !strings.Contains(d.Problem, "bug of toolgen") || d.Fix == "" {
			t.Error(d)
		}
	}
	p.Tools = []*model.Tool{sound}
	if _, err := Print(p); err != nil {
		t.Error(err)
	}
}
