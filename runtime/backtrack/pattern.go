// Package backtrack runs patterns that package regexp does not support: look-around and
// back-references. Generated code imports it only if it has such a pattern, so other programs do not link
// the engine.
//
//	var passwordPattern = backtrack.Pattern{
//		Source: `^(?=.*\d).{8,}$`,
//		Expr:   `^(?=[^\u{A}\u{D}\u{2028}\u{2029}]*[0-9])…`,
//	}
//
//	passwordPattern.Check(c, a.Password)
//
// Such an engine may need exponential time for a hostile text. Each match therefore has a time limit, and
// all matches of a call share a budget. A text that exceeds either is rejected with a message: the result
// is unknown, and a call must neither hang nor pass unchecked.
package backtrack

import (
	"errors"
	"sync"
	"time"

	"github.com/dlclark/regexp2/v2"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/gencode"
	"github.com/toolgen/toolgen/runtime/internal/constraint"
)

// DefaultTimeout is the time limit of a match if the Pattern sets none. The engine's clock ticks every 100
// milliseconds, so a match may exceed the limit by about two ticks.
const DefaultTimeout = 100 * time.Millisecond

// stackLimit bounds the memory of one match, in machine words. Ordinary patterns stay far below it on the
// largest text that is decoded.
const stackLimit = 1 << 22

// ErrUndecided is returned by [Pattern.Match] if a limit was exceeded.
var ErrUndecided = errors.New(constraint.Undecided)

// Pattern is a pattern keyword that needs backtracking. Generated code holds it as static data; the expression
// is compiled on first use.
//
// A Pattern must not be copied after its first use.
type Pattern struct {
	Source  string        // as in the schema (ECMA-262)
	Expr    string        // the same for regexp2 with ECMAScript and Unicode
	Timeout time.Duration // per match; zero means DefaultTimeout

	once     sync.Once
	compiled *regexp2.Regexp
}

// Match reports whether the pattern matches anywhere in s. It returns [ErrUndecided] if a limit was exceeded.
func (p *Pattern) Match(s string) (matched bool, err error) {
	p.once.Do(p.compile)
	matched, err = p.compiled.MatchString(s)
	if err != nil {
		// The engine's message quotes s, which may be long or secret.
		return false, ErrUndecided
	}
	return matched, nil
}

// compile panics on an invalid expression, like regexp.MustCompile.
func (p *Pattern) compile() {
	p.compiled = regexp2.MustCompile(p.Expr, regexp2.ECMAScript, regexp2.Unicode,
		regexp2.OptionMaxBacktrackingStackSize(stackLimit))
	p.compiled.MatchTimeout = p.Timeout
	if p.Timeout == 0 {
		p.compiled.MatchTimeout = DefaultTimeout
	}
}

// Check records a pattern issue at the current position of c unless the pattern matches in s. An undecided
// match is an issue with a message.
func (p *Pattern) Check(c *gencode.Checker, s string) {
	matched, err := c.Backtrack(p.Source, s, p)
	switch {
	case err != nil:
		c.Violation(runtime.ValidationIssue{Constraint: "pattern", Expected: p.Source, Got: s, Message: err.Error()})
	case !matched:
		c.Issue("pattern", p.Source, s)
	}
}

// Keys returns a matcher for the keys of the object that c checks, within the budget of the call. An undecided
// key does not match, and the call is rejected.
func (p *Pattern) Keys(c *gencode.Checker) func(key string) bool {
	return func(key string) bool {
		matched, err := c.Backtrack(p.Source, key, p)
		return matched && err == nil
	}
}
