package golang

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
)

// Checks of a value of type any, as decoded, against a schema. They cover all of model.Type; checks of typed
// values fall back on them.

// anyCall checks value against the schema: a call of the schema's function, or the checks themselves if they
// fit on one line.
func (f *schemaPrinter) anyCall(t *model.Type, value expr, at *target) []jen.Code {
	if enum, ok := plan.OnlyEnum(t); ok {
		return one(f.enumAny(enum, value(), at))
	}
	return one(jen.Id(f.anyCheck(t)).Call(at.checker(), value()))
}

// anyCheck returns the name of the function that checks any value against the schema; the function is printed
// on first use.
func (f *schemaPrinter) anyCheck(t *model.Type) string {
	if name := f.named[t]; name != "" {
		return name
	}
	name := f.numbered(f.owner, "Check")
	f.named[t] = name
	f.addLate(jen.Func().Id(name).Params(jen.Id("c").Op("*").Add(f.rt("Checker")), jen.Id("v").Any()).
		Block(f.anyBody(t)...))
	return name
}

// anyFunc prints a function for a subschema as an argument: an existing one, or a literal.
func (f *schemaPrinter) anyFunc(sub plan.Sub) *jen.Statement {
	refused := sub.Refused()
	switch {
	case sub.Type == nil:
		return jen.Func().Params(jen.Op("*").Add(f.rt("Checker")), jen.Any()).Block()
	case refused != "":
		return jen.Func().Params(jen.Id("c").Op("*").Add(f.rt("Checker")), jen.Id("_").Any()).Block(f.refuse(refused))
	case plan.Function(sub.Type):
		return jen.Id(f.anyCheck(sub.Type))
	}
	return jen.Func().Params(jen.Id("c").Op("*").Add(f.rt("Checker")), jen.Id("v").Any()).Block(f.anyBody(sub.Type)...)
}

func (f *schemaPrinter) refuse(keyword string) *jen.Statement {
	return jen.Id("c").Dot("Issue").Call(text(keyword), jen.Nil(), jen.Nil())
}

// anyBody prints the checks of a value v by a checker c.
func (f *schemaPrinter) anyBody(t *model.Type) []jen.Code {
	if t.Never {
		return one(f.refuse(plan.Blamed(t, "schema")))
	}
	s := f.plan.Schema(t)
	var code []jen.Code
	for _, enum := range s.Enums {
		code = append(code, f.enumAny(enum, jen.Id("v"), onC))
	}
	code = append(code, f.anyByKind(s)...)
	for _, check := range s.Applied {
		code = append(code, f.anyCheckOf(check)...)
	}
	at := &target{recv: "c"}
	code = append(code, f.anyUnevaluated(s.Unevaluated, at, len(code) == 0)...)
	code = append(at.preamble(), code...)
	if s.Types == model.JSONAll {
		return code
	}
	test := jen.Id("c").Dot("TypeOf").Call(jen.Id("v"), f.jsonTypes(s.Types))
	if len(code) == 0 {
		return one(test)
	}
	return append(one(jen.If(jen.Op("!").Add(test)).Block(jen.Return())), code...)
}

// anyByKind prints the constraints on values of certain JSON types.
func (f *schemaPrinter) anyByKind(s *plan.Schema) []jen.Code {
	kinds := []struct {
		goType *jen.Statement
		checks []plan.Check
	}{
		{jen.Map(jen.String()).Any(), s.Object},
		{jen.Index().Any(), s.Array},
		{jen.String(), s.String},
		{jen.Qual("encoding/json", "Number"), s.Number},
	}
	var cases, only []jen.Code
	for _, k := range kinds {
		var code []jen.Code
		for _, check := range k.checks {
			code = append(code, f.anyCheckOf(check)...)
		}
		if len(code) > 0 {
			cases = append(cases, jen.Case(k.goType).Block(code...))
			is := jen.List(jen.Id("v"), jen.Id("ok")).Op(":=").Id("v").Assert(k.goType)
			only = []jen.Code{jen.If(is, jen.Id("ok")).Block(code...)}
		}
	}
	if len(cases) <= 1 {
		return only
	}
	return []jen.Code{jen.Switch(jen.Id("v").Op(":=").Id("v").Assert(jen.Type())).Block(cases...)}
}

