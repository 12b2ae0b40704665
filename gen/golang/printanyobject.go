package golang

import (
	"slices"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
)

// anyObject is the checks of a map[string]any named v: members in schema order, then unknown
// keys, then what concerns the object as a whole.
func (f *file) anyObject(t *model.Type) []jen.Code {
	var code []jen.Code
	var keys, required []string
	for _, field := range t.Fields {
		keys = append(keys, field.Key)
		if field.Required {
			required = append(required, field.Key)
		}
	}
	if len(required) > 0 {
		code = append(code, f.requireKeys(required))
	}
	for _, field := range t.Fields {
		if check := f.anyFunc(field.Type, "properties"); check != nil {
			code = append(code, f.rt("Property").Call(jen.Id("c"), jen.Id("v"), text(field.Key), check))
		}
	}
	code = append(code, f.anyPatterns(t, keys)...)
	for _, c := range t.Constraints {
		code = append(code, f.anyObjectConstraint(c)...)
	}
	code = append(code, f.anyGroup(t)...)
	return code
}

func (f *file) requireKeys(keys []string) *jen.Statement {
	return f.rt("RequireKeys").Call(append([]jen.Code{jen.Id("c"), jen.Id("v")}, texts(keys)...)...)
}

// anyPatterns is patternProperties and additionalProperties. What patterns say of a declared key
// is part of the key's own schema.
func (f *file) anyPatterns(t *model.Type, declared []string) []jen.Code {
	var code []jen.Code
	keys, size := stringSlice(declared), 0
	for _, key := range declared {
		size += len(key)
	}
	for _, set := range t.Patterns {
		var matchers []jen.Code
		for _, p := range set.Patterns {
			if f.repeats(size); f.err != nil {
				return nil
			}
			matchers = append(matchers, f.matcher(p.Pattern, jen.Id("c")))
			if check := f.anyFunc(p.Type, "patternProperties"); check != nil {
				code = append(code, f.rt("MatchingKeys").Call(jen.Id("c"), jen.Id("v"), keys, f.matcher(p.Pattern, jen.Id("c")), check))
			}
		}
		code = append(code, f.otherKeys(set.Additional, union(declared, set.Keys), matchers)...)
	}
	switch {
	case len(t.Patterns) > 0:
		return code
	case t.Closed:
		return f.otherKeys(&model.Type{Never: true, NeverKeyword: t.ClosedBy}, declared, nil)
	}
	return f.otherKeys(t.Additional, declared, nil)
}

func union(a, b []string) []string {
	all := slices.Clone(a)
	seen := make(map[string]bool, len(a)+len(b))
	for _, s := range a {
		seen[s] = true
	}
	for _, s := range b {
		if !seen[s] {
			seen[s] = true
			all = append(all, s)
		}
	}
	return all
}

func (f *file) otherKeys(t *model.Type, keys []string, matchers []jen.Code) []jen.Code {
	if t == nil || plan.Trivial(t) {
		return nil
	}
	patterns := jen.Nil()
	if len(matchers) > 0 {
		patterns = jen.Index().Func().Params(jen.String()).Bool().Values(matchers...)
	}
	check := jen.Nil()
	switch keyword := model.ClosedKeyword(t.NeverKeyword); {
	case !t.Never:
		check = f.anyFunc(t, "additionalProperties")
	case keyword != "additionalProperties":
		return one(f.rt("RefuseKeys").Call(jen.Id("c"), jen.Id("v"), text(keyword), stringSlice(keys), patterns))
	}
	return one(f.rt("OtherKeys").Call(jen.Id("c"), jen.Id("v"), stringSlice(keys), patterns, check))
}

func (f *file) anyObjectConstraint(c model.Constraint) []jen.Code {
	has := func(key string, body []jen.Code) []jen.Code {
		if len(body) == 0 {
			return nil
		}
		there := jen.List(jen.Id("_"), jen.Id("ok")).Op(":=").Id("v").Index(text(key))
		return []jen.Code{jen.If(there, jen.Id("ok")).Block(body...)}
	}
	switch c := c.(type) {
	case model.Size:
		if plan.OfMembers(c) {
			return one(jen.Id("c").Dot(capital(c.Word)).Call(jen.Len(jen.Id("v")), jen.Lit(c.Limit)))
		}
	case model.RequiredKeys:
		if len(c.Keys) > 0 {
			return one(f.requireKeys(c.Keys))
		}
	case model.DependentRequired:
		if len(c.Keys) > 0 {
			return has(c.Key, one(f.requireKeys(c.Keys)))
		}
	case model.DependentSchema:
		if plan.Trivial(c.Type) {
			return nil
		}
		return has(c.Key, f.subCall(c.Type, "dependentSchemas", id("v")))
	case model.PropertyNames:
		if plan.Trivial(c.Type) {
			return nil
		}
		check := jen.Func().Params(jen.Id("key").String(), jen.Id("c").Op("*").Add(f.rt("Checker"))).
			Block(f.subCall(c.Type, "propertyNames", id("key"))...)
		return one(f.rt("PropertyNames").Call(jen.Id("c"), jen.Id("v"), check))
	}
	return nil
}
