package golang

import "strings"

// cond is a condition in Go with its negation, so that the code has a == b rather than !(a != b).
type cond struct {
	yes, no     string
	yesOr, noOr bool // a disjunction, which needs parentheses in &&
}

// always is the condition that always holds.
var always = cond{yes: "true", no: "false"}

var opposites = map[string]string{"==": "!=", "!=": "==", "<": ">=", ">=": "<", "<=": ">", ">": "<="}

// compare is the comparison of two operands.
func compare(left, op, right string) cond {
	return cond{yes: left + " " + op + " " + right, no: left + " " + opposites[op] + " " + right}
}

// predicate is a condition whose negation is printed with !.
func predicate(test string) cond { return cond{yes: test, no: "!" + test} }

func (c cond) not() cond { return cond{c.no, c.yes, c.noOr, c.yesOr} }

// all returns the conjunction.
func all(conds ...cond) cond {
	var list []cond
	var yes, no []string
	for _, c := range conds {
		switch {
		case c == always.not():
			return c
		case c != always:
			list, no = append(list, c), append(no, c.no)
			if c.yesOr {
				c.yes = "(" + c.yes + ")"
			}
			yes = append(yes, c.yes)
		}
	}
	switch len(list) {
	case 0:
		return always
	case 1:
		return list[0]
	}
	return cond{yes: strings.Join(yes, " && "), no: strings.Join(no, " || "), noOr: true}
}

// anyOf returns the disjunction.
func anyOf(conds ...cond) cond {
	opposites := make([]cond, len(conds))
	for i, c := range conds {
		opposites[i] = c.not()
	}
	return all(opposites...).not()
}
