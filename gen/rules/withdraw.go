package rules

import (
	"slices"

	"github.com/toolgen/toolgen/gen/tooldef"
)

// withdrawInjected removes injected fields from the advertised schema. They are always present at validation,
// so constraints that require them are satisfied.
func (t *tree) withdrawInjected() {
	type field struct {
		object *tooldef.Node
		key    string
	}
	var fields []field
	t.visit(func(n *tooldef.Node) {
		p := n.Get("properties")
		if p == nil {
			return
		}
		for _, m := range p.Members {
			all, _ := t.conjunction(m.Value)
			if slices.ContainsFunc(all, func(s *tooldef.Node) bool {
				flag := s.Get(inlineWord).Get("injected")
				return flag != nil && flag.Bool
			}) {
				fields = append(fields, field{n, m.Key})
			}
		}
	})
	for _, f := range fields {
		t.visit(func(n *tooldef.Node) {
			if all, _ := t.conjunction(n); slices.Contains(all, f.object) {
				visitInPlace(n, func(s *tooldef.Node) { fulfil(s, f.key) })
			}
		})
		p := f.object.Get("properties")
		p.Members = slices.DeleteFunc(p.Members, func(m tooldef.Member) bool { return m.Key == f.key })
	}
}

// visitInPlace calls f for a schema and for its subschemas that apply to the same value.
func visitInPlace(n *tooldef.Node, f func(*tooldef.Node)) {
	if n == nil || n.Kind != tooldef.Object {
		return
	}
	f(n)
	for _, word := range []string{"allOf", "anyOf", "oneOf"} {
		if list := n.Get(word); list != nil {
			for _, item := range list.Items {
				visitInPlace(item, f)
			}
		}
	}
	for _, word := range []string{"not", "if", "then", "else"} {
		visitInPlace(n.Get(word), f)
	}
	for _, word := range []string{"dependentSchemas", "dependencies"} {
		if m := n.Get(word); m != nil && m.Kind == tooldef.Object {
			for i := range m.Members {
				visitInPlace(m.Members[i].Value, f)
			}
		}
	}
}

// fulfil simplifies the constraints on the presence of a key, given that it is present: what it requires
// becomes required unconditionally.
func fulfil(n *tooldef.Node, key string) {
	is := func(item *tooldef.Node) bool { return item.Kind == tooldef.String && item.Text == key }
	if list := n.Get("required"); list != nil && list.Kind == tooldef.Array {
		if list.Items = slices.DeleteFunc(list.Items, is); len(list.Items) == 0 {
			n.Remove("required")
		}
	}
	for _, word := range []string{"dependentRequired", "dependentSchemas", "dependencies"} {
		needs := n.Get(word)
		if needs == nil || needs.Kind != tooldef.Object {
			continue
		}
		var at *tooldef.Node
		needs.Members = slices.DeleteFunc(needs.Members, func(m tooldef.Member) bool {
			if m.Key == key {
				at = m.Value
				return true
			}
			if m.Value.Kind == tooldef.Array {
				m.Value.Items = slices.DeleteFunc(m.Value.Items, is)
				return len(m.Value.Items) == 0
			}
			return false
		})
		if len(needs.Members) == 0 {
			n.Remove(word)
		}
		switch {
		case at == nil:
		case at.Kind == tooldef.Array:
			for _, item := range at.Items {
				if list := n.Get("required"); !is(item) && (list == nil || !slices.ContainsFunc(list.Items, func(o *tooldef.Node) bool { return o.Text == item.Text })) {
					appendTo(n, "required", item)
				}
			}
		default:
			appendTo(n, "allOf", at)
		}
	}
}
