package golang

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
)

// The any compiler holds a value of any type, as decoding into an any gives it, against a schema.
// It knows every part of a model.Type; the compiler for typed values falls back on it.

// anyCall holds value against the schema: a call of the function for the schema, or the checks
// themselves where they are one line.
func (f *file) anyCall(t *model.Type, value expr, at *target) []jen.Code {
	if enum, ok := plan.OnlyEnum(t); ok {
		return one(f.enumAny(enum, value(), at))
	}
	return one(jen.Id(f.anyCheck(t)).Call(at.checker(), value()))
}

// anyCheck is the name of the function that holds any value against the schema; it is printed
// when it is first asked for.
func (f *file) anyCheck(t *model.Type) string {
	if name := f.named[t]; name != "" {
		return name
	}
	name := f.numbered(f.owner, "Check")
	f.named[t] = name
	f.addLate(jen.Func().Id(name).Params(jen.Id("c").Op("*").Add(f.rt("Checker")), jen.Id("v").Any()).
		Block(f.anyBody(t, "schema")...))
	return name
}

// anyFunc is a function for a subschema as an argument: the one that there is, or a literal; nil
// where the subschema asks for nothing.
func (f *file) anyFunc(t *model.Type, holder string) *jen.Statement {
	switch {
	case t == nil || plan.Trivial(t):
		return nil
	case t.Never:
		return jen.Func().Params(jen.Id("c").Op("*").Add(f.rt("Checker")), jen.Id("_").Any()).
			Block(jen.Id("c").Dot("Issue").Call(text(plan.Blamed(t, holder)), jen.Nil(), jen.Nil()))
	case f.plan.Function(t):
		return jen.Id(f.anyCheck(t))
	}
	return jen.Func().Params(jen.Id("c").Op("*").Add(f.rt("Checker")), jen.Id("v").Any()).Block(f.anyBody(t, holder)...)
}

// anyBody is the checks of a value named v by a checker named c.
func (f *file) anyBody(t *model.Type, holder string) []jen.Code {
	if t.Never {
		return one(jen.Id("c").Dot("Issue").Call(text(plan.Blamed(t, holder)), jen.Nil(), jen.Nil()))
	}
	var body []jen.Code
	beyond := plan.BeyondType(t)
	if allowed := plan.Allowed(t); allowed != model.JSONAll {
		test := jen.Id("c").Dot("TypeOf").Call(jen.Id("v"), f.jsonTypes(allowed))
		if !beyond {
			return one(test)
		}
		body = append(body, jen.If(jen.Op("!").Add(test)).Block(jen.Return()))
	}
	code := f.anyEnums(t)
	code = append(code, f.anyByKind(t)...)
	code = append(code, f.anyApplied(t)...)
	at := &target{recv: "c", untouched: len(code) == 0}
	code = append(code, f.anyUnevaluated(t, at)...)
	return slices.Concat(at.preamble(), body, code)
}

func (f *file) anyEnums(t *model.Type) []jen.Code {
	var code []jen.Code
	for _, c := range t.Constraints {
		if enum, ok := c.(model.Enum); ok {
			code = append(code, f.enumAny(plan.AnyEnum(enum), jen.Id("v"), &target{recv: "c"}))
		}
	}
	return code
}

// anyByKind is what the schema asks of values of certain JSON types only.
func (f *file) anyByKind(t *model.Type) []jen.Code {
	kinds := []struct {
		goType *jen.Statement
		code   []jen.Code
	}{
		{jen.Map(jen.String()).Any(), f.anyObject(t)},
		{jen.Index().Any(), f.anyArray(t)},
		{jen.String(), f.anyString(t)},
		{jen.Qual("encoding/json", "Number"), f.anyNumber(t)},
	}
	var cases []jen.Code
	var only []jen.Code
	for _, k := range kinds {
		if len(k.code) > 0 {
			cases = append(cases, jen.Case(k.goType).Block(k.code...))
			is := jen.List(jen.Id("v"), jen.Id("ok")).Op(":=").Id("v").Assert(k.goType)
			only = []jen.Code{jen.If(is, jen.Id("ok")).Block(k.code...)}
		}
	}
	if len(cases) <= 1 {
		return only
	}
	return []jen.Code{jen.Switch(jen.Id("v").Op(":=").Id("v").Assert(jen.Type())).Block(cases...)}
}

func (f *file) anyString(t *model.Type) []jen.Code {
	var code []jen.Code
	at := &target{recv: "c"}
	for _, c := range t.Constraints {
		switch c := c.(type) {
		case model.Size:
			if strings.HasSuffix(c.Word, "Length") {
				code = append(code, at.call(capital(c.Word), jen.Id("v"), jen.Lit(c.Limit)))
			}
		case model.Pattern:
			code = append(code, f.pattern(c, jen.Id("v"), at))
		case model.Format:
			code = append(code, at.call("Format", jen.Id("v"), text(c.Name)))
		case model.Content:
			code = append(code, at.call("Content", jen.Id("v"), text(c.Encoding), text(c.MediaType)))
		}
	}
	return code
}

func (f *file) anyNumber(t *model.Type) []jen.Code {
	var code []jen.Code
	for _, c := range t.Constraints {
		if bound, ok := c.(model.Bound); ok {
			code = append(code, jen.Id("c").Dot("CompareNumber").Call(text(bound.Word), jen.Id("v"), text(bound.Limit)))
		}
	}
	return code
}

