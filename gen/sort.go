package gen

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
)

// sortDiagnostics sorts diagnostics by source, and puts faults of rules last.
func sortDiagnostics(sources []string, diags model.Diagnostics) model.Diagnostics {
	rank := map[string]int{} // negative for sources
	for i, source := range slices.Backward(sources) {
		rank[source] = i - len(sources)
	}
	slices.SortStableFunc(diags, func(a, b model.Diagnostic) int {
		i, j := rank[a.Pos.File], rank[b.Pos.File]
		if i != j || i == 0 {
			return i - j
		}
		return a.Pos.Compare(b.Pos)
	})
	return diags
}
