package main

import (
	"fmt"

	"github.com/toolgen/toolgen/example/bench/payload"
	"github.com/toolgen/toolgen/internal/benchrun"
)

// Maximum ratios to json.Valid of a call in each form. A form without a limit appears only in the tables.
var validLimits = map[payload.Form]float64{payload.Compact: 0.8, payload.Shuffled: 1.1, payload.Indented: 1.1}

// Minimum ratios of ogen to toolgen.
var peerLimits = map[payload.Kind]float64{payload.Deposit: 1.5, payload.Invoice: 2.2, payload.Journal: 2.2}

const (
	invoiceAllocs = 12  // for decoding the invoice
	issuesLimit   = 2   // three faults, relative to decoding the valid call
	hintLimit     = 500 // three faults and the text of the hint, relative to decoding the valid call
)

// targets returns all targets with the measured figures.
func (c *comparison) targets() []benchrun.Figure {
	var all []benchrun.Figure
	add := func(what string, limit float64, least bool, s spread, format string) {
		all = append(all, benchrun.Figure{What: what, Limit: limit, AtLeast: least, Format: format, Median: s.median, Least: s.min, Most: s.max})
	}
	atMost := func(what string, limit float64, figure spread) { add(what, limit, false, figure, "%.2f") }
	for _, kind := range payload.Kinds {
		for _, form := range payload.Forms {
			if limit, ok := validLimits[form]; ok {
				g := c.valid[kind][form]
				atMost(fmt.Sprintf("decode and validate %s, %s, to json.Valid", kind, form), limit, g.task(ours).over(g.task(yardstick)))
			}
		}
	}
	for _, kind := range payload.Kinds {
		g := c.valid[kind][payload.Compact]
		add(fmt.Sprintf("ogen to toolgen, %s", kind), peerLimits[kind], true, g.task(strongest).over(g.task(ours)), "%.2f")
	}
	for _, kind := range payload.Kinds {
		g := c.own[kind]
		atMost(fmt.Sprintf("%s: %s, to decoding the valid call", kind, issues), issuesLimit, g.task(issues).over(g.task(decodeSound)))
	}
	for _, kind := range payload.Kinds {
		g := c.own[kind]
		atMost(fmt.Sprintf("%s: %s, to decoding the valid call", kind, wholeHint), hintLimit, g.task(wholeHint).over(g.task(decodeSound)))
	}
	allocs := func(what string, limit float64, t *task) {
		add(what, limit, false, spread{t.allocs, t.allocs, t.allocs}, "%.0f")
	}
	allocs("allocations of decoding the invoice", invoiceAllocs, c.valid[payload.Invoice][payload.Compact].task(ours))
	for _, kind := range payload.Kinds {
		allocs(fmt.Sprintf("allocations of Validate, %s", kind), 0, c.own[kind].task(validate))
	}
	return all
}
