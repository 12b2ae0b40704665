package dynamic

import (
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/runtime"
)

// hold holds a value as Any gives it against the schema. Holder is the keyword that holds the
// schema; a false schema violates it.
func (s *schema) hold(c *runtime.Checker, v any, holder string) {
	switch {
	case s.typ.Never:
		c.Issue(s.neverKeyword(holder), nil, nil)
	case s.allowed == everyType || c.TypeOf(v, s.allowed):
		s.holdShaped(c, v)
	}
}

// neverKeyword is the keyword that a value violates where nothing is allowed.
func (s *schema) neverKeyword(holder string) string {
	if s.refuses != "" {
		return s.refuses
	}
	return holder
}

// holdShaped is hold for a value whose JSON type has been seen to.
func (s *schema) holdShaped(c *runtime.Checker, v any) {
	mark := c.Mark()
	holdAll(s.enums, c, v)
	switch v := v.(type) {
	case map[string]any:
		s.holdObject(c, v)
	case []any:
		s.holdArray(c, v)
	}
	holdAll(s.simple, c, v)
	if s.union != nil && !(v == nil && s.typ.Accepts&model.JSONNull != 0) {
		s.union.hold(c, v)
	}
	s.holdApplied(c, v, mark)
}

// holdApplied runs the further schemas that apply to a value. What they have looked at is only
// known if they hold, so that nothing is unevaluated in a value that has another fault.
func (s *schema) holdApplied(c *runtime.Checker, v any, mark int) {
	for _, r := range s.applied {
		if _, ok := r.(unevaluatedRule); !ok || c.SoundSince(mark) {
			r.hold(c, v)
		}
	}
}

func (s *schema) holdArray(c *runtime.Checker, items []any) {
	for i := range s.prefix {
		runtime.Item(c, items, i, s.prefix[i].check)
	}
	if s.items != nil {
		runtime.Items(c, items, len(s.prefix), s.items.check)
	}
}

func (s *schema) holdObject(c *runtime.Checker, m map[string]any) {
	runtime.RequireKeys(c, m, s.required...)
	for i := range s.fields {
		runtime.Property(c, m, s.fields[i].key, s.fields[i].check)
	}
	s.holdPatterns(c, m)
	switch {
	case len(s.patterns) > 0:
	case s.typ.Closed:
		runtime.OtherKeys(c, m, s.spec.Keys, nil, nil)
	case s.additional != nil:
		runtime.OtherKeys(c, m, s.spec.Keys, nil, s.additional.check)
	}
}

// holdPatterns checks the keys that no field declares against the patterns; what patterns say of
// a declared key is part of its field.
func (s *schema) holdPatterns(c *runtime.Checker, m map[string]any) {
	if len(s.patterns) == 0 {
		return
	}
	declared := make(map[string]bool, len(s.fields))
	for i := range s.fields {
		declared[s.fields[i].key] = true
	}
	for _, key := range sortedKeys(m) {
		if declared[key] {
			continue
		}
		for i := range s.patterns {
			s.patterns[i].hold(c, m, key)
		}
	}
}

func (set *patternSet) hold(c *runtime.Checker, m map[string]any, key string) {
	covered := set.keys[key]
	for _, member := range set.members {
		if member.pattern.matches(key) {
			covered = true
			runtime.Property(c, m, key, member.child.check)
		}
	}
	if !covered && set.rest != nil {
		runtime.Property(c, m, key, set.rest.check)
	}
}
