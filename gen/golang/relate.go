package golang

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
)

// relations prints the constraints on a struct a as a whole, after o has walked through it.
func (f *decodePrinter) relations(t *model.Type, at *target) []jen.Code {
	list := f.of(t).Relations
	var code []jen.Code
	whole, hards := at.whole, 0
	for _, r := range list {
		if r.Schema != nil {
			hards++
		}
	}
	if hards > 1 {
		code = append(code, jen.Id("v").Op(":=").Add(at.whole()))
		whole = id("v")
	}
	hasLast := slices.ContainsFunc(list, func(r plan.Relation) bool { return r.Turn == plan.Lastly })
	for _, r := range list {
		// Patterns come first and are independent of the fields: they concern undeclared keys.
		if hasLast && r.Turn != plan.Firstly {
			code = append(code, jen.Id("mark").Op(":=").Add(at.call("Mark")))
			hasLast = false
		}
		guard := sound(t, r.Reads)
		if r.Turn == plan.Lastly {
			guard = append(guard, at.call("SoundSince", jen.Id("mark")))
		}
		if r.Schema != nil {
			code = append(code, onlyIf(guard, f.anyCall(r.Schema, whole, at))...)
		} else {
			code = append(code, onlyIf(guard, f.keyCheck(t, r.Keys))...)
		}
	}
	return append(code, f.ruleCalls(t, at, nil, jen.Op("&").Id("o"))...)
}

// keyCheck prints a check of the presence of fields.
func (f *decodePrinter) keyCheck(t *model.Type, check plan.Check) []jen.Code {
	presences := func(keys []string, blank bool) []jen.Code {
		list := make([]jen.Code, len(keys))
		for i, key := range keys {
			if list[i] = jen.True(); presence(t, key, blank) != nil {
				list[i] = presence(t, key, blank)
			}
		}
		return list
	}
	ifPresent := func(key string, blank bool, code []jen.Code) []jen.Code {
		if there := presence(t, key, blank); there != nil {
			return onlyIf(one(there), code)
		}
		return code
	}
	d := jen.Id("d")
	switch check := check.(type) {
	case plan.GroupOf:
		return one(d.Dot("Group").Call(append([]jen.Code{text(check.Word), stringSlice(check.Keys)}, presences(check.Keys, check.Blank)...)...))
	case plan.PairsOf:
		args := append([]jen.Code{text(check.Word), text(check.Key), stringSlice(check.Keys)}, presences(check.Keys, check.Blank)...)
		return ifPresent(check.Key, check.Blank, one(d.Dot("Pairs").Call(args...)))
	case plan.Require:
		return one(d.Dot("Require").Call(append([]jen.Code{stringSlice(check.Keys)}, presences(check.Keys, false)...)...))
	case plan.IfKey:
		return ifPresent(check.Key, false, f.keyCheck(t, check.Do))
	}
	panic(fmt.Sprintf("there is no code for the check %T of fields", check))
}

// onlyIf prints code that runs if all conditions hold.
func onlyIf(conditions, code []jen.Code) []jen.Code {
	if len(conditions) == 0 {
		return code
	}
	all := jen.Add(conditions[0])
	for _, c := range conditions[1:] {
		all.Op("&&").Add(c)
	}
	return one(jen.If(all).Block(code...))
}

// sound returns the conditions that the fields that a constraint reads are valid.
func sound(t *model.Type, reads plan.Reads) []jen.Code {
	var conditions []jen.Code
	switch values := ints(reads.Values); {
	case reads.All:
		return one(jen.Id("o").Dot("SoundAll").Call())
	case len(values) > 0:
		conditions = one(jen.Id("o").Dot("Sound").Call(values...))
	}
	for _, i := range reads.Needs {
		conditions = append(conditions, there(t, t.Fields[i]))
	}
	return conditions
}

func ints(list []int) []jen.Code {
	codes := make([]jen.Code, len(list))
	for i, n := range slices.Sorted(slices.Values(list)) {
		codes[i] = jen.Lit(n)
	}
	return codes
}

// presence returns the condition that the field of a key is present, nil if it always is. If blank text and null count
// as absent, it depends on the value. A valid required field is present.
func presence(t *model.Type, key string, blank bool) *jen.Statement {
	field := t.Fields[slices.IndexFunc(t.Fields, func(field *model.Field) bool { return field.Key == key })]
	value := selected(id("a"), field.Name)
	isText := field.Type.Kind == model.String && field.Type.GoType == ""
	filled := func(name string, arg *jen.Statement) *jen.Statement { return jen.Qual(gencodePath, name).Call(arg) }
	switch {
	case field.Required:
		return nil
	case blank && field.Form == model.NullableForm:
		return filled("Filled", value().Dot("Value").Call())
	case blank && isText && field.Form == model.PointerForm:
		return filled("Filled", value())
	case blank && field.Type.Kind == model.Any && field.Type.GoType == "":
		return filled("FilledAny", value())
	case field.Form == model.ValueForm:
		return there(t, field) // a list or map that could not be read is nil but present
	}
	return present(field)
}

// there asks o whether a field is present.
func there(t *model.Type, field *model.Field) *jen.Statement {
	inGo := jen.True()
	nilable := (field.Type.Kind == model.Slice || field.Type.Kind == model.Map) && field.Type.GoType == "" && !field.Type.Nullable()
	if !field.Required || nilable {
		inGo = selected(id("a"), field.Name)().Op("!=").Nil()
	}
	return jen.Id("o").Dot("There").Call(jen.Lit(slices.Index(t.Fields, field)), inGo)
}

// present prints the test whether an optional field has a Go value; nil if it always has.
func present(field *model.Field) *jen.Statement {
	value := selected(id("a"), field.Name)()
	switch {
	case field.Required:
		return nil
	case field.Form == model.NullableForm:
		return jen.Op("!").Add(value).Dot("IsZero").Call()
	}
	return value.Op("!=").Nil()
}
