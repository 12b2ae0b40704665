package rules

import (
	"maps"
	"slices"
	"testing"

	"github.com/toolgen/toolgen/gen/model"
)

func TestReadsHidden(t *testing.T) {
	t.Parallel()
	secret := &model.Secret{Sensitive: true}
	open := func(keys map[string]*model.Secret) *model.Secret {
		return &model.Secret{Keys: slices.Sorted(maps.Keys(keys)), Below: keys}
	}
	node := func() *model.Secret { return open(map[string]*model.Secret{"n": nil, "s": secret}) }
	tree := node()
	tree.Rest = tree
	root := open(map[string]*model.Secret{
		"pin": secret, "n": nil,
		"m": {Rest: node()}, "list": {Items: node()},
		"odd": open(map[string]*model.Secret{"a[0]": secret}), "tree": tree,
	})
	root.Keys = []string{"pin", "n", "m", "list", "odd", "tree"}
	for _, tt := range []struct {
		at, read string
		all      bool
		want     string // "" if nothing is sensitive
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
		{read: "tree.a.b.c.s", want: "tree{}{}{}.s"},
		{read: "tree.a.b.c.n"},
		{read: "tree.n"},
		{read: "tree.a.b", want: "tree{}{}.s"},
		{read: "unknown.a.b"},
	} {
		rule := &model.Rule{At: tt.at, Code: &model.RuleCode{Reads: []string{tt.read}, All: tt.all}}
		if path, ok := readsSecret(rule, root); path != tt.want || ok != (tt.want != "") {
			t.Errorf("%q reads %q: %q, %t, want %q", tt.at, tt.read, path, ok, tt.want)
		}
	}
	rule := &model.Rule{Code: &model.RuleCode{All: true}}
	if _, ok := readsSecret(rule, nil); ok {
		t.Error("a tool without sensitive fields has some")
	}
}
