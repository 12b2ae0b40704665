package golang

import (
	"slices"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
)

// enum compiles enum and const. Values of another JSON type than the static type's can never be
// met, but are what an issue says is allowed.
func (f *file) enum(c model.Enum, static *model.Type, read expr, at *target) ([]jen.Code, bool) {
	isConst := c.Word == "const" && len(c.Values) == 1
	if kind, scalar := scalarKinds[static.Kind]; scalar && slices.ContainsFunc(c.Values, func(v model.Value) bool { return v.Kind != kind && v.Kind != model.NullValue }) {
		if kind == model.StringValue {
			return one(f.enumAny(c, basic(static, read), at)), true
		}
		return one(f.enumAny(c, at.whole(), at)), true
	}
	enumString := orNull("EnumString", c)
	switch static.Kind {
	case model.String:
		values := valuesOf(c.Values, model.StringValue)
		switch {
		case isConst && len(values) == 1:
			return one(at.call("ConstString", basic(static, read), text(values[0]))), true
		case len(values) == 0 && isConst:
			return one(at.call("ConstAny", basic(static, read), text(c.Values[0].JSON))), true
		case static.Name != "" && sameConsts(static, values):
			return one(at.call(enumString, basic(static, read), f.enumValues(static, values))), true
		}
		return one(at.call(enumString, append([]jen.Code{basic(static, read)}, texts(values)...)...)), true
	case model.Int:
		return f.enumInt(c, static, read, at, isConst), true
	case model.Float:
		return f.enumFloat(c, static, read, at, isConst), true
	case model.Bool:
		if isConst && c.Values[0].Kind == model.BoolValue {
			return one(at.call("ConstBool", basic(static, read), jen.Lit(c.Values[0].JSON == "true"))), true
		}
	}
	switch static.Kind {
	case model.Bool:
		return one(f.enumAny(c, basic(static, read), at)), true
	case model.Number:
		return one(f.enumAny(c, numberText(static, read), at)), true
	}
	return nil, false
}

// scalarKinds are the values that a Go type holds.
var scalarKinds = map[model.Kind]model.ValueKind{model.String: model.StringValue, model.Int: model.NumberValue, model.Float: model.NumberValue}

// enumAny compiles enum and const on a value as any.
func (f *file) enumAny(c model.Enum, value *jen.Statement, at *target) *jen.Statement {
	if c.Word == "const" && len(c.Values) == 1 {
		return at.call("ConstAny", value, text(c.Values[0].JSON))
	}
	return at.call("EnumAny", append([]jen.Code{value}, texts(jsonTexts(c.Values))...)...)
}

// orNull is the check of an enum whose values are all of one type, null aside.
func orNull(check string, c model.Enum) string {
	if hasNull(c.Values) {
		return check + "OrNull"
	}
	return check
}

func sameConsts(static *model.Type, values []string) bool {
	if len(values) != len(static.Consts) {
		return false
	}
	for i, c := range static.Consts {
		if c.Value != values[i] {
			return false
		}
	}
	return true
}

func (f *file) enumInt(c model.Enum, static *model.Type, read expr, at *target, isConst bool) []jen.Code {
	value := convert("int64", static, read, static.Name != "" || static.Narrow())
	numbers := valuesOf(c.Values, model.NumberValue)
	var literals []jen.Code
	for _, number := range numbers {
		if n, ok := intLiteral(number); ok {
			literals = append(literals, n)
		}
	}
	word := "Enum"
	if isConst {
		if word = "Const"; len(numbers) == 0 {
			return one(f.enumAny(c, at.whole(), at))
		}
	}
	if len(literals) < len(numbers) || static.BeyondInt64() {
		// A number that the Go type does not hold is out of range, as it is read, but not of the list.
		wide := convert(intType(static), static, read, static.Name != "")
		check := word + "Integer"
		if !isConst {
			check = orNull(check, c)
		}
		return one(f.rt(check).Call(append([]jen.Code{at.checker(), wide}, texts(numbers)...)...))
	}
	check := word + "Int"
	if !isConst {
		check = orNull(check, c)
	}
	return one(at.call(check, append([]jen.Code{value}, literals...)...))
}

// enumFloat compares as float64 where that holds every member, else as the members are written.
func (f *file) enumFloat(c model.Enum, static *model.Type, read expr, at *target, isConst bool) []jen.Code {
	value := f.wide(static, read, at)
	numbers := valuesOf(c.Values, model.NumberValue)
	var literals []jen.Code
	for _, number := range numbers {
		if n, ok := floatLimit(number); ok {
			literals = append(literals, n)
		}
	}
	word, method := "Enum", "Float"
	if len(literals) != len(numbers) {
		method, literals = "Number", texts(numbers)
	}
	if isConst {
		word = "Const"
		if len(literals) == 0 {
			return one(f.enumAny(c, at.whole(), at))
		}
	}
	check := word + method
	if !isConst {
		check = orNull(check, c)
	}
	return one(at.call(check, append([]jen.Code{value}, literals...)...))
}

// nullChecks compiles the constraints of a nullable type on null.
func (f *file) nullChecks(t *model.Type, at *target) []jen.Code {
	if f.shape {
		return nil
	}
	var code []jen.Code
	rest := &model.Type{Accepts: model.JSONAll}
	for _, c := range t.Constraints {
		switch c := c.(type) {
		case model.Enum:
			if !hasNull(c.Values) {
				code = append(code, f.enumAny(c, jen.Nil(), at))
			}
		case model.Choice, model.Not, model.Conditional:
			rest.Constraints = append(rest.Constraints, c)
		}
	}
	if len(rest.Constraints) > 0 {
		if f.onNull[t] == nil {
			f.onNull[t] = rest
		}
		code = append(code, f.anyCall(f.onNull[t], id("nil"), at)...)
	}
	return code
}

func hasNull(values []model.Value) bool {
	for _, v := range values {
		if v.Kind == model.NullValue {
			return true
		}
	}
	return false
}
