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
	case plan.Issue:
		return one(at.call("Issue", text(c.Word), jen.Nil(), jen.Nil()))
	case plan.Bound:
		return one(f.bound(c, static, read, at))
	case plan.Range:
		method, value := "WithinInt", f.wideInt
		if static.Kind == model.Float {
			method, value = "Within", f.wide
		}
		return one(at.call(method, value(static, read, at), jen.Op(c.Least), jen.Op(c.Most)))
	case plan.Size:
		return one(at.call(capital(c.Word), sized(static, read), jen.Lit(c.Limit)))
	case plan.Sizes:
		method := "ItemsWithin"
		if static.Kind == model.String {
			method = "LengthWithin"
		}
		return one(at.call(method, sized(static, read), jen.Lit(c.Least), jen.Lit(c.Most)))
	case plan.Pattern:
		return one(f.pattern(c.Pattern, basic(static, read), at))
	case plan.Format:
		return one(at.call("Format", basic(static, read), text(c.Name)))
	case plan.Content:
		return one(at.call("Content", basic(static, read), text(c.Encoding), text(c.MediaType)))
	case plan.Enum:
		return one(f.enum(c, static, read, at))
	case plan.Unique:
		return one(f.unique(c, read, at))
	case plan.Contains:
		return one(f.contains(c, static, read, at))
	case plan.Names:
		return one(f.propertyNames(c, read, at))
	case plan.Require:
		return one(f.rt("RequireKeys").Call(append([]jen.Code{at.checker(), read()}, texts(c.Keys)...)...))
	case plan.Choice:
		args := []jen.Code{at.checker(), read(), stringSlice(c.Labels)}
		for _, branch := range c.Branches {
			body := f.checks(branch, static, read, f.onChecker(read))
			args = append(args, jen.Func().Params(jen.Id("c").Op("*").Add(f.rt("Checker")), jen.Id("_").Any()).Block(body...))
		}
		return one(f.rt(capital(c.Word)).Call(args...))
	case plan.Not:
		is := f.matches(f.checks(c.Checks, static, read, f.onChecker(read)), at)
		return one(jen.If(is).Block(at.call("Issue", text("not"), jen.Nil(), read())))
	case plan.If:
		is := f.matches(f.checks(c.If, static, read, f.onChecker(read)), at)
		return branch(is, f.checks(c.Then, static, read, at), f.checks(c.Else, static, read, at))
	case plan.Whole:
		return f.holdCall(c.Schema, f.whole(static, read, at), read, at)
	case plan.Tests:
		return ruleCode(f.tests(c.List, scope{t: static, base: read}))
	}
	panic(fmt.Sprintf("there is no code for the check %T", check))
}

// holdCall is anyCall for a typed value, parts of which may not marshal.
func (f *valuePrinter) holdCall(t *model.Type, whole, read expr, at *target) []jen.Code {
	if _, isEnum := plan.OnlyEnum(t); isEnum || at.recv == "d" {
		return f.anyCall(t, whole, at)
	}
	return one(f.rt("HoldSound").Call(jen.Id("c"), read(), jen.Id(f.anyCheck(t))))
}

// matches returns the condition that code finds no fault.
func (f *valuePrinter) matches(code []jen.Code, at *target) *jen.Statement {
	return at.call("Matches", jen.Func().Params(jen.Id("c").Op("*").Add(f.rt("Checker"))).Block(code...))
}

// sized returns the operand of a length bound: a text, or the number of items or members.
func sized(static *model.Type, read expr) *jen.Statement {
	if static.Kind == model.String {
		return basic(static, read)
	}
	return jen.Len(read())
}

// bound prints a bound of a number: a native comparison if the limit is a literal, otherwise a decimal one.
func (f *valuePrinter) bound(c plan.Bound, static *model.Type, read expr, at *target) *jen.Statement {
	word, limit := text(c.Word), text(c.Limit)
	switch {
	case static.Kind == model.Number:
		return at.call("CompareNumber", word, numberText(static, read), limit)
	case static.Kind == model.Int && static.BeyondInt64():
		return at.call("CompareUint", word, convert("uint64", read, static.Name != ""), limit)
	case static.Kind == model.Int && c.Native != "":
		return at.call(capital(c.Word)+"Int", f.wideInt(static, read, at), jen.Op(c.Native))
	case static.Kind == model.Int:
		return at.call("CompareInt", word, f.wideInt(static, read, at), limit)
	case c.Word == "multipleOf":
		return at.call("MultipleOf", f.wide(static, read, at), limit)
	case c.Native != "":
		return at.call(capital(c.Word), f.wide(static, read, at), jen.Op(c.Native))
	}
	return at.call("CompareFloat", word, f.wide(static, read, at), limit)
}

