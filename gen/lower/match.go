package lower

import (
	"regexp"
	"time"

	"github.com/dlclark/regexp2/v2"

	"github.com/toolgen/toolgen/gen/ecma"
)

// matchTimeout bounds a backtracking match at generation.
const matchTimeout = 200 * time.Millisecond

// matches reports whether an ECMA-262 pattern matches a text somewhere. ok is false where that
// cannot be told; the pattern itself is reported where it stands.
func matches(pattern, s string) (match, ok bool) { return newMatcher(pattern).matches(s) }

// matcher is a pattern that is compiled. The zero matcher is of a pattern that cannot be.
type matcher struct {
	linear       *regexp.Regexp
	backtracking *regexp2.Regexp
}

func newMatcher(pattern string) matcher {
	tr, err := ecma.Translate(pattern)
	if err != nil {
		return matcher{}
	}
	if tr.Backtracking {
		re, err := regexp2.Compile(tr.Expr, regexp2.ECMAScript, regexp2.Unicode)
		if err != nil {
			return matcher{}
		}
		re.MatchTimeout = matchTimeout
		return matcher{backtracking: re}
	}
	re, err := regexp.Compile(tr.Expr)
	if err != nil {
		return matcher{}
	}
	return matcher{linear: re}
}

// matches is the function of that name for the pattern.
func (m matcher) matches(s string) (match, ok bool) {
	switch {
	case m.linear != nil:
		return m.linear.MatchString(s), true
	case m.backtracking != nil:
		match, err := m.backtracking.MatchString(s)
		return match, err == nil
	}
	return false, false
}

// matches is the function of that name, for patterns that many texts are held against: compiling one
// takes a hundred times as long as matching it.
func (l *lowerer) matches(pattern, s string) (match, ok bool) {
	m, known := l.matchers[pattern]
	if !known {
		m = newMatcher(pattern)
		l.matchers[pattern] = m
	}
	return m.matches(s)
}
