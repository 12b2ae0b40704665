package golang

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"
)

// cond is a condition with its explicit negation, so that the code has a == nil rather than !(a != nil).
type cond struct {
	yes, no     expr
	yesOr, noOr bool // a disjunction, which needs parentheses in &&
	constant    constant
	flag        string // key for comparison: a variable, or the code; with ! for the negation
	and, or     []cond // operands
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

// all returns the conjunction without repeated conditions, which go vet reports.
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

// flattened returns the operands of a conjunction.
func flattened(c cond) []cond {
	if len(c.and) > 0 {
		return c.and
	}
	return []cond{c}
}

// given simplifies a condition under the assumption that others hold.
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

// code returns an expression as printed.
func code(e expr) string { return fmt.Sprintf("%#v", e()) }

// anyOf returns the disjunction.
func anyOf(conds ...cond) cond {
	return all(opposites(conds)...).not()
}

func guarded(e expr, isOr bool) *jen.Statement {
	if isOr {
		return jen.Parens(e())
	}
	return e()
}

// condition prints a condition.
func condition(c cond) *jen.Statement {
	switch c.constant {
	case alwaysTrue:
		return jen.True()
	case alwaysFalse:
		return jen.False()
	}
	return c.yes()
}
