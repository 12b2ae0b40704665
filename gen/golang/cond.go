package golang

import "github.com/dave/jennifer/jen"

// cond is a condition of generated code, with its opposite spelt out, so that the code reads
// a == nil rather than !(a != nil).
type cond struct {
	yes, no     expr
	yesOr, noOr bool // the expression is a disjunction, which && must put in parentheses
	constant    constant
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
	switch c.constant {
	case alwaysTrue:
		c.constant = alwaysFalse
	case alwaysFalse:
		c.constant = alwaysTrue
	}
	return c
}

// all is the conjunction of conditions.
func all(conds ...cond) cond {
	var list []cond
	for _, c := range conds {
		switch c.constant {
		case alwaysFalse:
			return c
		case varies:
			list = append(list, c)
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

// anyOf is the disjunction of conditions.
func anyOf(conds ...cond) cond {
	opposites := make([]cond, len(conds))
	for i, c := range conds {
		opposites[i] = c.not()
	}
	return all(opposites...).not()
}

func guarded(e expr, isOr bool) *jen.Statement {
	if isOr {
		return jen.Parens(e())
	}
	return e()
}