// unique prints uniqueItems.
func (f *valuePrinter) unique(c plan.Unique, read expr, at *target) *jen.Statement {
	method := "UniqueJSON"
	switch {
	case c.By == plan.EqualGo:
		method = "Unique"
	case c.By == plan.EqualAny && at.recv == "d":
		method = "UniqueAny"
	}
	return f.rt(method).Call(at.checker(), read())
}

// contains prints contains on a typed slice.
func (f *valuePrinter) contains(c plan.Contains, static *model.Type, read expr, at *target) *jen.Statement {
	items := f.items(static)
	item := pointed(id("v")).read
	inner := f.onChecker(item)
	if items.Kind == model.Struct {
		item = id("v") // selectors dereference pointers
	}
	check := jen.Func().Params(jen.Id("v").Op("*").Add(f.goType(items)), jen.Id("c").Op("*").Add(f.rt("Checker"))).
		Block(f.checks(c.Item, items, item, inner)...)
	return f.rt("Contains").Call(at.checker(), read(), jen.Lit(c.Least), jen.Lit(c.Most), check)
}

// keyType is the type of map keys.
var keyType = &model.Type{Kind: model.String, Accepts: model.JSONString}

// propertyNames prints propertyNames on the keys of a map.
func (f *valuePrinter) propertyNames(c plan.Names, read expr, at *target) *jen.Statement {
	body := f.checks(c.Checks, keyType, id("key"), f.onChecker(id("key")))
	if c.Schema != nil {
		body = f.anyCall(c.Schema, id("key"), onC)
	}
	check := jen.Func().Params(jen.Id("key").String(), jen.Id("c").Op("*").Add(f.rt("Checker"))).Block(body...)
	return f.rt("PropertyNames").Call(at.checker(), read(), check)
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
	case plan.EnumInt:
		return call("Int", f.wideInt(static, read, at), numerals(c.Values)...)
	case plan.EnumInteger:
		if c.Null && !c.Const {
			check += "IntegerOrNull"
		} else {
			check += "Integer"
		}
		value := convert(intType(static), read, static.Name != "")
		return f.rt(check).Call(append([]jen.Code{at.checker(), value}, texts(c.Values)...)...)
	case plan.EnumFloat:
		return call("Float", f.wide(static, read, at), numerals(c.Values)...)
	case plan.EnumNumber:
		return call("Number", f.wide(static, read, at), texts(c.Values)...)
	}
	if static.Kind == model.Number {
		return f.enumAny(c, numberText(static, read), at)
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

// numerals prints numbers in Go syntax.
func numerals(list []string) []jen.Code {
	codes := make([]jen.Code, len(list))
	for i, s := range list {
		codes[i] = jen.Op(s)
	}
	return codes
}

func numberText(static *model.Type, read expr) *jen.Statement {
	if static.Name == "" {
		return read()
	}
	return jen.Qual("encoding/json", "Number").Call(read())
}

func convert(to string, read expr, needed bool) *jen.Statement {
	if !needed {
		return read()
	}
	return jen.Id(to).Call(read())
}

// wideInt converts a signed or short unsigned integer to int64.
func (f *valuePrinter) wideInt(static *model.Type, read expr, _ *target) *jen.Statement {
	return convert("int64", read, static.Name != "" || static.Narrow())
}

// wide converts a float to a float64 with the same digits.
func (f *valuePrinter) wide(static *model.Type, read expr, at *target) *jen.Statement {
	switch {
	case static.Bits == 32 && at.recv == "c":
		return at.call("Single", convert("float32", read, static.Name != ""))
	case static.Bits == 32: // decoded values are finite
		return f.rt("Widen").Call(read())
	}
	return convert("float64", read, static.Name != "")
}
