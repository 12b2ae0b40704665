package expr

import (
	"fmt"
	"strconv"
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/near"
)

// converter translates a checked expression to the model's form. It keeps the first fault: what cannot be
// compiled is an error, never omitted.
type converter struct {
	tree  *ast.AST
	vars  map[string]*model.Expr // variables in scope by source name
	taken map[string]bool        // variable names in use
	fault *fault
}

// fault describes an error in an expression.
type fault struct {
	offset  int
	problem string
	fix     string
	warning bool
}

var (
	boolType   = &model.ExprType{Kind: model.BoolExpr}
	intType    = &model.ExprType{Kind: model.IntExpr}
	doubleType = &model.ExprType{Kind: model.DoubleExpr}
	stringType = &model.ExprType{Kind: model.StringExpr}
	stringList = &model.ExprType{Kind: model.ListExpr, Elem: stringType}
	noType     = &model.ExprType{Kind: model.AnyExpr}
)

func listOf(item *model.ExprType) *model.ExprType {
	return &model.ExprType{Kind: model.ListExpr, Elem: item}
}

func optionalOf(value *model.ExprType) *model.ExprType {
	return &model.ExprType{Kind: model.OptionalExpr, Elem: value}
}

func (c *converter) offset(e ast.Expr) int {
	r, ok := c.tree.SourceInfo().GetOffsetRange(e.ID())
	if !ok {
		return 0
	}
	return int(r.Start)
}

// refuse records why an expression cannot be compiled.
func (c *converter) refuse(e ast.Expr, fix, layout string, args ...any) *model.Expr {
	if c.fault == nil {
		c.fault = &fault{offset: c.offset(e), problem: fmt.Sprintf(layout, args...), fix: fix}
	}
	return &model.Expr{Op: model.Literal, Type: noType}
}

func (c *converter) node(e ast.Expr, op model.Op, t *model.ExprType, args ...*model.Expr) *model.Expr {
	return &model.Expr{Op: op, Type: t, Args: args, Offset: c.offset(e)}
}

// expr converts an expression of any type.
func (c *converter) expr(e ast.Expr) *model.Expr {
	switch e.Kind() {
	case ast.LiteralKind:
		return c.literal(e)
	case ast.IdentKind:
		if v := c.vars[e.AsIdent()]; v != nil {
			made := *v
			made.Offset = c.offset(e)
			return &made
		}
		return c.refuse(e, "compare values, not their types", "%s is a type", e.AsIdent())
	case ast.SelectKind:
		return c.selection(e)
	case ast.CallKind:
		return c.call(e)
	case ast.ListKind:
		return c.list(e)
	case ast.ComprehensionKind:
		return c.macro(e)
	case ast.MapKind:
		return c.refuse(e, "compare with the keys one by one", "a rule cannot build a map")
	}
	return c.refuse(e, "read fields of self", "a rule cannot build an object")
}

// value converts an expression whose value is read, so that its type must be known.
func (c *converter) value(e ast.Expr) *model.Expr {
	made := c.expr(e)
	if made.Type.Kind == model.AnyExpr && c.fault == nil {
		fix := "give it one type in the schema; without one, a rule can only test its presence with has()"
		switch t := made.Type.Model; {
		case t != nil && t.GoType != "":
			return c.refuse(e, "remove x-go-type, or only read other fields", "the value has the Go type %s, which rules cannot read", t.GoType)
		case t != nil && t.Kind == model.Union:
			return c.refuse(e, "put the rule on the variants", "the value is one of several variants, which rules cannot read")
		}
		return c.refuse(e, fix, "the value may have any type, which rules cannot read")
	}
	return made
}

// kept converts an expression whose value is stored. No Go type holds an optional, or null within a list built
// by the rule.
func (c *converter) kept(e ast.Expr) *model.Expr {
	made := c.value(e)
	if made.Type.Kind == model.OptionalExpr {
		return c.refuse(e, "read it first, with orValue(…)", "an optional value cannot be stored")
	}
	if made.Type.Kind == model.ListExpr && made.Type.Model == nil && made.Type.Item().Nullable {
		return c.refuse(e, "remove null with filter(x, x != null)", "a list whose items may be null cannot be stored")
	}
	c.typed(e, made.Type)
	return made
}

// typed rejects a list of unknown item type, which is always empty.
func (c *converter) typed(e ast.Expr, t *model.ExprType) {
	if t.Kind == model.ListExpr && t.Elem != nil && t.Elem.Kind == model.AnyExpr && t.Elem.Model == nil {
		c.refuse(e, "remove the list", "a list that is always empty has no type")
	}
}

