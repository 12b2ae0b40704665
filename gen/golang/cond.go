package golang

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"
)

// cond is a condition of generated code, with its opposite spelt out, so that the code reads
// a == nil rather than !(a != nil).
type cond struct {
	yes, no     expr
	yesOr, noOr bool // the expression is a disjunction, which && must put in parentheses
	constant    constant
	flag        string // what is asked: a variable or, once it was needed, the code; with ! for the opposite
	and, or     []cond // what a conjunction or a disjunction is made of
}

type constant uint8

const (
	varies constant = iota
	alwaysTrue
	alwaysFalse
)

func binary(left expr, op, opposite string, right expr) cond {
	return cond{
		yes: func() *jen.Statement { return left().Op(op).Add(right()) },
		no:  func() *jen.Statement { return left().Op(opposite).Add(right()) },
	}
}

func (c cond) not() cond {
	c.yes, c.no, c.yesOr, c.noOr = c.no, c.yes, c.noOr, c.yesOr
	c.and, c.or = opposites(c.or), opposites(c.and)
	if name, negated := strings.CutPrefix(c.flag, "!"); negated {
		c.flag = name
	} else if name != "" {
		c.flag = "!" + name
	}
	switch c.constant {
	case alwaysTrue:
		c.constant = alwaysFalse
	case alwaysFalse:
		c.constant = alwaysTrue
	}
	return c
}

func opposites(list []cond) []cond {
	var out []cond
	for _, c := range list {
		out = append(out, c.not())
	}
	return out
}

// all is the conjunction of conditions. What several of them ask is asked once: go vet takes more for a
// mistake.
func all(conds ...cond) cond {
	var list []cond
	asked := map[string]bool{}
	for _, c := range conds {
		for _, part := range flattened(c) {
			part = part.given(asked)
			switch {
			case part.constant == alwaysFalse:
				return part
			case part.constant == alwaysTrue:
				continue
			}
			if part.flag == "" {
				part.flag = code(part.yes)
			}
			if !asked[part.flag] {
				asked[part.flag] = true
				list = append(list, part)
			}
		}
	}
	switch len(list) {
	case 0:
		return cond{constant: alwaysTrue}
	case 1:
		return list[0]
	}
	return cond{
		noOr: true,
		and:  list,
		yes: func() *jen.Statement {
			s := jen.Null()
			for i, c := range list {
				if i > 0 {
					s.Op("&&")
				}
				s.Add(guarded(c.yes, c.yesOr))
			}
			return s
		},
		no: func() *jen.Statement {
			s := jen.Null()
			for i, c := range list {
				if i > 0 {
					s.Op("||")
				}
				s.Add(c.no())
			}
			return s
		},
	}
}

// flattened are the conditions that a conjunction is made of.
func flattened(c cond) []cond {
	if len(c.and) > 0 {
		return c.and
	}
	return []cond{c}
}

// given is what is left to ask where others hold: of a disjunction, what they do not exclude.
func (c cond) given(asked map[string]bool) cond {
	if len(asked) == 0 {
		return c
	}
	var open []cond
	for _, part := range c.or {
		if !asked[part.not().flag] && !asked[code(part.no)] {
			open = append(open, part)
		}
	}
	if len(open) == len(c.or) {
		return c
	}
	return anyOf(open...)
}

// code is an expression as it is printed.
func code(e expr) string { return fmt.Sprintf("%#v", e()) }

// anyOf is the disjunction of conditions.
func anyOf(conds ...cond) cond {
	return all(opposites(conds)...).not()
}

func guarded(e expr, isOr bool) *jen.Statement {
	if isOr {
		return jen.Parens(e())
	}
	return e()
}
