package golang

import (
	"encoding/json"
	"math"
	"math/big"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
)

// defaultValue prints a field's default, nil if there is none or it does not fit the Go type.
func (f *decodePrinter) defaultValue(field *model.Field) *jen.Statement {
	t, def := field.Type, field.Default
	if def == nil || def.Kind == model.NullValue || t.Never || f.shape {
		return nil
	}
	if t.GoType == "" {
		if v, ok := f.typedValue(t, *def); ok {
			return v
		}
	}
	if field.Unsound || plan.Scalar(t) && t.GoType == "" {
		return nil
	}
	return f.rt("Literal").Call(text(def.JSON), f.valueDecode(t, "default"))
}

// typedValue prints a value of the schema as a literal of t's Go type.
func (f *decodePrinter) typedValue(t *model.Type, v model.Value) (*jen.Statement, bool) {
	named := func(s *jen.Statement) (*jen.Statement, bool) { return s, true }
	switch {
	case t.Kind == model.Bool && v.Kind == model.BoolValue:
		return named(jen.Lit(v.JSON == "true"))
	case t.Kind == model.String && v.Kind == model.StringValue:
		for _, c := range t.Consts {
			if c.Value == v.Text && !t.Never {
				return named(f.name(c.Name))
			}
		}
		return named(text(v.Text))
	case t.Kind == model.Int && v.Kind == model.NumberValue:
		r := plan.Exact(v.Text)
		if r == nil || !r.IsInt() || !inRange(t, r.Num()) {
			return nil, false
		}
		return jen.Op(r.Num().String()), true
	case t.Kind == model.Float && v.Kind == model.NumberValue:
		r := plan.Exact(v.Text)
		if r == nil {
			return nil, false
		}
		x, _ := r.Float64()
		return jen.Op(plan.FloatLiteral(v.Text)), !math.IsInf(x, 0) && (t.Bits != 32 || math.Abs(x) <= math.MaxFloat32)
	case t.Kind == model.Number && v.Kind == model.NumberValue:
		return text(v.Text), plan.IsNumber(v.Text)
	case t.Kind == model.Slice && v.Kind == model.ArrayValue:
		return f.sliceValue(t, v)
	}
	return nil, false
}

// inRange reports whether an integer fits the Go type.
func inRange(t *model.Type, n *big.Int) bool {
	least, greatest := t.IntRange()
	return n.Cmp(least) >= 0 && n.Cmp(greatest) <= 0
}

// sliceValue prints a slice literal of scalars.
func (f *decodePrinter) sliceValue(t *model.Type, v model.Value) (*jen.Statement, bool) {
	items := f.items(t)
	var list []json.RawMessage
	if items.Nullable() || items.GoType != "" || json.Unmarshal([]byte(v.JSON), &list) != nil || len(list) > 20 {
		return nil, false
	}
	codes := make([]jen.Code, len(list))
	for i, raw := range list {
		item, ok := scalarValue(raw)
		if !ok {
			return nil, false
		}
		code, ok := f.typedValue(items, item)
		if !ok {
			return nil, false
		}
		codes[i] = code
	}
	return f.goType(t).Values(codes...), true
}

// scalarValue decodes a JSON scalar.
func scalarValue(raw json.RawMessage) (model.Value, bool) {
	v := model.Value{JSON: string(raw), Text: string(raw)}
	switch raw[0] {
	case '"':
		v.Kind = model.StringValue
		return v, json.Unmarshal(raw, &v.Text) == nil
	case 't', 'f':
		v.Kind = model.BoolValue
	case '[', '{', 'n':
		return v, false
	default:
		v.Kind = model.NumberValue
	}
	return v, true
}

// applyDefaults prints the option ApplyDefaults: absent fields get their default, with a receipt. Defaults that
// violate their schema are skipped, since they would make a valid value invalid.
func (f *decodePrinter) applyDefaults(t *model.Type) []jen.Code {
	var code []jen.Code
	for _, field := range t.Fields {
		if field.Required || field.Default == nil || field.Unsound {
			continue
		}
		target := selected(id("a"), f.ident(field.Name))
		noted := jen.Id("d").Dot("Defaulted").Call(text(field.Key), receiptValue(*field.Default))
		if field.Form == model.NullableForm && field.Default.Kind == model.NullValue && !f.shape {
			code = append(code, jen.If(target().Dot("IsZero").Call()).Block(target().Dot("SetNull").Call(), noted))
			continue
		}
		def := f.defaultValue(field)
		if def == nil {
			continue
		}
		absent := target().Op("==").Nil()
		set := []jen.Code{target().Op("=").Add(def)}
		switch field.Form {
		case model.PointerForm:
			if _, scalar := f.typedValue(field.Type, *field.Default); scalar && field.Type.GoType == "" {
				code = append(code, f.rt("Default").Call(jen.Id("d"), jen.Op("&").Add(target()), text(field.Key), def))
				continue
			}
			set = []jen.Code{jen.Id("v").Op(":=").Add(def), target().Op("=").Op("&").Id("v")}
		case model.NullableForm:
			absent = target().Dot("IsZero").Call()
			set = []jen.Code{jen.Op("*").Add(target()).Dot("Set").Call().Op("=").Add(def)}
		}
		code = append(code, jen.If(absent).Block(append(set, noted)...))
	}
	return code
}

// receiptValue prints a default for a receipt: a scalar, or JSON.
func receiptValue(v model.Value) jen.Code {
	if v.Kind == model.ArrayValue || v.Kind == model.ObjectValue {
		return text(v.JSON)
	}
	return anyLiteral(v)
}
