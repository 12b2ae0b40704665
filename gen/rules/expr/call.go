package expr

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cel.dev/cel-go/common/ast"
	"github.com/toolgen/toolgen/gen/model"
)

// call converts calls of operators and functions.
func (c *converter) call(e ast.Expr) *model.Expr {
	call := e.AsCall()
	args := call.Args()
	if call.IsMemberFunction() {
		args = append([]ast.Expr{call.Target()}, args...)
	}
	switch name := call.FunctionName(); name {
	case "_&&_":
		return c.node(e, model.And, boolType, c.value(args[0]), c.value(args[1]))
	case "_||_":
		return c.node(e, model.Or, boolType, c.value(args[0]), c.value(args[1]))
	case "_?_:_":
		return c.conditional(e, args)
	case "_?._":
		return c.part(e, maybe, c.value(args[0]), literalText(args[1]))
	case "_[_]":
		return c.item(e, reading, c.value(args[0]), c.value(args[1]))
	case "_[?_]":
		return c.item(e, maybe, c.value(args[0]), c.value(args[1]))
	case "_==_", "_!=_":
		if isNull(args[0]) {
			slices.Reverse(args)
		}
		if isNull(args[1]) {
			return c.isNull(e, name == "_!=_", args[0])
		}
	case "optional.of":
		v := c.kept(args[0])
		return c.node(e, model.Some, optionalOf(v.Type), v)
	case "optional.none":
		return c.node(e, model.None, optionalOf(noType))
	case "format":
		return c.format(e, args)
	case "dyn":
		return c.expr(args[0])
	}
	made := c.node(e, model.Call, noType)
	for _, arg := range args {
		if made.Args = append(made.Args, c.value(arg)); c.fault != nil {
			return made
		}
	}
	made.Text = functionName(call.FunctionName())
	c.typeCall(e, made, args)
	return made
}

func functionName(name string) string {
	switch name {
	case "-_":
		return "neg"
	case "!_":
		return "!"
	}
	return strings.Trim(name, "_@")
}

func literalText(e ast.Expr) string {
	if e.Kind() != ast.LiteralKind {
		return ""
	}
	s, _ := e.AsLiteral().Value().(string)
	return s
}

func (c *converter) conditional(e ast.Expr, args []ast.Expr) *model.Expr {
	test, yes, no := c.value(args[0]), c.value(args[1]), c.value(args[2])
	if c.fault != nil {
		return test
	}
	return c.node(e, model.If, c.either(e, yes.Type, no.Type), test, yes, no)
}

// isNull converts x == null and x != null.
func (c *converter) isNull(e ast.Expr, negated bool, x ast.Expr) *model.Expr {
	v := c.expr(x)
	if v.Op != model.Var {
		return c.refuse(e, "write has(x) or !has(x)", "null can only be compared with a field or a variable")
	}
	made := c.node(e, model.IsNull, boolType, v)
	if negated {
		return &model.Expr{Op: model.Call, Text: "!", Type: boolType, Args: []*model.Expr{made}, Offset: made.Offset}
	}
	return made
}

// incomparable describes a type that == does not support, or returns "".
func incomparable(a, b *model.ExprType) string {
	switch {
	case a.Kind == model.ListExpr && b.Kind == model.ListExpr:
		x, y := a.Item(), b.Item()
		if x.Nullable || y.Nullable {
			return "lists with null"
		}
		if x.Kind == model.AnyExpr && x.Model == nil || y.Kind == model.AnyExpr && y.Model == nil {
			return "" // an empty list
		}
		if x.Kind == model.ListExpr || y.Kind == model.ListExpr {
			return "lists of lists"
		}
		if x.Kind != y.Kind {
			return "lists of different types"
		}
		return incomparable(x, y)
	case a.Kind == model.ObjectExpr, a.Kind == model.MapExpr, a.Kind == model.OptionalExpr, a.Kind == model.AnyExpr, a.Kind == model.ListExpr:
		return kindName(a.Kind)
	case b.Kind == a.Kind, numeric(a) && numeric(b):
		return ""
	}
	return kindName(a.Kind) + " and " + kindName(b.Kind)
}

func numeric(t *model.ExprType) bool { return t.Kind == model.IntExpr || t.Kind == model.DoubleExpr }

func isNull(e ast.Expr) bool {
	return e.Kind() == ast.LiteralKind && e.AsLiteral().Type().TypeName() == "null_type"
}

// pattern checks that a pattern is a literal that compiles.
func (c *converter) pattern(e ast.Expr, v *model.Expr) {
	text, ok := v.Lit.(string)
	if !ok {
		c.refuse(e, "write the pattern as a literal", "a pattern that is computed is not supported")
		return
	}
	if _, err := regexp.Compile(text); err != nil {
		c.refuse(e, "correct the pattern; the syntax is RE2", "the pattern %s does not compile: %s", strconv.Quote(text), patternError(err))
	}
}

func patternError(err error) string {
	return strings.TrimPrefix(err.Error(), "error parsing regexp: ")
}
