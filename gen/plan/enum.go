package plan

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
)

// scalarKinds maps scalar Go types to kinds of values.
var scalarKinds = map[model.Kind]model.ValueKind{
	model.String: model.StringValue, model.Int: model.NumberValue, model.Float: model.NumberValue,
}

// enumOf chooses the form of enum and const on a value of a Go type; false if the type is not sufficient.
// Values of other JSON types can never match, but issues list them.
func enumOf(c model.Enum, static *model.Type) (Enum, bool) {
	e := Enum{Const: c.Word == "const" && len(c.Values) == 1, Null: hasNull(c.Values)}
	of := func(form EnumForm, values []string) (Enum, bool) {
		e.Form, e.Values = form, values
		return e, true
	}
	asJSON := func(form EnumForm) (Enum, bool) { return of(form, jsonTexts(c.Values)) }
	kind, scalar := scalarKinds[static.Kind]
	other := func(v model.Value) bool { return v.Kind != kind && v.Kind != model.NullValue }
	if scalar && slices.ContainsFunc(c.Values, other) {
		if kind == model.StringValue {
			return asJSON(EnumAny)
		}
		return asJSON(EnumWhole)
	}
	switch static.Kind {
	case model.String:
		values := texts(c.Values, model.StringValue)
		switch {
		case e.Const && len(values) == 0:
			return asJSON(EnumAny)
		case !e.Const && static.Name != "" && sameConsts(static, values):
			return of(EnumList, values)
		}
		return of(EnumText, values)
	case model.Int, model.Float:
		numbers := texts(c.Values, model.NumberValue)
		if e.Const && len(numbers) == 0 {
			return asJSON(EnumWhole)
		}
		if e.Null && !e.Const {
			numbers = append(numbers, "null")
		}
		return of(EnumNumber, numbers) // a number beyond the Go type is a range issue when read, but stays in the list
	case model.Bool:
		if e.Const && c.Values[0].Kind == model.BoolValue {
			return asJSON(EnumBool)
		}
		return asJSON(EnumAny)
	case model.Number:
		return asJSON(EnumAny)
	}
	return Enum{}, false
}

// anyEnum is enum and const on a value of type any.
func anyEnum(c model.Enum) Enum {
	return Enum{Const: c.Word == "const" && len(c.Values) == 1, Values: jsonTexts(c.Values)}
}

// OnlyEnum reports whether a schema consists of enum or const only, on a value of type any.
func OnlyEnum(t *model.Type) (Enum, bool) {
	if len(t.Constraints) != 1 || len(t.Declared) > 0 || t.Never {
		return Enum{}, false
	}
	enum, ok := t.Constraints[0].(model.Enum)
	bare := *t
	bare.Constraints, bare.Accepts = nil, model.JSONAll
	if !ok || !asksNothing(&bare) {
		return Enum{}, false
	}
	return anyEnum(enum), true
}

// texts returns the texts of the values of a kind.
func texts(values []model.Value, kind model.ValueKind) []string {
	var list []string
	for _, v := range values {
		if v.Kind == kind {
			list = append(list, v.Text)
		}
	}
	return list
}

func sameConsts(static *model.Type, values []string) bool {
	return slices.EqualFunc(static.Consts, values, func(c model.EnumConst, value string) bool { return c.Value == value })
}

func hasNull(values []model.Value) bool {
	return slices.ContainsFunc(values, func(v model.Value) bool { return v.Kind == model.NullValue })
}
