package lower

import "github.com/toolgen/toolgen/gen/tooldef"

// What the keywords of a schema lead to, for those who ask which schemas may apply to a value.

// children makes sources of the schemas that keywords of a source hold.
func (l *lowerer) children(s source, keywords ...string) (list []source) {
	for _, word := range keywords {
		n := s.get(word)
		switch {
		case n == nil:
		case n.Kind == tooldef.Array:
			for _, item := range n.Items {
				list = append(list, l.child(s, item))
			}
		case n.Kind == tooldef.Object:
			list = append(list, l.child(s, n))
		}
	}
	return list
}

// beside lists the schemas that a source may hold the same value against.
func (l *lowerer) beside(s source) []source {
	list := append(l.targets(s), l.joined(s)...)
	list = append(list, l.children(s, "not")...)
	for _, n := range sometimes(s) {
		list = append(list, l.child(s, n))
	}
	return list
}

// inside lists the schemas for what is no value of its own: the keys of an object, and what a string
// holds. What they hide, hides the whole.
func (l *lowerer) inside(s source) []source { return l.children(s, "propertyNames", "contentSchema") }

// members lists the schemas for declared keys.
func (l *lowerer) members(s source) (list []source) {
	if n := s.get("properties"); n != nil {
		for _, m := range n.Members {
			list = append(list, l.child(s, m.Value))
		}
	}
	return list
}

// rest lists the schemas for other keys.
func (l *lowerer) rest(s source) (list []source) {
	if n := s.get("patternProperties"); n != nil {
		for _, m := range n.Members {
			list = append(list, l.child(s, m.Value))
		}
	}
	return append(list, l.children(s, "additionalProperties", "unevaluatedProperties")...)
}

// items lists the schemas for items, whatever their index.
func (l *lowerer) items(s source) []source {
	return l.children(s, "items", "prefixItems", "additionalItems", "contains", "unevaluatedItems")
}

// under lists the schemas of a source for one key.
func (l *lowerer) under(s source, key string) (list []source) {
	covered := false
	if n := s.get("properties").Get(key); n != nil {
		list, covered = append(list, l.child(s, n)), true
	}
	if n := s.get("patternProperties"); n != nil {
		for _, m := range n.Members {
			if match, ok := l.lib.patterns.match(m.Key, key); match || !ok {
				list = append(list, l.child(s, m.Value))
				covered = covered || ok
			}
		}
	}
	if !covered {
		list = append(list, l.children(s, "additionalProperties")...)
	}
	if left, _, there := l.leftover(s, "unevaluatedProperties"); there && !left.covers(&l.lib.patterns, key) {
		list = append(list, l.children(s, "unevaluatedProperties")...)
	}
	return list
}
