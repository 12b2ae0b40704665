package golang

import (
	"slices"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
)

// printUnion prints the struct, its sealed interface, the marker methods of the variants and their
// constructors.
func (f *file) printUnion(t *model.Type) {
	u := t.Union
	if u == nil || len(u.Variants) == 0 {
		f.fail("the union %s has no variants", t.Name)
		return
	}
	f.add(jen.Add(f.typeDoc(t)).Line().Type().Add(f.name(t.Name)).Struct(jen.Id("Value").Add(f.name(u.Interface))))
	marker := "is" + t.Name
	f.add(jen.Add(comment(u.Interface+" is one of the variants of "+t.Name+".", "")).Line().
		Comment("//").Line().Comment("//sumtype:decl").Line().
		Type().Add(f.name(u.Interface)).Interface(jen.Id(marker).Params()))
	seen := map[*model.Type]bool{}
	var markers []jen.Code
	for _, v := range u.Variants {
		if v.Type.Name == "" || !f.of(v.Type).Methods {
			f.fail("variant %s of %s has no type of its own", literal(v.Label), t.Name)
			return
		}
		if !seen[v.Type] {
			seen[v.Type] = true
			markers = append(markers, jen.Func().Params(jen.Op("*").Add(f.name(v.Type.Name))).Id(f.ident(marker)).Params().Block())
		}
	}
	f.add(lines(markers))
	for _, v := range u.Variants {
		f.printConstructor(t, v)
	}
	f.add(jen.Comment("// MarshalJSON writes the variant.").Line().
		Func().Params(jen.Id("u").Add(f.name(t.Name))).Id("MarshalJSON").Params().Params(jen.Index().Byte(), jen.Error()).
		Add(short(jen.Return(jen.Qual("encoding/json", "Marshal").Call(jen.Id("u").Dot("Value"))))))
	if !f.isRoot(t) && !f.shape {
		f.add(jen.Add(comment("Validate reports every fault of a value that was built or edited in Go.")).Line().
			Add(f.method(t, "Validate")).Params().Error().
			Add(short(f.validates(t))))
	}
	f.printUnionSpec(t)
}

// printConstructor prints the constructor of a variant. It sets an empty discriminator.
func (f *file) printConstructor(t *model.Type, v *model.Variant) {
	says := v.Ctor + " makes " + t.Name + " from " + v.Type.Name
	body := []jen.Code{jen.Return(f.name(t.Name).Values(jen.Id("Value").Op(":").Op("&").Id("v")))}
	if field := discriminator(t.Union, v); field != nil {
		says += "; an empty " + field.Name + " becomes " + literal(v.Value[0].Text)
		read := jen.Id("v").Dot(f.ident(field.Name))
		set := jen.If(read.Clone().Op("==").Lit("")).Block(read.Clone().Op("=").Add(text(v.Value[0].Text)))
		body = append([]jen.Code{set}, body...)
	}
	f.add(jen.Add(comment(says + ".")).Line().
		Func().Add(f.name(v.Ctor)).Params(jen.Id("v").Add(f.name(v.Type.Name))).Add(f.name(t.Name)).Add(short(body...)))
}

// discriminator returns the field with a constant text that distinguishes the variant, or nil.
func discriminator(u *model.UnionInfo, v *model.Variant) *model.Field {
	if u.Select != model.SelectProperty || len(v.Value) != 1 || v.Value[0].Text == "" {
		return nil
	}
	i := slices.IndexFunc(v.Type.Fields, func(field *model.Field) bool { return field.Key == u.Property })
	if i < 0 {
		return nil
	}
	field := v.Type.Fields[i]
	if field.Form != model.ValueForm || field.Type.Kind != model.String || field.Type.GoType != "" || field.Type.Never {
		return nil
	}
	return field
}

// printUnionSpec prints the data for selecting a variant.
func (f *schemaPrinter) printUnionSpec(t *model.Type) {
	f.specs[t] = f.derived(t.Name, "Union")
	f.add(f.unionSpecVar(t))
}

// unionSpec returns the variable with the spec of a union. A union without a Go type gets one on demand.
func (f *schemaPrinter) unionSpec(t *model.Type) string {
	t = t.Declaration()
	if f.specs[t] == "" {
		f.specs[t] = f.numbered(f.owner, "Choice")
		f.addLate(f.unionSpecVar(t))
	}
	return f.specs[t]
}

func (f *schemaPrinter) unionSpecVar(t *model.Type) jen.Code {
	members := f.members(f.plan.Type(t, f.shape).Union)
	return jen.Var().Id(f.specs[t]).Op("=").Add(f.rt("UnionSpec")).Add(tall(members))
}

// decodeUnion reads the selected variant.
func (f *decodePrinter) decodeUnion(t *model.Type) []jen.Code {
	u := t.Union
	spec := jen.Op("&").Id(f.unionSpec(t))
	variant := func(v *model.Variant) *jen.Statement {
		return f.rt("Variant").Call(jen.Id("d"), f.methodExpr(v.Type, "decode"))
	}
	var body []jen.Code
	if u.Select == model.SelectTry {
		args := []jen.Code{jen.Id("d"), spec}
		for _, v := range u.Variants {
			args = append(args, jen.Func().Params(jen.Id("d").Op("*").Add(f.rt("Decoder"))).Add(f.name(u.Interface)).
				Block(jen.Return(variant(v))))
		}
		body = append(body, jen.Id("u").Dot("Value").Op("=").Add(f.rt("Choose")).Custom(
			jen.Options{Open: "(", Close: ")", Separator: ",", Multi: true}, args...))
	} else {
		var cases []jen.Code
		for i, v := range u.Variants {
			cases = append(cases, jen.Case(jen.Lit(i)).Block(jen.Id("u").Dot("Value").Op("=").Add(variant(v))))
		}
		body = append(body, jen.Switch(jen.Id("d").Dot("Select").Call(spec)).Block(cases...))
	}
	if rest := f.of(t).Rest; rest != nil {
		at := onDecoder(id("u"))
		body = append(body, at.ifSound(f.anyCall(rest, at.whole, at))...)
		body = append(at.preamble(), body...)
	}
	return body
}
