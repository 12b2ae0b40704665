package lower

import (
	"maps"
	"slices"

	"github.com/toolgen/toolgen/gen/lower/schema"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// integerSize is the range of an integer format, given by its bits.
type integerSize struct {
	bits     int
	unsigned bool
}

// integerFormats are the integer formats of the OpenAPI format registry and of common generators; Rust's
// schemars uses int and uint for isize and usize.
var integerFormats = map[string]integerSize{
	"int8": {8, false}, "int16": {16, false}, "int32": {32, false}, "int64": {64, false}, "int128": {128, false},
	"uint8": {8, true}, "uint16": {16, true}, "uint32": {32, true}, "uint64": {64, true}, "uint128": {128, true},
	"int": {64, false}, "isize": {64, false}, "uint": {64, true}, "usize": {64, true},
}

// formatsFor lists the formats that apply to values of the JSON types.
func formatsFor(accepts model.JSONTypes) []string {
	var names []string
	if accepts&model.JSONString != 0 {
		names = slices.Clone(tooldef.KnownFormats)
	}
	if accepts&tooldef.Numeric != 0 {
		names = append(names, slices.Sorted(maps.Keys(integerFormats))...)
	}
	return names
}

// numberFormat applies a number format: it selects the Go type, or adds a pair of bounds if it cannot. Values
// other than numbers are not affected.
func (l *lowerer) numberFormat(t *model.Type, n *tooldef.Node, r role) bool {
	switch size, ok := integerFormats[n.Text]; {
	case ok && t.Accepts&tooldef.Numeric != 0:
		l.integerFormat(t, size, r)
	case ok:
	case t.Kind == model.Float && n.Text == "float":
		t.Bits = 32
	case t.Kind == model.Float && n.Text == "double":
		t.Bits = 64
	default:
		return false
	}
	return true
}

// integerFormat limits a number to the integers of a size. If the type has no Go type of its own (it is only
// checked against, or is json.Number), or another format came first, the range becomes a pair of bounds.
func (l *lowerer) integerFormat(t *model.Type, size integerSize, r role) {
	if t.Kind == model.Int && r != asSchema && t.Bits == 0 {
		if size.bits <= 64 {
			t.Bits, t.Unsigned = size.bits, size.unsigned
			return
		}
		t.Kind = model.Number
	}
	if l.opts.NoFormatAssertion {
		return
	}
	least, greatest := model.IntRange(size.bits, size.unsigned)
	addBound(t, model.Bound{Word: "minimum", Limit: least.String()}, "exclusiveMinimum")
	addBound(t, model.Bound{Word: "maximum", Limit: greatest.String()}, "exclusiveMaximum")
}

// addBound adds a bound unless an existing one implies it; exclusive is the keyword of its exclusive form.
func addBound(t *model.Type, bound model.Bound, exclusive string) {
	for i, c := range t.Constraints {
		have, ok := c.(model.Bound)
		switch {
		case !ok || have.Word != bound.Word && have.Word != exclusive:
		case have.Limit == bound.Limit, schema.Tighter(bound.Word, bound.Limit, have.Limit):
			return
		case have.Word == bound.Word && schema.Tighter(bound.Word, have.Limit, bound.Limit):
			t.Constraints[i] = bound
			return
		}
	}
	t.Constraints = append(t.Constraints, bound)
}

// noBytes avoids slices of uint8, which encoding/json marshals as base64.
func noBytes(item *model.Type) *model.Type {
	if item.Kind != model.Int || item.Bits != 8 || !item.Unsigned || item.GoType != "" || item.Nullable() {
		return item
	}
	wide := *item
	wide.Bits, wide.Constraints = 16, slices.Clone(item.Constraints)
	addBound(&wide, model.Bound{Word: "maximum", Limit: "255"}, "exclusiveMaximum")
	return &wide
}
