package expr

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
)

// unreached reports rules that would never run: on values without a Go type of their own, such as branches of a
// choice, and on results, which are not validated.
func (c *compiler) unreached(typed []*model.Type) {
	seen := map[*model.Type]bool{}
	for _, t := range typed {
		seen[t] = true
	}
	var visit func(t *model.Type, result bool)
	open := map[*model.Type]bool{}
	visit = func(t *model.Type, result bool) {
		if t == nil || open[t] {
			return
		}
		open[t] = true
		if !seen[t] {
			seen[t] = true
			for i := range t.Rules {
				c.neverRuns(&t.Rules[i], result)
			}
		}
		for _, sub := range subschemas(t) {
			visit(sub, result)
		}
	}
	visit(c.tool.Args, false)
	visit(c.tool.Result, true)
}

func (c *compiler) neverRuns(r *model.Rule, result bool) {
	if other := c.ids[r.ID]; other != nil && other.Pos == r.Pos && other.Source == r.Source {
		return // runs where the type is shared
	}
	problem, fix := "the value has no Go type of its own, so that the rule would never run", "put the rule on the object or list around it"
	if result {
		problem, fix = "results are never validated, so that the rule would never run", "drop the rule"
	}
	c.report(r, r.Pos, r.Pointer, model.Error, problem, fix)
}

// subschemas lists the types that a type refers to.
func subschemas(t *model.Type) []*model.Type {
	list := slices.Concat([]*model.Type{t.Additional, t.Items}, t.Prefix)
	for _, f := range t.Fields {
		list = append(list, f.Type)
	}
	for _, set := range t.Patterns {
		for _, p := range set.Patterns {
			list = append(list, p.Type)
		}
		list = append(list, set.Additional)
	}
	if t.Union != nil {
		for _, v := range t.Union.Variants {
			list = append(list, v.Type)
		}
	}
	for _, c := range t.Constraints {
		switch c := c.(type) {
		case model.Contains:
			list = append(list, c.Type)
		case model.PropertyNames:
			list = append(list, c.Type)
		case model.DependentSchema:
			list = append(list, c.Type)
		case model.Choice:
			list = append(list, c.Branches...)
		case model.Not:
			list = append(list, c.Type)
		case model.Conditional:
			list = append(list, c.If, c.Then, c.Else)
		case model.Unevaluated:
			list = append(list, c.Type, c.Scope)
		}
	}
	return list
}
