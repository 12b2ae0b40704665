package golang

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
)

// scope is a struct value in generated code.
type scope struct {
	t    *model.Type
	base expr
	// walked means that o is the walk over this struct, so it knows the present keys.
	walked bool
}

// presence returns the condition that an optional field is present.
func (sc scope) presence(field *model.Field) cond {
	value := selected(sc.base, field.Name)
	switch {
	case field.Required:
		return cond{constant: alwaysTrue}
	case field.Form == model.NullableForm:
		absent := func() *jen.Statement { return value().Dot("IsZero").Call() }
		return cond{no: absent, yes: func() *jen.Statement { return jen.Op("!").Add(absent()) }}
	case field.Form == model.ValueForm && sc.walked:
		// A list or map that could not be read is nil but present.
		return negatable(func() *jen.Statement { return sc.there(field) })
	}
	return binary(value, "!=", "==", jen.Nil)
}

// there asks o whether a field is present.
func (sc scope) there(field *model.Field) *jen.Statement {
	inGo := jen.True()
	if nilable := field.Type.Kind == model.Slice || field.Type.Kind == model.Map; !field.Required || nilable && field.Type.GoType == "" && !field.Type.Nullable() {
		inGo = selected(sc.base, field.Name)().Op("!=").Nil()
	}
	return jen.Id("o").Dot("There").Call(jen.Lit(slices.Index(sc.t.Fields, field)), inGo)
}

// sound returns the condition that the fields that a constraint reads are valid.
func (sc scope) sound(reads plan.Reads) cond {
	conds := []cond{}
	if values := ints(reads.Values); len(values) > 0 {
		conds = append(conds, negatable(func() *jen.Statement { return jen.Id("o").Dot("Sound").Call(values...) }))
	}
	for _, i := range reads.Needs {
		conds = append(conds, negatable(func() *jen.Statement { return sc.there(sc.t.Fields[i]) }))
	}
	return all(conds...)
}

// value returns the place of the value of a present, non-null field.
func (sc scope) value(i int) expr {
	field := sc.t.Fields[i]
	e := selected(sc.base, field.Name)
	if field.Form == model.PointerForm && field.Type.Kind != model.Struct { // selectors dereference pointers
		return func() *jen.Statement { return jen.Op("*").Add(e()) }
	}
	return e
}

// cond prints a condition on the fields.
func (f *valuePrinter) cond(c plan.Cond, sc scope) cond {
	switch c := c.(type) {
	case plan.Present:
		return sc.presence(sc.t.Fields[c.Field])
	case plan.Filled:
		return sc.filled(sc.t.Fields[c.Field])
	case plan.True:
		read := sc.value(c.Field)
		return negatable(read)
	case plan.Compare:
		read, other := sc.value(c.Field), func() *jen.Statement { return jen.Op(c.Literal) }
		if c.Widen {
			read = func() *jen.Statement { return jen.Int64().Call(sc.value(c.Field)()) }
		}
		if c.Literal == "" {
			other = func() *jen.Statement { return text(c.Text) }
		}
		return binary(read, c.Op, c.Opposite, other)
	case plan.Count:
		return binary(func() *jen.Statement { return f.count(c.Of, sc) }, c.Op, c.Opposite, lit(c.Limit))
	case plan.All:
		return all(f.conds(c, sc)...)
	case plan.Any:
		return anyOf(f.conds(c, sc)...)
	case plan.Negated:
		return f.cond(c.Of, sc).not()
	}
	panic(fmt.Sprintf("there is no code for the condition %T", c))
}

func (f *valuePrinter) conds(list []plan.Cond, sc scope) []cond {
	conds := make([]cond, len(list))
	for i, c := range list {
		conds[i] = f.cond(c, sc)
	}
	return conds
}

// conditions prints conditions as arguments.
func (f *valuePrinter) conditions(list []plan.Cond, sc scope) []jen.Code {
	codes := make([]jen.Code, len(list))
	for i, c := range f.conds(list, sc) {
		codes[i] = condition(c)
	}
	return codes
}

// count prints the number of true conditions.
func (f *valuePrinter) count(list []plan.Cond, sc scope) *jen.Statement {
	return f.rt("Count").Call(f.conditions(list, sc)...)
}

// tests prints tests of the fields of an object.
func (f *valuePrinter) tests(list []plan.Test, sc scope) []rule {
	var rules []rule
	for _, test := range list {
		if body := f.testBody(test.Do, sc); len(body) > 0 {
			rules = append(rules, rule{when: all(sc.sound(test.Reads), f.cond(test.When, sc)), body: body})
		}
	}
	return rules
}

// testBody prints the statements for when a test's condition holds.
func (f *valuePrinter) testBody(do plan.Check, sc scope) []jen.Code {
	c := jen.Id("c")
	switch do := do.(type) {
	case plan.Issue:
		return one(c.Dot("Issue").Call(text(do.Word), jen.Nil(), jen.Nil()))
	case plan.Missing:
		return one(c.Dot("Missing").Call(text(do.Key)))
	case plan.Group:
		return one(c.Dot("FieldGroup").Call(append([]jen.Code{text(do.Word), f.count(do.Present, sc)}, texts(do.Keys)...)...))
	case plan.Pair:
		return one(c.Dot("FieldPair").Call(text(do.Word), text(do.Key), text(do.Other)))
	case plan.Branch:
		return one(c.Dot(branchCheck(do.Word)).Call(append([]jen.Code{stringSlice(do.Labels)}, f.conditions(do.Branches, sc)...)...))
	case plan.Field:
		field, value := sc.t.Fields[do.Index], sc.value(do.Index)
		body := f.checks(do.Checks, field.Type, value, f.onChecker(value))
		if len(body) == 0 {
			return nil
		}
		enter := c.Clone().Dot("Enter").Call()
		if do.Number {
			enter = c.Clone().Dot("EnterNumber").Call(jen.Id("o"), jen.Lit(do.Index))
		}
		body = append([]jen.Code{jen.Id("at").Op(":=").Add(enter)}, body...)
		return append(body, c.Clone().Dot("Leave").Call(jen.Id("at"), text(field.Key)))
	}
	panic(fmt.Sprintf("there is no code for the test %T", do))
}

func condition(c cond) *jen.Statement {
	switch c.constant {
	case alwaysTrue:
		return jen.True()
	case alwaysFalse:
		return jen.False()
	}
	return c.yes()
}
