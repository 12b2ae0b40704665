package expr

import "github.com/toolgen/toolgen/gen/model"

// reachable lists a type, which may be nil, and all types that it contains.
func reachable(root *model.Type, parts func(*model.Type) []*model.Type) []*model.Type {
	var list []*model.Type
	seen := map[*model.Type]bool{nil: true}
	for next := []*model.Type{root}; len(next) > 0; next = next[1:] {
		if t := next[0]; !seen[t] {
			seen[t] = true
			list, next = append(list, t), append(next, parts(t)...)
		}
	}
	return list
}

// goParts lists the parts of a value that have a Go type of their own, which rules can run on.
func goParts(t *model.Type) []*model.Type {
	if t.GoType != "" || t.Never {
		return nil
	}
	return t.GoParts()
}

// unreached reports rules that would never run: on values without a Go type of their own, such as branches of a
// choice, and on results, which are not validated.
func (c *compiler) unreached(typed []*model.Type) {
	seen := map[*model.Type]bool{}
	for _, t := range typed {
		seen[t] = true
	}
	report := func(root *model.Type, problem, fix string) {
		for _, t := range reachable(root, func(t *model.Type) []*model.Type { return append(t.SameValue(), t.PartsOfValue()...) }) {
			for i := range t.Rules {
				r := &t.Rules[i]
				other := c.ids[r.ID]
				if runs := other != nil && other.Pos == r.Pos && other.Source == r.Source; !seen[t] && !runs {
					c.report(r, r.Pos, r.Pointer, model.Error, problem, fix)
				}
			}
			seen[t] = true
		}
	}
	report(c.tool.Args, "the value has no Go type of its own, so the rule would never run", "put the rule on the object or list around it")
	report(c.tool.Result, "results are never validated, so the rule would never run", "remove the rule")
}
