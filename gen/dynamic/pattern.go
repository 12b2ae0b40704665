package dynamic

import (
	"github.com/toolgen/toolgen/gen/ecma"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/runtime/backtrack"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// pattern is a compiled pattern keyword: a linear program, or a regular expression that is compiled on first
// use.
type pattern interface {
	// check records an issue unless s matches.
	check(c *gencode.Checker, s string)
	// keys returns a predicate for the keys of an object that c checks.
	keys(c *gencode.Checker) func(key string) bool
}

func newPattern(p model.Pattern) pattern {
	if p.Engine == model.Backtracking {
		return &backtracking{backtrack.Pattern{Source: p.Source, Expr: p.Expr}}
	}
	if made, ok := ecma.Linear(p.Source); ok {
		return linear{source: p.Source, Program: made}
	}
	return &expression{gencode.Pattern{Source: p.Source, Expr: p.Expr}}
}

// linear is a pattern decided in one pass without an engine.
type linear struct {
	source string
	ecma.Program
}

func (p linear) check(c *gencode.Checker, s string) { c.MatchPattern(s, p.Match(s), p.source) }

func (p linear) keys(*gencode.Checker) func(string) bool { return p.Match }

// expression is a pattern for package regexp, which runs in linear time.
type expression struct{ gencode.Pattern }

func (p *expression) check(c *gencode.Checker, s string) { c.Pattern(s, &p.Pattern) }

func (p *expression) keys(*gencode.Checker) func(string) bool { return p.Match }

// backtracking is a pattern with look-around or back-references.
type backtracking struct{ backtrack.Pattern }

func (p *backtracking) check(c *gencode.Checker, s string) { p.Check(c, s) }

func (p *backtracking) keys(c *gencode.Checker) func(string) bool { return p.Keys(c) }
