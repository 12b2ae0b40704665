package model

import "fmt"

// maxErrors is the maximum number of errors reported per tool, and per file outside of tools; the same applies
// to warnings. Further ones are usually of the same kind.
const maxErrors = 10

// Cut keeps the first errors and warnings of each tool, and reports the number of others.
func (ds Diagnostics) Cut() Diagnostics {
	type kind struct {
		file, tool string
		severity   Severity
	}
	count := map[kind]int{}
	last := map[kind]int{} // position of the first omitted one
	kept := make(Diagnostics, 0, len(ds))
	for _, d := range ds {
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
			if k.severity == Warning {
				what = "warnings"
			}
			d := &kept[i]
			d.Keyword = ""
			d.Problem, d.Fix = fmt.Sprintf("and %d more %s", more, what), "fix those above first"
		}
	}
	return kept
}
