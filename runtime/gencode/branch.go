package gencode

import (
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/constraint"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/limits"
)

// The applicators of JSON Schema, for code that checks one value against several schemas.
// See https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.

// Fits reports whether check finds nothing wrong with v; nothing is recorded. The check is a function of v alone, and
// the variables that it captures do not change: within another trial the verdict on an object or array is remembered,
// and that on a scalar, too, once a call has cost many checks.
// Schemas that refer to themselves within anyOf, not or if ask for the same verdict again and
// again, as often as two to the power of the depth. The other functions of this file that take
// checks ask the same of them.
func Fits(c *Checker, v any, check func(*Checker, any)) bool {
	c.checks++
	var known *answers
	q, ok := c.question(v, check)
	if ok && (c.quiet || c.memo != nil) {
		known = c.remember().answers(q)
		if verdict, ok := known.verdicts[q]; ok {
			return verdict
		}
	}
	verdict := c.Matches(func(c *Checker) { check(c, v) })
	if known != nil {
		known.verdicts[q] = verdict
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

// closeness checks a value against a branch without recording issues.
func (c *Checker) closeness(v any, branch func(*Checker, any)) Closeness {
	m := c.remember()
	c.checks++
	q, ok := c.question(v, branch)
	if ok {
		if near, known := m.answers(q).faults[q]; known {
			return near
		}
	}
	trial := Checker{
		cap: limits.MaxIssues, memo: m, checks: c.checks, matching: c.matching, reading: c.reading, progress: progress{literal: c.literal},
	}
	branch(&trial, v)
	c.matching, c.checks = trial.matching, trial.checks
	near := trial.near()
	if ok {
		m.answers(q).faults[q] = near
	}
	return near
}

// near is the closeness of a value after such a check.
func (c *Checker) near() (near Closeness) {
	near.take(c.issues, c.total)
	for i := range c.issues {
		if issue := &c.issues[i]; issue.Field == "" && issue.Constraint == "type" {
			near.found = false
		}
	}
	return near
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

// Closeness is how near a schema is to a value that does not fit it. The zero value is as far away as possible.
type Closeness struct {
	found  bool
	away   int // how much of the value speaks against the schema, less what speaks for it
	issues int
}

// Found reports whether the value has a JSON type that the schema allows, without which it is not close.
func (c Closeness) Found() bool { return c.found }

// Closer reports whether the value is nearer to a schema than to another one.
func (c Closeness) Closer(than Closeness) bool {
	switch {
	case !c.found || !than.found:
		return c.found
	case c.away != than.away:
		return c.away < than.away
	}
	return c.issues < than.issues
}

// Evidence for and against a schema. A member that differs from its constant or enum counts most, because it
// distinguishes variants without a discriminator. A key that only this variant requires counts more than an unknown
// key. All other issues say how faulty the value is, not which schema was meant, and only break ties.
const (
	awayOtherValue = 6
	awayOwnKey     = -4
	awayUnknownKey = 2
)

// take counts the issues of a value that was checked against a schema; there may be more than are
// listed.
func (c *Closeness) take(list []pending, total int) {
	c.found, c.issues = true, total
	for i := range list {
		issue := &list[i].ValidationIssue
		if issue.Field == "" || !isOneStep(issue.Field) {
			continue
		}
		switch {
		case constraint.IsListed(issue.Constraint):
			c.away += awayOtherValue
		case constraint.IsExtraKey(issue.Constraint):
			c.away += awayUnknownKey
		}
	}
}

// isOneStep reports whether a path leads to a member.
func isOneStep(path string) bool {
	if path[0] == '[' {
		step, rest, ok := fieldpath.Bracket(path)
		return ok && rest == "" && !step.IsIndex
	}
	return !strings.ContainsAny(path, ".[")
}

// Evaluation is the set of the members of one object, or of the items of one array, that some
// keyword of a schema has looked at; unevaluatedProperties and unevaluatedItems are about the rest.
// See https://json-schema.org/draft/2020-12/json-schema-core#section-11.
type Evaluation struct {
	all    bool
	keys   map[string]bool
	items  map[int]bool
	prefix int // all items before this index
	taken  map[any]bool
}

// First reports whether the steps that the key stands for are taken for the first time. They have nothing to
// add later, and schemas that refer to each other in several ways would take them as often as there are ways.
func (e *Evaluation) First(key any) bool {
	if e.taken[key] {
		return false
	}
	if e.taken == nil {
		e.taken = map[any]bool{}
	}
	e.taken[key] = true
	return true
}

// All notes that everything was looked at.
func (e *Evaluation) All() { e.all = true }

// Keys notes that these keys were looked at, if they are there.
func (e *Evaluation) Keys(keys ...string) {
	if e.keys == nil {
		e.keys = map[string]bool{}
	}
	for _, key := range keys {
		e.keys[key] = true
	}
}

// MatchingKeys notes that the matching keys were looked at.
func (e *Evaluation) MatchingKeys(v any, matches func(string) bool) {
	m, _ := v.(map[string]any)
	for key := range m {
		if matches(key) {
			e.Keys(key)
		}
	}
}

// Prefix notes that the first n items were looked at.
func (e *Evaluation) Prefix(n int) { e.prefix = max(e.prefix, n) }

// MatchingItems notes that the items which check finds nothing wrong with were looked at.
func (e *Evaluation) MatchingItems(c *Checker, v any, check func(*Checker, any)) {
	items, _ := v.([]any)
	for i, item := range items {
		if Fits(c, item, check) {
			if e.items == nil {
				e.items = map[int]bool{}
			}
			e.items[i] = true
		}
	}
}

// UnevaluatedProperties checks the members of an object that were not looked at.
func UnevaluatedProperties(c *Checker, m map[string]any, e *Evaluation, check func(*Checker, any)) {
	if e.all {
		return
	}
	for _, key := range sortedKeys(m) {
		if !e.keys[key] {
			Property(c, m, key, check)
		}
	}
}

// UnevaluatedItems checks the items of an array that were not looked at.
func UnevaluatedItems(c *Checker, items []any, e *Evaluation, check func(*Checker, any)) {
	if e.all {
		return
	}
	for i := e.prefix; i < len(items); i++ {
		if !e.items[i] {
			Item(c, items, i, check)
		}
	}
}

// Has reports whether v is an object with the key.
func Has(v any, key string) bool {
	m, _ := v.(map[string]any)
	_, ok := m[key]
	return ok
}
