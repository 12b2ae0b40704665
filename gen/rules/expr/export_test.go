package expr

import "github.com/toolgen/toolgen/gen/model"

// Rule checks one rule on values of a type and fills its Code.
func Rule(tool *model.Tool, of *model.Type, r *model.Rule) model.Diagnostics {
	c := &compiler{tool: tool, ids: map[string]*model.Rule{}}
	check, err := newChecker(of)
	if err != nil {
		return model.Diagnostics{{Severity: model.Error, Tool: tool.Name, Problem: err.Error()}}
	}
	c.rule(check, of, r)
	return c.diags
}
