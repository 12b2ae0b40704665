package suite

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
)

// Score counts the cases of a keyword in a draft.
type Score struct{ Passed, Total int }

// Table is the score by keyword and draft.
type Table map[string]map[string]Score

// Add counts a case.
func (table Table) Add(g *Group, passed bool) {
	if table[g.File] == nil {
		table[g.File] = map[string]Score{}
	}
	s := table[g.File][g.Draft]
	s.Total++
	if passed {
		s.Passed++
	}
	table[g.File][g.Draft] = s
}

// All returns the total score.
func (table Table) All() (all Score) {
	for _, row := range table {
		for _, s := range row {
			all.Passed += s.Passed
			all.Total += s.Total
		}
	}
	return all
}

// ByDraft returns the score of each draft.
func (table Table) ByDraft() map[string]Score {
	sums := map[string]Score{}
	for _, row := range table {
		for draft, s := range row {
			sums[draft] = Score{sums[draft].Passed + s.Passed, sums[draft].Total + s.Total}
		}
	}
	return sums
}

// KnownNames returns the sorted names of known failures.
func KnownNames() []string { return slices.Sorted(maps.Keys(Known)) }

// String renders the table and marks incomplete cells.
func (table Table) String() string {
	var b strings.Builder
	keywords := make([]string, 0, len(table))
	for k := range table {
		keywords = append(keywords, k)
	}
	sort.Strings(keywords)
	row := func(name string, cells map[string]Score) {
		fmt.Fprintf(&b, "%-32s", name)
		for _, draft := range Drafts {
			cell := "-"
			if s, ok := cells[draft.Folder]; ok {
				cell = fmt.Sprintf("%d/%d", s.Passed, s.Total)
				if s.Passed < s.Total {
					cell += "!"
				}
			}
			fmt.Fprintf(&b, " %14s", cell)
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%-32s", "")
	for _, draft := range Drafts {
		fmt.Fprintf(&b, " %14s", draft.Folder)
	}
	b.WriteByte('\n')
	for _, k := range keywords {
		row(k, table[k])
	}
	row("all", table.ByDraft())
	return b.String()
}
