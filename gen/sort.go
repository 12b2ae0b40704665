package gen

import (
	"cmp"
	"slices"

	"github.com/toolgen/toolgen/gen/model"
)

// sortDiagnostics sorts diagnostics by source, and puts faults of rules last.
func sortDiagnostics(sources []string, diags model.Diagnostics) model.Diagnostics {
	rank := make(map[string]int, len(sources))
	for i, source := range sources {
		if _, twice := rank[source]; !twice {
			rank[source] = i
		}
	}
	place := func(d model.Diagnostic) int {
		if i, ok := rank[d.Pos.File]; ok {
			return i
		}
		return len(sources)
	}
	slices.SortStableFunc(diags, func(a, b model.Diagnostic) int {
		i, j := place(a), place(b)
		if i != j || i == len(sources) {
			return i - j
		}
		return cmp.Or(a.Pos.Line-b.Pos.Line, a.Pos.Column-b.Pos.Column)
	})
	return diags
}
