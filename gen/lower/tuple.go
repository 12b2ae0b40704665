package lower

import (
	"slices"

	"github.com/toolgen/toolgen/gen/lower/schema"
	"github.com/toolgen/toolgen/gen/model"
)

// A list with a schema for each of its first items is a slice of their type if they have the same Go type and no other
// item is allowed. Each position keeps its own constraints.

// mostItems reports whether a conjunction allows no more than n items.
func mostItems(flat schema.Conj, n int) bool {
	return slices.ContainsFunc(flat, func(s schema.Source) bool {
		m := s.Get("maxItems")
		return m != nil && schema.SizeOf(m.Text) <= n
	})
}

// equal reports whether all positions of a list, and the items after them if any are allowed, have the
// same schema.
func equal(positions []schema.Conj, rest schema.Conj) bool {
	first := positions[0].Expand().ID()
	if flat := rest.Expand(); len(rest) > 0 && !flat.Never() && flat.ID() != first {
		return false
	}
	return !slices.ContainsFunc(positions, func(in schema.Conj) bool {
		flat := in.Expand()
		return flat.Never() || flat.ID() != first
	})
}

// orNullInPlace splits a union of a schema and null if nothing else constrains the value: the items of the list are
// pointers then.
func orNullInPlace(in schema.Conj) schema.Conj {
	flat := in.Expand()
	rest, branch, ok := flat.NullableChoice()
	if !ok {
		return in
	}
	branch.OrNull = true
	return append(slices.Clone(rest), branch)
}

// each returns the common Go shape of the items of a list, nil if there are several.
func each(t *model.Type, as role) *model.Type {
	types := t.Prefix
	if t.Items != nil && !t.Items.Never {
		types = append(slices.Clone(types), t.Items)
	}
	if left := mostPositions; !fits(t, &left) {
		return nil
	}
	if first := types[0]; as == asValue {
		if first.Kind == model.Any || first.Never {
			return nil
		}
	} else if slices.ContainsFunc(types, func(other *model.Type) bool { return !sameShape(first, other) }) {
		return nil
	}
	for i := range t.Prefix {
		t.Prefix[i] = noBytes(t.Prefix[i])
	}
	if t.Items != nil {
		t.Items = noBytes(t.Items)
	}
	if as == asValue {
		return t.Prefix[0]
	}
	return shapeOf(t.Prefix...)
}

// mostPositions is the maximum number of positions of a tuple, including nested tuples, whose items share a Go type.
// Each position has its own code wherever the tuple occurs, so nested tuples would need 2^n times as much. A larger
// tuple is a []any, whose checks are functions.
const mostPositions = 64

// fits reports whether the number of types written in place for t is at most left.
func fits(t *model.Type, left *int) bool {
	if *left--; *left < 0 {
		return false
	}
	if t.Name != "" {
		return true
	}
	if t.Additional != nil && !fits(t.Additional, left) {
		return false
	}
	for _, position := range t.Prefix {
		if !fits(position, left) {
			return false
		}
	}
	return t.Items == nil || fits(t.Items, left)
}

// sameShape reports whether two types have one Go type that needs no name.
func sameShape(a, b *model.Type) bool {
	if a == nil || b == nil || a.Kind != b.Kind || a.Nullable() != b.Nullable() || a.Never || b.Never || a.GoType != "" || b.GoType != "" {
		return false
	}
	switch a.Kind {
	case model.Bool, model.Number, model.String:
		return true
	case model.Int, model.Float:
		return a.Bits == b.Bits && a.Unsigned == b.Unsigned
	case model.Slice:
		return sameShape(a.Element(), b.Element())
	case model.Map:
		return sameShape(a.Values(), b.Values())
	}
	return false
}

// shapeOf returns the common Go shape of types, without their constraints.
func shapeOf(types ...*model.Type) *model.Type {
	first := types[0]
	shape := &model.Type{Kind: first.Kind, Bits: first.Bits, Unsigned: first.Unsigned}
	for _, t := range types {
		shape.Accepts |= t.Accepts
	}
	if item := first.Element(); item != nil {
		shape.Items = shapeOf(item)
	}
	if value := first.Values(); value != nil {
		shape.Additional = shapeOf(value)
	}
	return shape
}
