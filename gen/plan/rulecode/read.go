package rulecode

import (
	"go/ast"
	"go/token"

	"github.com/toolgen/toolgen/gen/model"
)

// variable reads a variable of the rule.
func (c *compiler) variable(e *model.Expr) value {
	v := c.vars[e.Text]
	if e.Bound != nil {
		c.need(v.ok)
	}
	switch kind := v.t.Kind; {
	case e.Type.Nullable: // the item is a pointer
		place := v.code
		if !e.Guarded {
			place = c.attempt(call("gencode.RulePlace", place))
		}
		return c.atPlace(place, e.Type)
	case kind == model.ListExpr, kind == model.MapExpr, kind == model.ObjectExpr:
		return v.value
	}
	return c.scalar(v.code, v.t)
}

// atPlace dereferences a pointer.
func (b *body) atPlace(place ast.Expr, t *model.ExprType) value {
	if t.Kind == model.ObjectExpr {
		return value{code: place, t: t, pointer: true}
	}
	return b.scalar(unary("*", place), t)
}

// scalar converts a value of the schema's Go type to the types of rules. Lists, maps and objects are unchanged.
func (b *body) scalar(read ast.Expr, t *model.ExprType) value {
	m := t.Model
	if m == nil {
		return value{code: read, t: t}
	}
	plain := &model.ExprType{Kind: t.Kind}
	as := func(name string, needed bool) value {
		if needed {
			read = converted(name, read)
		}
		return value{code: read, t: plain}
	}
	try := func(function, of string, needed bool) value {
		return value{code: b.attempt(call(function, as(of, needed).code)), t: plain}
	}
	named := m.Name != ""
	switch t.Kind {
	case model.BoolExpr:
		return as("bool", named)
	case model.StringExpr:
		return as("string", named)
	case model.IntExpr:
		switch {
		case m.Kind == model.Number:
			return try("gencode.RuleInteger", "encoding/json.Number", named)
		case m.BeyondInt64():
			return try("gencode.RuleUint", "uint64", true)
		}
		return as("int64", m.Narrow() || m.Unsigned || named)
	case model.DoubleExpr:
		if m.Kind == model.Number {
			return try("gencode.RuleNumber", "encoding/json.Number", named)
		}
		return as("float64", m.Bits == 32 || named)
	}
	return value{code: read, t: t}
}

// field reads a present field, converted to the types of rules.
func (b *body) field(on value, field *model.Field) value {
	t := model.ExprTypeOf(field.Type)
	if t.Kind != model.ObjectExpr {
		return b.scalar(held(on, field), t)
	}
	code := selected(on, field)
	if field.Form == model.NullableForm {
		code = method(code, "Value")
	}
	return value{code: code, t: t, pointer: field.Form == model.PointerForm || field.Form == model.NullableForm}
}

func (c *compiler) readField(e *model.Expr) value {
	on := c.value(e.Args[0])
	pointer := selected(on, e.Field)
	switch {
	case e.Guarded:
		return c.field(on, e.Field)
	case e.Field.Form == model.NullableForm:
		pointer = method(pointer, "Value")
	case e.Field.Form != model.PointerForm:
		c.need(present(on, e.Field))
		return c.field(on, e.Field)
	}
	return c.atPlace(c.attempt(call("gencode.RulePlace", pointer)), e.Type)
}

func (c *compiler) readKey(e *model.Expr) value {
	m, key := c.value(e.Args[0]), c.value(e.Args[1])
	read := index(m.code, key.code)
	if !e.Guarded || e.Type.Kind == model.ObjectExpr {
		read = c.attempt(read)
	}
	return c.scalar(read, e.Type)
}

func (c *compiler) readIndex(e *model.Expr) value {
	list, i := c.value(e.Args[0]), c.value(e.Args[1])
	switch isObject := e.Type.Kind == model.ObjectExpr; {
	case isObject && list.t.Model != nil:
		place := call("gencode.RuleItem", list.code, i.code)
		return c.atPlace(c.attempt(call("gencode.RulePlace", place)), e.Type)
	case isObject: // of a list of pointers
		return c.place(c.attempt(call("gencode.RuleIndex", list.code, i.code)), e.Type)
	case list.t.Model == nil:
		return value{code: c.attempt(call("gencode.RuleIndex", list.code, i.code)), t: stored(list.t.Item())}
	}
	return c.scalar(c.attempt(call("gencode.RuleIndex", list.code, i.code)), e.Type)
}

// place dereferences a pointer to an object; if it is nil because a step failed, an empty object is used.
func (b *body) place(pointer ast.Expr, t *model.ExprType) value {
	n := name(b.fresh("place"))
	b.emit(set(token.DEFINE, []ast.Expr{n, name("_")}, call("gencode.RulePlace", pointer)))
	return value{code: n, t: t, pointer: true}
}
