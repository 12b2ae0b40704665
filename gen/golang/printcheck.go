package golang

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
)

// printCheck prints the method that validates a Go value, unless the decode method does. A type without checks
// has none, unless Validate needs it.
func (f checkPrinter) printCheck(t *model.Type) {
	if f.shape || f.of(t).Walked || !f.of(t).Checked && t != f.tool.Args {
		return
	}
	var body []jen.Code
	switch {
	case t.Kind == model.Struct && !t.Never:
		body = f.checkStruct(t)
	case t.Kind == model.Union && !t.Never:
		body = f.checkUnion(t)
	default:
		body = f.checkShape(t, f.self(t), "not")
		if t.Kind == model.Slice || t.Kind == model.Map {
			body = f.unlessNil(jen.Op("*").Id("v"), body)
		}
	}
	if f.of(t).Recursive {
		body = append(append([]jen.Code{jen.If(jen.Op("!").Id("c").Dot("Down").Call()).Block(jen.Return())}, body...), jen.Id("c").Dot("Up").Call())
	}
	f.add(jen.Add(comment("check is for Validate: it holds a Go value against the schema, as decode does what it reads.")).Line().
		Add(f.method(t, "check")).Params(jen.Id("c").Op("*").Add(f.rt("Checker"))).Block(body...))
}

// checkStruct checks the fields in order, then the object as a whole.
func (f checkPrinter) checkStruct(t *model.Type) []jen.Code {
	var body []jen.Code
	usesObject := false
	for i, field := range t.Fields {
		if number := f.numberField(t, field); number != nil {
			body = append(body, jen.Id("c").Dot("FiniteField").Call(jen.Op("&").Id("o"), jen.Lit(i), number))
			usesObject = true
			continue
		}
		if text := f.textField(t, field); text != nil {
			body = append(body, jen.Id("c").Dot("TextField").Call(jen.Op("&").Id("o"), jen.Lit(i), text))
			usesObject = true
			continue
		}
		if code := f.unlessBlank(t, field, f.checkField(field)); len(code) > 0 {
			body = append(body, code...)
			body = append(body, jen.Id("c").Dot("Field").Call(jen.Op("&").Id("o"), jen.Lit(i)))
			usesObject = true
		}
	}
	if f.of(t).Keeps {
		if t.KeyPattern() == nil && f.onlyWritable(f.values(t)) {
			body = append(body, f.rt("EachOtherAny").Call(jen.Id("c"), jen.Op("&").Id("o"), jen.Id("a").Dot("AdditionalProperties")))
		} else {
			check := f.elemCheck(f.values(t), "additionalProperties")
			if check == nil {
				check = jen.Nil()
			}
			body = append(body, f.fitting("EachOther", "c", t, check, jen.Op("&").Id("o"), jen.Id("a").Dot("AdditionalProperties")))
		}
		usesObject = true
	}
	at := f.onChecker(id("a"))
	for _, size := range f.of(t).Members {
		body = append(body, at.call(capital(size.Word), f.memberCount(t), jen.Lit(size.Limit)))
	}
	related := f.relationCalls(t, at, jen.Op("&").Id("o"))
	body = append(body, related...)
	if usesObject || f.asksWalk(t) {
		body = append(body, f.mask(t, "c")...)
		body = append([]jen.Code{jen.Id("o").Op(":=").Id("c").Dot("Fields").Call(jen.Op("&").Id(f.objectSpec(t)))}, body...)
	}
	return body
}

// numberField returns a pointer to a float64 field without constraints, or nil. A single call handles these
// frequent fields.
func (f checkPrinter) numberField(t *model.Type, field *model.Field) *jen.Statement {
	if number := field.Type; !f.of(number).Finite || number.Bits == 32 {
		return nil
	}
	return f.plainField(t, field)
}

