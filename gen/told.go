package gen

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/gen/model"
)

// maxErrors is how many errors are told of one tool, and of a file beside its tools: the first are
// mended first, and what follows is often of the same kind.
const maxErrors = 10

// told puts what was found in sources into their order, with the faults of rules behind it, and
// cuts what would flood a terminal.
func told(sources []string, diags model.Diagnostics) model.Diagnostics {
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
	return cutErrors(diags)
}

// cutErrors keeps the first errors of each tool, and says how many there are more.
func cutErrors(diags model.Diagnostics) model.Diagnostics {
	type tool struct{ file, name string }
	count := map[tool]int{}
	last := map[tool]int{} // where the first error that is not told would stand
	kept := make(model.Diagnostics, 0, len(diags))
	for _, d := range diags {
		t := tool{d.Pos.File, d.Tool}
		if d.Severity != model.Error {
			kept = append(kept, d)
			continue
		}
		count[t]++
		switch n := count[t]; {
		case n <= maxErrors:
			kept = append(kept, d)
		case n == maxErrors+1:
			last[t] = len(kept)
			kept = append(kept, d)
		}
	}
	for t, i := range last {
		if more := count[t] - maxErrors; more > 1 {
			d := &kept[i]
			d.Keyword = ""
			d.Problem, d.Fix = fmt.Sprintf("and %d more faults, from here on", more), "mend those above first"
		}
	}
	return kept
}
