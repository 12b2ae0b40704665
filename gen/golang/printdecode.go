package golang

import (
	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
)

// printDecode prints the decode method of a named type. A root has a function instead, which the runtime can call without
// knowing the type, and the method only if it is part of a type.
func (f *decodePrinter) printDecode(t *model.Type) {
	f.walking = f.of(t).Walked
	defer func() { f.walking = false }()
	root := f.isRoot(t)
	body, end := f.byJSON(t), []jen.Code(nil)
	self := jen.Id(receiver(t))
	if root {
		made := jen.If(jen.Op("!").Id("ok")).Block(jen.Add(self).Op("=").New(f.name(t.Name)))
		body = append([]jen.Code{jen.List(self, jen.Id("ok")).Op(":=").Id("to").Assert(jen.Op("*").Add(f.name(t.Name))), made}, body...)
		end = one(jen.Return(self))
	}
	if root && t.Nullable() {
		// The type cannot represent null, which becomes the zero value.
		body = append(body, jen.If(jen.Id("d").Dot("Null").Call()).Block(jen.Return(self)))
	}
	switch {
	case t.Kind == model.Struct && !t.Never:
		body = append(body, f.decodeStruct(t)...)
	case t.Kind == model.Union && !t.Never:
		body = append(body, f.decodeUnion(t)...)
	default:
		body = append(body, f.decodeShape(t, f.self(t), "not").code(nil)...)
	}
	decoder := jen.Id("d").Op("*").Add(f.rt("Decoder"))
	if !root {
		f.add(f.method(t, "decode").Params(decoder).Block(body...))
		return
	}
	name := f.reader(t)
	f.add(jen.Add(comment(name+" reads into to, or into a new value.")).Line().
		Func().Id(name).Params(decoder, jen.Id("to").Any()).Any().Block(append(body, end...)...))
	if f.names.parts[t] {
		f.add(f.method(t, "decode").Params(decoder.Clone()).Add(short(jen.Id(name).Call(jen.Id("d"), self))))
	}
}

// byJSON leaves a Go value to the check of its JSON, if the decode method cannot check it.
func (f *decodePrinter) byJSON(t *model.Type) []jen.Code {
	if f.shape || f.walking {
		return nil
	}
	made, done := jen.New(f.name(t.Name)).Dot("decode").Call(jen.Id("d")), jen.Return()
	if f.isRoot(t) {
		made, done = jen.Id(f.reader(t)).Call(jen.Id("d"), jen.Nil()), jen.Return(jen.Id(receiver(t)))
	}
	read := jen.Func().Params(jen.Id("d").Op("*").Add(f.rt("Decoder"))).Add(short(made))
	return one(jen.If(jen.Id("d").Dot("ByJSON").Call(jen.Id(receiver(t)), read)).Block(done))
}

// decodeStruct prints the loop over the members of an object, and what follows it.
func (f *decodePrinter) decodeStruct(t *model.Type) []jen.Code {
	var cases []jen.Code
	for i, field := range t.Fields {
		cases = append(cases, jen.Case(jen.Lit(i)).Add(shortComment(field.Key)).
			Add(lines(f.decodeField(field))))
	}
	if f.of(t).Object.Keep {
		value, rest := f.elemDecode(f.values(t), "additionalProperties"), jen.Op("&").Id("a").Dot("AdditionalProperties")
		cases = append(cases, jen.Default().Add(shortComment("any other key")).Line().
			Add(f.fitting("MapEntry", "d", t, value, jen.Op("&").Id("o"), rest)))
	}
	loop := jen.For(jen.Id("d").Dot("Next").Call(jen.Op("&").Id("o")))
	if len(cases) > 0 {
		loop.Block(jen.Switch(jen.Id("o").Dot("Index")).Block(cases...))
	} else {
		loop.Block()
	}
	body := []jen.Code{
		jen.Id("o").Op(":=").Add(f.rt("Object")).Values(jen.Id("Spec").Op(":").Op("&").Id(f.objectSpec(t))),
		loop,
	}
	whole := jen.Id("o").Dot("OK").Call()
	defaults := jen.Add(whole).Op("&&").Id("d").Dot("Defaults").Call()
	at := onDecoder(id("a"))
	if after := f.afterDecode(t, at); len(after) > 0 {
		body = append(body, jen.If(whole).Block(after...))
	}
	// Defaults come last, because constraints must not see them.
	if fill := f.applyDefaults(t); len(fill) > 0 {
		body = append(body, jen.If(defaults).Block(fill...))
	}
	body = append(body, f.mask(t)...)
	return append(at.preamble(), body...)
}

// afterDecode prints the constraints on the object as a whole, for valid objects.
func (f *decodePrinter) afterDecode(t *model.Type, at *target) []jen.Code {
	if f.shape {
		return nil
	}
	var after []jen.Code
	for _, size := range f.of(t).Members {
		after = append(after, at.call("Size", text(size.Word), jen.Id("o").Dot("Len").Call(), jen.Lit(size.Limit)))
	}
	return append(after, f.relations(t, at)...)
}