// textField is numberField for strings that only must be valid UTF-8.
func (f checkPrinter) textField(t *model.Type, field *model.Field) *jen.Statement {
	if text := field.Type; text.Kind != model.String || text.GoType != "" || text.Never {
		return nil
	}
	return f.plainField(t, field)
}

// plainField returns a pointer to the value of a field without constraints, or nil.
func (f checkPrinter) plainField(t *model.Type, field *model.Field) *jen.Statement {
	if !f.of(field.Type).Plain || field.Type.Name != "" || t.Blank && field.Required {
		return nil
	}
	value := jen.Id("a").Dot(f.ident(field.Name))
	switch field.Form {
	case model.PointerForm:
		if field.Required && len(f.nullChecks(field.Type, f.onChecker(id("nil")))) > 0 {
			return nil
		}
		return value
	case model.NullableForm:
		return nil
	}
	return jen.Op("&").Add(value)
}

// memberCount counts the members that the struct marshals to.
func (f checkPrinter) memberCount(t *model.Type) *jen.Statement {
	always := 0
	var optional []jen.Code
	for _, field := range t.Fields {
		if present := f.present(id("a"), field); present != nil {
			optional = append(optional, present)
		} else {
			always++
		}
	}
	var counts []jen.Code
	if len(optional) > 0 {
		counts = append(counts, f.rt("Count").Call(optional...))
	}
	if f.of(t).Keeps {
		counts = append(counts, f.rt("CountOthers").Call(jen.Op("&").Id(f.objectSpec(t)), jen.Id("a").Dot("AdditionalProperties")))
	}
	if always > 0 || len(counts) == 0 {
		counts = append([]jen.Code{jen.Lit(always)}, counts...)
	}
	sum := jen.Add(counts[0])
	for _, count := range counts[1:] {
		sum.Op("+").Add(count)
	}
	return sum
}

// present prints the presence test of an optional field; nil if it is always present.
func (f *source) present(base expr, field *model.Field) *jen.Statement {
	value := selected(base, field.Name)()
	switch {
	case field.Required:
		return nil
	case field.Form == model.NullableForm:
		return jen.Op("!").Add(value).Dot("IsZero").Call()
	}
	return value.Op("!=").Nil()
}

// checkField checks the value of a field, if present.
func (f checkPrinter) checkField(field *model.Field) []jen.Code {
	value := selected(id("a"), f.ident(field.Name))
	switch field.Form {
	case model.PointerForm:
		p := place{addr: value, recv: value, read: func() *jen.Statement { return jen.Op("*").Add(value()) }}
		var null []jen.Code
		if field.Required {
			null = f.nullChecks(field.Type, f.onChecker(id("nil")))
		}
		return branch(value().Op("!=").Nil(), f.checkValue(field.Type, p, "properties"), null)
	case model.NullableForm:
		null := f.nullChecks(field.Type, f.onChecker(id("nil")))
		code := f.checkValue(field.Type, variable(id("v")), "properties")
		there := jen.Id("ok")
		if f.of(field.Type).HoldsNil {
			there.Op("&&").Id("v").Op("!=").Nil() // otherwise it marshals to null
		}
		if len(code) > 0 {
			get := jen.List(jen.Id("v"), jen.Id("ok")).Op(":=").Add(value()).Dot("Get").Call()
			code = []jen.Code{jen.If(get, there).Block(code...)}
		}
		switch {
		case len(null) > 0 && f.of(field.Type).HoldsNil:
			get := jen.List(jen.Id("v"), jen.Id("_")).Op(":=").Add(value()).Dot("Get").Call()
			code = append(code, jen.If(get, jen.Id("v").Op("==").Nil().Op("&&").Op("!").Add(value()).Dot("IsZero").Call()).Block(null...))
		case len(null) > 0:
			code = append(code, jen.If(value().Dot("IsNull").Call()).Block(null...))
		}
		return code
	}
	code := f.checkValue(field.Type, variable(value), "properties")
	nilable := field.Type.GoType == "" && (field.Type.Kind == model.Slice || field.Type.Kind == model.Map)
	switch {
	case nilable && field.Type.Nullable():
		return branch(value().Op("!=").Nil(), code, f.nullChecks(field.Type, f.onChecker(id("nil"))))
	case nilable && field.Required:
		return f.unlessNil(value(), code)
	case nilable || !field.Required:
		return branch(value().Op("!=").Nil(), code, nil)
	case len(field.Type.Rules) > 0 && !f.of(field.Type).Methods:
		return one(jen.Block(code...)) // declares a variable
	}
	return code
}