func (f *file) anyArray(t *model.Type) []jen.Code {
	var code []jen.Code
	for i, item := range t.Prefix {
		if check := f.anyFunc(item, "prefixItems"); check != nil {
			code = append(code, f.rt("Item").Call(jen.Id("c"), jen.Id("v"), jen.Lit(i), check))
		}
	}
	if check := f.anyFunc(t.Items, "items"); check != nil {
		code = append(code, f.rt("Items").Call(jen.Id("c"), jen.Id("v"), jen.Lit(len(t.Prefix)), check))
	}
	for _, c := range t.Constraints {
		switch c := c.(type) {
		case model.Size:
			if strings.HasSuffix(c.Word, "Items") {
				code = append(code, jen.Id("c").Dot(capital(c.Word)).Call(jen.Len(jen.Id("v")), jen.Lit(c.Limit)))
			}
		case model.Unique:
			code = append(code, f.rt("UniqueAny").Call(jen.Id("c"), jen.Id("v")))
		case model.Contains:
			var inner []jen.Code
			if !plan.Trivial(c.Type) {
				inner = f.subCall(c.Type, "contains", func() *jen.Statement { return jen.Op("*").Id("v") })
			}
			check := jen.Func().Params(jen.Id("v").Op("*").Any(), jen.Id("c").Op("*").Add(f.rt("Checker"))).Block(inner...)
			least, most := plan.ContainsRange(c)
			code = append(code, f.rt("Contains").Call(jen.Id("c"), jen.Id("v"), jen.Lit(least), jen.Lit(most), check))
		}
	}
	return code
}

// subCall holds a value against a subschema in place.
func (f *file) subCall(t *model.Type, holder string, value expr) []jen.Code {
	if t.Never {
		return one(jen.Id("c").Dot("Issue").Call(text(plan.Blamed(t, holder)), jen.Nil(), jen.Nil()))
	}
	if slices.ContainsFunc(t.Constraints, appliesInPlace) {
		return one(jen.Id("c").Dot("Also").Call(value(), jen.Id(f.anyCheck(t))))
	}
	return f.anyCall(t, value, onC)
}

// appliesInPlace reports whether a constraint calls the check of another schema of the same value.
func appliesInPlace(c model.Constraint) bool {
	switch c.(type) {
	case model.Conditional, model.DependentSchema:
		return true
	}
	return false
}

// anyApplied is the applicators that apply to the value as a whole, of whatever type.
func (f *file) anyApplied(t *model.Type) []jen.Code {
	var code []jen.Code
	if t.Union != nil {
		code = append(code, f.anyUnion(t)...)
	}
	for _, c := range t.Constraints {
		switch c := c.(type) {
		case model.Choice:
			code = append(code, f.anyChoice(c, f.plan.OfStruct(t) && plan.KeysOnlyChoice(c)))
		case model.Not:
			if plan.Trivial(c.Type) {
				code = append(code, jen.Id("c").Dot("Issue").Call(text("not"), jen.Nil(), jen.Id("v")))
			} else {
				code = append(code, f.rt("Not").Call(jen.Id("c"), jen.Id("v"), f.anyFunc(c.Type, "not")))
			}
		case model.Conditional:
			code = append(code, f.anyConditional(c)...)
		}
	}
	return code
}

// anyUnion holds the value against the variant that it is meant for.
func (f *file) anyUnion(t *model.Type) []jen.Code {
	args := []jen.Code{jen.Id("c"), jen.Id("v"), jen.Op("&").Id(f.unionSpec(t))}
	for _, v := range t.Union.Variants {
		args = append(args, f.anyFuncAlways(v.Type, t.Union.Keyword))
	}
	call := f.rt("HoldVariant").Call(args...)
	if t.Accepts&model.JSONNull != 0 {
		return []jen.Code{jen.If(jen.Id("v").Op("!=").Nil()).Block(call)}
	}
	return one(call)
}

// anyFuncAlways is anyFunc with a function that does nothing for a schema that asks for nothing.
func (f *file) anyFuncAlways(t *model.Type, holder string) *jen.Statement {
	if check := f.anyFunc(t, holder); check != nil {
		return check
	}
	return jen.Func().Params(jen.Op("*").Add(f.rt("Checker")), jen.Any()).Block()
}

// anyChoice is anyOf or oneOf. Where branches only ask for keys, the closest one has nothing to
// say that the choice does not.
func (f *file) anyChoice(c model.Choice, keysOnly bool) jen.Code {
	if keysOnly {
		args := []jen.Code{stringSlice(c.Labels())}
		for _, branch := range c.Branches {
			args = append(args, f.rt("Fits").Call(jen.Id("c"), jen.Id("v"), f.anyFuncAlways(branch, c.Word)))
		}
		return jen.Id("c").Dot(branchCheck(c.Word)).Call(args...)
	}
	args := []jen.Code{jen.Id("c"), jen.Id("v"), stringSlice(c.Labels())}
	for _, branch := range c.Branches {
		args = append(args, f.anyFuncAlways(branch, c.Word))
	}
	return f.rt(capital(c.Word)).Call(args...)
}

func branchCheck(word string) string {
	if word == "oneOf" {
		return "OneBranch"
	}
	return "AnyBranch"
}

func (f *file) anyConditional(c model.Conditional) []jen.Code {
	var branches [2][]jen.Code
	for i, schema := range []*model.Type{c.Then, c.Else} {
		if schema != nil && !plan.Trivial(schema) {
			branches[i] = f.subCall(schema, [2]string{"then", "else"}[i], id("v"))
		}
	}
	switch {
	case c.If.Never:
		return branches[1]
	case plan.Trivial(c.If):
		return branches[0]
	}
	return branch(f.rt("Fits").Call(jen.Id("c"), jen.Id("v"), f.anyFunc(c.If, "if")), branches[0], branches[1])
}
