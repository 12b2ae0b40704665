package rulecode

import (
	"go/ast"
	"go/token"

	"github.com/toolgen/toolgen/gen/model"
)

// conclude generates the end of a function that reports whether a rule holds. The function returns early before
// statements that may not be needed.
func (c *compiler) conclude(e *model.Expr) {
	if e.Op != model.And && e.Op != model.Or {
		c.emit(giveBack(c.holds(e, false)))
		return
	}
	and := e.Op == model.And
	left := c.holds(e.Args[0], false)
	rest := c.inner(func() { c.conclude(e.Args[1]) })
	switch {
	case is(left, !and):
		c.emit(giveBack(left))
	default:
		if end, ok := rest[0].(*ast.ReturnStmt); ok {
			c.emit(giveBack(chain(and, left, end.Results[0])))
			return
		}
		if and {
			left = not(left)
		}
		c.when(left, func() { c.emit(giveBack(lit(!and))) })
		c.emit(rest...)
	}
}

// chain generates a && b or a || b.
func chain(and bool, a, b ast.Expr) ast.Expr {
	if and {
		return all(a, b)
	}
	return either(a, b)
}

// holds returns the condition that a test is true, or otherwise if it cannot be decided.
func (c *compiler) holds(e *model.Expr, otherwise bool) ast.Expr {
	switch e.Op {
	case model.Literal:
		return lit(e.Lit == true)
	case model.And, model.Or:
		return c.both(c.holds(e.Args[0], otherwise), e.Args[1], otherwise, e.Op == model.And)
	case model.Call:
		if e.Text == "!" {
			return not(c.holds(e.Args[0], !otherwise))
		}
	case model.Bind:
		c.bind(e)
		return c.holds(e.Args[1], otherwise)
	case model.If:
		if !e.Args[0].CanFail() {
			return c.choose(c.holds(e.Args[0], otherwise), e, otherwise)
		}
	}
	outer := c.begin()
	test := c.test(e, otherwise)
	ok := c.end(outer)
	if otherwise {
		return either(not(ok), test)
	}
	return all(ok, test)
}

// both generates left && right, or left || right; right is evaluated only if needed.
func (c *compiler) both(left ast.Expr, right *model.Expr, otherwise, and bool) ast.Expr {
	var test ast.Expr
	code := c.inner(func() { test = c.holds(right, otherwise) })
	switch {
	case len(code) == 0:
		return chain(and, left, test)
	case is(left, !and):
		return left
	case is(left, and):
		c.emit(code...)
		return test
	}
	holds := c.define("holds", left)
	when := holds
	if !and {
		when = not(holds)
	}
	c.emit(branch(when, append(code, set(token.ASSIGN, []ast.Expr{holds}, test))))
	return holds
}

// choose generates a conditional between two tests.
func (c *compiler) choose(test ast.Expr, e *model.Expr, otherwise bool) ast.Expr {
	switch yes, no := e.Args[1], e.Args[2]; {
	case no.Lit == true:
		return c.both(not(test), yes, otherwise, false)
	case no.Lit == false:
		return c.both(test, yes, otherwise, true)
	case yes.Lit == true:
		return c.both(test, no, otherwise, false)
	case yes.Lit == false:
		return c.both(not(test), no, otherwise, true)
	}
	holds := c.declare("holds", name("bool"))
	return c.branches(holds, test, e, func(e *model.Expr) ast.Expr { return c.holds(e, otherwise) })
}

// branches assigns the value of a branch of a conditional to a variable.
func (b *body) branches(to, test ast.Expr, e *model.Expr, value func(*model.Expr) ast.Expr) ast.Expr {
	yes := b.inner(func() { b.assign(to, value(e.Args[1])) })
	no := b.inner(func() { b.assign(to, value(e.Args[2])) })
	b.emit(branch(test, yes, no...))
	return to
}

// decided requires that a test can be decided; otherwise a step fails.
func (c *compiler) decided(e *model.Expr) ast.Expr {
	switch {
	case !e.CanFail():
		return c.holds(e, false)
	case e.Op == model.Call && e.Text == "!":
		return not(c.decided(e.Args[0]))
	case e.Op == model.Bind:
		c.bind(e)
		return c.decided(e.Args[1])
	case e.Op == model.If:
		test := c.decided(e.Args[0])
		return c.branches(c.declare("is", name("bool")), test, e, c.decided)
	case !e.Absorbs():
		return c.define("is", c.test(e, false))
	}
	// The test may be decided although a part is not: if the result is the same for all values of that part.
	is := c.define("is", c.holds(e, false))
	isNot := c.define("isNot", not(c.holds(e, true)))
	c.need(binary(is, "!=", isNot))
	return is
}

