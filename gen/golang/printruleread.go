package golang

import (
	"math"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
)

// field is the Go expression for a field of an object, whatever it holds.
func (p *rulePrinter) field(on ruleValue, field *model.Field) expr {
	return selected(on.code, p.f.ident(field.Name))
}

// filled is the condition that a field of an object has a value.
func (p *rulePrinter) filled(on ruleValue, field *model.Field) cond {
	there := p.present(on, field)
	if !on.t.Model.Blank || field.Type.Kind != model.String || field.Type.GoType != "" {
		return there
	}
	read := p.fieldValue(on, field)
	blank := func() *jen.Statement { return p.f.rt("Blank").Call(basic(field.Type, read)) }
	return all(there, p.truth(blank).not())
}

// present is the condition that a field is neither absent nor null.
func (p *rulePrinter) present(on ruleValue, field *model.Field) cond {
	value := p.field(on, field)
	switch {
	case field.Form == model.NullableForm:
		return binary(func() *jen.Statement { return value().Dot("Value").Call() }, "!=", "==", jen.Nil)
	case field.Form == model.PointerForm:
		return binary(value, "!=", "==", jen.Nil)
	case !field.Required || field.Type.Nullable(), field.Type.Kind == model.Any && field.Type.Name == "" && field.Type.GoType == "":
		return binary(value, "!=", "==", jen.Nil)
	}
	return cond{constant: alwaysTrue}
}

// fieldValue is the Go expression for the value of a field that has one.
func (p *rulePrinter) fieldValue(on ruleValue, field *model.Field) expr {
	value := p.field(on, field)
	switch field.Form {
	case model.PointerForm:
		return func() *jen.Statement { return jen.Op("*").Add(value()) }
	case model.NullableForm:
		return func() *jen.Statement { return jen.Op("*").Add(value()).Dot("Value").Call() }
	}
	return value
}

// fieldPlace is the value of a field that has one, as rules compute with it.
func (p *rulePrinter) fieldPlace(on ruleValue, field *model.Field) ruleValue {
	t := model.ExprTypeOf(field.Type)
	value := p.field(on, field)
	if t.Kind == model.ObjectExpr {
		switch field.Form {
		case model.PointerForm:
			return ruleValue{code: value, t: t, pointer: true}
		case model.NullableForm:
			return ruleValue{code: func() *jen.Statement { return value().Dot("Value").Call() }, t: t, pointer: true}
		}
		return ruleValue{code: value, t: t}
	}
	read := p.fieldValue(on, field)
	if t.Kind == model.ListExpr || t.Kind == model.MapExpr {
		return ruleValue{code: read, t: t, deref: field.Form == model.PointerForm || field.Form == model.NullableForm}
	}
	return p.scalar(read, t)
}

func (p *rulePrinter) readField(e *model.Expr) ruleValue {
	on := p.value(e.Args[0])
	if e.Guarded {
		return p.fieldPlace(on, e.Field)
	}
	value := p.field(on, e.Field)
	switch e.Field.Form {
	case model.PointerForm:
		return p.atPlace(p.attempt(p.f.rt("RulePlace").Call(value()), e.Type).code, e.Type)
	case model.NullableForm:
		return p.atPlace(p.attempt(p.f.rt("RulePlace").Call(value().Dot("Value").Call()), e.Type).code, e.Type)
	}
	p.need(p.present(on, e.Field))
	return p.fieldPlace(on, e.Field)
}

func (p *rulePrinter) readKey(e *model.Expr) ruleValue {
	m, key := p.value(e.Args[0]), p.value(e.Args[1])
	if e.Guarded && e.Type.Kind != model.ObjectExpr {
		return p.item(func() *jen.Statement { return m.at(key) }, e.Type, false)
	}
	v := p.attempt(m.at(key), e.Type)
	return p.item(v.code, e.Type, false)
}

// at is the item at a place of a list, or under a key of a map.
func (v ruleValue) at(place ruleValue) *jen.Statement {
	code := v.code()
	if v.deref {
		code = jen.Parens(code)
	}
	return code.Index(place.code())
}

// item is an item of a list or a value of a map, as rules compute with it.
func (p *rulePrinter) item(read expr, t *model.ExprType, pointer bool) ruleValue {
	switch t.Kind {
	case model.ObjectExpr, model.ListExpr, model.MapExpr:
		return ruleValue{code: read, t: t, pointer: pointer}
	}
	return p.scalar(read, t)
}

func (p *rulePrinter) readIndex(e *model.Expr) ruleValue {
	list, i := p.value(e.Args[0]), p.value(e.Args[1])
	if e.Type.Kind == model.ObjectExpr && list.t.Model != nil {
		place := p.f.rt("RuleItem").Call(list.code(), i.code())
		return p.atPlace(p.attempt(p.f.rt("RulePlace").Call(place), e.Type).code, e.Type)
	}
	if e.Type.Kind == model.ObjectExpr { // a list of pointers
		v := p.attempt(p.f.rt("RuleIndex").Call(list.code(), i.code()), e.Type)
		made := p.fresh("place")
		p.emit(jen.List(jen.Id(made), jen.Id("_")).Op(":=").Add(p.f.rt("RulePlace").Call(v.code())))
		return ruleValue{code: id(made), t: e.Type, pointer: true}
	}
	v := p.attempt(p.f.rt("RuleIndex").Call(list.code(), i.code()), e.Type)
	if list.t.Model == nil {
		return ruleValue{code: v.code, t: storedType(list.t.Item())}
	}
	return p.item(v.code, e.Type, false)
}

func (p *rulePrinter) hasField(e *model.Expr) cond {
	return p.filled(p.value(e.Args[0]), e.Field)
}

