package lower

import (
	"regexp"
	"time"

	"github.com/dlclark/regexp2/v2"

	"github.com/toolgen/toolgen/gen/ecma"
)

const (
	// matchTimeout bounds a backtracking match at generation.
	matchTimeout = 200 * time.Millisecond
	// matchBudget bounds all the matches of one schema. Those of an ordinary schema take milliseconds.
	matchBudget = time.Second
	// maxCompiled bounds how many patterns are kept in compiled form.
	maxCompiled = 1000
)

// matcher matches texts of a schema by patterns of it. The zero matcher is ready for use.
type matcher struct {
	compiled map[string]func(s string) (match, ok bool)
	spent    time.Duration
}

// match reports whether an ECMA-262 pattern matches a text somewhere. ok is false where that
// cannot be told, and is so from then on for a pattern that took too long once; one that cannot be
// compiled is reported where it stands.
func (m *matcher) match(pattern, s string) (match, ok bool) {
	if m.spent >= matchBudget {
		return false, false
	}
	began := time.Now()
	defer func() { m.spent += time.Since(began) }()
	run, known := m.compiled[pattern]
	if !known {
		if m.compiled == nil || len(m.compiled) >= maxCompiled {
			m.compiled = map[string]func(s string) (match, ok bool){}
		}
		run = compiledPattern(pattern)
		m.compiled[pattern] = run
	}
	if match, ok = run(s); !ok {
		m.compiled[pattern] = undecided
	}
	return match, ok
}

// undecided is the function of a pattern of which nothing can be told.
func undecided(string) (match, ok bool) { return false, false }

// compiledPattern gives the function that matches by a pattern.
func compiledPattern(pattern string) func(s string) (match, ok bool) {
	tr, err := ecma.Translate(pattern)
	if err != nil {
		return undecided
	}
	if tr.Backtracking {
		re, err := regexp2.Compile(tr.Expr, regexp2.ECMAScript, regexp2.Unicode)
		if err != nil {
			return undecided
		}
		re.MatchTimeout = matchTimeout
		return func(s string) (bool, bool) {
			match, err := re.MatchString(s)
			return match, err == nil
		}
	}
	re, err := regexp.Compile(tr.Expr)
	if err != nil {
		return undecided
	}
	return func(s string) (bool, bool) { return re.MatchString(s), true }
}
