package lower

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/lower/docs"
	"github.com/toolgen/toolgen/gen/lower/gotype"
	"github.com/toolgen/toolgen/gen/lower/names"
	"github.com/toolgen/toolgen/gen/lower/schema"
	"github.com/toolgen/toolgen/gen/lower/union"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// union lowers a conjunction with one anyOf or oneOf to a union. It returns false if a union would be inexact or
// useless; the keyword then is a constraint.
func (l *lowerer) union(t *model.Type, flat schema.Conj) bool {
	groups := schema.GroupsOf(flat)
	branches, null, ok := flat.Variants(groups)
	if !ok || t.GoType != "" {
		narrow(t, flat, groups)
		return false
	}
	g := groups[0]
	u := &model.UnionInfo{Keyword: g.Word}
	t.Kind, t.Union = model.Union, u
	t.Accepts, t.Declared, t.Implied = 0, nil, g.Word
	if null {
		t.Accepts = model.JSONNull
	}
	var nodes []*tooldef.Node
	for _, b := range branches {
		r := asVariant
		if schema.KindOf(b.Set&^model.JSONNull) == model.Struct && !slices.ContainsFunc(b.In.Expand(), gotype.Named) {
			r = asValue
		}
		place := ""
		if refersToBranch(b.Node) {
			place = "branch of " + flat[g.Index].Node.Pointer + " " // the other union has its own type for it
		}
		v := &model.Variant{Type: l.lowerAt(b.In, r, place), Kinds: b.Set}
		t.Accepts |= b.Set
		labelVariant(v, b.Node)
		u.Variants = append(u.Variants, v)
		nodes = append(nodes, b.Node)
	}
	alone := len(flat.Without(g).Expand()) == 0
	l.later = append(l.later, func() {
		named := ""
		if n := flat[g.Index].Get("discriminator").Get("propertyName"); n.Is(tooldef.String) {
			named = n.Text
		}
		union.Choose(u, named)
		l.nameVariants(t, nodes, alone)
	})
	l.wantName(t, flat)
	return true
}

// narrow limits the accepted types to those that some branch of each anyOf and oneOf accepts, often a single scalar
// type; other values violate the keyword.
func narrow(t *model.Type, flat schema.Conj, groups []schema.Group) {
	for _, g := range groups {
		accepted := flat.AcceptedBy(g)
		if t.Accepts&^accepted != 0 && t.Accepts&accepted != 0 {
			t.Accepts &= accepted
			if t.Implied == "" {
				t.Implied = g.Word
			}
		}
	}
}

// labelVariant sets the name of a variant in issues: its title, or the name of its definition.
func labelVariant(v *model.Variant, n *tooldef.Node) {
	if t := n.Get("title"); t.Is(tooldef.String) && t.Text != "" {
		v.Label = t.Text
	} else if ref := n.Get("$ref"); ref.Is(tooldef.String) && !refersToBranch(n) {
		v.Label = lastToken(ref.Text)
	}
}

// refersToBranch reports whether a schema refers to one whose name is an index: a branch of another union, or an item of
// another list.
func refersToBranch(n *tooldef.Node) bool {
	ref := n.Get("$ref")
	return ref.Is(tooldef.String) && docs.IsIndex(lastToken(ref.Text))
}

// nameVariants requests Go names for inline variants, and for references with siblings. A plain reference keeps the name
// of its definition if the union has no siblings.
func (l *lowerer) nameVariants(t *model.Type, nodes []*tooldef.Node, alone bool) {
	words := union.Names(t.Union)
	for i, v := range t.Union.Variants {
		word := words[i]
		if _, known := l.wishes.Branches[nodes[i].Pointer]; !known {
			l.wishes.Branches[nodes[i].Pointer] = word
		}
		l.wishes.Variants[v.Type] = true
		w, ok := l.wishes.Types[v.Type]
		if ok && (w.Exact != "" || alone && refersOnly(nodes[i]) && !refersToBranch(nodes[i])) {
			continue
		}
		l.wishes.Types[v.Type] = names.Wish{Pointer: t.Pointer, Word: word}
	}
}

// refersOnly reports whether a branch is a reference without other constraints.
func refersOnly(n *tooldef.Node) bool {
	return n.Get("$ref") != nil && !slices.ContainsFunc(n.Members,
		func(m tooldef.Member) bool { return schema.Says(m.Key) && m.Key != "$ref" })
}

// lastToken returns the last segment of a reference.
func lastToken(ref string) string {
	return tooldef.UnescapeFragment(ref[strings.LastIndexAny(ref, "/#")+1:])
}
