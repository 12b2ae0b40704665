package rules

import (
	"slices"

	"github.com/toolgen/toolgen/gen/tooldef"
)

// withdrawInjected removes injected fields from the advertised schema. They are always present at validation,
// so constraints that require them are satisfied.
func (t *tree) withdrawInjected() {
	injected := func(s *tooldef.Node) bool { return s.Get(inlineWord).Get("injected").True() }
	for _, object := range t.schemas() {
		p := object.Get("properties")
		if p == nil {
			continue
		}
		for _, m := range slices.Clone(p.Members) {
			if all, _ := t.conjunction(m.Value); !slices.ContainsFunc(all, injected) {
				continue
			}
			for _, n := range t.schemas() {
				if all, _ := t.conjunction(n); slices.Contains(all, object) {
					visitInPlace(n, func(s *tooldef.Node) { fulfil(s, m.Key) })
				}
			}
			p.Remove(m.Key)
		}
	}
}

// visitInPlace calls f for a schema and for its subschemas that apply to the same value.
func visitInPlace(n *tooldef.Node, f func(*tooldef.Node)) {
	if !n.Is(tooldef.Object) {
		return
	}
	f(n)
	for _, m := range n.Members {
		switch m.Key {
		case "allOf", "anyOf", "oneOf":
			for _, item := range m.Value.Items {
				visitInPlace(item, f)
			}
		case "not", "if", "then", "else":
			visitInPlace(m.Value, f)
		case "dependentSchemas", "dependencies":
			for _, dependent := range m.Value.Members {
				visitInPlace(dependent.Value, f)
			}
		}
	}
}

// fulfil simplifies the constraints on the presence of a key, given that it is present: what it requires
// becomes required unconditionally.
func fulfil(n *tooldef.Node, key string) {
	drop := func(list *tooldef.Node) bool {
		list.Items = slices.DeleteFunc(list.Items, func(item *tooldef.Node) bool { return item.Kind == tooldef.String && item.Text == key })
		return len(list.Items) == 0
	}
	if list := n.Get("required"); list.Is(tooldef.Array) && drop(list) {
		n.Remove("required")
	}
	for _, word := range []string{"dependentRequired", "dependentSchemas", "dependencies"} {
		needs := n.Get(word)
		if !needs.Is(tooldef.Object) {
			continue
		}
		own := needs.Get(key)
		needs.Remove(key)
		needs.Members = slices.DeleteFunc(needs.Members, func(m tooldef.Member) bool { return m.Value.Kind == tooldef.Array && drop(m.Value) })
		if len(needs.Members) == 0 {
			n.Remove(word)
		}
		switch {
		case own == nil:
		case own.Kind == tooldef.Array:
			for _, item := range own.Items {
				if list := n.Get("required"); item.Text != key && (list == nil || !slices.Contains(list.Strings(), item.Text)) {
					appendTo(n, "required", item)
				}
			}
		default:
			appendTo(n, "allOf", own)
		}
	}
}
