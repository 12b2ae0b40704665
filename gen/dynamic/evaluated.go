package dynamic

import (
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/gen/plan"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// evaluation is the set of the members of one object, or of the items of one array, that some
// keyword has looked at.
// See https://json-schema.org/draft/2020-12/json-schema-core#section-11.
type evaluation struct {
	all    bool
	keys   map[string]bool
	items  map[int]bool
	prefix int // all items before this index
	asked  map[*[]step]bool
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

// step notes what a schema looks at in a value that satisfies it.
type step func(r *run, c *gencode.Checker, v any, e *evaluation)

func (r *run) take(steps []step, c *gencode.Checker, v any, e *evaluation) {
	for _, step := range steps {
		if !e.all {
			step(r, c, v, e)
		}
	}
}

// steps makes steps ready.
func (c *compiler) steps(planned []plan.Seen) []step {
	steps := make([]step, len(planned))
	for i, of := range planned {
		steps[i] = c.step(of)
	}
	return steps
}

func (c *compiler) step(of plan.Seen) step {
	switch of := of.(type) {
	case plan.SeenAll:
		return func(_ *run, _ *gencode.Checker, _ any, e *evaluation) { e.all = true }
	case plan.SeenPrefix:
		return func(_ *run, _ *gencode.Checker, _ any, e *evaluation) { e.prefix = max(e.prefix, int(of)) }
	case plan.SeenItems:
		is := c.test(of.Sub)
		return func(r *run, c *gencode.Checker, v any, e *evaluation) {
			items, _ := v.([]any)
			for i, item := range items {
				if is(r, c, item) {
					e.item(i)
				}
			}
		}
	case plan.SeenKeys:
		return func(_ *run, _ *gencode.Checker, _ any, e *evaluation) {
			for _, key := range of {
				e.key(key)
			}
		}
	case plan.SeenMatching:
		pattern := newPattern(of.Pattern)
		return func(_ *run, c *gencode.Checker, v any, e *evaluation) {
			matches := pattern.keys(c)
			m, _ := v.(map[string]any)
			for key := range m {
				if matches(key) {
					e.key(key)
				}
			}
		}
	case plan.SeenIf:
		is, then, otherwise := c.test(of.If), c.steps(of.Then), c.steps(of.Else)
		return func(r *run, c *gencode.Checker, v any, e *evaluation) {
			if is(r, c, v) {
				r.take(then, c, v, e)
			} else {
				r.take(otherwise, c, v, e)
			}
		}
	case plan.SeenIfKey:
		then := c.steps(of.Then)
		return func(r *run, c *gencode.Checker, v any, e *evaluation) {
			if m, ok := v.(map[string]any); ok && has(m, of.Key) {
				r.take(then, c, v, e)
			}
		}
	case plan.SeenBy:
		steps := c.look(of.Look)
		return func(r *run, c *gencode.Checker, v any, e *evaluation) {
			if e.first(steps) {
				r.take(*steps, c, v, e)
			}
		}
	}
	panic(fmt.Sprintf("dynamic: no code for the step %T", of))
}

// look makes the steps of a schema ready that many refer to, or that leads back to itself.
func (c *compiler) look(of plan.Look) *[]step {
	if made := c.looks[of]; made != nil {
		return made
	}
	made := new([]step)
	c.looks[of] = made
	*made = c.steps(c.plan.Seen(of))
	return made
}

// test reports whether a value satisfies a schema.
func (c *compiler) test(sub plan.Sub) func(*run, *gencode.Checker, any) bool {
	if sub.Type == nil {
		return func(*run, *gencode.Checker, any) bool { return true }
	}
	s := c.child(sub.Type, sub.Holder)
	return func(r *run, c *gencode.Checker, v any) bool { return r.is(c, v, s) }
}

// first reports whether steps are taken for the first time; they have nothing to add later.
func (e *evaluation) first(steps *[]step) bool {
	if e.asked[steps] {
		return false
	}
	if e.asked == nil {
		e.asked = map[*[]step]bool{}
	}
	e.asked[steps] = true
	return true
}

// unevaluatedRule is unevaluatedProperties or unevaluatedItems.
type unevaluatedRule struct {
	word  string
	scope []step
	rest  *child
}

func (u unevaluatedRule) hold(r *run, c *gencode.Checker, v any) {
	var e evaluation
	switch v := v.(type) {
	case map[string]any:
		if u.word != "unevaluatedProperties" {
			return
		}
		r.take(u.scope, c, v, &e)
		for _, key := range sortedKeys(v) {
			if !e.all && !e.keys[key] {
				gencode.Property(c, v, key, r.check(u.rest))
			}
		}
	case []any:
		if u.word != "unevaluatedItems" {
			return
		}
		r.take(u.scope, c, v, &e)
		for i := range v {
			if !e.all && i >= e.prefix && !e.items[i] {
				gencode.Item(c, v, i, r.check(u.rest))
			}
		}
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
