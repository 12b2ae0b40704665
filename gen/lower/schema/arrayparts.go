package schema

import "github.com/toolgen/toolgen/gen/tooldef"

// ArrayParts are the item schemas of a schema object, in 2020-12 terms.
type ArrayParts struct {
	Prefix []*tooldef.Node
	Rest   *tooldef.Node
}

// PartsOf reads items, prefixItems and additionalItems according to the draft: up to 2019-09, an array in items
// is the later prefixItems, with additionalItems for the rest.
func PartsOf(s Source) ArrayParts {
	items := s.Get("items")
	if items.Is(tooldef.Array) {
		return ArrayParts{items.Items, s.Get("additionalItems")}
	}
	return ArrayParts{s.Get("prefixItems").List(), items}
}

// At returns the schema of a position, or nil.
func (p ArrayParts) At(i int) *tooldef.Node {
	if i < len(p.Prefix) {
		return p.Prefix[i]
	}
	return p.Rest
}
