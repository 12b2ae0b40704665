package dynamic

import (
	"slices"

	"github.com/toolgen/toolgen/runtime"
)

// evaluation is the set of the members of one object, or of the items of one array, that some
// keyword has looked at.
// See https://json-schema.org/draft/2020-12/json-schema-core#section-11.
type evaluation struct {
	all    bool
	keys   map[string]bool
	items  map[int]bool
	prefix int // all items before this index
	asked  map[*schema]bool
}

// first reports whether a schema is asked for the first time; it has nothing to add later.
func (e *evaluation) first(s *schema) bool {
	if e.asked[s] {
		return false
	}
	if e.asked == nil {
		e.asked = map[*schema]bool{}
	}
	e.asked[s] = true
	return true
}

func (e *evaluation) key(key string) {
	if e.keys == nil {
		e.keys = map[string]bool{}
	}
	e.keys[key] = true
}

func (e *evaluation) item(i int) {
	if e.items == nil {
		e.items = map[int]bool{}
	}
	e.items[i] = true
}

// evaluate adds what the schema looks at in a value that satisfies it.
func (s *schema) evaluate(r *run, c *runtime.Checker, v any, e *evaluation) {
	if !e.first(s) {
		return
	}
	switch v := v.(type) {
	case map[string]any:
		s.evaluateKeys(c, v, e)
	case []any:
		if s.items != nil {
			e.all = true
		}
		e.prefix = max(e.prefix, len(s.prefix))
	}
	if s.union != nil {
		for _, variant := range s.union.variants {
			if r.is(c, v, variant) {
				variant.evaluate(r, c, v, e)
			}
		}
	}
	for _, rules := range [][]rule{s.simple, s.applied} {
		for _, rule := range rules {
			if looks, ok := rule.(evaluator); ok && !e.all {
				looks.evaluate(r, c, v, e)
			}
		}
	}
}

func (s *schema) evaluateKeys(c *runtime.Checker, m map[string]any, e *evaluation) {
	if s.additional != nil || s.typ.Closed {
		e.all = true
		return
	}
	for i := range s.fields {
		if s.fields[i].declared {
			e.key(s.fields[i].key)
		}
	}
	for i := range s.patterns {
		set := &s.patterns[i]
		if set.rest != nil {
			e.all = true
			return
		}
		for _, member := range set.members {
			matches := member.pattern.keys(c)
			for key := range m {
				if matches(key) {
					e.key(key)
				}
			}
		}
	}
}

// unevaluatedRule is unevaluatedProperties or unevaluatedItems.
type unevaluatedRule struct {
	word  string
	scope *schema
	rest  *child
}

func (u unevaluatedRule) hold(r *run, c *runtime.Checker, v any) {
	var e evaluation
	switch v := v.(type) {
	case map[string]any:
		if u.word != "unevaluatedProperties" {
			return
		}
		u.scope.evaluate(r, c, v, &e)
		for _, key := range sortedKeys(v) {
			if !e.all && !e.keys[key] {
				runtime.Property(c, v, key, r.check(u.rest))
			}
		}
	case []any:
		if u.word != "unevaluatedItems" {
			return
		}
		u.scope.evaluate(r, c, v, &e)
		for i := range v {
			if !e.all && i >= e.prefix && !e.items[i] {
				runtime.Item(c, v, i, r.check(u.rest))
			}
		}
	}
}

// evaluate looks at all that is left: the rule held, since evaluation is only asked for where
// the schema is satisfied.
func (u unevaluatedRule) evaluate(_ *run, _ *runtime.Checker, v any, e *evaluation) {
	switch v.(type) {
	case map[string]any:
		e.all = e.all || u.word == "unevaluatedProperties"
	case []any:
		e.all = e.all || u.word == "unevaluatedItems"
	}
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
