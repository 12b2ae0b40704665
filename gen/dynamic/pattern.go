package dynamic

import (
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/runtime/backtrack"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// pattern is a pattern keyword. Its regular expression is compiled on first use.
type pattern struct {
	// check records an issue unless s matches.
	check func(c *gencode.Checker, s string)
	// keys returns a predicate for the keys of an object that c checks.
	keys func(c *gencode.Checker) func(key string) bool
}

func newPattern(p model.Pattern) *pattern {
	if p.Engine == model.Backtracking {
		made := &backtrack.Pattern{Source: p.Source, Expr: p.Expr}
		return &pattern{made.Check, made.Keys}
	}
	made := &gencode.Pattern{Source: p.Source, Expr: p.Expr}
	return &pattern{
		func(c *gencode.Checker, s string) { c.Pattern(s, made) },
		func(*gencode.Checker) func(string) bool { return made.Match },
	}
}