// unlessNil runs code for a non-nil list or map; nil means missing.
func (f checkPrinter) unlessNil(value *jen.Statement, code []jen.Code) []jen.Code {
	present := jen.Id("c").Dot("Present").Call(value.Op("!=").Nil())
	if len(code) == 0 {
		return []jen.Code{present}
	}
	return []jen.Code{jen.If(present).Block(code...)}
}

// branch prints an if statement without empty branches.
func branch(cond *jen.Statement, yes, no []jen.Code) []jen.Code {
	switch {
	case len(yes) == 0 && len(no) == 0:
		return nil
	case len(yes) == 0:
		return []jen.Code{jen.If(jen.Op("!").Parens(cond)).Block(no...)}
	case len(no) == 0:
		return []jen.Code{jen.If(cond).Block(yes...)}
	}
	return []jen.Code{jen.If(cond).Block(yes...).Else().Block(no...)}
}

// checkValue checks a non-null value of t.
func (f checkPrinter) checkValue(t *model.Type, p place, holder string) []jen.Code {
	if f.of(t).Methods {
		if !f.of(t).Checked {
			return nil
		}
		return one(f.checkMethod(t, p.recv()))
	}
	return f.checkShape(t, p, holder)
}

// checkShape is checkValue without t's own methods.
func (f checkPrinter) checkShape(t *model.Type, p place, holder string) []jen.Code {
	at := f.onChecker(p.read)
	switch {
	case t.Never:
		return []jen.Code{jen.Id("c").Dot("Issue").Call(text(plan.Blamed(t, holder)), jen.Nil(), jen.Nil())}
	case t.GoType != "", t.Kind == model.Any:
		return f.checkAny(t, p)
	}
	var code []jen.Code
	switch t.Kind {
	case model.Slice:
		if t.Each != nil {
			list := f.positions(t, f.elemCheck, f.neverCheck)
			if slices.ContainsFunc(list, func(check jen.Code) bool { return fmt.Sprintf("%#v", check) != "nil" }) {
				code = append(code, f.rt("EachAt").Call(append([]jen.Code{jen.Id("c"), p.read()}, list...)...))
			}
		} else if check := f.elemCheck(f.items(t), "items"); check != nil {
			code = append(code, f.rt("Each").Call(jen.Id("c"), p.read(), check))
		}
	case model.Map:
		if t.KeyPattern() != nil {
			check := f.elemCheck(f.values(t), "patternProperties")
			if check == nil {
				check = jen.Nil()
			}
			code = append(code, f.fitting("EachKey", "c", t, check, p.read()))
		} else if f.onlyWritable(f.values(t)) {
			code = append(code, f.rt("EachAny").Call(jen.Id("c"), p.read()))
		} else {
			check := f.elemCheck(f.values(t), "additionalProperties")
			if check == nil {
				check = jen.Nil()
			}
			code = append(code, f.rt("EachKey").Call(jen.Id("c"), p.read(), check))
		}
	case model.Float:
		if f.of(t).Finite {
			code = append(code, at.call("Finite", f.wide(t, p.read, at)))
		}
	}
	at.untouched = len(code) == 0
	own := f.own(t, p.read, at)
	var first *jen.Statement // required for the rest
	switch t.Kind {
	case model.Number:
		first = at.call("IsNumber", numberText(t, p.read), f.jsonTypes(f.of(t).Possible))
	case model.String:
		first = at.call("Text", basic(t, p.read))
	}
	switch {
	case first != nil && len(own) > 0:
		own = one(jen.If(first).Block(own...))
	case first != nil:
		own = one(first)
	}
	code = append(code, own...)
	return append(at.preamble(), code...)
}

