package schema

import "github.com/toolgen/toolgen/gen/tooldef"

// Subschemas of a schema, by the values that they may apply to.

// Children returns the subschemas in keywords of a source.
func (s Source) Children(keywords ...string) (list []Source) {
	for _, word := range keywords {
		n := s.Get(word)
		switch {
		case n == nil:
		case n.Kind == tooldef.Array:
			for _, item := range n.Items {
				list = append(list, s.Child(item))
			}
		case n.Kind == tooldef.Object:
			list = append(list, s.Child(n))
		}
	}
	return list
}

// Beside returns the schemas that may apply to the same value.
func (s Source) Beside() []Source {
	list := append(s.targets(), s.joined()...)
	list = append(list, s.Children("not")...)
	for _, n := range sometimes(s) {
		list = append(list, s.Child(n))
	}
	return list
}

// Inside returns the schemas of parts without a path: keys, and the contents of strings. If they hide
// something, the whole value is hidden.
func (s Source) Inside() []Source { return s.Children("propertyNames", "contentSchema") }

// Members returns the schemas of declared keys.
func (s Source) Members() (list []Source) {
	if n := s.Get("properties"); n != nil {
		for _, m := range n.Members {
			list = append(list, s.Child(m.Value))
		}
	}
	return list
}

// Rest returns the schemas of other keys.
func (s Source) Rest() (list []Source) {
	if n := s.Get("patternProperties"); n != nil {
		for _, m := range n.Members {
			list = append(list, s.Child(m.Value))
		}
	}
	return append(list, s.Children("additionalProperties", "unevaluatedProperties")...)
}

// Items returns the schemas of items at any index.
func (s Source) Items() []Source {
	return s.Children("items", "prefixItems", "additionalItems", "contains", "unevaluatedItems")
}

// Under returns the schemas of one key.
func (s Source) Under(key string) (list []Source) {
	covered := false
	if n := s.Get("properties").Get(key); n != nil {
		list, covered = append(list, s.Child(n)), true
	}
	if n := s.Get("patternProperties"); n != nil {
		for _, m := range n.Members {
			if match, ok := s.R.Lib.Patterns.Match(m.Key, key); match || !ok {
				list = append(list, s.Child(m.Value))
				covered = covered || ok
			}
		}
	}
	if !covered {
		list = append(list, s.Children("additionalProperties")...)
	}
	if left, _, there := s.Leftover("unevaluatedProperties"); there && !left.covers(&s.R.Lib.Patterns, key) {
		list = append(list, s.Children("unevaluatedProperties")...)
	}
	return list
}

// InPlace returns the schemas that a union, condition or dependency may apply to the same value.
func (s Source) InPlace() []Source {
	var out []Source
	for _, word := range []string{"anyOf", "oneOf", "if", "then", "else", "dependentSchemas", "dependencies"} {
		n := s.Get(word)
		switch {
		case n == nil:
		case word == "anyOf" || word == "oneOf":
			for _, b := range n.Items {
				out = append(out, s.Child(b))
			}
		case word == "dependentSchemas" || word == "dependencies":
			for _, m := range ByKey(n) {
				if m.Value.Kind != tooldef.Array {
					out = append(out, s.Child(m.Value))
				}
			}
		default:
			out = append(out, s.Child(n))
		}
	}
	return out
}
