package expr

import (
	"fmt"
	"strconv"

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
		fix := "give it one type in the schema; a rule may only ask whether it is there, with has()"
		switch t := made.Type.Model; {
		case t != nil && t.GoType != "":
			return c.refuse(e, "drop x-go-type, or keep the rule to other fields", "the value has the Go type %s, which rules cannot look into", t.GoType)
		case t != nil && t.Kind == model.Union:
			return c.refuse(e, "put the rule on the variants", "the value is one of several variants, which rules cannot look into")
		}
		return c.refuse(e, fix, "the value may be of any type, which rules cannot look into")
	}
	return made
}

// kept converts an expression whose value is stored. No Go type holds an optional, or null within a list built
// by the rule.
func (c *converter) kept(e ast.Expr) *model.Expr {
	made := c.value(e)
	if made.Type.Kind == model.OptionalExpr {
		return c.refuse(e, "read it first, with orValue(…)", "an optional value cannot be put aside")
	}
	if made.Type.Kind == model.ListExpr && made.Type.Model == nil && made.Type.Item().Nullable {
		return c.refuse(e, "drop null with filter(x, x != null)", "a list whose items may be null cannot be put aside")
	}
	c.typed(e, made.Type)
	return made
}

// typed rejects a list of unknown item type, which is always empty.
func (c *converter) typed(e ast.Expr, t *model.ExprType) {
	if t.Kind == model.ListExpr && t.Elem != nil && t.Elem.Kind == model.AnyExpr && t.Elem.Model == nil {
		c.refuse(e, "leave the list out: it is always empty", "a list that never has an item has no type")
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
		return c.refuse(e, "list the values that are certainly there", "optional items of a list are not supported")
	}
	made := c.node(e, model.List, listOf(noType))
	for i, item := range l.Elements() {
		v := c.kept(item)
		made.Args = append(made.Args, v)
		switch {
		case i == 0:
			made.Type = listOf(computed(v.Type))
		case c.fault == nil:
			t, problem := merge(made.Type.Elem, v.Type)
			if problem != "" {
				return c.refuse(item, "make all items of one type", "the items of the list %s", problem)
			}
			made.Type = listOf(t)
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
	on := c.value(sel.Operand())
	if c.fault != nil {
		return on
	}
	of := on.Type
	if of.Kind == model.OptionalExpr {
		if sel.IsTestOnly() {
			return c.refuse(e, "write x.?f.hasValue()", "has() of an optional value is not supported")
		}
		return c.maybe(e, on, sel.FieldName())
	}
	switch of.Kind {
	case model.ObjectExpr:
		f := findField(of.Model, sel.FieldName())
		if f == nil {
			return c.noField(e, of.Model, sel.FieldName())
		}
		if sel.IsTestOnly() {
			made := c.node(e, model.HasField, boolType, on)
			made.Field = f
			return made
		}
		made := c.node(e, model.ReadField, model.ExprTypeOf(f.Type), on)
		made.Field = f
		return made
	case model.MapExpr:
		key := &model.Expr{Op: model.Literal, Type: stringType, Lit: sel.FieldName(), Offset: c.offset(e)}
		if sel.IsTestOnly() {
			return c.node(e, model.HasKey, boolType, on, key)
		}
		if of.Item().Nullable {
			return c.refuse(e, nullItemFix, "a value that may be null cannot be read by its key")
		}
		return c.node(e, model.ReadKey, of.Item(), on, key)
	}
	return c.refuse(e, "read fields of objects only", "%s has no fields", kindName(of.Kind))
}

func (c *converter) noField(e ast.Expr, t *model.Type, name string) *model.Expr {
	return c.refuse(e, suggestField(t, name), "there is no field %s", strconv.Quote(name))
}

func suggestField(t *model.Type, name string) string {
	if n := near.Name(name, keys(t)); n != "" {
		return "write " + spelling(n)
	}
	if len(t.Fields) == 0 {
		return "the object declares no fields"
	}
	list := ""
	for i, key := range keys(t) {
		switch {
		case i == 8:
			return "the fields are " + list + ", …"
		case i > 0:
			list += ", "
		}
		list += key
	}
	return "the fields are " + list
}

// maybe converts x.?f on an object, a map, or an optional of either.
func (c *converter) maybe(e ast.Expr, on *model.Expr, name string) *model.Expr {
	of := on.Type
	if of.Kind == model.OptionalExpr {
		of = of.Item()
	}
	switch of.Kind {
	case model.ObjectExpr:
		f := findField(of.Model, name)
		if f == nil {
			return c.noField(e, of.Model, name)
		}
		made := c.node(e, model.MaybeField, optionalOf(model.ExprTypeOf(f.Type)), on)
		made.Field = f
		return made
	case model.MapExpr:
		key := &model.Expr{Op: model.Literal, Type: stringType, Lit: name, Offset: c.offset(e)}
		if of.Item().Nullable {
			return c.refuse(e, nullItemFix, "a value that may be null cannot be read by its key")
		}
		return c.node(e, model.MaybeKey, optionalOf(of.Item()), on, key)
	}
	return c.refuse(e, "read fields of objects only", "%s has no fields", kindName(of.Kind))
}

const nullItemFix = "let the schema say that the values are not null"

func kindName(k model.ExprKind) string {
	return [...]string{
		"a bool", "an int", "a double", "a string", "an object", "a list", "a map", "an optional value",
		"a timestamp", "a duration", "a URL", "an IP address", "an address prefix", "a value of any type",
	}[k]
}
