package dynamic

import (
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/backtrack"
)

// pattern is a pattern of either engine, compiled when it is first needed.
type pattern interface {
	// check records pattern unless the pattern matches in s.
	check(c *runtime.Checker, s string)
	// matches reports whether the pattern matches in a key.
	matches(key string) bool
}

func newPattern(p model.Pattern) pattern {
	if p.Engine == model.Backtracking {
		return &backtracking{backtrack.Pattern{Source: p.Source, Expr: p.Expr}}
	}
	return &linear{runtime.Pattern{Source: p.Source, Expr: p.Expr}}
}

// linear is a pattern that package regexp runs, in time that grows with the text only.
type linear struct{ runtime.Pattern }

func (p *linear) check(c *runtime.Checker, s string) { c.Pattern(s, &p.Pattern) }

func (p *linear) matches(key string) bool { return p.Match(key) }

// backtracking is a pattern with look-around or back-references.
type backtracking struct{ backtrack.Pattern }

func (p *backtracking) check(c *runtime.Checker, s string) { p.Check(c, s) }

// matches takes a key for which the engine runs out of time for one that does not match: the
// other keywords then decide about it.
func (p *backtracking) matches(key string) bool {
	matched, err := p.Match(key)
	return matched && err == nil
}
