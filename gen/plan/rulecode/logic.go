package rulecode

// opposites are the negated comparison operators.
var opposites = map[string]string{"==": "!=", "!=": "==", "<": ">=", ">=": "<", "<=": ">", ">": "<="}

// not negates a condition: a == nil rather than !(a != nil).
func not(e *Expr) *Expr {
	switch {
	case e.Op == Literal:
		return lit(!e.Lit.(bool))
	case e.Op == Unary && e.Text == "!":
		return e.Args[0]
	case e.Op != Binary:
	case e.Text == "&&":
		return chained("||", nots(e.parts("&&")))
	case e.Text == "||":
		return chained("&&", nots(e.parts("||")))
	case !e.Unordered:
		return binary(e.Args[0], opposites[e.Text], e.Args[1])
	}
	return unary("!", e)
}

func nots(list []*Expr) []*Expr {
	out := make([]*Expr, len(list))
	for i, e := range list {
		out[i] = not(e)
	}
	return out
}

// parts returns the operands of a chain of an operator.
func (e *Expr) parts(op string) []*Expr {
	if e.Op != Binary || e.Text != op {
		return []*Expr{e}
	}
	return append(e.Args[0].parts(op), e.Args[1].parts(op)...)
}

func chained(op string, list []*Expr) *Expr {
	e := list[0]
	for _, next := range list[1:] {
		e = binary(e, op, next)
	}
	return e
}

// all returns the conjunction without repeated conditions, which go vet reports.
func all(conds ...*Expr) *Expr {
	var list []*Expr
	asked := map[string]bool{}
	for _, c := range conds {
		for _, part := range c.parts("&&") {
			switch {
			case part.is(false):
				return part
			case part.is(true) || asked[part.String()]:
				continue
			}
			asked[part.String()] = true
			list = append(list, part)
		}
	}
	if len(list) == 0 {
		return lit(true)
	}
	return chained("&&", list)
}

// either returns the disjunction.
func either(conds ...*Expr) *Expr { return not(all(nots(conds)...)) }
