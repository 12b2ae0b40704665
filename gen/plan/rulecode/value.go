package rulecode

import (
	"go/ast"

	"github.com/toolgen/toolgen/gen/model"
)

// value is a value of CEL. Scalars have the Go types of goNames. Lists and maps read from the arguments have the Go
// type of their schema; other lists are slices of scalars or of pointers to structs.
type value struct {
	code    ast.Expr
	t       *model.ExprType
	pointer bool // of an object: the expression is a pointer
}

// whole returns a value as it is stored: objects are stored as pointers.
func (v value) whole() ast.Expr {
	if v.t.Kind == model.ObjectExpr && !v.pointer {
		return unary("&", v.code)
	}
	return v.code
}

var (
	intType    = &model.ExprType{Kind: model.IntExpr}
	stringType = &model.ExprType{Kind: model.StringExpr}
)

// goNames are the Go types of scalars in rules.
var goNames = map[model.ExprKind]string{
	model.BoolExpr: "bool", model.IntExpr: "int64", model.DoubleExpr: "float64", model.StringExpr: "string",
	model.TimestampExpr: "time.Time", model.DurationExpr: "time.Duration",
	model.URLExpr: "gencode.RuleURL", model.IPExpr: "gencode.RuleIP", model.CIDRExpr: "gencode.RuleCIDR",
}

// goType returns the Go type in which values of a type are stored. Rules with values that have none are rejected.
func (b *body) goType(t *model.ExprType) ast.Expr {
	switch {
	case t.Kind == model.ObjectExpr:
		return unary("*", ast.NewIdent(b.names.Type(t.Model)))
	case t.Kind != model.ListExpr && t.Kind != model.MapExpr:
		return name(goNames[t.Kind])
	case t.Model != nil:
		return ast.NewIdent(b.names.Type(t.Model))
	}
	return &ast.ArrayType{Elt: b.goType(t.Item())}
}

// stored returns the type of a variable for values of a type: a scalar loses the Go type of its schema.
func stored(t *model.ExprType) *model.ExprType {
	switch t.Kind {
	case model.ListExpr, model.MapExpr, model.ObjectExpr:
		return &model.ExprType{Kind: t.Kind, Elem: t.Elem, Model: t.Model}
	}
	return &model.ExprType{Kind: t.Kind}
}

// isNil and isSet return the conditions that a pointer, slice or map is nil, or is not.
func isNil(e ast.Expr) ast.Expr { return binary(e, "==", lit(nil)) }
func isSet(e ast.Expr) ast.Expr { return binary(e, "!=", lit(nil)) }

// filled returns the condition that a field of an object has a value.
func filled(on value, field *model.Field) ast.Expr {
	there := present(on, field)
	if !on.t.Model.Blank || field.Type.Kind != model.String || field.Type.GoType != "" {
		return there
	}
	read := held(on, field)
	if field.Type.Name != "" {
		read = converted("string", read)
	}
	return all(there, not(call("gencode.Blank", read)))
}

// present returns the condition that a field is neither absent nor null.
func present(on value, field *model.Field) ast.Expr {
	code := selected(on, field)
	switch {
	case field.Form == model.NullableForm:
		return isSet(method(code, "Value"))
	case field.Form == model.PointerForm, !field.Required, field.Type.Nullable(),
		field.Type.Kind == model.Any && field.Type.Name == "" && field.Type.GoType == "":
		return isSet(code)
	}
	return lit(true)
}

// selected returns a field of an object as it is stored.
func selected(on value, field *model.Field) ast.Expr {
	return selector(on.code, field.Name)
}

// held returns the value of a present field, in its Go type.
func held(on value, field *model.Field) ast.Expr {
	code := selected(on, field)
	switch field.Form {
	case model.PointerForm:
		return unary("*", code)
	case model.NullableForm:
		return unary("*", method(code, "Value"))
	}
	return code
}

// mixed compares an int with a double.
func mixed(a, b value, op string) (test ast.Expr, ok bool) {
	if a.t.Kind == b.t.Kind {
		return nil, false
	}
	if a.t.Kind != model.IntExpr {
		swapped := map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "=="}
		return mixed(b, a, swapped[op])
	}
	return binary(call("gencode.RuleCompare", a.code, b.code), op, lit(0)), true
}

// equal returns the condition that two scalars are equal.
func equal(a, b value) ast.Expr {
	if test, ok := mixed(a, b, "=="); ok {
		return test
	}
	if a.t.Kind == model.TimestampExpr || a.t.Kind == model.URLExpr {
		return method(a.code, "Equal", b.code)
	}
	return binary(a.code, "==", b.code)
}

// ordered compares two values that are not NaN.
func ordered(op string, a, b value) ast.Expr {
	if test, ok := mixed(a, b, op); ok {
		return test
	}
	if a.t.Kind == model.TimestampExpr {
		return binary(method(a.code, "Compare", b.code), op, lit(0))
	}
	return binary(a.code, op, b.code)
}

// joined concatenates strings.
func joined(list ...ast.Expr) ast.Expr {
	var flat []ast.Expr
	for _, part := range list {
		flat = append(flat, parts(part, "+")...)
	}
	if len(flat) == 0 {
		return lit("")
	}
	return chained("+", flat)
}