// hasValue is the condition that an optional has a value.
func (p *rulePrinter) hasValue(e *model.Expr) cond {
	if of := e.Args[0]; of.Op == model.MaybeField && of.Args[0].Type.Kind == model.ObjectExpr && !of.CanFail() {
		return p.filled(p.value(of.Args[0]), of.Field)
	}
	there := p.fresh("there")
	p.emit(jen.Var().Id(there).Bool())
	p.optional(e.Args[0], func(ruleValue) { p.emit(jen.Id(there).Op("=").True()) })
	return flagged(there)
}

// optional runs code with the value of an optional, where it has one.
func (p *rulePrinter) optional(e *model.Expr, then func(ruleValue)) {
	when := func(test cond, code func()) {
		switch test.constant {
		case alwaysTrue:
			code()
		case varies:
			p.emit(jen.If(test.yes()).Block(p.inner(code)...))
		}
	}
	switch e.Op {
	case model.Some:
		then(p.value(e.Args[0]))
	case model.None:
	case model.MaybeField:
		p.through(e.Args[0], func(on ruleValue) {
			when(p.filled(on, e.Field), func() { then(p.fieldPlace(on, e.Field)) })
		})
	case model.MaybeKey:
		p.through(e.Args[0], func(m ruleValue) {
			key := p.value(e.Args[1])
			v, ok := p.fresh("v"), p.fresh("ok")
			body := p.inner(func() { then(p.item(id(v), e.Type.Item(), false)) })
			p.emit(jen.If(jen.List(jen.Id(v), jen.Id(ok)).Op(":=").Add(m.at(key)), jen.Id(ok)).
				Block(body...))
		})
	case model.MaybeIndex:
		p.through(e.Args[0], func(list ruleValue) {
			i := p.store(p.value(e.Args[1]), "i")
			item := func() *jen.Statement { return list.at(i) }
			inside := binary(i.code, ">=", "<", func() *jen.Statement { return jen.Lit(0) })
			inside = all(inside, binary(i.code, "<", ">=", func() *jen.Statement { return jen.Int64().Call(jen.Len(list.code())) }))
			when(inside, func() {
				if list.t.Model == nil {
					then(ruleValue{code: item, t: storedType(list.t.Item()), pointer: true})
					return
				}
				then(p.item(item, e.Type.Item(), false))
			})
		})
	case model.OrOptional:
		there := p.fresh("there")
		p.emit(jen.Var().Id(there).Bool())
		p.optional(e.Args[0], func(v ruleValue) {
			p.emit(jen.Id(there).Op("=").True())
			then(v)
		})
		p.emit(jen.If(jen.Op("!").Id(there)).Block(p.inner(func() { p.optional(e.Args[1], then) })...))
	case model.If:
		test := p.decided(e.Args[0])
		yes := p.inner(func() { p.optional(e.Args[1], then) })
		no := p.inner(func() { p.optional(e.Args[2], then) })
		switch {
		case len(no) == 0:
			p.emit(jen.If(condition(test)).Block(yes...))
		case len(yes) == 0:
			p.emit(jen.If(condition(test.not())).Block(no...))
		default:
			p.emit(jen.If(condition(test)).Block(yes...).Else().Block(no...))
		}
	case model.Bind:
		p.bind(e)
		p.optional(e.Args[1], then)
	default:
		p.f.fail("a rule has an optional value that cannot be compiled")
	}
}

// through runs code with a value, or with that of an optional, where it has one.
func (p *rulePrinter) through(e *model.Expr, then func(ruleValue)) {
	if e.Type.Kind == model.OptionalExpr {
		p.optional(e, then)
		return
	}
	then(p.value(e))
}

// orValue prints an optional with a default, or without one, where a step fails that needs it.
func (p *rulePrinter) orValue(e *model.Expr) ruleValue {
	t := storedType(e.Type)
	made := ruleValue{code: id(p.fresh("v")), t: t, pointer: true}
	assign := func(v ruleValue) { p.emit(made.code().Op("=").Add(p.fit(v, t))) }
	needed := e.Op == model.TakeValue
	if !needed && !e.Args[1].CanFail() && e.Args[1].Op == model.Literal && !isZero(e.Args[1]) && t.Kind != model.DoubleExpr && t.Kind != model.IntExpr {
		p.emit(made.code().Op(":=").Add(p.value(e.Args[1]).code()))
		p.optional(e.Args[0], assign)
		return made
	}
	p.emit(jen.Var().Add(made.code()).Add(p.goType(t)))
	if !needed && (isZero(e.Args[1]) || e.Args[1].Op == model.List && len(e.Args[1].Args) == 0) {
		p.optional(e.Args[0], assign)
		return made
	}
	there := p.fresh("there")
	p.emit(jen.Var().Id(there).Bool())
	p.optional(e.Args[0], func(v ruleValue) {
		p.emit(jen.Id(there).Op("=").True())
		assign(v)
	})
	if needed {
		p.need(flagged(there))
		if t.Kind == model.ObjectExpr {
			place := p.fresh("place")
			p.emit(jen.List(jen.Id(place), jen.Id("_")).Op(":=").Add(p.f.rt("RulePlace").Call(made.code())))
			made.code = id(place)
		}
		return made
	}
	p.emit(jen.If(jen.Op("!").Id(there)).Block(p.inner(func() { assign(p.value(e.Args[1])) })...))
	return made
}

func isZero(e *model.Expr) bool {
	switch v := e.Lit.(type) {
	case bool:
		return !v
	case int64:
		return v == 0
	case float64:
		return v == 0 && !math.Signbit(v)
	case string:
		return v == ""
	}
	return false
}
