package rules

import (
	"testing"

	"github.com/toolgen/toolgen/gen/model"
)

func TestReadsHidden(t *testing.T) {
	t.Parallel()
	hidden := hiddenFields([]model.FieldInfo{
		{Path: "pin", Sensitive: true}, {Path: "n"},
		{Path: "m"}, {Path: "m{}"}, {Path: "m{}.s", Sensitive: true}, {Path: "m{}.n"},
		{Path: "list[].s", Sensitive: true}, {Path: "list[].n"},
		{Path: `odd["a[0]"]`, Sensitive: true},
		{Path: "tree"}, {Path: "tree.s", Sensitive: true}, {Path: "tree.n"}, {Path: "tree{}", SameAs: "tree", HasSameAs: true},
	})
	for _, tt := range []struct {
		at, read string
		all      bool
		want     string // "" for nothing sensitive
	}{
		{read: "pin", want: "pin"},
		{read: "pin.x", want: "pin"},
		{read: "n"},
		{read: "n", all: true, want: "pin"},
		{read: "m", want: "m{}.s"},
		{read: "m.k", want: "m{}.s"},
		{read: "m.k.s", want: "m{}.s"},
		{read: "m.k.n"},
		{read: "m.s", want: "m{}.s"}, // m[k].s
		{at: "m{}", read: "s", want: "m{}.s"},
		{at: "m{}", read: "n"},
		{read: "list[0].s", want: "list[].s"},
		{read: "list[].n"},
		{at: "list[]", read: "", want: "list[].s"},
		{read: `odd["a[0]"]`, want: `odd["a[0]"]`},
		{read: "tree.a.b.c.s", want: "tree.s"},
		{read: "tree.a.b.c.n"},
		{read: "tree.n"},
		{read: "tree.a.b", want: "tree.s"},
		{read: "unknown.a.b"},
	} {
		rule := &model.Rule{At: tt.at, Code: &model.RuleCode{Reads: []string{tt.read}, All: tt.all}}
		if path, ok := hidden.readBy(rule); path != tt.want || ok != (tt.want != "") {
			t.Errorf("%q reads %q: %q, %t, want %q", tt.at, tt.read, path, ok, tt.want)
		}
	}
	if hiddenFields([]model.FieldInfo{{Path: "n"}}) != nil {
		t.Error("a tool without sensitive fields has some")
	}
}
