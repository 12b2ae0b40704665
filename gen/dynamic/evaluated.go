package dynamic

import (
	"fmt"

	"github.com/toolgen/toolgen/gen/plan"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// step records which members or items a schema evaluates in a valid value.
type step func(c *gencode.Checker, v any, e *gencode.Evaluation)

func take(steps []step, c *gencode.Checker, v any, e *gencode.Evaluation) {
	for _, step := range steps {
		step(c, v, e)
	}
}

// unevaluated prepares unevaluatedProperties and unevaluatedItems.
func (p *program) unevaluated(list []plan.Unevaluated) []check {
	var made []check
	for _, of := range list {
		steps, rest := p.steps(of.Scope), p.sub(of.Sub)
		if of.Word == "unevaluatedProperties" {
			made = append(made, onObject(func(c *gencode.Checker, m map[string]any) {
				e := new(gencode.Evaluation)
				take(steps, c, m, e)
				gencode.UnevaluatedProperties(c, m, e, rest)
			}))
			continue
		}
		made = append(made, onArray(func(c *gencode.Checker, items []any) {
			e := new(gencode.Evaluation)
			take(steps, c, items, e)
			gencode.UnevaluatedItems(c, items, e, rest)
		}))
	}
	return made
}

// steps prepares steps.
func (p *program) steps(list []plan.Seen) []step {
	made := make([]step, len(list))
	for i, of := range list {
		made[i] = p.step(of)
	}
	return made
}

func (p *program) step(of plan.Seen) step {
	switch of := of.(type) {
	case plan.SeenAll:
		return func(_ *gencode.Checker, _ any, e *gencode.Evaluation) { e.All() }
	case plan.SeenPrefix:
		return func(_ *gencode.Checker, _ any, e *gencode.Evaluation) { e.Prefix(int(of)) }
	case plan.SeenItems:
		item := p.sub(of.Sub)
		return func(c *gencode.Checker, v any, e *gencode.Evaluation) { e.MatchingItems(c, v, item) }
	case plan.SeenKeys:
		return func(_ *gencode.Checker, _ any, e *gencode.Evaluation) { e.Keys(of...) }
	case plan.SeenMatching:
		pattern := newPattern(of.Pattern)
		return func(c *gencode.Checker, v any, e *gencode.Evaluation) { e.MatchingKeys(v, pattern.keys(c)) }
	case plan.SeenIf:
		test, then, otherwise := p.sub(of.If), p.steps(of.Then), p.steps(of.Else)
		return func(c *gencode.Checker, v any, e *gencode.Evaluation) {
			if gencode.Fits(c, v, test) {
				take(then, c, v, e)
			} else {
				take(otherwise, c, v, e)
			}
		}
	case plan.SeenIfKey:
		then := p.steps(of.Then)
		return func(c *gencode.Checker, v any, e *gencode.Evaluation) {
			if gencode.Has(v, of.Key) {
				take(then, c, v, e)
			}
		}
	case plan.SeenBy:
		steps := p.look(of.Look)
		return func(c *gencode.Checker, v any, e *gencode.Evaluation) {
			if e.First(steps) {
				take(*steps, c, v, e)
			}
		}
	}
	panic(fmt.Sprintf("dynamic: no code for the step %T", of))
}

// look prepares the steps of a shared or recursive schema.
func (p *program) look(of plan.Look) *[]step {
	if made := p.looks[of]; made != nil {
		return made
	}
	made := new([]step)
	p.looks[of] = made
	*made = p.steps(p.plan.Seen(of))
	return made
}
