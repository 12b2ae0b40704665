package lower

import (
	"slices"
	"strconv"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// labelVariant picks how issues name a variant: its title, else its definition's name.
func labelVariant(v *model.Variant, n *tooldef.Node) {
	if t := n.Get("title"); t != nil && t.Kind == tooldef.String && t.Text != "" {
		v.Label = t.Text
	} else if ref := n.Get("$ref"); ref != nil && ref.Kind == tooldef.String {
		v.Label = lastToken(ref.Text)
	}
}

// nameVariants asks for Go names of the variants that are written out in place, or have more than a
// definition: by their label, by the one key that only they require, else by what they hold. Definitions
// keep the names that they have anyway, where the choice stands alone.
func (l *lowerer) nameVariants(union *model.Type, nodes []*tooldef.Node, alone bool) {
	objects := 0
	for _, v := range union.Union.Variants {
		if kindOf(v.Kinds&^model.JSONNull) == model.Struct {
			objects++
		}
	}
	words := map[string]int{}
	for _, v := range union.Union.Variants {
		words[variantWord(union.Union, v)]++
	}
	for i, v := range union.Union.Variants {
		l.variants[v.Type] = true
		w, ok := l.wanted[v.Type]
		if ok && (w.exact != "" || alone && refersOnly(nodes[i])) {
			continue
		}
		word := variantWord(union.Union, v)
		switch {
		case v.Label != "":
		case v.Type.Kind != model.Struct || objects == 1:
			word = kindWord(v.Kinds)
		case word == "" || words[word] > 1:
			word = "Option" + strconv.Itoa(i+1)
		}
		l.wanted[v.Type] = wantedName{suffix: l.pathName(union.Pointer) + word}
	}
}

// variantWord is what tells a variant by name: its label, else the only key that it requires and no other
// variant has; empty where there is neither.
func variantWord(u *model.UnionInfo, v *model.Variant) string {
	if v.Label != "" {
		return goName(v.Label)
	}
	var own []string
	for _, f := range v.Type.Fields {
		if f.Required && !slices.ContainsFunc(u.Variants, func(other *model.Variant) bool {
			return other != v && slices.ContainsFunc(other.Type.Fields, func(g *model.Field) bool { return g.Key == f.Key })
		}) {
			own = append(own, f.Key)
		}
	}
	if len(own) != 1 || v.Type.Kind != model.Struct {
		return ""
	}
	return goName(own[0])
}

// refersOnly reports whether a branch is a reference and says no more.
func refersOnly(n *tooldef.Node) bool {
	return n.Get("$ref") != nil && !slices.ContainsFunc(n.Members, func(m tooldef.Member) bool { return says(m.Key) && m.Key != "$ref" })
}

// kindWord names a variant by what it holds.
func kindWord(set model.JSONTypes) string {
	switch kindOf(set &^ model.JSONNull) {
	case model.Bool:
		return "Bool"
	case model.Int:
		return "Int"
	case model.Float:
		return "Number"
	case model.String:
		return "String"
	case model.Slice:
		return "List"
	default:
		return "Object"
	}
}
