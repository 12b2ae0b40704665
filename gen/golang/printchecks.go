package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
)

// checks prints checks of a Go value.
func (f *valuePrinter) checks(list []plan.Check, static *model.Type, read expr, at *target) []jen.Code {
	var code []jen.Code
	for _, check := range list {
		code = append(code, f.check(check, static, read, at)...)
	}
	return code
}

func (f *valuePrinter) check(check plan.Check, static *model.Type, read expr, at *target) []jen.Code {
	switch c := check.(type) {
	case plan.Bound:
		return one(f.bound(c, static, read, at))
	case plan.Size:
		if static.Kind == model.String {
			return one(at.call("Length", text(c.Word), basic(static, read), jen.Lit(c.Limit)))
		}
		return one(at.call("Size", text(c.Word), jen.Len(read()), jen.Lit(c.Limit)))
	case plan.Pattern:
		return one(f.pattern(c.Pattern, basic(static, read), at))
	case plan.Format:
		return one(at.call("Format", basic(static, read), text(c.Name)))
	case plan.Content:
		return one(at.call("Content", basic(static, read), text(c.Encoding), text(c.MediaType)))
	case plan.Enum:
		return one(f.enum(c, static, read, at))
	case plan.Unique:
		method := "Unique"
		if c.By == plan.EqualAny {
			method = "UniqueAny"
		}
		return one(f.rt(method).Call(at.checker(), read()))
	case plan.Names:
		check := jen.Func().Params(jen.Id("key").String(), jen.Id("c").Op("*").Add(f.rt("Checker"))).
			Block(f.anyCall(c.Schema, id("key"), onC)...)
		return one(f.rt("PropertyNames").Call(at.checker(), read(), check))
	case plan.Require:
		return one(f.rt("RequireKeys").Call(append([]jen.Code{at.checker(), read()}, texts(c.Keys)...)...))
	case plan.Whole:
		return f.anyCall(c.Schema, f.whole(static, read, at), at)
	}
	panic(fmt.Sprintf("there is no code for the check %T", check))
}

// bound prints a bound of a number: a native comparison if the limit is a literal, otherwise a decimal one.
func (f *valuePrinter) bound(c plan.Bound, static *model.Type, read expr, at *target) *jen.Statement {
	word, value := text(c.Word), f.number(static, read)
	switch {
	case c.Native != "" && static.Kind == model.Int:
		return at.call("BoundInt", word, value, jen.Op(c.Native))
	case c.Native != "":
		return at.call("Bound", word, value, jen.Op(c.Native))
	case static.Kind == model.Float && c.Word == "multipleOf":
		return at.call("MultipleOf", value, text(c.Limit))
	}
	return at.call("Compare", word, value, text(c.Limit))
}

// enum prints enum and const.
func (f *valuePrinter) enum(c plan.Enum, static *model.Type, read expr, at *target) *jen.Statement {
	check := "Enum"
	if c.Const {
		check = "Const"
	}
	call := func(form string, value jen.Code, values ...jen.Code) *jen.Statement {
		if c.Null && !c.Const {
			form += "OrNull"
		}
		return at.call(check+form, append([]jen.Code{value}, values...)...)
	}
	switch c.Form {
	case plan.EnumWhole:
		return f.enumAny(c, at.whole(), at)
	case plan.EnumText:
		return call("String", basic(static, read), texts(c.Values)...)
	case plan.EnumList:
		return call("String", basic(static, read), f.enumValues(static))
	case plan.EnumBool:
		return call("Bool", basic(static, read), jen.Id(c.Values[0]))
	case plan.EnumNumber:
		word := "enum"
		if c.Const {
			word = "const"
		}
		return at.call("EnumNumber", append([]jen.Code{text(word), f.number(static, read)}, texts(c.Values)...)...)
	}
	if static.Kind == model.Number {
		return f.enumAny(c, f.number(static, read), at)
	}
	return f.enumAny(c, basic(static, read), at)
}

// enumAny prints enum and const on a value as any.
func (f *schemaPrinter) enumAny(c plan.Enum, value *jen.Statement, at *target) *jen.Statement {
	if c.Const {
		return at.call("ConstAny", value, text(c.Values[0]))
	}
	return at.call("EnumAny", append([]jen.Code{value}, texts(c.Values)...)...)
}

// nullChecks prints the checks of null.
func (f *valuePrinter) nullChecks(t *model.Type, at *target) []jen.Code {
	var code []jen.Code
	for _, check := range f.of(t).Null {
		switch c := check.(type) {
		case plan.Enum:
			code = append(code, f.enumAny(c, jen.Nil(), at))
		case plan.Whole:
			code = append(code, f.anyCall(c.Schema, id("nil"), at)...)
		}
	}
	return code
}

// number converts a number to json.Number, uint64, int64 or a float64 with the same digits.
func (f *valuePrinter) number(static *model.Type, read expr) *jen.Statement {
	wide := jen.Id("float64")
	switch {
	case static.Bits == 32 && static.Kind == model.Float:
		return f.rt("Widen").Call(read())
	case static.Kind == model.Number:
		wide = jen.Qual("encoding/json", "Number")
	case static.Kind == model.Int && static.BeyondInt64():
		wide = jen.Id("uint64")
	case static.Kind == model.Int:
		wide = jen.Id("int64")
	}
	if static.Name == "" && !static.Narrow() {
		return read()
	}
	return wide.Call(read())
}
