package schema

import (
	"slices"

	"github.com/toolgen/toolgen/gen/tooldef"
)

// Subschemas of a schema, by the values that they may apply to.

// Children returns the subschemas in keywords of a source, in the order of the keywords. Schemas under names are sorted by
// them; only the order of properties is meaningful.
func (s Source) Children(keywords ...string) (list []Source) {
	for _, word := range keywords {
		value := s.any(word)
		if value != nil && tooldef.Keywords[word].ByName() && word != "properties" {
			value = &tooldef.Node{Kind: value.Kind, Members: ByKey(value)}
		}
		for _, n := range tooldef.SchemasIn(word, value) {
			list = append(list, s.Child(n))
		}
	}
	return list
}

// Beside returns the schemas that may apply to the same value.
func (s Source) Beside() []Source {
	return slices.Concat(s.targets(), s.joined(), s.Children("not"), s.InPlace())
}

// InPlace returns the schemas that apply to the same value under a condition.
func (s Source) InPlace() []Source {
	list := s.Children("anyOf", "oneOf", "dependentSchemas", "dependencies")
	if s.any("if") != nil {
		list = append(list, s.Children("if", "then", "else")...)
	}
	return list
}

// Inside returns the schemas of parts without a path: keys, and the contents of strings. If they hide
// something, the whole value is hidden.
func (s Source) Inside() []Source { return s.Children("propertyNames", "contentSchema") }

// Rest returns the schemas of other keys.
func (s Source) Rest() []Source {
	return s.Children("patternProperties", "additionalProperties", "unevaluatedProperties")
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
	for _, m := range s.Get("patternProperties").Entries() {
		if match, ok := s.R.Lib.Patterns.Match(m.Key, key); match || !ok {
			list = append(list, s.Child(m.Value))
			covered = covered || ok
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
