package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/plan"
)

// anyUnevaluated prints unevaluatedProperties and unevaluatedItems. They come last, because what other keywords
// evaluate is only defined for values that satisfy them. first means that nothing was checked before.
func (f *schemaPrinter) anyUnevaluated(list []plan.Unevaluated, at *target, first bool) []jen.Code {
	var code []jen.Code
	for _, u := range list {
		goType, check := jen.Map(jen.String()).Any(), "UnevaluatedProperties"
		if u.Word == "unevaluatedItems" {
			goType, check = jen.Index().Any(), "UnevaluatedItems"
		}
		body := []jen.Code{jen.Id("e").Op(":=").New(f.rt("Evaluation"))}
		body = append(body, f.seenSteps(u.Scope)...)
		body = append(body, f.rt(check).Call(jen.Id("c"), jen.Id("m"), jen.Id("e"), f.anyFunc(u.Sub)))
		is := jen.List(jen.Id("m"), jen.Id("ok")).Op(":=").Id("v").Assert(goType)
		apply := jen.Id("ok")
		if !first || len(code) > 0 {
			apply.Op("&&").Add(at.call("SoundSince", jen.Id("mark")))
			at.marked = true
		}
		code = append(code, jen.If(is, apply).Block(body...))
	}
	return code
}

// seenSteps prints the code that records in e what a schema evaluates in a valid value v.
func (f *schemaPrinter) seenSteps(steps []plan.Seen) []jen.Code {
	code := make([]jen.Code, len(steps))
	for i, step := range steps {
		code[i] = f.seenStep(step)
	}
	return code
}

func (f *schemaPrinter) seenStep(step plan.Seen) jen.Code {
	c, v, e := jen.Id("c"), jen.Id("v"), jen.Id("e")
	switch step := step.(type) {
	case plan.SeenAll:
		return e.Dot("All").Call()
	case plan.SeenPrefix:
		return e.Dot("Prefix").Call(jen.Lit(int(step)))
	case plan.SeenItems:
		return e.Dot("MatchingItems").Call(c, v, f.anyFunc(step.Sub))
	case plan.SeenKeys:
		return e.Dot("Keys").Call(texts(step)...)
	case plan.SeenMatching:
		return e.Dot("MatchingKeys").Call(v, f.matcher(step.Pattern, c))
	case plan.SeenIf:
		return branch(f.rt("Fits").Call(c, v, f.anyFunc(step.If)), f.seenSteps(step.Then), f.seenSteps(step.Else))[0]
	case plan.SeenIfKey:
		return jen.If(f.rt("Has").Call(v, text(step.Key))).Block(f.seenSteps(step.Then)...)
	case plan.SeenBy:
		return jen.Id(f.seenFunc(step.Look)).Call(c, v, e)
	}
	panic(fmt.Sprintf("there is no code for the step %T", step))
}

// seenFunc returns the function that records what a schema evaluates.
func (f *schemaPrinter) seenFunc(look plan.Look) string {
	if name := f.seen[look]; name != "" {
		return name
	}
	name := f.numbered(f.owner, "Seen")
	f.seen[look] = name
	taken := jen.If(jen.Op("!").Id("e").Dot("First").Call(jen.Lit(name))).Block(jen.Return())
	f.addLate(jen.Func().Id(name).
		Params(jen.Id("c").Op("*").Add(f.rt("Checker")), jen.Id("v").Any(), jen.Id("e").Op("*").Add(f.rt("Evaluation"))).
		Block(append(one(taken), f.seenSteps(f.plan.Seen(look))...)...))
	return name
}
