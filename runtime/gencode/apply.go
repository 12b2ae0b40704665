package gencode

import (
	"github.com/toolgen/toolgen/runtime/internal/limits"
)

// The applicators of JSON Schema, for code that holds one value against several schemas.
// See https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.

// Is reports whether check finds nothing wrong with v. Nothing is recorded.
func Is(c *Checker, v any, check func(*Checker, any)) bool {
	return c.Matches(func(c *Checker) { check(c, v) })
}

// Fits is Is for a check that is a function of v alone and captures no variables, as those of
// generated code are: within another trial the verdict on an object or array is remembered, and that on
// a scalar, too, once a call has cost many checks.
// Schemas that refer to themselves within anyOf, not or if ask for the same verdict again and
// again, as often as two to the power of the depth. The other functions of this file that take
// checks ask the same of them.
func Fits(c *Checker, v any, check func(*Checker, any)) bool {
	c.held++
	if !c.quiet && c.memo == nil {
		return Is(c, v, check)
	}
	q, ok := c.question(v, check)
	if !ok {
		return Is(c, v, check)
	}
	c.remember()
	answers := c.memo.answers(q)
	verdict, known := answers.verdicts[q]
	if !known {
		verdict = Is(c, v, check)
		answers.verdicts[q] = verdict
	}
	return verdict
}

// Not records not where check finds nothing wrong with v.
func Not(c *Checker, v any, check func(*Checker, any)) {
	if Fits(c, v, check) {
		c.Issue("not", nil, v)
	}
}

// AnyOf records anyOf where every branch finds something wrong with v, and then the issues of
// the closest branch.
func AnyOf(c *Checker, v any, labels []string, branches ...func(*Checker, any)) {
	for _, branch := range branches {
		if Fits(c, v, branch) {
			return
		}
	}
	c.noBranch("anyOf", v, labels, branches)
}

// OneOf records oneOf unless exactly one branch finds nothing wrong with v. Where none does, the
// issues of the closest branch follow.
func OneOf(c *Checker, v any, labels []string, branches ...func(*Checker, any)) {
	var matched []string
	for i, branch := range branches {
		if Fits(c, v, branch) {
			matched = append(matched, labels[i])
		}
	}
	switch len(matched) {
	case 0:
		c.noBranch("oneOf", v, labels, branches)
	case 1:
	default:
		c.severalMatch(labels, matched)
	}
}

// noBranch records that no branch fits. The issues of the closest one follow where it is
// certainly the one that was meant: no other is as close, and the JSON type is right.
func (c *Checker) noBranch(keyword string, v any, labels []string, branches []func(*Checker, any)) {
	c.Issue(keyword, labels, v)
	if c.quiet {
		return // only the verdict counts
	}
	best, tie := -1, false
	var least Closeness
	for i, branch := range branches {
		switch near := c.closeness(v, branch); {
		case near.Closer(least):
			best, least, tie = i, near, false
		case near.Found() && !least.Closer(near):
			tie = true
		}
	}
	if best >= 0 && !tie {
		branches[best](c, v)
	}
}

// closeness holds a value against a branch on the side.
func (c *Checker) closeness(v any, branch func(*Checker, any)) Closeness {
	c.remember()
	c.held++
	q, ok := c.question(v, branch)
	if ok {
		if near, known := c.memo.answers(q).faults[q]; known {
			return near
		}
	}
	trial := Checker{cap: limits.MaxIssues, memo: c.memo, held: c.held, matching: c.matching, literal: c.literal, reading: c.reading}
	parts, scalars := c.memo.parts.told, c.memo.scalars.told
	c.memo.parts.told, c.memo.scalars.told = map[question]int{}, map[question]int{} // what is found on the side is not told
	branch(&trial, v)
	c.memo.parts.told, c.memo.scalars.told = parts, scalars
	c.matching, c.held = trial.matching, trial.held
	near := trial.near()
	if ok {
		c.memo.answers(q).faults[q] = near
	}
	return near
}

// near is the closeness of a value that was checked on the side.
func (c *Checker) near() (near Closeness) {
	near.take(c.issues, c.total)
	for i := range c.issues {
		if issue := &c.issues[i]; issue.Field == "" && issue.Constraint == "type" {
			near.found = false
		}
	}
	return near
}

// Apart is the closeness of a value that a check of its own finds faults with, within the limits of the
// call that c is about. It serves interpreters of schemas.
func (c *Checker) Apart(check func(*Checker)) Closeness {
	trial := Checker{cap: limits.MaxIssues, held: c.held, matching: matching{spent: c.matching.spent}, literal: c.literal, reading: c.reading}
	check(&trial)
	c.held = trial.held
	c.matching.spent = trial.matching.spent
	if trial.matching.why != nil {
		c.matching.leave(trial.matching.undecided, trial.matching.why)
	}
	return trial.near()
}

// AnyBranch records anyOf unless one of the branches holds.
func (c *Checker) AnyBranch(labels []string, holds ...bool) {
	if Count(holds...) == 0 {
		c.Issue("anyOf", labels, nil)
	}
}

// OneBranch records oneOf unless exactly one of the branches holds.
func (c *Checker) OneBranch(labels []string, holds ...bool) {
	switch Count(holds...) {
	case 0:
		c.Issue("oneOf", labels, nil)
	case 1:
	default:
		var matched []string
		for i, yes := range holds {
			if yes {
				matched = append(matched, labels[i])
			}
		}
		c.severalMatch(labels, matched)
	}
}

// Count is the number of conditions that hold.
func Count(holds ...bool) int {
	n := 0
	for _, yes := range holds {
		if yes {
			n++
		}
	}
	return n
}
