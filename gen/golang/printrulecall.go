package golang

import (
	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
)

// testCall prints a call that gives a bool.
func (p *rulePrinter) testCall(e *model.Expr) cond {
	switch e.Text {
	case "==", "!=":
		is := p.equality(e)
		if e.Text == "!=" {
			is = is.not()
		}
		return is
	case "<", "<=", ">", ">=":
		return p.order(e)
	case "in":
		return p.isIn(e)
	case "isSorted":
		return p.isSorted(e)
	}
	return p.truth(p.called(e).code)
}

// equality prints ==, of bools whose outcome both sides must have, of lists, or of scalars.
func (p *rulePrinter) equality(e *model.Expr) cond {
	a, b := e.Args[0], e.Args[1]
	if a.Type.Kind == model.ListExpr {
		if empty(a) || empty(b) {
			if empty(a) {
				a = b
			}
			n := p.count0(a)
			return binary(n.code, "==", "!=", func() *jen.Statement { return jen.Lit(0) })
		}
		x, y := p.canonical(p.value(a)), p.canonical(p.value(b))
		return p.truth(func() *jen.Statement { return p.f.rt("RuleEqual").Call(x.code(), y.code()) })
	}
	return p.equal(p.value(a), p.value(b))
}

func empty(e *model.Expr) bool { return e.Op == model.List && len(e.Args) == 0 }

// count0 is the number of items of any list.
func (p *rulePrinter) count0(e *model.Expr) ruleValue {
	if empty(e) {
		return ruleValue{code: func() *jen.Statement { return jen.Lit(0) }, t: &model.ExprType{Kind: model.IntExpr}}
	}
	return p.length(e)
}

// length is size() of a list or a map.
func (p *rulePrinter) length(e *model.Expr) ruleValue {
	switch e.Op {
	case model.FilterItems, model.MapItems, model.List:
		return p.size(e)
	}
	v := p.value(e)
	return ruleValue{code: func() *jen.Statement { return jen.Int64().Call(jen.Len(v.code())) }, t: &model.ExprType{Kind: model.IntExpr}}
}

// equal is the condition that two scalars are equal.
func (p *rulePrinter) equal(a, b ruleValue) cond {
	if c, ok := p.mixed(a, b, "==", "!="); ok {
		return c
	}
	switch a.t.Kind {
	case model.TimestampExpr, model.URLExpr:
		return p.truth(func() *jen.Statement { return a.code().Dot("Equal").Call(b.code()) })
	}
	return binary(operand(a), "==", "!=", operand(b))
}

// operand is a value on one side of an operator.
func operand(v ruleValue) expr {
	return func() *jen.Statement {
		code := v.code()
		if v.t.Kind == model.BoolExpr {
			return jen.Parens(code)
		}
		return code
	}
}

// mixed compares an int with a double. A literal int beside a double is a double of Go.
func (p *rulePrinter) mixed(a, b ruleValue, op, opposite string) (cond, bool) {
	if a.t.Kind == b.t.Kind {
		return cond{}, false
	}
	if a.t.Kind != model.IntExpr {
		swapped := map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
		return p.mixed(b, a, swapped[op], swapped[opposite])
	}
	order := func() *jen.Statement { return p.f.rt("RuleCompare").Call(a.code(), b.code()) }
	return binary(order, op, opposite, func() *jen.Statement { return jen.Lit(0) }), true
}

// order prints a comparison. One with NaN is false, so that its opposite is not the other operator.
func (p *rulePrinter) order(e *model.Expr) cond {
	a, b := e.Args[0], e.Args[1]
	if a.Type.Kind == model.DoubleExpr && b.Op == model.Literal {
		b = asDouble(b)
	}
	if b.Type.Kind == model.DoubleExpr && a.Op == model.Literal {
		a = asDouble(a)
	}
	x, y := p.value(a), p.value(b)
	test := p.ordered(e.Text, x, y)
	if !a.MaybeNaN() && !b.MaybeNaN() {
		return test
	}
	if x.t.Kind != y.t.Kind {
		number := x
		if y.t.Kind == model.DoubleExpr {
			number = y
		}
		return all(p.truth(func() *jen.Statement { return p.f.rt("RuleOrdered").Call(number.code(), jen.Lit(0)) }), test)
	}
	return cond{yes: test.yes, no: func() *jen.Statement { return jen.Op("!").Parens(test.yes()) }}
}

// asDouble is a literal int as a double, where that is the same number.
func asDouble(e *model.Expr) *model.Expr {
	n, ok := e.Lit.(int64)
	if !ok || int64(float64(n)) != n || n > 1<<53 || n < -1<<53 {
		return e
	}
	return &model.Expr{Op: model.Literal, Type: &model.ExprType{Kind: model.DoubleExpr}, Lit: float64(n)}
}

// ordered is a comparison of two values.
func (p *rulePrinter) ordered(op string, a, b ruleValue) cond {
	opposite := map[string]string{"<": ">=", "<=": ">", ">": "<=", ">=": "<"}[op]
	if c, ok := p.mixed(a, b, op, opposite); ok {
		return c
	}
	if a.t.Kind == model.TimestampExpr {
		order := func() *jen.Statement { return a.code().Dot("Compare").Call(b.code()) }
		return binary(order, op, opposite, func() *jen.Statement { return jen.Lit(0) })
	}
	return binary(a.code, op, opposite, b.code)
}

// callValue prints a call of any function.
func (p *rulePrinter) callValue(e *model.Expr) ruleValue {
	switch e.Text {
	case "!", "==", "!=", "<", "<=", ">", ">=", "in", "isSorted":
		return p.boolValue(e)
	case "sum":
		return p.sum(e)
	case "min", "max":
		return p.extreme(e, e.Text == "min")
	case "indexOf", "lastIndexOf":
		if e.Args[0].Type.Kind == model.ListExpr {
			return p.position(e, e.Text == "lastIndexOf")
		}
	case "size":
		if kind := e.Args[0].Type.Kind; kind == model.ListExpr || kind == model.MapExpr {
			return p.length(e.Args[0])
		}
	case "+":
		if e.Type.Kind == model.ListExpr {
			return p.concat(e)
		}
	}
	return p.called(e)
}

// concat builds the list of the items of two lists.
func (p *rulePrinter) concat(e *model.Expr) ruleValue {
	t := &model.ExprType{Kind: model.ListExpr, Elem: storedType(e.Type.Item())}
	name := p.fresh("list")
	p.emit(jen.Var().Id(name).Index().Add(p.goType(t.Elem)))
	for _, arg := range e.Args {
		p.appendTo(name, arg, t.Elem)
	}
	return ruleValue{code: id(name), t: t}
}
