package golang

import (
	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
)

// printGetters prints a getter for each optional field: its value, or the schema's default, or the zero value.
func (f *file) printGetters(t *model.Type) {
	var getters []jen.Code
	for _, field := range t.Fields {
		def := f.decoding.defaultValue(field)
		if field.Getter == "" || field.Form == model.NullableForm && def == nil { // Or of a Nullable says as much
			continue
		}
		value := jen.Id("a").Dot(f.ident(field.Name))
		says := field.Getter + " returns " + field.Name
		if def != nil {
			says += ", or its default where it is absent."
		} else {
			says += ", or the zero value where it is absent."
		}
		getters = append(getters, jen.Add(docComment(field.Deprecated, says)).Line().
			Func().Params(jen.Id("a").Op("*").Add(f.name(t.Name))).Add(f.name(field.Getter)).Params().Add(f.goType(field.Type)).
			Add(short(f.getterBody(field, value, def)...)))
	}
	if len(getters) > 0 {
		f.add(lines(getters))
	}
}

func (f *file) getterBody(field *model.Field, value, def *jen.Statement) []jen.Code {
	switch {
	case field.Form == model.PointerForm && def != nil:
		return []jen.Code{jen.Return(f.rt("Or").Call(value, def))}
	case field.Form == model.PointerForm:
		return []jen.Code{jen.Return(f.rt("OrZero").Call(value))}
	case field.Form == model.NullableForm:
		return []jen.Code{jen.Return(value.Dot("Or").Call(def))}
	case def != nil && !field.Required:
		return []jen.Code{
			jen.If(jen.Add(value.Clone()).Op("==").Nil()).Block(jen.Return(def)),
			jen.Return(value),
		}
	}
	return []jen.Code{jen.Return(value)}
}
