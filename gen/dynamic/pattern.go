package dynamic

import (
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/runtime/backtrack"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// pattern is a pattern keyword. Its regular expression is compiled on first use.
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
	return &expression{gencode.Pattern{Source: p.Source, Expr: p.Expr}}
}

// expression is a pattern for package regexp, which runs in linear time.
type expression struct{ gencode.Pattern }

func (p *expression) check(c *gencode.Checker, s string) { c.Pattern(s, &p.Pattern) }

func (p *expression) keys(*gencode.Checker) func(string) bool { return p.Match }

// backtracking is a pattern with look-around or back-references.
type backtracking struct{ backtrack.Pattern }

func (p *backtracking) check(c *gencode.Checker, s string) { p.Check(c, s) }

func (p *backtracking) keys(c *gencode.Checker) func(string) bool { return p.Keys(c) }
