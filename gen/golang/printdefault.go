package golang

import (
	"encoding/json"
	"math"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
)

// defaultValue is the default of a type as a Go expression, nil where there is none or where it
// does not fit the Go type.
func (f *file) defaultValue(t *model.Type) *jen.Statement {
	if t.Default == nil || t.GoType != "" || t.Never || f.shape {
		return nil
	}
	if v, ok := f.typedValue(t, *t.Default); ok {
		return v
	}
	switch t.Default.Kind {
	case model.ArrayValue, model.ObjectValue:
		if fits(t, t.Default.Kind) {
			return f.rt("Literal").Call(text(t.Default.JSON), f.elemDecode(withoutNull(t), "default"))
		}
	}
	return nil
}

func withoutNull(t *model.Type) *model.Type {
	if !t.Nullable() || t.Name != "" {
		return t
	}
	bare := *t
	bare.Accepts &^= model.JSONNull
	return &bare
}

func fits(t *model.Type, kind model.ValueKind) bool {
	switch t.Kind {
	case model.Slice:
		return kind == model.ArrayValue
	case model.Map, model.Struct:
		return kind == model.ObjectValue
	}
	return t.Kind == model.Any || t.Kind == model.Union
}

// typedValue is a value of the schema as a literal of t's Go type.
func (f *file) typedValue(t *model.Type, v model.Value) (*jen.Statement, bool) {
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
		n, ok := intLiteral(v.Text)
		return n, ok && inRange(t, v.Text)
	case t.Kind == model.Float && v.Kind == model.NumberValue:
		r := exact(v.Text)
		if r == nil {
			return nil, false
		}
		x, _ := r.Float64()
		return numeral(v.Text), !math.IsInf(x, 0) && (t.Bits != 32 || math.Abs(x) <= math.MaxFloat32)
	case t.Kind == model.Number && v.Kind == model.NumberValue:
		return text(v.Text), jsonNumber.MatchString(v.Text)
	case t.Kind == model.Slice && v.Kind == model.ArrayValue:
		return f.sliceValue(t, v)
	}
	return nil, false
}

// inRange reports whether an integer fits the Go type.
func inRange(t *model.Type, number string) bool {
	n := exact(number).Num()
	switch intType(t) {
	case "int32":
		return n.IsInt64() && n.Int64() >= math.MinInt32 && n.Int64() <= math.MaxInt32
	case "uint32":
		return n.IsInt64() && n.Int64() >= 0 && n.Int64() <= math.MaxUint32
	case "uint64":
		return n.IsInt64() && n.Int64() >= 0
	}
	return true
}

// sliceValue is a slice literal of scalars.
func (f *file) sliceValue(t *model.Type, v model.Value) (*jen.Statement, bool) {
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

// scalarValue reads a JSON scalar.
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

// applyDefaults is what ApplyDefaults does: absent fields get their default, with a receipt.
func (f *file) applyDefaults(t *model.Type) []jen.Code {
	var code []jen.Code
	for _, field := range t.Fields {
		if field.Required {
			continue
		}
		def := f.defaultValue(field.Type)
		if def == nil {
			continue
		}
		target := selected(id("a"), f.ident(field.Name))
		if field.Form == model.PointerForm {
			code = append(code, f.rt("Default").Call(jen.Id("d"), jen.Op("&").Add(target()), text(field.Key), def))
			continue
		}
		absent := target().Op("==").Nil()
		set := target().Op("=").Add(def)
		if field.Form == model.NullableForm {
			absent = target().Dot("IsZero").Call()
			set = jen.Op("*").Add(target()).Dot("Set").Call().Op("=").Add(def)
		}
		noted := jen.Id("d").Dot("Defaulted").Call(text(field.Key), receiptValue(*field.Type.Default))
		code = append(code, jen.If(absent).Block(set, noted))
	}
	return code
}

// receiptValue is a default as a receipt shows it: scalars as they are, else their JSON.
func receiptValue(v model.Value) jen.Code {
	if v.Kind == model.ArrayValue || v.Kind == model.ObjectValue {
		return text(v.JSON)
	}
	return anyLiteral(v)
}
