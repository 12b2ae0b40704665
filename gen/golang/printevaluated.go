package golang

import (
	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
)

// anyUnevaluated is unevaluatedProperties and unevaluatedItems. What other keywords have looked
// at is only known of a value that they find nothing wrong with, so that these come last.
func (f *file) anyUnevaluated(t *model.Type, at *target) []jen.Code {
	var code []jen.Code
	for _, c := range t.Constraints {
		u, ok := c.(model.Unevaluated)
		if !ok || plan.Trivial(u.Type) {
			continue
		}
		goType, check, keys := jen.Map(jen.String()).Any(), "UnevaluatedProperties", true
		if u.Word == "unevaluatedItems" {
			goType, check, keys = jen.Index().Any(), "UnevaluatedItems", false
		}
		body := []jen.Code{jen.Id("e").Op(":=").New(f.rt("Evaluation"))}
		body = append(body, f.evaluate(u.Scope, keys)...)
		body = append(body, f.rt(check).Call(jen.Id("c"), jen.Id("m"), jen.Id("e"), f.anyFunc(u.Type, u.Word)))
		is := jen.List(jen.Id("m"), jen.Id("ok")).Op(":=").Id("v").Assert(goType)
		apply := jen.Id("ok")
		if !at.untouched || len(code) > 0 {
			apply.Op("&&").Add(at.call("SoundSince", jen.Id("mark")))
			at.marked = true
		}
		code = append(code, jen.If(is, apply).Block(body...))
	}
	return code
}

// evaluate is the code that notes in e what a schema looks at in a value v that satisfies it:
// members where keys is set, else items. A schema that many refer to, or that leads back to itself,
// has a function for it.
func (f *file) evaluate(t *model.Type, keys bool) []jen.Code {
	if f.plan.SeenFunction(t) {
		return one(jen.Id(f.evaluateFunc(t, keys)).Call(jen.Id("c"), jen.Id("v"), jen.Id("e")))
	}
	return f.evaluateBody(t, keys)
}

func (f *file) evaluateBody(t *model.Type, keys bool) []jen.Code {
	code, all := f.evaluateOwn(t, keys)
	if all {
		return one(jen.Id("e").Dot("All").Call())
	}
	inner := func(schema *model.Type) []jen.Code { return f.evaluate(schema, keys) }
	if t.Union != nil {
		for _, v := range t.Union.Variants {
			code = append(code, f.evaluateIf(v.Type, inner(v.Type))...)
		}
	}
	for _, c := range t.Constraints {
		switch c := c.(type) {
		case model.Contains:
			if !keys && c.Evaluates {
				code = append(code, jen.Id("e").Dot("MatchingItems").Call(jen.Id("c"), jen.Id("v"), f.anyFuncAlways(c.Type, "contains")))
			}
		case model.DependentSchema:
			if !keys {
				continue // it is about members alone
			}
			if body := inner(c.Type); len(body) > 0 {
				code = append(code, jen.If(f.rt("Has").Call(jen.Id("v"), text(c.Key))).Block(body...))
			}
		case model.Choice:
			for _, b := range c.Branches {
				code = append(code, f.evaluateIf(b, inner(b))...)
			}
		case model.Conditional:
			code = append(code, f.evaluateConditional(c, inner)...)
		case model.Unevaluated:
			if keys == (c.Word == "unevaluatedProperties") {
				code = append(code, jen.Id("e").Dot("All").Call())
			}
		}
	}
	return code
}

// evaluateOwn is what the schema itself declares; all means that nothing is left.
func (f *file) evaluateOwn(t *model.Type, keys bool) (code []jen.Code, all bool) {
	if !keys {
		if len(t.Prefix) > 0 {
			code = append(code, jen.Id("e").Dot("Prefix").Call(jen.Lit(len(t.Prefix))))
		}
		return code, t.Items != nil
	}
	if t.Additional != nil || t.Closed {
		return nil, true
	}
	var declared []string
	for _, field := range t.Fields {
		if !field.Hoisted {
			declared = append(declared, field.Key)
		}
	}
	if len(declared) > 0 {
		code = append(code, jen.Id("e").Dot("Keys").Call(texts(declared)...))
	}
	for _, set := range t.Patterns {
		if set.Additional != nil {
			return nil, true
		}
		for _, p := range set.Patterns {
			code = append(code, jen.Id("e").Dot("MatchingKeys").Call(jen.Id("v"), f.matcher(p.Pattern, jen.Id("c"))))
		}
	}
	return code, false
}

// evaluateIf runs code where the value satisfies the schema.
func (f *file) evaluateIf(schema *model.Type, code []jen.Code) []jen.Code {
	switch check := f.anyFunc(schema, "not"); {
	case len(code) == 0 || schema.Never:
		return nil
	case check == nil:
		return code
	default:
		return []jen.Code{jen.If(f.rt("Fits").Call(jen.Id("c"), jen.Id("v"), check)).Block(code...)}
	}
}

func (f *file) evaluateConditional(c model.Conditional, inner func(*model.Type) []jen.Code) []jen.Code {
	yes := inner(c.If)
	if c.Then != nil {
		yes = append(yes, inner(c.Then)...)
	}
	var no []jen.Code
	if c.Else != nil {
		no = inner(c.Else)
	}
	switch {
	case c.If.Never:
		return no
	case plan.Trivial(c.If):
		return yes
	}
	return branch(f.rt("Fits").Call(jen.Id("c"), jen.Id("v"), f.anyFunc(c.If, "if")), yes, no)
}

// seenBy is a schema, and whether it is asked about members or items.
type seenBy struct {
	t    *model.Type
	keys bool
}

// evaluateFunc is the function that notes what a schema looks at.
func (f *file) evaluateFunc(t *model.Type, keys bool) string {
	by := seenBy{t, keys}
	if name := f.seen[by]; name != "" {
		return name
	}
	name := f.numbered(f.owner, "Seen")
	f.seen[by] = name
	f.addLate(jen.Func().Id(name).Params(jen.Id("c").Op("*").Add(f.rt("Checker")), jen.Id("v").Any(), jen.Id("e").Op("*").Add(f.rt("Evaluation"))).
		Block(f.evaluateBody(t, keys)...))
	return name
}
