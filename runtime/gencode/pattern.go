package gencode

import (
	"regexp"
	"sync"
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
