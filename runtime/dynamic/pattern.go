package dynamic

import (
	"github.com/toolgen/toolgen/gen/ecma"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/backtrack"
)

// pattern is a pattern keyword: a program of plain loops, or an expression for an engine, which is
// compiled when it is first needed.
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
	if made, ok := ecma.Linear(p.Source); ok {
		return program{source: p.Source, Program: made}
	}
	return &expression{runtime.Pattern{Source: p.Source, Expr: p.Expr}}
}

// program is a pattern that one pass over the text decides, without an engine.
type program struct {
	source string
	ecma.Program
}

func (p program) check(c *runtime.Checker, s string) { c.MatchPattern(s, p.Match(s), p.source) }

func (p program) matches(key string) bool { return p.Match(key) }

// expression is a pattern that package regexp runs, in time that grows with the text only.
type expression struct{ runtime.Pattern }

func (p *expression) check(c *runtime.Checker, s string) { c.Pattern(s, &p.Pattern) }

func (p *expression) matches(key string) bool { return p.Match(key) }

// backtracking is a pattern with look-around or back-references.
type backtracking struct{ backtrack.Pattern }

func (p *backtracking) check(c *runtime.Checker, s string) { p.Check(c, s) }

// matches takes a key for which the engine runs out of time for one that does not match: the
// other keywords then decide about it.
func (p *backtracking) matches(key string) bool {
	matched, err := p.Match(key)
	return matched && err == nil
}
