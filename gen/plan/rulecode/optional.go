package rulecode

import (
	"go/ast"
	"go/token"
	"math"

	"github.com/toolgen/toolgen/gen/model"
)

// hasValue returns the condition that an optional has a value.
func (c *compiler) hasValue(of *model.Expr) ast.Expr {
	if of.Op == model.MaybeField && of.Args[0].Type.Kind == model.ObjectExpr && !of.CanFail() {
		return filled(c.value(of.Args[0]), of.Field)
	}
	there := c.declare("there", name("bool"))
	c.optional(of, func(value) { c.assign(there, lit(true)) })
	return there
}

// optional runs code with the value of an optional, if it has one.
func (c *compiler) optional(e *model.Expr, then func(value)) {
	switch e.Op {
	case model.Some:
		then(c.value(e.Args[0]))
	case model.None:
	case model.MaybeField:
		c.through(e.Args[0], func(on value) {
			c.when(filled(on, e.Field), func() { then(c.field(on, e.Field)) })
		})
	case model.MaybeKey:
		c.through(e.Args[0], func(m value) {
			key := c.value(e.Args[1])
			v, ok := name(c.fresh("v")), name(c.fresh("ok"))
			found := branch(ok, c.inner(func() { then(c.scalar(v, e.Type.Item())) }))
			found.Init = set(token.DEFINE, []ast.Expr{v, ok}, index(m.code, key.code))
			c.emit(found)
		})
	case model.MaybeIndex:
		c.through(e.Args[0], func(list value) {
			i := c.store(c.value(e.Args[1]), "i")
			item := index(list.code, i.code)
			inside := all(binary(i.code, ">=", lit(0)), binary(i.code, "<", converted("int64", call("len", list.code))))
			c.when(inside, func() {
				if list.t.Model == nil {
					then(value{code: item, t: stored(list.t.Item()), pointer: true})
					return
				}
				then(c.scalar(item, e.Type.Item()))
			})
		})
	case model.OrOptional:
		there := c.declare("there", name("bool"))
		c.optional(e.Args[0], func(v value) {
			c.assign(there, lit(true))
			then(v)
		})
		c.emit(branch(not(there), c.inner(func() { c.optional(e.Args[1], then) })))
	case model.If:
		test := c.decided(e.Args[0])
		yes := c.inner(func() { c.optional(e.Args[1], then) })
		no := c.inner(func() { c.optional(e.Args[2], then) })
		if len(yes) == 0 && len(no) > 0 {
			test, yes, no = not(test), no, nil
		}
		c.emit(branch(test, yes, no...))
	case model.Bind:
		c.bind(e)
		c.optional(e.Args[1], then)
	}
}

// through runs code with a value, or with that of an optional, if it has one.
func (c *compiler) through(e *model.Expr, then func(value)) {
	if e.Type.Kind == model.OptionalExpr {
		c.optional(e, then)
		return
	}
	then(c.value(e))
}

// orValue generates an optional with a default; without one, the step fails.
func (c *compiler) orValue(e *model.Expr) value {
	t := stored(e.Type)
	made := value{t: t, pointer: true}
	assign := func(v value) { c.assign(made.code, c.fit(v, t)) }
	needed := e.Op == model.TakeValue
	if !needed {
		// A constant default needs no step.
		otherwise := e.Args[1]
		zero := isZero(otherwise) || isEmpty(otherwise)
		if zero || otherwise.Op == model.Literal && t.Kind != model.DoubleExpr && t.Kind != model.IntExpr {
			if zero {
				made.code = c.declare("v", c.goType(t))
			} else {
				made.code = c.define("v", c.literal(otherwise.Lit))
			}
			c.optional(e.Args[0], assign)
			return made
		}
	}
	made.code = c.declare("v", c.goType(t))
	there := c.declare("there", name("bool"))
	c.optional(e.Args[0], func(v value) {
		c.assign(there, lit(true))
		assign(v)
	})
	if !needed {
		c.emit(branch(not(there), c.inner(func() { assign(c.value(e.Args[1])) })))
		return made
	}
	c.need(there)
	if t.Kind == model.ObjectExpr {
		return c.place(made.code, t)
	}
	return made
}

func isZero(e *model.Expr) bool {
	f, isFloat := e.Lit.(float64)
	return e.Lit == false || e.Lit == int64(0) || e.Lit == "" || isFloat && math.Float64bits(f) == 0 // not -0.0
}
