package dynamic

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
	"github.com/toolgen/toolgen/runtime"
)

// relate runs the constraints on an object as a whole, each as soon as the fields are sound that
// it reads: a fault of one field must not cause a second issue, nor hide a fault of others.
func (s *schema) relate(r *run, d *runtime.Decoder, o *runtime.Object, m map[string]any, from int) {
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
		if rel.all && !o.SoundAll() || !o.Sound(rel.values...) || slices.ContainsFunc(rel.needs, func(i int) bool { return !o.Has(i) }) {
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
func (s *schema) whole(d *runtime.Decoder, m map[string]any, from int) map[string]any {
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

// relation is a constraint on an object as a whole, with what it looks at. What asks only whether a
// key is there does not care about values.
type relation struct {
	rule   rule
	values []int // fields whose values count: nothing can be said where one of them is faulty
	needs  []int // required fields: nothing can be said where one of them is missing
	all    bool  // it looks at the values of more than declared fields
}

// relations notes what the constraints of each struct read, once all schemas are made.
func (c *compiler) relations() {
	for _, s := range c.made {
		if s.typ.Kind == model.Map {
			s.sortKeyed()
		}
		if s.typ.Kind != model.Struct {
			continue
		}
		index := make(map[string]int, len(s.fields))
		for i := range s.fields {
			index[s.fields[i].key] = i
		}
		for _, r := range s.ordered {
			if _, counted := r.(sizeRule); counted {
				continue
			}
			reads := reading{of: s, index: index}
			reads.rule(r)
			reads.relation.rule = r
			s.relations = append(s.relations, reads.relation)
		}
	}
}

// sortKeyed tells the constraints of a map that ask only which keys there are from the others.
func (s *schema) sortKeyed() {
	keysOnly := func(r rule) bool {
		reads := reading{of: s}
		reads.rule(r)
		_, counted := r.(sizeRule)
		return !reads.all && !counted
	}
	named := func(r rule) bool {
		switch r.(type) {
		case namesRule, requiredRule:
			return true
		}
		return false
	}
	for _, first := range []bool{true, false} {
		for _, rules := range [][]rule{s.simple, s.applied} {
			for _, r := range rules {
				if keysOnly(r) && named(r) == first {
					s.keyed = append(s.keyed, r)
				}
			}
		}
	}
	for _, r := range s.simple {
		if _, counted := r.(sizeRule); !counted && !keysOnly(r) {
			s.valued = append(s.valued, r)
		}
	}
	s.beyond = slices.DeleteFunc(slices.Clone(s.applied), keysOnly)
}

// reading finds out what a constraint looks at.
type reading struct {
	of    *schema
	index map[string]int // its fields by key
	// seen are the schemas for the same object that were looked into.
	seen map[*schema]bool
	relation
}

// presence notes keys that only have to be there or not. Of an object where blank text is no value,
// even that depends on the value.
func (r *reading) presence(keys ...string) {
	for _, key := range keys {
		i, ok := r.index[key]
		switch {
		case !ok:
		case r.of.typ.Blank:
			r.values = append(r.values, i)
		case r.of.typ.Fields[i].Required:
			r.needs = append(r.needs, i)
		}
	}
}

// read notes keys whose values count.
func (r *reading) read(keys ...string) {
	for _, key := range keys {
		if i, ok := r.index[key]; ok {
			r.values = append(r.values, i)
		} else {
			r.all = true
		}
	}
}

func (r *reading) rule(of rule) {
	switch of := of.(type) {
	case boundRule, patternRule, formatRule, contentRule, uniqueRule, containsRule:
		// They say nothing of objects.
	case namesRule, sizeRule:
		// They are about keys alone.
	case dependentRule:
		r.presence(of.key)
		r.presence(of.keys...)
	case groupRule:
		r.presence(of.Keys...)
	case pairsRule:
		r.presence(of.Key)
		r.presence(of.Keys...)
	case requiredRule:
		r.presence(of.keys...)
	case dependentSchemaRule:
		r.presence(of.key)
		r.schema(of.then)
	case choiceRule:
		r.schemas(of.branches...)
	case notRule:
		r.schema(of.refused)
	case conditionalRule:
		r.schemas(of.test, of.then, of.otherwise)
	default:
		r.all = true
	}
}

func (r *reading) schemas(list ...*child) {
	for _, s := range list {
		r.schema(s)
	}
}

// schema adds what a schema for the same object looks at.
func (r *reading) schema(s *child) {
	if s == nil || s.typ.Never || r.all || r.seen[s.schema] {
		return
	}
	if r.seen == nil {
		r.seen = map[*schema]bool{}
	}
	r.seen[s.schema] = true
	if len(s.patterns) > 0 || s.union != nil || s.additional != nil && !plan.Trivial(s.additional.typ) {
		r.all = true
		return
	}
	for i := range s.fields {
		switch f := &s.fields[i]; {
		case !plan.Trivial(f.typ) && !f.typ.Never:
			r.read(f.key)
		case f.typ.Never || slices.Contains(s.required, f.key):
			r.presence(f.key)
		}
	}
	for _, of := range s.ordered {
		r.rule(of)
	}
}
