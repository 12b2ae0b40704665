package gen

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/gen/model"
)

// maxErrors is how many errors are told of one tool, and of a file beside its tools: the first are
// mended first, and what follows is often of the same kind. Of warnings it is as many.
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
	return cut(diags)
}

// cut keeps the first errors and the first warnings of each tool, and says how many there are more.
func cut(diags model.Diagnostics) model.Diagnostics {
	type kind struct {
		file, tool string
		severity   model.Severity
	}
	count := map[kind]int{}
	last := map[kind]int{} // where the first that is not told would stand
	kept := make(model.Diagnostics, 0, len(diags))
	for _, d := range diags {
		k := kind{d.Pos.File, d.Tool, d.Severity}
		count[k]++
		switch n := count[k]; {
		case n <= maxErrors:
			kept = append(kept, d)
		case n == maxErrors+1:
			last[k] = len(kept)
			kept = append(kept, d)
		}
	}
	for k, i := range last {
		if more := count[k] - maxErrors; more > 1 {
			what := "faults"
			if k.severity == model.Warning {
				what = "warnings"
			}
			d := &kept[i]
			d.Keyword = ""
			d.Problem, d.Fix = fmt.Sprintf("and %d more %s, from here on", more, what), "mend those above first"
		}
	}
	return kept
}
