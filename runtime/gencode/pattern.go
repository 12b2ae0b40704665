package gencode

import (
	"errors"
	"regexp"
	"sync"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/constraint"
)

// Pattern is a pattern keyword. Generated code holds it as static data; the expression is
// compiled when it is first needed.
//
// A Pattern must not be copied after its first use.
type Pattern struct {
	Source string // ECMA-262, as the schema wrote it
	Expr   string // the same for package regexp

	once     sync.Once
	compiled *regexp.Regexp
}

// Match reports whether the pattern matches somewhere in s.
func (p *Pattern) Match(s string) bool {
	return p.regexp().MatchString(s)
}

func (p *Pattern) regexp() *regexp.Regexp {
	p.once.Do(func() { p.compiled = regexp.MustCompile(p.Expr) })
	return p.compiled
}

// Pattern checks pattern.
// See https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3.3.
func (c *Checker) Pattern(s string, p *Pattern) {
	if !p.Match(s) {
		c.issueText("pattern", p.Source, s)
	}
}

// MatchPattern records pattern unless ok, which is what code made for this one pattern, or an
// engine of its own, says of s.
//
//go:noinline
func (c *Checker) MatchPattern(s string, ok bool, source string) {
	if !ok {
		c.issueText("pattern", source, s)
	}
}

// MatchPattern is [Checker.MatchPattern]. Unlike the other checks it is compiled into its callers: a
// pattern is asked of nearly every string that has one, and to hand over what the check may need costs
// a decoder of short strings two instructions in a hundred.
func (d *Decoder) MatchPattern(s string, ok bool, source string) {
	if !ok {
		d.Checker.MatchPattern(s, ok, source)
	}
}

// An engine that may need exponential time limits each match, but a call may have thousands of texts
// that each reach the limit. So all the matches of a call also share a budget. It is charged only with
// what a match takes beyond its allowance, which an honest pattern keeps to however many texts there are:
// it takes a tenth of that on an ordinary machine.
const (
	backtrackBudget    = time.Second
	backtrackAllowance = 5 * time.Microsecond
	backtrackPerByte   = time.Microsecond
)

// errBudget is why a text is not matched any more.
var errBudget = errors.New(constraint.OverBudget)

// matching is what the matches of a call have come to so far.
type matching struct {
	spent time.Duration
	// undecided is the pattern of the first match without a verdict, and why is the reason.
	undecided string
	why       error
}

// Engine runs one pattern on a text. The error says that it cannot tell within its limits.
type Engine interface {
	Match(s string) (bool, error)
}

// Backtrack asks an engine that may need exponential time whether its pattern, which the schema wrote
// as source, matches in s. All such matches of a call share a budget of time: once it is spent, the
// engine is not asked any more. The error says that there is no verdict, and why; the call is then
// refused, whatever the caller makes of it.
func (c *Checker) Backtrack(source, s string, engine Engine) (bool, error) {
	m := &c.matching
	if m.spent > backtrackBudget {
		m.leave(source, errBudget)
		return false, errBudget
	}
	began := time.Now()
	matched, err := engine.Match(s)
	took := time.Since(began) - backtrackAllowance - time.Duration(len(s))*backtrackPerByte
	m.spent += max(took, 1)
	if err != nil {
		m.leave(source, err)
	}
	return matched, err
}

func (m *matching) leave(source string, why error) {
	if m.why == nil {
		m.undecided, m.why = source, why
	}
}

// sayUndecided records a match without a verdict that no issue reports: it was part of a trial, or of
// a key. What depends on it is unknown, so the value must not pass for sound.
func (c *Checker) sayUndecided() {
	for i := range c.issues {
		if c.issues[i].Constraint == "pattern" && c.issues[i].Message != "" {
			return
		}
	}
	c.record(runtime.ValidationIssue{Constraint: "pattern", Expected: c.matching.undecided, Message: c.matching.why.Error()})
	c.issues[len(c.issues)-1].rank = -1 // in front of what follows from it, and never cut
}
