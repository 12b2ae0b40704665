package dynamic

import (
	"encoding/json"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// decode reads the value that is next into *v, as generated code reads it into its Go type.
func (s *child) decode(r *run, v *any, d *gencode.Decoder) {
	t := s.typ
	if t.Never {
		s.decodeNever(v, d)
		return
	}
	if t.Nullable() && d.Null() {
		*v = nil
		s.holdNull(r, &d.Checker)
		return
	}
	if t.GoType != "" {
		s.decodeForeign(r, v, d)
		return
	}
	from, mark := d.Offset(), d.Mark()
	switch t.Kind {
	case model.Struct:
		s.decodeStruct(r, v, d)
		return
	case model.Union:
		s.union.decode(r, v, d)
		if d.SoundSince(mark) && len(s.enums)+len(s.simple)+len(s.applied) > 0 {
			s.holdRest(r, &d.Checker, d.Reread(from), mark)
		}
		return
	}
	if t.Implied != "" && !s.shape && !s.implied(v, d) {
		return
	}
	switch t.Kind {
	case model.Bool:
		var b bool
		if d.Bool(&b) {
			*v = b
			s.apply(r, d, *v, *v)
		}
	case model.Int, model.Float, model.Number:
		s.decodeNumber(r, v, d, from)
	case model.String:
		var text string
		if d.String(&text) {
			*v = text
			s.apply(r, d, *v, *v) // which have an allocation already
		}
	case model.Slice:
		s.decodeSlice(r, v, d, from, mark)
	case model.Map:
		s.decodeMap(r, v, d, from, mark)
	default:
		if s.decodeAny(v, d) && !s.shape {
			s.holdShaped(r, &d.Checker, *v)
		}
		return
	}
	s.valueRules(&d.Checker, *v, mark)
}

// decodeNever reads a value that nothing allows. Of a result only the shape counts, and a false
// schema has none.
func (s *child) decodeNever(v *any, d *gencode.Decoder) {
	if s.shape {
		d.Any(v)
		return
	}
	d.Skip()
	d.Issue(plan.Blamed(s.typ, s.holder), nil, nil)
}

// implied tests the JSON type that enum or const implies; a type keyword is tested before them.
func (s *schema) implied(v *any, d *gencode.Decoder) bool {
	if kind := d.Peek(); kind != 0 && !s.allowed.Accepts(kind) {
		return d.AnyOf(v, s.allowed)
	}
	return d.Implied(s.typ.Implied, gencode.JSONType(s.typ.Accepts), s.expects...)
}

func (s *schema) decodeAny(v *any, d *gencode.Decoder) bool {
	if s.allowed == everyType {
		return d.Any(v)
	}
	return d.AnyOf(v, s.allowed)
}

// holdNull runs the constraints of a nullable type on null.
func (s *schema) holdNull(r *run, c *gencode.Checker) {
	r.holdAll(s.enums, c, nil)
	r.holdAll(s.applied, c, nil)
}

// apply runs the constraints on a scalar. Typed is the value in the Go type that generated code
// has for it, plain the value as Any gives it.
func (s *schema) apply(r *run, d *gencode.Decoder, typed, plain any) {
	r.holdAll(s.simple, &d.Checker, typed)
	for _, rule := range s.enums {
		rule.(enumRule).holdTyped(&d.Checker, typed, plain)
	}
	r.holdAll(s.applied, &d.Checker, plain)
}

// holdRest runs the constraints on a value whose parts have been seen to.
func (s *schema) holdRest(r *run, c *gencode.Checker, plain any, mark int) {
	r.holdAll(s.enums, c, plain)
	r.holdAll(s.simple, c, plain)
	r.holdApplied(s.applied, c, plain, mark)
}

// decodeNumber reads a number into the Go type of the schema, so that the same numbers fit, and
// keeps it as it was written.
func (s *schema) decodeNumber(r *run, v *any, d *gencode.Decoder, from int) {
	typed, ok := readNumber(d, s.typ)
	if !ok {
		return
	}
	var plain json.Number
	if written, ok := d.Reread(from).(json.Number); ok {
		plain = written
	}
	*v = plain
	s.apply(r, d, typed, *v)
}

func readNumber(d *gencode.Decoder, t *model.Type) (typed any, ok bool) {
	switch {
	case t.Kind == model.Number && t.Accepts&model.JSONNumber == 0 && t.Accepts&model.JSONInteger != 0:
		var n json.Number
		ok = d.Integer(&n)
		return n, ok
	case t.Kind == model.Number:
		var n json.Number
		ok = d.Number(&n)
		return n, ok
	case t.Kind == model.Float && t.Bits == 32:
		var f float32
		ok = d.Float32(&f)
		return gencode.Widen(f), ok
	case t.Kind == model.Float:
		var f float64
		ok = d.Float64(&f)
		return f, ok
	case t.Narrow():
		var n int64
		ok = d.NarrowInt(&n, t.Bits, t.Unsigned)
		return n, ok
	case t.Unsigned:
		var n uint64
		ok = d.Uint64(&n)
		return n, ok
	default:
		var n int64
		ok = d.Int64(&n)
		return n, ok
	}
}
