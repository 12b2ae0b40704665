package gen

import (
	"slices"

	"github.com/toolgen/toolgen/gen/lower"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/rules"
	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/readfile"
)

// lowerWithRules merges the rules into the tools and lowers them. blocks are faults of rules that belong to no
// tool: they stop the run, since code without these rules would accept calls that their author wants rejected.
func lowerWithRules(t Target, tools []*tooldef.Tool, packageName string) (pkg *model.Package, diags, blocks model.Diagnostics) {
	var overlays []*rules.Overlay
	sort := func(found model.Diagnostics) {
		for _, d := range found {
			if d.Severity == model.Error && d.Tool == "" {
				blocks = append(blocks, d)
			} else {
				diags = append(diags, d)
			}
		}
	}
	for _, file := range t.Rules {
		data, err := readfile.File(file)
		if err != nil {
			blocks = append(blocks, unreadable(file, err))
			continue
		}
		overlay, found := rules.Read(file, data)
		sort(found)
		overlays = append(overlays, overlay)
	}
	applied, found := rules.Apply(tools, overlays)
	sort(found)
	pkg, found = lower.Lower(applied.Tools, lowerOptions(t, packageName))
	diags = slices.Concat(diags, found, applied.Finish(pkg), compileRules(pkg))
	if len(blocks) > 0 {
		pkg.Tools = nil
	}
	return pkg, diags, blocks
}