// test generates an atomic test. Its steps belong to the caller.
func (c *compiler) test(e *model.Expr, otherwise bool) ast.Expr {
	switch e.Op {
	case model.HasField:
		return filled(c.value(e.Args[0]), e.Field)
	case model.HasKey:
		m, key := c.value(e.Args[0]), c.value(e.Args[1])
		return call("gencode.RuleHasKey", m.code, key.code)
	case model.HasValue:
		return c.hasValue(e.Args[0])
	case model.IsNull:
		if !e.Args[0].Type.Nullable {
			return lit(false)
		}
		return isNil(c.vars[e.Args[0].Text].code)
	case model.All, model.Exists:
		return c.quantified(e, otherwise)
	case model.ExistsOne:
		count := c.define("n", lit(0))
		c.each(e, func() {
			c.when(c.decided(e.Args[1]), func() { c.increment(count) })
		})
		return binary(count, "==", lit(1))
	case model.If:
		return c.choose(c.decided(e.Args[0]), e, otherwise)
	case model.Call:
		switch e.Text {
		case "==":
			return c.equality(e.Args[0], e.Args[1])
		case "!=":
			return not(c.equality(e.Args[0], e.Args[1]))
		case "<", "<=", ">", ">=":
			return c.order(e)
		case "in":
			return c.isIn(e.Args[0], e.Args[1])
		case "isSorted":
			return c.isSorted(e.Args[0])
		}
		return c.called(e).code
	}
	return c.value(e).code
}

// quantified generates all and exists.
func (c *compiler) quantified(e *model.Expr, otherwise bool) ast.Expr {
	isAll := e.Op == model.All
	holds := c.define("holds", lit(isAll))
	c.each(e, func() {
		is := c.holds(e.Args[1], otherwise)
		if isAll {
			is = not(is)
		}
		c.when(is, func() { c.settle(holds, lit(!isAll), e.Args[0]) })
	})
	return holds
}

// settle gives a variable its final value, and leaves the loop over a list unless the list may still fail
// further on.
func (b *body) settle(n, v ast.Expr, list *model.Expr) {
	b.assign(n, v)
	if !list.CanFail() {
		b.emit(&ast.BranchStmt{Tok: token.BREAK})
	}
}

// equality generates == of lists or scalars.
func (c *compiler) equality(a, b *model.Expr) ast.Expr {
	switch {
	case a.Type.Kind != model.ListExpr:
		return equal(c.value(a), c.value(b))
	case isEmpty(a):
		return binary(c.length(b).code, "==", lit(0))
	case isEmpty(b):
		return binary(c.length(a).code, "==", lit(0))
	}
	x := c.canonical(c.value(a))
	return call("slices.Equal", x.code, c.canonical(c.value(b)).code)
}

func isEmpty(e *model.Expr) bool { return e.Op == model.List && len(e.Args) == 0 }

// order generates an ordered comparison, which is false for NaN.
func (c *compiler) order(e *model.Expr) ast.Expr {
	a, b := e.Args[0], e.Args[1]
	if a.Type.Kind == model.DoubleExpr && b.Op == model.Literal {
		b = asDouble(b)
	}
	if b.Type.Kind == model.DoubleExpr && a.Op == model.Literal {
		a = asDouble(a)
	}
	x, y := c.value(a), c.value(b)
	test := ordered(e.Text, x, y)
	switch {
	case !a.MaybeNaN() && !b.MaybeNaN():
		return test
	case x.t.Kind == y.t.Kind:
		return &ast.ParenExpr{X: test}
	case y.t.Kind == model.DoubleExpr:
		x = y
	}
	return all(call("gencode.RuleOrdered", x.code, lit(0)), test)
}

// asDouble converts a literal int to a double if that is the same number.
func asDouble(e *model.Expr) *model.Expr {
	n, ok := e.Lit.(int64)
	if !ok || int64(float64(n)) != n || n > 1<<53 || n < -1<<53 {
		return e
	}
	return &model.Expr{Op: model.Literal, Type: &model.ExprType{Kind: model.DoubleExpr}, Lit: float64(n)}
}
