package dynamic

import (
	"slices"

	"github.com/toolgen/toolgen/gen/plan"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// relate runs the constraints on an object as a whole, each as soon as the fields are sound that
// it reads: a fault of one field must not cause a second issue, nor hide a fault of others.
func (s *schema) relate(r *run, d *gencode.Decoder, o *gencode.Object, m map[string]any, from int) {
	for _, rule := range s.simple {
		if size, ok := rule.(sizeRule); ok && size.ofObjects() {
			size.count(&d.Checker, o.Len())
		}
	}
	if s.countsOnly() {
		return
	}
	plain := s.whole(d, m, from)
	// Patterns are about the keys that no field declares: what is wrong with fields is beside them.
	if s.typ.KeyPattern() == nil {
		s.holdPatterns(r, &d.Checker, plain)
	}
	mark := d.Mark()
	for _, rel := range s.relations {
		if rel.reads.All && !o.SoundAll() || !o.Sound(rel.reads.Values...) || slices.ContainsFunc(rel.reads.Needs, func(i int) bool { return !o.Has(i) }) {
			continue
		}
		switch rule := rel.rule.(type) {
		case choiceRule:
			rule.holdFields(r, &d.Checker, plain)
		case unevaluatedRule:
			if d.SoundSince(mark) {
				rule.hold(r, &d.Checker, plain)
			}
		default:
			rule.hold(r, &d.Checker, plain)
		}
	}
}

// whole is the object as the call has it, unknown keys included, with its fields as they were
// read.
func (s *schema) whole(d *gencode.Decoder, m map[string]any, from int) map[string]any {
	plain, ok := d.Reread(from).(map[string]any)
	if !ok {
		return m
	}
	for i := range s.fields {
		key := s.fields[i].key
		v, present := m[key]
		switch v.(type) {
		case map[string]any, []any:
		default:
			if present {
				plain[key] = v
			} else {
				delete(plain, key)
			}
		}
	}
	return plain
}

// relation is a constraint on an object as a whole, with what it looks at.
type relation struct {
	rule
	reads plan.Reads
}
