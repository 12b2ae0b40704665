package golang

import (
	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
)

// filled returns the condition that a field counts as present, which depends on its value if blank text and
// null count as absent. A valid required field is filled.
func (sc scope) filled(field *model.Field) cond {
	if !sc.t.Blank || field.Required {
		return sc.presence(field)
	}
	value := selected(sc.base, field.Name)
	isText := field.Type.Kind == model.String && field.Type.GoType == ""
	call := ""
	arg := value
	switch {
	case field.Form == model.NullableForm:
		call = "FilledValue"
		if isText {
			call = "FilledText"
		}
		arg = func() *jen.Statement { return value().Dot("Get").Call() }
	case isText && field.Form == model.PointerForm:
		call = "Filled"
	case field.Type.Kind == model.Any && field.Type.GoType == "":
		call = "FilledAny"
	default:
		return sc.presence(field)
	}
	yes := func() *jen.Statement { return jen.Qual(gencodePath, call).Call(arg()) }
	return cond{yes: yes, no: func() *jen.Statement { return jen.Op("!").Add(yes()) }}
}

// unlessBlank runs the checks of a required field if it counts as present.
func (f checkPrinter) unlessBlank(t *model.Type, field *model.Field, code []jen.Code) []jen.Code {
	if !t.Blank || !field.Required {
		return code
	}
	value := selected(id("a"), f.ident(field.Name))
	isText := field.Type.Kind == model.String
	there := value().Op("!=").Nil()
	if field.Type.Union != nil {
		there.Op("&&").Op("!").Add(f.rt("NoVariant").Call(value().Dot("Value"))) // otherwise it marshals to null
	}
	present := jen.Id("c").Dot("Present").Call(there)
	filled := func(v *jen.Statement) *jen.Statement { return jen.Id("c").Dot("Filled").Call(jen.String().Call(v)) }
	var test *jen.Statement
	compound := false // no separate statement
	switch {
	case field.Type.GoType != "" && field.Type.Accepts&(model.JSONString|model.JSONNull) == 0:
		return code
	case field.Type.Kind == model.Any, field.Type.GoType != "":
		test = jen.Id("c").Dot("FilledAny").Call(value())
	case isText && field.Form == model.PointerForm:
		compound = true
		test = present.Op("&&").Add(filled(jen.Op("*").Add(value())))
	case isText:
		test = filled(value())
	case field.Type.Union != nil && field.Type.Accepts&model.JSONString != 0:
		code = f.unlessBlankVariant(field.Type, value, code)
		if field.Form != model.PointerForm {
			return code
		}
		test = present
	case field.Type.Nullable():
		test = present
	default:
		return code
	}
	if len(code) > 0 || compound {
		return []jen.Code{jen.If(test).Block(code...)}
	}
	return []jen.Code{test}
}

// unlessBlankVariant runs the checks of a union unless it holds blank text.
func (f checkPrinter) unlessBlankVariant(t *model.Type, value expr, code []jen.Code) []jen.Code {
	for _, v := range t.Union.Variants {
		if v.Type.Kind != model.String {
			continue
		}
		is := jen.List(jen.Id("v"), jen.Id("ok")).Op(":=").Add(value()).Dot("Value").Assert(jen.Op("*").Add(f.name(v.Type.Name)))
		text := jen.Id("c").Dot("Filled").Call(jen.String().Call(jen.Op("*").Id("v")))
		code = []jen.Code{jen.If(is, jen.Op("!").Id("ok").Op("||").Id("v").Op("==").Nil().Op("||").Add(text)).Block(code...)}
	}
	return code
}

// mask hides the values of sensitive fields after all issues of the object are recorded.
func (f *source) mask(t *model.Type, recv string) []jen.Code {
	if len(t.Masked.Fields) == 0 && !t.Masked.Rest {
		return nil
	}
	return one(jen.Id(recv).Dot("Mask").Call(jen.Op("&").Id("o")))
}
