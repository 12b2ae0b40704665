package gen

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/rules"
	"github.com/toolgen/toolgen/gen/rules/expr"
)

// compileRules checks and compiles the CEL rules of a package. A tool with an invalid rule is removed: a rule
// that silently does not run is worse than no tool.
func compileRules(pkg *model.Package) model.Diagnostics {
	diags := expr.Compile(pkg)
	for _, t := range slices.Concat(pkg.Tools, pkg.Broken) {
		diags = append(diags, rules.HideSensitive(t)...)
	}
	pkg.Tools = slices.DeleteFunc(pkg.Tools, func(t *model.Tool) bool {
		return slices.ContainsFunc(diags, func(d model.Diagnostic) bool { return d.Severity == model.Error && d.Tool == t.Name }) ||
			slices.ContainsFunc(t.Rules, func(r model.Rule) bool { return r.Code == nil })
	})
	return diags
}