// mask hides the values of sensitive fields after all issues of the object are recorded.
func (f *source) mask(t *model.Type) []jen.Code {
	if len(t.Masked.Fields) == 0 && !t.Masked.Rest {
		return nil
	}
	return one(jen.Id("d").Dot("Mask").Call(jen.Op("&").Id("o")))
}

// beginningAndMark also remembers the current issues.
func beginningAndMark() jen.Code {
	return jen.List(jen.Id("from"), jen.Id("mark")).Op(":=").
		List(jen.Id("d").Dot("Offset").Call(), jen.Id("d").Dot("Mark").Call())
}

// decodeField reads a member into its field.
func (f *decodePrinter) decodeField(field *model.Field) []jen.Code {
	target := selected(id("a"), f.ident(field.Name))
	switch field.Form {
	case model.PointerForm:
		at := place{
			addr: target, recv: target,
			read: func() *jen.Statement { return jen.Op("*").Add(target()) },
			slot: func() *jen.Statement { return jen.Op("&").Add(target()) },
		}
		code := f.decodeOptional(field.Type, at, "properties")
		if field.Type.Nullable() {
			return f.unlessNull(field.Type, code)
		}
		return code
	case model.NullableForm:
		return f.decodeNullable(field, target)
	default:
		code := f.decodeValue(field.Type, variable(target), "properties").code(nil)
		if field.Type.Nullable() {
			return f.unlessNull(field.Type, code)
		}
		return code
	}
}

// decodeOptional reads a value into a newly allocated variable.
func (f *decodePrinter) decodeOptional(t *model.Type, at place, holder string) []jen.Code {
	// The methods below leave the field nil if the JSON type is wrong, but with an implied type it must count
	// as present.
	if read := plainRead(t, "Bool", "Int64", "Float64", "String"); read != "" && (t.Implied == "" || f.shape) {
		code := f.decodeShape(t, pointed(id("v")), holder)
		if code.checked {
			return one(f.aloneCall(t, "Optional", at.slot()))
		}
		code.cond = jen.Id("d").Dot("Optional" + read).Call(at.slot())
		if len(code.then) > 0 {
			init := jen.Id("v").Op(":=").Add(code.cond)
			code.cond = jen.If(init, jen.Id("v").Op("!=").Nil()).Block(code.then...)
			code.then = nil
		}
		return code.code(nil)
	}
	return f.decodeMade(t, at, holder)
}

// decodeNullable reads a value, or null, into a Nullable.
func (f *decodePrinter) decodeNullable(field *model.Field, target expr) []jen.Code {
	t, v := field.Type, jen.Id("v")
	x := f.decodeValue(t, pointed(id("v")), "properties")
	if t.Accepts&model.JSONNull == 0 {
		return append(one(v.Op(":=").Add(target()).Dot("Set").Call()), x.code(nil)...)
	}
	notNull := "NotNull"
	if field.Apart {
		notNull = "NotNullPointer"
	}
	init := v.Op(":=").Add(f.rt(notNull).Call(jen.Id("d"), jen.Op("&").Add(target())))
	there := jen.Id("v").Op("!=").Nil()
	null := f.nullChecks(t, onDecoder(id("nil")))
	switch {
	case len(null) > 0:
		return one(jen.If(init, there).Block(x.code(nil)...).Else().Block(null...))
	case len(x.before) > 0 || len(x.then) == 0:
		return one(jen.If(init, there).Block(x.code(nil)...))
	case x.first != nil:
		there.Op("&&").Add(x.first)
	}
	x.first = there
	return x.code(init)
}

// unlessNull reads null, or runs code for other values.
func (f *valuePrinter) unlessNull(t *model.Type, code []jen.Code) []jen.Code {
	isNull := jen.Id("d").Dot("Null").Call()
	null := f.nullChecks(t, onDecoder(id("nil")))
	if len(null) == 0 {
		return one(jen.If(jen.Op("!").Add(isNull)).Block(code...))
	}
	return one(jen.If(isNull).Block(null...).Else().Block(code...))
}

// decodeMade reads a value into a newly allocated variable. If the decoder checks Go values, it uses the
// existing one.
func (f *decodePrinter) decodeMade(t *model.Type, pointer place, holder string) []jen.Code {
	if f.of(t).Methods {
		return one(f.rt("Optional").Call(jen.Id("d"), pointer.slot(), f.methodExpr(t, "decode")))
	}
	made := pointer.addr().Op("=").New(f.goType(t))
	if f.walking {
		made = jen.If(jen.Id("d").Dot("Reads").Call()).Block(made) // the runtime handles a nil pointer
	}
	return append(one(made), f.decodeValue(t, pointer, holder).code(nil)...)
}

// lines prints statements on separate lines without braces.
func lines(code []jen.Code) *jen.Statement {
	return jen.Custom(jen.Options{Multi: true}, code...)
}
