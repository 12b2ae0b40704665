package dynamic

import (
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// sliceReader returns the decoder of an array. Items of prefixItems with several Go types are decoded as any
// and checked against their schemas afterwards.
func (p *program) sliceReader(t *typ) decoder {
	read := p.itemsReader(t.of)
	return func(v *any, d *gencode.Decoder) {
		from, mark := d.Offset(), d.Mark()
		var items []any
		if read(d, &items) {
			*v = items
			t.finishParts(d, items, from, mark)
		}
	}
}

func (p *program) itemsReader(t *model.Type) func(d *gencode.Decoder, items *[]any) bool {
	if t.Each != nil {
		var rest func(*any, *gencode.Decoder)
		if t.Items != nil && !(p.shape && t.Items.Never) {
			rest = p.decoder(t.Items, "items")
		}
		positions := make([]func(*any, *gencode.Decoder), len(t.Prefix))
		for i, item := range t.Prefix {
			positions[i] = p.decoder(item, "prefixItems")
		}
		return func(d *gencode.Decoder, items *[]any) bool { return gencode.Tuple(d, items, rest, positions...) }
	}
	item := p.partDecoder(t.Element(), "items")
	return func(d *gencode.Decoder, items *[]any) bool { return gencode.Slice(d, items, item) }
}

// partDecoder returns the decoder of undeclared items or members; t is nil if they are unconstrained.
func (p *program) partDecoder(t *model.Type, holder string) func(*any, *gencode.Decoder) {
	if t == nil {
		return gencode.DecodeAny
	}
	return p.decoder(t, holder)
}

// finishParts is finish for a list or map. Counts are checked even if parts are invalid; all other checks need
// valid parts.
func (t *typ) finishParts(d *gencode.Decoder, v any, from, mark int) {
	if !t.asks() {
		return
	}
	sound := d.SoundSince(mark)
	run(t.counts, &d.Checker, v)
	if sound && len(t.checks) > 0 {
		run(t.checks, &d.Checker, d.Whole(from, v))
	}
	if len(t.rules) > 0 && d.SoundSince(mark) {
		runRules(t.rules, &d.Checker, v, soundValue)
	}
}

// keyRule returns the pattern of keys for an object with a single pattern, or nil, and the keyword that rejects
// all other keys.
func (p *program) keyRule(t *model.Type) (of *pattern, refuses string) {
	set := t.KeyPattern()
	if set == nil {
		return nil, ""
	}
	if !p.shape { // results keep what fits
		refuses = set.Refuses()
	}
	return newPattern(set.Patterns[0].Pattern), refuses
}

// mapReader returns the decoder of an object without declared fields.
func (p *program) mapReader(t *typ) decoder {
	member := p.partDecoder(t.of.Values(), "additionalProperties")
	pattern, refuses := p.keyRule(t.of)
	return func(v *any, d *gencode.Decoder) {
		from, mark := d.Offset(), d.Mark()
		var m map[string]any
		read := false
		if pattern != nil {
			read = gencode.MapOfFitting(d, &m, pattern.keys(&d.Checker), refuses, member)
		} else {
			read = gencode.MapOf(d, &m, member)
		}
		if read {
			*v = m
			t.finishParts(d, m, from, mark)
		}
	}
}

// field is a declared property.
type field struct {
	key      string
	read     decoder
	value    any         // the default, valid if hasValue
	said     model.Value // the same as in the schema
	hasValue bool
}

func (p *program) fields(t *model.Type) []field {
	made := make([]field, len(t.Fields))
	for i, f := range t.Fields {
		made[i] = field{key: f.Key, read: p.decoder(f.Type, "properties")}
		if f.Default != nil && !f.Required && !f.Unsound && !f.Type.Never {
			made[i].value, made[i].said, made[i].hasValue = plainValue(f.Default.JSON), *f.Default, true
		}
	}
	return made
}

// structReader returns the decoder of an object with declared fields.
func (p *program) structReader(t *typ) decoder {
	fields, others := p.fields(t.of), p.partDecoder(t.of.Values(), "additionalProperties")
	pattern, refuses := p.keyRule(t.of)
	related := p.relations(t.plan.Relations)
	return func(v *any, d *gencode.Decoder) {
		from := d.Offset()
		o := gencode.Object{Spec: t.object}
		m := make(map[string]any, len(fields))
		var value any // reused for all fields, since its address escapes
		for d.Next(&o) {
			switch {
			case o.Index >= 0:
				f := &fields[o.Index]
				value = nil
				f.read(&value, d)
				m[f.key] = value
			case pattern != nil:
				gencode.MapEntryFitting(d, &o, &m, pattern.keys(&d.Checker), refuses, others)
			default:
				gencode.MapEntry(d, &o, &m, others)
			}
		}
		if !o.OK() {
			return
		}
		*v = m
		for _, size := range t.plan.Members {
			d.Size(size.Word, o.Len(), size.Limit)
		}
		if len(t.plan.Relations)+len(t.rules) > 0 {
			read := o // keeps o on the stack in the other cases
			related(d, &read, m, from)
			runRules(t.rules, &d.Checker, m, soundFields(&read))
		}
		if d.Defaults() {
			fillDefaults(d, m, fields)
		}
		d.Mask(&o)
	}
}

// fillDefaults sets absent fields to the schema's defaults.
func fillDefaults(d *gencode.Decoder, m map[string]any, fields []field) {
	for i := range fields {
		f := &fields[i]
		if _, present := m[f.key]; present || !f.hasValue {
			continue
		}
		m[f.key] = f.value
		d.Defaulted(f.key, receiptValue(f.said))
	}
}

// receiptValue formats a default for a receipt: scalars as they are, other values as JSON.
func receiptValue(v model.Value) any {
	if v.Kind == model.ArrayValue || v.Kind == model.ObjectValue {
		return v.JSON
	}
	return valueOf(v)
}

// unionReader returns the decoder of a union, which selects the intended variant.
func (p *program) unionReader(t *typ) decoder {
	variants := make([]decoder, len(t.of.Union.Variants))
	made := make([]func(*gencode.Decoder) any, len(variants))
	for i, v := range t.of.Union.Variants {
		variants[i] = p.decoder(v.Type, t.of.Union.Keyword)
		made[i] = func(d *gencode.Decoder) (value any) {
			variants[i](&value, d)
			return value
		}
	}
	return func(v *any, d *gencode.Decoder) {
		from, mark := d.Offset(), d.Mark()
		if t.of.Union.Select == model.SelectTry {
			*v = gencode.Choose(d, t.union, made...)
		} else if i := d.Select(t.union); i >= 0 {
			variants[i](v, d)
		}
		if len(t.rest) > 0 && d.SoundSince(mark) {
			run(t.rest, &d.Checker, d.Whole(from, *v))
		}
	}
}
