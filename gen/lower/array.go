package lower

import (
	"github.com/toolgen/toolgen/gen/lower/schema"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// array collects the array keywords of a conjunction.
func (l *lowerer) array(t *model.Type, flat schema.Conj, r role) {
	parts := make([]schema.ArrayParts, len(flat))
	longest := 0
	for i, s := range flat {
		parts[i] = schema.PartsOf(s)
		longest = max(longest, len(parts[i].Prefix))
	}
	left := flat.Leftovers("unevaluatedItems")
	for _, u := range left {
		longest = max(longest, u.Prefix)
	}
	child := asValue
	if r == asSchema || longest > 0 || t.Kind != model.Slice {
		child = asSchema
	}
	positions := make([]schema.Conj, longest)
	for at := range positions {
		for i, s := range flat {
			if n := parts[i].At(at); n != nil {
				positions[at] = append(positions[at], s.Child(n))
			}
		}
		for _, u := range left {
			if at >= u.Prefix {
				positions[at] = append(positions[at], u.Source.Child(u.Node))
			}
		}
	}
	var in schema.Conj
	for i, s := range flat {
		if parts[i].Rest != nil {
			in = append(in, s.Child(parts[i].Rest))
		}
	}
	for _, u := range left {
		in = append(in, u.Source.Child(u.Node))
	}
	uniform := t.Kind == model.Slice && t.GoType == "" && longest > 0 && (len(in) > 0 || mostItems(flat, longest))
	item := func(in schema.Conj) *model.Type { return l.lower(in, child) }
	switch {
	case uniform && r != asSchema && equal(positions, in):
		child = asValue
	case uniform:
		item = func(in schema.Conj) *model.Type { return l.lower(orNullInPlace(in), child) }
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
		t.Kind = model.Any // x-go-type determines the items
	}
	if t.Kind == model.Slice && t.Items != nil && longest == 0 {
		t.Items = noBytes(t.Items)
	}
	sizes(t, flat, "minItems", "maxItems")
	for _, s := range flat {
		if n := s.Get("uniqueItems"); n.True() {
			t.Constraints = append(t.Constraints, model.Unique{})
			break
		}
	}
	for _, s := range flat {
		if n := s.Get("contains"); n != nil {
			t.Constraints = append(t.Constraints, l.contains(s, n))
		}
	}
}

// contains lowers contains with minContains and maxContains (since 2019-09).
func (l *lowerer) contains(s schema.Source, n *tooldef.Node) model.Contains {
	c := model.Contains{Type: l.schemaAt(s, n), Min: 1, Evaluates: s.Draft >= 2020}
	if m := s.Get("minContains"); m != nil {
		c.Min, c.HasMin = schema.SizeOf(m.Text), true
	}
	if m := s.Get("maxContains"); m != nil {
		c.Max, c.HasMax = schema.SizeOf(m.Text), true
	}
	return c
}
