package rulecode

import "go/ast"

// opposites are the negated comparison operators.
var opposites = map[string]string{"==": "!=", "!=": "==", "<": ">=", ">=": "<", "<=": ">", ">": "<="}

// not negates a condition: a == nil rather than !(a != nil). A comparison that is false for NaN is in parentheses, since the
// opposite operator is not its negation.
func not(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.Ident:
		if is(e, true) || is(e, false) {
			return lit(is(e, false))
		}
	case *ast.UnaryExpr:
		return e.X // of !
	case *ast.BinaryExpr:
		switch op := e.Op.String(); op {
		case "&&":
			return chained("||", nots(parts(e, op)))
		case "||":
			return chained("&&", nots(parts(e, op)))
		default:
			return binary(e.X, opposites[op], e.Y)
		}
	}
	return unary("!", e)
}

func nots(list []ast.Expr) []ast.Expr {
	out := make([]ast.Expr, len(list))
	for i, e := range list {
		out[i] = not(e)
	}
	return out
}

// parts returns the operands of a chain of an operator.
func parts(e ast.Expr, op string) []ast.Expr {
	b, ok := e.(*ast.BinaryExpr)
	if !ok || b.Op.String() != op {
		return []ast.Expr{e}
	}
	return append(parts(b.X, op), parts(b.Y, op)...)
}

func chained(op string, list []ast.Expr) ast.Expr {
	e := list[0]
	for _, next := range list[1:] {
		e = binary(e, op, next)
	}
	return e
}

// all returns the conjunction without repeated conditions, which go vet reports.
func all(conds ...ast.Expr) ast.Expr {
	var list []ast.Expr
	asked := map[string]bool{}
	for _, c := range conds {
		for _, part := range parts(c, "&&") {
			switch {
			case is(part, false):
				return part
			case is(part, true) || asked[canonical(part)]:
				continue
			}
			asked[canonical(part)] = true
			list = append(list, part)
		}
	}
	if len(list) == 0 {
		return lit(true)
	}
	return chained("&&", list)
}

// either returns the disjunction.
func either(conds ...ast.Expr) ast.Expr { return not(all(nots(conds)...)) }