// anyCheckOf prints one check of a value v.
func (f *schemaPrinter) anyCheckOf(check plan.Check) []jen.Code {
	c, v := jen.Id("c"), jen.Id("v")
	call := func(name string, args ...jen.Code) []jen.Code {
		return one(f.rt(name).Call(append([]jen.Code{c, v}, args...)...))
	}
	switch check := check.(type) {
	case plan.Size:
		if strings.HasSuffix(check.Word, "Length") {
			return one(c.Dot("Length").Call(text(check.Word), v, jen.Lit(check.Limit)))
		}
		return one(c.Dot("Size").Call(text(check.Word), jen.Len(v), jen.Lit(check.Limit)))
	case plan.Bound:
		return one(c.Dot("Compare").Call(text(check.Word), v, text(check.Limit)))
	case plan.Pattern:
		return one(f.pattern(check.Pattern, v, onC))
	case plan.Format:
		return one(c.Dot("Format").Call(v, text(check.Name)))
	case plan.Content:
		return one(c.Dot("Content").Call(v, text(check.Encoding), text(check.MediaType)))
	case plan.Unique:
		return call("UniqueAny")
	case plan.Require:
		return call("RequireKeys", texts(check.Keys)...)
	case plan.Property:
		return call("Property", text(check.Key), f.anyFunc(check.Sub))
	case plan.Matching:
		return call("MatchingKeys", f.knownKeys(check.Known), f.matcher(check.Pattern, jen.Id("c")), f.anyFunc(check.Sub))
	case plan.Others:
		return f.otherKeys(check)
	case plan.Item:
		return call("Item", jen.Lit(check.Index), f.anyFunc(check.Sub))
	case plan.Items:
		return call("Items", jen.Lit(check.From), f.anyFunc(check.Sub))
	case plan.Matches:
		return call("Contains", jen.Lit(check.Least), jen.Lit(check.Most), f.anyFunc(check.Sub))
	case plan.KeyNames:
		return call("PropertyNames", jen.Func().Params(jen.Id("key").String(), jen.Id("c").Op("*").Add(f.rt("Checker"))).
			Block(f.subCall(check.Sub, id("key"))...))
	case plan.IfKey:
		there := jen.List(jen.Id("_"), jen.Id("ok")).Op(":=").Id("v").Index(text(check.Key))
		return one(jen.If(there, jen.Id("ok")).Block(f.anyCheckOf(check.Do)...))
	case plan.GroupOf:
		return call("GroupOf", append([]jen.Code{text(check.Word), jen.Lit(check.Blank)}, texts(check.Keys)...)...)
	case plan.PairsOf:
		return call("PairsOf", append([]jen.Code{text(check.Word), jen.Lit(check.Blank), text(check.Key)}, texts(check.Keys)...)...)
	case plan.Also:
		return f.subCall(check.Sub, id("v"))
	case plan.Variants:
		variants := call("CheckVariant", append([]jen.Code{jen.Op("&").Id(f.unionSpec(check.Type))}, f.anyFuncs(check.Variants)...)...)
		if check.Null {
			return one(jen.If(v.Clone().Op("!=").Nil()).Block(variants...))
		}
		return variants
	case plan.Branches:
		return call(capital(check.Word), append([]jen.Code{stringSlice(check.Labels)}, f.anyFuncs(check.Branches)...)...)
	case plan.Refuse:
		if check.Type == nil {
			return one(c.Dot("Issue").Call(text("not"), jen.Nil(), v))
		}
		return call("Not", f.anyFunc(check.Sub))
	case plan.Either:
		var branches [2][]jen.Code
		for i, sub := range []plan.Sub{check.Then, check.Else} {
			if sub.Type != nil {
				branches[i] = f.subCall(sub, id("v"))
			}
		}
		return branch(f.rt("Fits").Call(c, v, f.anyFunc(check.If)), branches[0], branches[1])
	}
	panic(fmt.Sprintf("there is no code for the check %T of any value", check))
}

// anyFuncs prints functions for subschemas as arguments.
func (f *schemaPrinter) anyFuncs(list []plan.Sub) []jen.Code {
	codes := make([]jen.Code, len(list))
	for i, sub := range list {
		codes[i] = f.anyFunc(sub)
	}
	return codes
}

// knownKeys prints keys as an argument, repeated for each pattern.
func (f *schemaPrinter) knownKeys(keys []string) *jen.Statement {
	size := 0
	for _, key := range keys {
		size += len(key)
	}
	if f.repeats(size); f.err != nil {
		return jen.Nil() // the code is discarded
	}
	return stringSlice(keys)
}

func (f *schemaPrinter) otherKeys(check plan.Others) []jen.Code {
	patterns := jen.Nil()
	if len(check.Patterns) > 0 {
		matchers := make([]jen.Code, len(check.Patterns))
		for i, p := range check.Patterns {
			matchers[i] = f.matcher(p, jen.Id("c"))
		}
		patterns = jen.Index().Func().Params(jen.String()).Bool().Values(matchers...)
	}
	if check.By != "" {
		return one(f.rt("RefuseKeys").Call(jen.Id("c"), jen.Id("v"), text(check.By), stringSlice(check.Known), patterns))
	}
	return one(f.rt("OtherKeys").Call(jen.Id("c"), jen.Id("v"), stringSlice(check.Known), patterns, f.anyFunc(check.Sub)))
}

// subCall checks a value against a subschema in place.
func (f *schemaPrinter) subCall(sub plan.Sub, value expr) []jen.Code {
	if refused := sub.Refused(); refused != "" {
		return one(f.refuse(refused))
	}
	if f.plan.Schema(sub.Type).InPlace {
		return one(jen.Id("c").Dot("Also").Call(value(), jen.Id(f.anyCheck(sub.Type))))
	}
	return f.anyCall(sub.Type, value, onC)
}

// branch prints an if statement without empty branches.
func branch(cond *jen.Statement, yes, no []jen.Code) []jen.Code {
	switch {
	case len(yes) == 0 && len(no) == 0:
		return nil
	case len(yes) == 0:
		return []jen.Code{jen.If(jen.Op("!").Parens(cond)).Block(no...)}
	case len(no) == 0:
		return []jen.Code{jen.If(cond).Block(yes...)}
	}
	return []jen.Code{jen.If(cond).Block(yes...).Else().Block(no...)}
}

// onC is the target in functions with a checker named c.
var onC = &target{recv: "c"}
