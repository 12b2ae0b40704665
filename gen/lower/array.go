package lower

import (
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// arrayParts is what one schema object says of the items of an array, in 2020-12's terms.
type arrayParts struct {
	prefix []*tooldef.Node
	rest   *tooldef.Node
}

// partsOf reads items, prefixItems and additionalItems as the source's draft defines them: up to
// 2019-09 an array under items is what prefixItems is later, with additionalItems for the rest.
func partsOf(s source) arrayParts {
	var p arrayParts
	items := s.get("items")
	if s.draft >= 2020 {
		if n := s.get("prefixItems"); n != nil && n.Kind == tooldef.Array {
			p.prefix = n.Items
		}
		p.rest = items
		return p
	}
	if items != nil && items.Kind == tooldef.Array {
		p.prefix = items.Items
		p.rest = s.get("additionalItems")
		return p
	}
	p.rest = items
	return p
}

// array gathers what a conjunction says of arrays.
func (l *lowerer) array(t *model.Type, flat conj, r role) {
	parts := make([]arrayParts, len(flat))
	longest := 0
	for i, s := range flat {
		parts[i] = partsOf(s)
		longest = max(longest, len(parts[i].prefix))
	}
	left := l.leftovers(flat, "unevaluatedItems")
	for _, u := range left {
		longest = max(longest, u.prefix)
	}
	child := asValue
	if r == asSchema || longest > 0 || t.Kind != model.Slice {
		child = asSchema
	}
	positions := make([]conj, longest)
	for at := range positions {
		for i, s := range flat {
			if n := parts[i].at(at); n != nil {
				positions[at] = append(positions[at], l.child(s, n))
			}
		}
		for _, u := range left {
			if at >= u.prefix {
				positions[at] = append(positions[at], l.child(u.source, u.node))
			}
		}
	}
	var in conj
	for i, s := range flat {
		if parts[i].rest != nil {
			in = append(in, l.child(s, parts[i].rest))
		}
	}
	for _, u := range left {
		in = append(in, l.child(u.source, u.node))
	}
	uniform := t.Kind == model.Slice && t.GoType == "" && longest > 0 && (len(in) > 0 || mostItems(flat, longest))
	item := func(in conj) *model.Type { return l.lower(in, child) }
	switch {
	case uniform && r != asSchema && l.equal(positions, in):
		child = asValue
	case uniform:
		item = func(in conj) *model.Type { return l.lower(l.orNullInPlace(in), child) }
	}
	for _, position := range positions {
		t.Prefix = append(t.Prefix, item(position))
	}
	if len(in) > 0 {
		t.Items = item(in)
	}
	if uniform {
		t.Each = each(t, child)
	}
	if t.Kind == model.Slice && longest > 0 && t.GoType != "" {
		t.Kind = model.Any // that type says itself what it holds
	}
	if t.Kind == model.Slice && t.Items != nil && longest == 0 {
		t.Items = noBytes(t.Items)
	}
	l.sizes(t, flat, "minItems", "maxItems")
	for _, s := range flat {
		if n := s.get("uniqueItems"); n != nil && n.Kind == tooldef.Bool && n.Bool {
			t.Constraints = append(t.Constraints, model.Unique{Pos: n.Pos})
			break
		}
	}
	for _, s := range flat {
		if n := s.get("contains"); n != nil && s.draft >= 6 {
			t.Constraints = append(t.Constraints, l.contains(s, n))
		}
	}
}

// at is the schema for one position, nil where nothing is said.
func (p arrayParts) at(i int) *tooldef.Node {
	if i < len(p.prefix) {
		return p.prefix[i]
	}
	return p.rest
}

// contains lowers contains with the counts beside it (2019-09 and later).
func (l *lowerer) contains(s source, n *tooldef.Node) model.Contains {
	c := model.Contains{Type: l.schemaAt(s, n), Min: 1, Evaluates: s.draft >= 2020, Pos: n.Pos}
	if s.draft < 2019 {
		return c
	}
	if m := s.get("minContains"); m != nil {
		c.Min, c.HasMin = sizeOf(m.Text), true
	}
	if m := s.get("maxContains"); m != nil {
		c.Max, c.HasMax = sizeOf(m.Text), true
	}
	return c
}
