package dynamic

import (
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// hold holds a value as Any gives it against the schema.
func (s *child) hold(r *run, c *gencode.Checker, v any) {
	switch {
	case s.typ.Never:
		c.Issue(plan.Blamed(s.typ, s.holder), nil, nil)
	case s.allowed == everyType || c.TypeOf(v, s.allowed):
		s.holdShaped(r, c, v)
	}
}

// holdShaped is hold for a value whose JSON type has been seen to.
func (s *schema) holdShaped(r *run, c *gencode.Checker, v any) {
	mark := c.Mark()
	bad := &faulty{from: mark}
	r.holdAll(s.enums, c, v)
	switch v := v.(type) {
	case map[string]any:
		s.holdObject(r, c, v, bad)
	case []any:
		s.holdArray(r, c, v)
	}
	r.holdAll(s.simple, c, v)
	if s.union != nil && !(v == nil && s.typ.Accepts&model.JSONNull != 0) {
		s.union.hold(r, c, v)
	}
	r.holdApplied(s.applied, c, v, mark)
	if m, ok := v.(map[string]any); ok && s.typ.Kind == model.Struct {
		s.objectRules(c, m, bad)
	} else {
		s.valueRules(c, v, mark)
	}
}

// holdApplied runs the further schemas that apply to a value. What they have looked at is only
// known if they hold, so that nothing is unevaluated in a value that has another fault.
func (r *run) holdApplied(applied []rule, c *gencode.Checker, v any, mark int) {
	for _, rule := range applied {
		if _, ok := rule.(unevaluatedRule); !ok || c.SoundSince(mark) {
			rule.hold(r, c, v)
		}
	}
}

func (s *schema) holdArray(r *run, c *gencode.Checker, items []any) {
	for i, item := range s.prefix {
		gencode.Item(c, items, i, r.check(item))
	}
	if s.items != nil {
		gencode.Items(c, items, len(s.prefix), r.check(s.items))
	}
}

func (s *schema) holdObject(r *run, c *gencode.Checker, m map[string]any, bad *faulty) {
	if len(s.spec.Sensitive) > 0 || s.spec.SensitiveRest {
		o := c.Fields(s.spec)
		defer c.Mask(&o)
	}
	required := s.required
	if s.spec.Blank {
		m, required = gencode.Unblank(c, m, s.spec)
	}
	gencode.RequireKeys(c, m, required...)
	for i := range s.fields {
		if f := &s.fields[i]; has(m, f.key) {
			mark := c.Mark()
			gencode.Property(c, m, f.key, r.check(f.child))
			bad.field(c, mark, i)
		}
	}
	s.holdPatterns(r, c, m)
	switch {
	case len(s.patterns) > 0:
	case s.typ.Closed:
		refuseKeys(c, m, s.typ.ClosedBy, s.spec.Keys, nil)
	case s.additional != nil:
		gencode.OtherKeys(c, m, s.spec.Keys, nil, r.check(s.additional))
	}
}

// holdPatterns checks the keys that no field declares against the patterns; what patterns say of
// a declared key is part of its field.
func (s *schema) holdPatterns(r *run, c *gencode.Checker, m map[string]any) {
	for i := range s.patterns {
		set := &s.patterns[i]
		matchers := make([]func(string) bool, len(set.members))
		for i, member := range set.members {
			matchers[i] = member.pattern.keys(c)
			gencode.MatchingKeys(c, m, s.spec.Keys, matchers[i], r.check(member.child))
		}
		switch {
		case set.rest == nil:
		case set.rest.typ.Never:
			refuseKeys(c, m, set.rest.typ.NeverKeyword, set.known, matchers)
		default:
			gencode.OtherKeys(c, m, set.known, matchers, r.check(set.rest))
		}
	}
}

// refuseKeys records the keys that nothing covers; by is what the false schema for them says of
// itself.
func refuseKeys(c *gencode.Checker, m map[string]any, by string, keys []string, patterns []func(string) bool) {
	gencode.RefuseKeys(c, m, model.ClosedKeyword(by), keys, patterns)
}
