package rulecode

import (
	"fmt"
	"go/ast"
	"slices"
	"strconv"

	"github.com/toolgen/toolgen/gen/model"
)

// compiler generates one function of a rule.
type compiler struct {
	*body
	vars map[string]*bound
	err  error
}

// bound is a variable of the rule.
type bound struct {
	value
	ok ast.Expr // for cel.bind: whether it has a value
}

func newCompiler(t *model.Type, names Names) *compiler {
	self := value{code: name("a"), t: model.ExprTypeOf(t), pointer: true}
	made := &body{block: new([]ast.Stmt), count: map[string]int{}, names: names}
	return &compiler{body: made, vars: map[string]*bound{"self": {value: self}}}
}

// value generates an expression that must have a value; without one, a step fails.
func (c *compiler) value(e *model.Expr) value {
	switch e.Op {
	case model.Literal:
		return value{code: c.literal(e.Lit), t: e.Type}
	case model.Var:
		return c.variable(e)
	case model.ReadField:
		return c.readField(e)
	case model.ReadKey:
		return c.readKey(e)
	case model.ReadIndex:
		return c.readIndex(e)
	case model.OrValue, model.TakeValue:
		return c.orValue(e)
	case model.If:
		if e.Type.Kind != model.BoolExpr {
			return c.conditional(e)
		}
	case model.Bind:
		c.bind(e)
		return c.value(e.Args[1])
	case model.List, model.MapItems, model.FilterItems:
		return c.list(e.Type, e)
	case model.Call:
		return c.call(e)
	}
	return value{code: c.decided(e), t: e.Type}
}

// bind assigns a variable. If it has no value, the steps that read it fail.
func (c *compiler) bind(e *model.Expr) {
	outer := c.begin()
	v := c.value(e.Args[0])
	made := &bound{value: v, ok: c.end(outer)}
	if e.Args[0].Op != model.Var && e.Args[0].Op != model.ReadField {
		made.value = c.store(v, c.named(e.Text))
	}
	c.vars[e.Text] = made
}

// conditional generates a choice between two values.
func (c *compiler) conditional(e *model.Expr) value {
	test, t := c.decided(e.Args[0]), stored(e.Type)
	v := c.declare("v", c.goType(t))
	c.branches(v, test, e, func(e *model.Expr) ast.Expr { return c.fit(c.value(e), t) })
	return value{code: v, t: t, pointer: true}
}

// call generates a call of any function.
func (c *compiler) call(e *model.Expr) value {
	first := e.Args[0]
	isList := first.Type.Kind == model.ListExpr
	switch e.Text {
	case "!", "==", "!=", "<", "<=", ">", ">=", "in", "isSorted":
		return value{code: c.decided(e), t: e.Type}
	case "sum":
		return c.sum(e)
	case "min":
		return c.extreme(e, "<")
	case "max":
		return c.extreme(e, ">")
	case "math.min":
		return c.extremeOf(e, "min", "<")
	case "math.max":
		return c.extremeOf(e, "max", ">")
	case "indexOf", "lastIndexOf":
		if isList {
			return c.position(e, e.Text == "lastIndexOf")
		}
	case "size":
		if isList || first.Type.Kind == model.MapExpr {
			return c.length(first)
		}
	case "+":
		if isList {
			return c.list(e.Type, e.Args...)
		}
	}
	return c.called(e)
}

// called generates a call of a function of values.
func (c *compiler) called(e *model.Expr) value {
	args := make([]ast.Expr, len(e.Args))
	for i, arg := range e.Args {
		if i == 1 && slices.Contains([]string{"matches", "find", "findAll"}, e.Text) {
			args[i] = name(c.names.Pattern(arg.Lit.(string)))
			continue
		}
		v := c.value(arg)
		if v.t.Kind == model.ListExpr {
			v = c.canonical(v)
		}
		args[i] = v.code
	}
	f, known := functionOf(e)
	if !known {
		c.err = fmt.Errorf("the function %s of a rule cannot be compiled", strconv.Quote(e.Text))
		return value{code: lit(nil), t: e.Type}
	}
	code := f(c, args)
	if e.CallFails() {
		code = c.attempt(code)
	}
	return value{code: code, t: stored(e.Type)}
}
