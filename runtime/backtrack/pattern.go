// Package backtrack runs the patterns that package regexp cannot: those with look-around or
// back-references. Only generated code that has such a pattern imports it, so that others do
// not link its engine.
//
//	var passwordPattern = backtrack.Pattern{
//		Source: `^(?=.*\d).{8,}$`,
//		Expr:   `^(?=[^\u{A}\u{D}\u{2028}\u{2029}]*[0-9])…`,
//	}
//
//	passwordPattern.Check(c, a.Password)
//
// Such an engine may need exponential time for a text that was chosen to that end, so each match
// has a time limit, and all the matches of one call share a budget. A text for which either runs out is
// refused, with a message that says so: the verdict is unknown, and a call must neither hang nor slip
// through.
package backtrack

import (
	"errors"
	"sync"
	"time"

	"github.com/dlclark/regexp2/v2"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// DefaultTimeout is the time limit of one match where a Pattern has none of its own. The engine
// reads a clock that ticks every 100 milliseconds, so a match may take about two ticks longer.
const DefaultTimeout = 100 * time.Millisecond

// stackLimit bounds the memory of one match, in machine words. It is far above what the time
// limit lets an ordinary pattern use on a text of the greatest size that is decoded.
const stackLimit = 1 << 22

// ErrUndecided is what the error of [Pattern.Match] is, in the sense of [errors.Is].
var ErrUndecided = errors.New("the pattern takes too long on this text")

// Pattern is a pattern keyword that needs backtracking. Generated code holds it as static data;
// the expression is compiled when it is first needed.
//
// A Pattern must not be copied after its first use.
type Pattern struct {
	Source  string        // ECMA-262, as the schema wrote it
	Expr    string        // the same for regexp2 under ECMAScript and Unicode
	Timeout time.Duration // of one match; zero means DefaultTimeout

	once     sync.Once
	compiled *regexp2.Regexp
}

// Match reports whether the pattern matches somewhere in s. The error says that neither can be
// told within the limits.
func (p *Pattern) Match(s string) (matched bool, err error) {
	p.once.Do(p.compile)
	matched, err = p.compiled.MatchString(s)
	if err != nil {
		// The engine's own text quotes s, which may be long or secret.
		return false, ErrUndecided
	}
	return matched, nil
}

// compile panics on an expression that the generator did not make, as regexp.MustCompile does.
func (p *Pattern) compile() {
	p.compiled = regexp2.MustCompile(p.Expr, regexp2.ECMAScript, regexp2.Unicode,
		regexp2.OptionMaxBacktrackingStackSize(stackLimit))
	p.compiled.MatchTimeout = p.Timeout
	if p.Timeout == 0 {
		p.compiled.MatchTimeout = DefaultTimeout
	}
}

// Check records pattern at the current place of c unless the pattern matches in s. Where that
// cannot be told, the issue has a message.
func (p *Pattern) Check(c *gencode.Checker, s string) {
	matched, err := c.Backtrack(p.Source, s, p)
	switch {
	case err != nil:
		c.Violation(runtime.ValidationIssue{Constraint: "pattern", Expected: p.Source, Got: s, Message: err.Error()})
	case !matched:
		c.Issue("pattern", p.Source, s)
	}
}

// Keys is [Pattern.Match] for the keys of an object that c checks, within the budget of the call. A key
// for which the limits run out counts as one that does not match, and the call is refused.
func (p *Pattern) Keys(c *gencode.Checker) func(key string) bool {
	return func(key string) bool {
		matched, err := c.Backtrack(p.Source, key, p)
		return matched && err == nil
	}
}
