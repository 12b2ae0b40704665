package rulecode

import (
	"go/ast"
	"go/token"

	"github.com/toolgen/toolgen/gen/model"
)

// sum generates the sum of a list: exact decimals for doubles, overflow errors for ints.
func (c *compiler) sum(e *model.Expr) value {
	if e.Type.Kind == model.DoubleExpr {
		sum := c.declare("sum", name("gencode.Sum"))
		c.scalars(e.Args[0], func(v value) { c.emit(&ast.ExprStmt{X: method(sum, "Add", v.code)}) })
		return value{code: method(sum, "Value"), t: e.Type}
	}
	sum := c.declare("sum", name("int64"))
	ok := c.define("ok", lit(true))
	c.scalars(e.Args[0], func(v value) {
		more, fits := name(c.fresh("v")), name(c.fresh("ok"))
		c.emit(set(token.DEFINE, []ast.Expr{more, fits}, call("gencode.RuleAdd", sum, v.code)))
		c.emit(set(token.ASSIGN, []ast.Expr{sum, ok}, more, binary(ok, "&&", fits)))
	})
	c.need(ok)
	return value{code: sum, t: e.Type}
}

// needOrder requires that two items can be ordered, unless an earlier result makes that unnecessary.
func (b *body) needOrder(list *model.Expr, x, y value, needless ...ast.Expr) {
	if list.MaybeNaN() {
		b.need(either(append(needless, call("gencode.RuleOrdered", x.code, y.code))...))
	}
}

// extreme generates the minimum or maximum of a list; an empty list has none.
func (c *compiler) extreme(e *model.Expr, op string) value {
	t := stored(e.Type)
	best, there := value{code: c.declare("v", c.goType(t)), t: t}, c.declare("there", name("bool"))
	c.scalars(e.Args[0], func(v value) {
		v = c.simple(v)
		c.needOrder(e.Args[0], best, v, not(there))
		c.when(either(not(there), ordered(op, v, best)), func() { c.emit(set(token.ASSIGN, []ast.Expr{best.code, there}, v.code, lit(true))) })
	})
	c.need(there)
	return best
}

// isSorted generates the test that a list is sorted.
func (c *compiler) isSorted(list *model.Expr) ast.Expr {
	t := stored(list.Type.Item())
	last := value{code: c.declare("v", c.goType(t)), t: t}
	there, sorted := c.define("there", lit(false)), c.define("holds", lit(true))
	c.scalars(list, func(v value) {
		v = c.simple(v)
		c.needOrder(list, last, v, not(there), not(sorted))
		c.when(all(there, ordered("<", v, last)), func() { c.assign(sorted, lit(false)) })
		c.emit(set(token.ASSIGN, []ast.Expr{last.code, there}, v.code, lit(true)))
	})
	return sorted
}

// isIn generates the test that a list contains an item.
func (c *compiler) isIn(item, list *model.Expr) ast.Expr {
	x := c.simple(c.value(item))
	if list.Op == model.List && len(list.Args) > 0 && len(list.Args) <= 4 && !list.CanFail() {
		var is []ast.Expr
		for _, arg := range list.Args {
			is = append(is, equal(x, c.value(arg)))
		}
		return either(is...)
	}
	if of := list.Type.Item(); of == nil || of.Kind == model.AnyExpr {
		return lit(false)
	}
	found := c.define("holds", lit(false))
	c.stream(list, "item", func(v value) {
		c.when(itemSet(v), func() {
			if v.t.Nullable {
				v = c.atPlace(v.code, v.t)
			}
			c.when(equal(c.unboxed(v), x), func() { c.settle(found, lit(true), list) })
		})
	})
	return found
}

// itemSet returns the condition that a loop item is not null.
func itemSet(v value) ast.Expr {
	if v.t.Nullable {
		return isSet(v.code)
	}
	return lit(true)
}

// position generates the index of the first or last equal item, or -1.
func (c *compiler) position(e *model.Expr, last bool) value {
	at, n := c.define("at", converted("int64", lit(-1))), c.define("n", converted("int64", lit(0)))
	x := c.simple(c.value(e.Args[1]))
	c.stream(e.Args[0], "item", func(v value) {
		there := itemSet(v)
		if v.t.Nullable {
			v = c.atPlace(v.code, v.t)
		}
		same := all(there, equal(c.unboxed(v), x))
		if !last {
			same = all(binary(at, "<", lit(0)), same)
		}
		c.when(same, func() { c.assign(at, n) })
		c.increment(n)
	})
	return value{code: at, t: e.Type}
}

// length generates size() of a list, without building it, or of a map.
func (c *compiler) length(list *model.Expr) value {
	switch list.Op {
	case model.List:
		for _, arg := range list.Args {
			c.value(arg)
		}
		return value{code: converted("int64", lit(len(list.Args))), t: intType}
	case model.FilterItems, model.MapItems:
		count := c.define("n", converted("int64", lit(0)))
		c.stream(list, "item", func(value) { c.increment(count) })
		return value{code: count, t: intType}
	}
	return value{code: converted("int64", call("len", c.value(list).code)), t: intType}
}

// extremeOf generates math.least or math.greatest.
func (c *compiler) extremeOf(e *model.Expr, function, op string) value {
	t := stored(e.Type)
	var args []ast.Expr
	zeros := 0
	for _, arg := range e.Args {
		v := c.simple(c.value(arg))
		if arg.MaybeNaN() && len(e.Args) > 1 {
			c.need(call("gencode.RuleOrdered", v.code, v.code))
		}
		if f, ok := arg.Lit.(float64); arg.Type.Kind == model.DoubleExpr && (!ok || f == 0) {
			zeros++
		}
		args = append(args, v.code)
	}
	made := value{code: args[0], t: t}
	switch {
	case len(args) == 1:
	case zeros < 2:
		made.code = call(function, args...)
	default:
		// Of equal values CEL takes the first, while Go's min and max distinguish 0.0 and -0.0.
		made.code = c.declare("v", c.goType(t), args[0])
		for _, arg := range args[1:] {
			c.when(ordered(op, value{code: arg, t: t}, made), func() { c.assign(made.code, arg) })
		}
	}
	return made
}