func (c *converter) literal(e ast.Expr) *model.Expr {
	made := c.node(e, model.Literal, nil)
	switch v := e.AsLiteral().(type) {
	case types.Bool:
		made.Type, made.Lit = boolType, bool(v)
	case types.Int:
		made.Type, made.Lit = intType, int64(v)
	case types.Double:
		made.Type, made.Lit = doubleType, float64(v)
	case types.String:
		made.Type, made.Lit = stringType, string(v)
	case types.Null:
		return c.refuse(e, "write has(x) or !has(x)", "null can only be compared with a field or a variable")
	default:
		return c.refuse(e, "use int, double, string or bool", "a literal of the type %s is not supported", e.AsLiteral().Type().TypeName())
	}
	return made
}

func (c *converter) list(e ast.Expr) *model.Expr {
	l := e.AsList()
	if len(l.OptionalIndices()) > 0 {
		return c.refuse(e, "list the values that are always present", "optional items of a list are not supported")
	}
	made := c.node(e, model.List, listOf(noType))
	for i, item := range l.Elements() {
		v := c.kept(item)
		made.Args = append(made.Args, v)
		if i == 0 {
			made.Type = listOf(computed(v.Type))
		} else if c.fault == nil {
			made.Type = listOf(c.either(item, made.Type.Elem, v.Type))
		}
	}
	return made
}

// computed returns the type of a value after conversion to a Go scalar.
func computed(t *model.ExprType) *model.ExprType {
	switch t.Kind {
	case model.ObjectExpr, model.ListExpr, model.MapExpr:
		return &model.ExprType{Kind: t.Kind, Elem: t.Elem, Model: t.Model}
	}
	return &model.ExprType{Kind: t.Kind, Elem: t.Elem}
}

// selection converts x.f and has(x.f).
func (c *converter) selection(e ast.Expr) *model.Expr {
	sel := e.AsSelect()
	how := reading
	if sel.IsTestOnly() {
		how = testing
	}
	return c.part(e, how, c.value(sel.Operand()), sel.FieldName())
}

// access is how a part of a value is read: its operations on objects, maps and lists.
type access [3]model.Op

var (
	reading = access{model.ReadField, model.ReadKey, model.ReadIndex}
	testing = access{model.HasField, model.HasKey}
	maybe   = access{model.MaybeField, model.MaybeKey, model.MaybeIndex}
)

// part converts the access to a field of an object, or to a key of a map.
func (c *converter) part(e ast.Expr, how access, on *model.Expr, name string) *model.Expr {
	of := on.Type
	if of.Kind == model.OptionalExpr {
		if how == testing {
			return c.refuse(e, "write x.?f.hasValue()", "has() of an optional value is not supported")
		}
		of, how = of.Item(), maybe
	}
	switch {
	case c.fault != nil:
		return on
	case of.Kind == model.MapExpr:
		return c.item(e, how, on, &model.Expr{Op: model.Literal, Type: stringType, Lit: name, Offset: c.offset(e)})
	case of.Kind != model.ObjectExpr:
		return c.refuse(e, "read fields of objects only", "%s has no fields", kindName(of.Kind))
	}
	f := findField(of.Model, name)
	if f == nil {
		return c.refuse(e, suggestField(of.Model, name), "there is no field %s", strconv.Quote(name))
	}
	made := c.node(e, how[0], how.result(model.ExprTypeOf(f.Type)), on)
	made.Field = f
	return made
}

// item converts the access to an item of a list or map.
func (c *converter) item(e ast.Expr, how access, on, at *model.Expr) *model.Expr {
	of, op := on.Type, how[1]
	if of.Kind == model.OptionalExpr {
		of, how = of.Item(), maybe
		op = how[1]
	}
	switch {
	case of.Kind == model.ListExpr && at.Type.Kind == model.IntExpr:
		op = how[2]
	case of.Kind != model.MapExpr || at.Type.Kind != model.StringExpr:
		return c.refuse(e, "index lists by int and maps by string", "%s cannot be indexed by %s", kindName(of.Kind), kindName(at.Type.Kind))
	}
	item := of.Item()
	if item.Nullable && how != testing {
		return c.refuse(e, "iterate with a macro, and guard its variable with != null",
			"an item that may be null cannot be read by its index or key")
	}
	return c.node(e, op, how.result(item), on, at)
}

// result returns the type of a part whose value has the type t.
func (how access) result(t *model.ExprType) *model.ExprType {
	switch how {
	case testing:
		return boolType
	case maybe:
		return optionalOf(t)
	}
	return t
}

func suggestField(t *model.Type, name string) string {
	names := keys(t)
	switch n := near.Name(name, names); {
	case n != "":
		return "write " + spelling(n)
	case len(names) == 0:
		return "the object declares no fields"
	case len(names) > 8:
		names = append(names[:8], "…")
	}
	return "the fields are " + strings.Join(names, ", ")
}

func kindName(k model.ExprKind) string {
	return [...]string{
		"a bool", "an int", "a double", "a string", "an object", "a list", "a map", "an optional value",
		"a timestamp", "a duration", "a URL", "an IP address", "an address prefix", "a value of any type",
	}[k]
}
