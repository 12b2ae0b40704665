package gencode

import (
	"cmp"
	"math"
	"slices"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/constraint"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/limits"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// Checker records what is wrong with a value. Its methods are the checks that generated code
// makes; each does nothing where the value is sound.
//
// An issue is recorded without a path. Whoever walks through a container then puts the key or
// index in front of all issues recorded since it entered that member. So a sound value costs no
// path at all, and a faulty one is charged for its own depth only.
type Checker struct {
	progress
	issues []pending
	cap    int // issues kept per container

	memo     *memo            // what checks have found out, nil before anything is remembered
	reported map[question]int // how often the issues of a repeated check were recorded
	checks   int32            // of parts, of further schemas and of branches by now
	reading  bool             // numbers are those of a text

	texts *keptTexts // nil before they are needed

	matching matching // by engines that may need exponential time
}

// progress is what a check has come to. A trial restores it.
type progress struct {
	total  int // issues recorded, those beyond the cap included
	events int // grows whenever the walker has something to settle: an issue, a receipt, a literal

	// literal is the text of the number read last, if its Go value is not exactly it.
	literal string
	// misfit is the Go type that could not hold the number read last; it becomes a range issue
	// unless the number breaks a bound of its schema.
	misfit string

	quiet bool // a trial: issues are counted, then forgotten
	full  bool // issues from here on are certainly beyond the cap: they are only counted
}

// pending is an issue whose path is complete up to the container that is being read. Rank is
// its position among the members of that container.
type pending struct {
	runtime.ValidationIssue
	rank int
}

// Issue records a violation of keyword at the current place. Got should be a scalar; other
// values are left out, and strings are cut and cloned.
//
//go:noinline
func (c *Checker) Issue(keyword string, expected, got any) {
	if !c.muted() {
		c.add(keyword, expected, show.Scalar(got))
	}
}

// issueText is Issue for a keyword and a value that are strings. Where the issue is only counted, it
// costs no allocation, which they would as an any.
//
//go:noinline
func (c *Checker) issueText(keyword, expected, got string) {
	if !c.muted() {
		if c.texts == nil {
			c.texts = new(keptTexts)
		}
		c.add(keyword, c.texts.of(expected), show.String(got))
	}
}

// keptTexts are texts of schemas (patterns, names of formats) as an any. A tool that is called wrongly
// is so again and again, and in a list item by item: to make an any of the text each time is an
// allocation, which costs as much as all the rest of recording the issue.
type keptTexts [4]any

// longestKeptText bounds what is kept of a schema that is not used any more.
const longestKeptText = 256

func (k *keptTexts) of(text string) any {
	if len(text) > longestKeptText {
		return text
	}
	at := &k[len(text)%len(k)]
	if kept, ok := (*at).(string); ok && kept == text {
		return *at
	}
	*at = text
	return *at
}

// Violation records an issue that is already complete, such as that of a rule. Its Field and
// Fields are relative to the current place.
func (c *Checker) Violation(issue runtime.ValidationIssue) {
	if c.muted() {
		return
	}
	issue.Got = show.Scalar(issue.Got)
	issue.Fields = slices.Clone(issue.Fields)
	c.record(issue)
}

// muted counts an issue and is true where nobody will see it, so that describing it is a waste.
// This is what keeps a million issues as cheap as the values that have them.
func (c *Checker) muted() bool {
	if !c.quiet && !c.full {
		return false
	}
	c.total++
	c.events++
	return true
}

// add records an issue of a value. It writes the issue where it is kept: to hand over a whole one
// copies it twice.
func (c *Checker) add(keyword string, expected, got any) {
	c.total++
	c.events++
	c.issues = append(c.issues, pending{rank: math.MaxInt})
	issue := &c.issues[len(c.issues)-1]
	issue.Constraint, issue.Expected, issue.Got = keyword, expected, got
}

func (c *Checker) record(issue runtime.ValidationIssue) {
	c.total++
	c.events++
	// Until a member claims it, an issue is one of the container as a whole: after all members.
	c.issues = append(c.issues, pending{ValidationIssue: issue, rank: math.MaxInt})
}

// Present records required at the current place unless ok, and returns ok.
//
//go:noinline
func (c *Checker) Present(ok bool) bool {
	if !ok && !c.muted() {
		c.add("required", nil, nil)
	}
	return ok
}

// Mark is a point in time for [Checker.SoundSince].
//
//go:noinline
func (c *Checker) Mark() int { return c.total }

// SoundSince reports whether no issue was recorded since mark. A number that does not fit its Go
// type counts as an issue even before it is known whether it breaks a bound, too.
//
//go:noinline
func (c *Checker) SoundSince(mark int) bool { return c.total == mark && c.misfit == "" }

// Matches runs f without keeping its issues and reports whether there were none.
func (c *Checker) Matches(f func(*Checker)) bool {
	quiet, total, events := c.quiet, c.total, c.events
	c.quiet = true
	f(c)
	sound := c.total == total
	c.quiet, c.total, c.events = quiet, total, events
	return sound
}

// settle ends the reading of one value that began when the total was mark.
func (c *Checker) settle(mark int) {
	if c.misfit != "" {
		if c.total == mark {
			if !c.muted() {
				c.add(constraint.Range, roomOf(c.misfit, c.literal), show.Number(c.literal))
			}
		}
		c.misfit = ""
	}
	c.literal = ""
}

// prefix puts a step in front of the issues since from, and gives them their rank.
func (c *Checker) prefix(from int, step string, rank int) {
	for i := from; i < len(c.issues); i++ {
		issue := &c.issues[i]
		issue.rank = rank
		issue.Field = fieldpath.Prefix(step, issue.Field)
		for j, field := range issue.Fields {
			issue.Fields[j] = fieldpath.Prefix(step, field)
		}
	}
}

// prefixIndex is prefix for an array index. It makes one text of the index and the path after it,
// where joining two would make two.
func (c *Checker) prefixIndex(from, index int) {
	for i := from; i < len(c.issues); i++ {
		issue := &c.issues[i]
		issue.rank = index
		issue.Field = fieldpath.PrefixIndex(index, issue.Field)
		for j, field := range issue.Fields {
			issue.Fields[j] = fieldpath.PrefixIndex(index, field)
		}
	}
}

// order sorts the issues of a container that began at from by rank and cuts them to the cap.
// An issue that is cut follows cap others of the same container, so it would follow them in any larger container,
// too.
func (c *Checker) order(from int) {
	part := c.issues[from:]
	if len(part) < 2 {
		return
	}
	if !inOrder(part) {
		slices.SortStableFunc(part, func(a, b pending) int { return cmp.Compare(a.rank, b.rank) })
	}
	if len(part) > c.cap {
		clear(part[c.cap:])
		c.issues = c.issues[:from+c.cap]
	}
}

// inOrder reports whether the ranks ascend. They do nearly always, and comparing them in place spares
// the copies of whole issues that a function of package slices would be given.
func inOrder(part []pending) bool {
	for i := 1; i < len(part); i++ {
		if part[i].rank < part[i-1].rank {
			return false
		}
	}
	return true
}

// compact is order for a container that is not at its end, once it has grown far beyond the cap.
// Doing so rarely keeps the cost per issue constant, doing so at all keeps the memory bounded.
func (c *Checker) compact(from int) {
	if len(c.issues)-from >= 2*c.cap+16 {
		c.order(from)
	}
}

// result is the error for everything recorded, nil if that is nothing.
func (c *Checker) result() error {
	if c.matching.why != nil {
		c.sayUndecided()
	}
	if c.total == 0 {
		return nil
	}
	c.order(0)
	err, issues := runtime.MakeValidationError(len(c.issues), c.total-len(c.issues))
	for i := range issues {
		issues[i] = c.issues[i].ValidationIssue
	}
	return err
}

// keptIssues is the room for issues that a checker keeps for its next use.
const keptIssues = 2 * limits.MaxIssues

// reset resets the checker, but keeps some of its memory.
func (c *Checker) reset() {
	issues := c.issues[:0]
	clear(c.issues)
	if cap(issues) > keptIssues {
		issues = nil
	}
	*c = Checker{issues: issues, cap: limits.MaxIssues, texts: c.texts}
}
