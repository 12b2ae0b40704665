package dynamic

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// decodeSlice reads an array. With prefixItems of several Go types the items are of any type, and are held
// against their schemas afterwards.
func (s *schema) decodeSlice(r *run, v *any, d *gencode.Decoder, from, mark int) {
	elem := gencode.DecodeAny
	if s.items != nil && len(s.prefix) == 0 {
		elem = r.decoder(s.items)
	}
	var items []any
	if s.typ.Each != nil {
		if !s.decodeTuple(r, &items, d) {
			return
		}
	} else if !gencode.Slice(d, &items, elem) {
		return
	}
	*v = items
	if s.shape {
		return
	}
	// Counts are right whatever is wrong with the items; all else waits for sound ones.
	sound := d.SoundSince(mark)
	for _, rule := range s.simple {
		if size, ok := rule.(sizeRule); ok {
			size.hold(r, &d.Checker, items)
		}
	}
	if !sound || s.countsOnly() {
		return
	}
	plain, ok := d.Reread(from).([]any)
	if !ok {
		plain = items
	}
	if len(s.prefix) > 0 && s.typ.Each == nil {
		s.holdArray(r, &d.Checker, plain)
	}
	for _, rule := range s.simple {
		if _, ok := rule.(sizeRule); !ok {
			rule.hold(r, &d.Checker, plain)
		}
	}
	r.holdAll(s.enums, &d.Checker, plain)
	r.holdApplied(s.applied, &d.Checker, plain, mark)
}

// decodeTuple reads an array whose items have one Go type, each by the schema for its position.
func (s *schema) decodeTuple(r *run, items *[]any, d *gencode.Decoder) bool {
	var rest func(*any, *gencode.Decoder)
	if s.items != nil && !(s.shape && s.items.typ.Never) {
		rest = r.decoder(s.items)
	}
	positions := make([]func(*any, *gencode.Decoder), len(s.prefix))
	for i, item := range s.prefix {
		positions[i] = r.decoder(item)
	}
	return gencode.Tuple(d, items, rest, positions...)
}

// countsOnly reports whether no constraint looks at the parts of a value.
func (s *schema) countsOnly() bool {
	return len(s.prefix) == 0 && len(s.patterns) == 0 && len(s.enums) == 0 && len(s.applied) == 0 &&
		!slices.ContainsFunc(s.simple, func(r rule) bool { _, ok := r.(sizeRule); return !ok })
}

// decodeMap reads an object that declares no fields.
func (s *schema) decodeMap(r *run, v *any, d *gencode.Decoder, from, mark int) {
	elem := gencode.DecodeAny
	if s.typ.Values() != nil {
		elem = r.decoder(s.additional)
	}
	var m map[string]any
	fits, refuses := s.keyRule(d)
	if fits != nil {
		if !gencode.MapOfFitting(d, &m, fits, refuses, elem) {
			return
		}
	} else if !gencode.MapOf(d, &m, elem) {
		return
	}
	*v = m
	if s.shape {
		return
	}
	sound := d.SoundSince(mark)
	for _, rule := range s.simple {
		if size, ok := rule.(sizeRule); ok {
			size.hold(r, &d.Checker, m)
		}
	}
	if s.countsOnly() {
		return
	}
	plain, ok := d.Reread(from).(map[string]any)
	if !ok {
		plain = m
	}
	r.holdAll(s.keyed, &d.Checker, plain)
	if !sound {
		return
	}
	r.holdAll(s.valued, &d.Checker, plain)
	r.holdAll(s.enums, &d.Checker, plain)
	if fits == nil {
		s.holdPatterns(r, &d.Checker, plain)
	}
	r.holdApplied(s.beyond, &d.Checker, plain, mark)
}

// keyRule says which keys have values of the type of the one pattern of an object, and which keyword
// refuses all others; nil where there is no such pattern.
func (s *schema) keyRule(d *gencode.Decoder) (fits func(string) bool, refuses string) {
	set := s.typ.KeyPattern()
	if set == nil {
		return nil, ""
	}
	if !s.shape { // a result keeps what fits
		refuses = set.Refuses()
	}
	return s.patterns[0].members[0].pattern.keys(&d.Checker), refuses
}

// decodeStruct reads an object with declared fields.
func (s *schema) decodeStruct(r *run, v *any, d *gencode.Decoder) {
	from := d.Offset()
	o := gencode.Object{Spec: s.spec}
	m := make(map[string]any, len(s.fields))
	others := gencode.DecodeAny
	if s.typ.Values() != nil {
		others = r.decoder(s.additional)
	}
	other := func() { gencode.MapEntry(d, &o, &m, others) }
	if fits, refuses := s.keyRule(d); fits != nil {
		other = func() { gencode.MapEntryFitting(d, &o, &m, fits, refuses, others) }
	}
	var value any // of one field after the other, since its address escapes
	for d.Next(&o) {
		if o.Index < 0 {
			other()
			continue
		}
		f := &s.fields[o.Index]
		value = nil
		f.decode(r, &value, d)
		m[f.key] = value
	}
	if !o.OK() {
		return
	}
	*v = m
	if !s.shape {
		s.relate(r, d, &o, m, from)
		s.decodeRules(d, &o, m)
	}
	if d.Defaults() {
		s.fillDefaults(d, m)
	}
	d.Mask(&o)
}

// fillDefaults gives absent fields the schema's defaults.
func (s *schema) fillDefaults(d *gencode.Decoder, m map[string]any) {
	for i := range s.fields {
		f := &s.fields[i]
		if _, present := m[f.key]; present || !f.hasValue {
			continue
		}
		m[f.key] = f.value
		d.Defaulted(f.key, receiptValue(f.said))
	}
}

// receiptValue is a default as a receipt shows it: scalars as they are, else their JSON.
func receiptValue(v model.Value) any {
	if v.Kind == model.ArrayValue || v.Kind == model.ObjectValue {
		return v.JSON
	}
	return valueOf(v)
}
