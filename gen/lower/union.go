package lower

import (
	"slices"

	"github.com/toolgen/toolgen/gen/lower/schema"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// union makes a union of a conjunction with one choice. It reports false where a union would not be exact
// or not be useful; the choice is a constraint then.
func (l *lowerer) union(t *model.Type, flat schema.Conj) bool {
	groups := schema.GroupsOf(flat)
	branches, null, ok := flat.Uniting(groups)
	if !ok || t.GoType != "" {
		l.narrow(t, flat, groups)
		return false
	}
	g := groups[0]
	u := &model.UnionInfo{Keyword: g.Word, Pos: flat[g.Index].Get(g.Word).Pos}
	t.Kind, t.Union = model.Union, u
	t.Accepts, t.Declared, t.Implied = 0, nil, g.Word
	if null {
		t.Accepts = model.JSONNull
	}
	var nodes []*tooldef.Node
	for _, b := range branches {
		r := asVariant
		if schema.KindOf(b.Set&^model.JSONNull) == model.Struct && !slices.ContainsFunc(b.In.Expand(), namesGoType) {
			r = asValue
		}
		place := ""
		if refersToBranch(b.Node) {
			place = "branch of " + flat[g.Index].Node.Pointer + " " // of which the other choice has a type, under another name
		}
		v := &model.Variant{Type: l.lowerAt(b.In, r, place), Kinds: b.Set}
		t.Accepts |= b.Set
		labelVariant(v, b.Node)
		u.Variants = append(u.Variants, v)
		nodes = append(nodes, b.Node)
	}
	alone := len(flat.Without(g).Expand()) == 0
	l.later = append(l.later, func() {
		l.choose(u, flat[g.Index])
		l.nameVariants(t, nodes, alone)
	})
	l.wantName(t, flat)
	return true
}

// narrow limits the accepted types to those that some branch of each choice accepts, which often
// leaves one scalar type; a value outside breaks the choice.
func (l *lowerer) narrow(t *model.Type, flat schema.Conj, groups []schema.Group) {
	for _, g := range groups {
		var any model.JSONTypes
		for _, n := range g.Items {
			any |= schema.One(flat[g.Index].Child(n)).Accepts()
		}
		if flat[g.Index].OrNull {
			any |= model.JSONNull
		}
		if t.Accepts&^any != 0 && t.Accepts&any != 0 {
			t.Accepts &= any
			if t.Implied == "" {
				t.Implied = g.Word
			}
		}
	}
}