// checkAny checks a value whose Go type may not marshal, by its JSON.
func (f checkPrinter) checkAny(t *model.Type, p place) []jen.Code {
	enum, isEnum := plan.OnlyEnum(t)
	switch {
	case !f.of(t).Free && isEnum:
		return one(f.enumAny(enum, f.rt("Plain").Call(p.read()), onC))
	case !f.of(t).Free:
		return one(f.rt("Hold").Call(jen.Id("c"), p.read(), jen.Id(f.anyCheck(t))))
	case t.GoType == "":
		return one(jen.Id("c").Dot("Writable").Call(p.read()))
	case t.GoType == "string":
		return one(jen.Id("c").Dot("Text").Call(p.read()))
	case !f.of(t).Unwritable:
		return nil
	case t.GoType == "float32":
		return one(jen.Id("c").Dot("Finite").Call(jen.Id("c").Dot("Single").Call(p.read())))
	case t.GoType == "float64":
		return one(jen.Id("c").Dot("Finite").Call(jen.Id("float64").Call(p.read())))
	}
	return one(jen.Id("c").Dot("Writable").Call(p.addr()))
}

// onlyWritable reports whether a value of type any only has to marshal.
func (f *valuePrinter) onlyWritable(t *model.Type) bool {
	return t.Kind == model.Any && t.Name == "" && t.GoType == "" && !t.Never && f.of(t).Free
}

// neverCheck returns the function for an item that is not allowed.
func (f checkPrinter) neverCheck(list *model.Type, keyword string) *jen.Statement {
	return jen.Func().Params(jen.Id("_").Op("*").Add(f.elemType(list.Each)), jen.Id("c").Op("*").Add(f.rt("Checker"))).
		Block(jen.Id("c").Dot("Issue").Call(text(keyword), jen.Nil(), jen.Nil()))
}

// elemCheck returns the function that checks a slice item or map value, nil if there is nothing to check.
func (f checkPrinter) elemCheck(t *model.Type, holder string) *jen.Statement {
	elem := f.goType(t)
	var body []jen.Code
	switch {
	case t.Nullable() && !t.Never:
		elem = jen.Op("*").Add(elem)
		inner := func() *jen.Statement { return jen.Op("*").Id("v") }
		p := place{
			addr: inner,
			recv: func() *jen.Statement { return jen.Parens(inner()) },
			read: func() *jen.Statement { return jen.Op("**").Id("v") },
		}
		there := inner().Op("!=").Nil()
		if f.of(t).HoldsNil {
			there.Op("&&").Op("**").Id("v").Op("!=").Nil() // otherwise it marshals to null
		}
		body = branch(there, f.checkValue(t, p, holder), f.nullChecks(t, f.onChecker(id("nil"))))
	case f.of(t).Methods:
		if !f.of(t).Checked {
			return nil
		}
		if !f.of(t).Walked {
			return f.methodExpr(t, "check")
		}
		body = one(f.checkMethod(t, jen.Id("v")))
	case f.onlyWritable(t):
		return f.rt("CheckAny")
	case t.Kind == model.String && t.GoType == "" && t.Name == "" && !t.Never && f.of(t).Plain:
		return f.rt("CheckText")
	default:
		if body = f.checkShape(t, pointed(id("v")), holder); f.of(t).HoldsNil && !t.Nullable() {
			body = f.unlessNil(jen.Op("*").Id("v"), body)
		}
	}
	if len(body) == 0 {
		return nil
	}
	return jen.Func().Params(jen.Id("v").Op("*").Add(elem), jen.Id("c").Op("*").Add(f.rt("Checker"))).Block(body...)
}
