package golang

import "github.com/dave/jennifer/jen"

// cond is a condition with its explicit negation, so that the code has a == b rather than !(a != b).
type cond struct {
	yes, no     expr
	yesOr, noOr bool // a disjunction, which needs parentheses in &&
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

// negatable is a condition whose negation is printed with !.
func negatable(yes expr) cond {
	return cond{yes: yes, no: func() *jen.Statement { return jen.Op("!").Add(yes()) }}
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

// all returns the conjunction.
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
				if c.yesOr {
					s.Parens(c.yes())
				} else {
					s.Add(c.yes())
				}
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

// anyOf returns the disjunction.
func anyOf(conds ...cond) cond {
	opposites := make([]cond, len(conds))
	for i, c := range conds {
		opposites[i] = c.not()
	}
	return all(opposites...).not()
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
