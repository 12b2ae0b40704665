package schema

import (
	"github.com/toolgen/toolgen/gen/tooldef"
)

// ArrayParts is what one schema object says of the items of an array, in 2020-12's terms.
type ArrayParts struct {
	Prefix []*tooldef.Node
	Rest   *tooldef.Node
}

// PartsOf reads items, prefixItems and additionalItems as the source's draft defines them: up to
// 2019-09 an array under items is what prefixItems is later, with additionalItems for the rest.
func PartsOf(s Source) ArrayParts {
	var p ArrayParts
	items := s.Get("items")
	if s.Draft >= 2020 {
		if n := s.Get("prefixItems"); n != nil && n.Kind == tooldef.Array {
			p.Prefix = n.Items
		}
		p.Rest = items
		return p
	}
	if items != nil && items.Kind == tooldef.Array {
		p.Prefix = items.Items
		p.Rest = s.Get("additionalItems")
		return p
	}
	p.Rest = items
	return p
}

// At is the schema for one position, nil where nothing is said.
func (p ArrayParts) At(i int) *tooldef.Node {
	if i < len(p.Prefix) {
		return p.Prefix[i]
	}
	return p.Rest
}
