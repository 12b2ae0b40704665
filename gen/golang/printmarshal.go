package golang

import (
	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
)

// printMarshal prints MarshalJSON if struct tags are not sufficient: unknown keys are kept, or keys have
// characters not allowed in tags.
func (f *file) printMarshal(t *model.Type) {
	if !f.customJSON(t) {
		return
	}
	keys := jen.Id(f.objectSpec(t)).Dot("Keys")
	others := jen.Id("a").Dot("AdditionalProperties")
	var body []jen.Code
	if f.hasOddKeys(t) {
		body = append(body, jen.Var().Id("w").Add(f.rt("ObjectWriter")))
		for _, field := range t.Fields {
			value := jen.Id("a").Dot(f.ident(field.Name))
			if present := present(field); present != nil {
				body = append(body, jen.Id("w").Dot("Optional").Call(text(field.Key), present, value))
			} else {
				body = append(body, jen.Id("w").Dot("Member").Call(text(field.Key), value))
			}
		}
		if f.of(t).Object.Keep {
			body = append(body, f.rt("AddOthers").Call(jen.Op("&").Id("w"), others, keys))
		}
		body = append(body, jen.Return(jen.Id("w").Dot("Bytes").Call()))
	} else {
		body = append(body,
			jen.Type().Id("fields").Add(f.name(t.Name)),
			jen.Return(f.rt("MarshalWith").Call(jen.Id("fields").Call(jen.Id("a")), others, keys)))
	}
	f.add(jen.Comment("// MarshalJSON implements json.Marshaler.").Line().
		Func().Params(jen.Id("a").Add(f.name(t.Name))).Id("MarshalJSON").Params().Params(jen.Index().Byte(), jen.Error()).
		Block(body...))
}
