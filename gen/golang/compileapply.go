package golang

import (
	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
)

// hold compiles the checks that hold a value of one static type against another schema. It is
// false where the static type is not precise enough for the schema; the value must then be had as
// any. Holder is the keyword whose subschema schema is.
func (f *file) hold(schema, static *model.Type, read expr, at *target, holder string) ([]jen.Code, bool) {
	switch {
	case schema.Never:
		return one(at.call("Issue", text(blamed(schema, holder)), jen.Nil(), jen.Nil())), true
	case plan.Trivial(schema):
		return nil, true
	case static.GoType != "", static.Never, static.Nullable(), schema.Union != nil:
		return nil, false
	}
	have, want := plan.Possible(static), plan.Allowed(schema)
	switch {
	case have == 0 || have&want == 0 && want != 0:
		return nil, false
	case have&^want != 0:
		return nil, false
	}
	if static.Kind == model.Struct {
		rules, ok := f.holdStruct(schema, inStruct(static, read), holder)
		return ruleCode(rules), ok
	}
	if !f.scalarSchema(schema) || !f.plan.Held(schema) || static.Kind != model.Float && plan.MayRound(static) {
		return nil, false
	}
	var code []jen.Code
	for _, c := range schema.Constraints {
		checks, ok := f.constraint(c, static, read, at)
		if !ok {
			return nil, false
		}
		code = append(code, checks...)
	}
	return code, true
}

// scalarSchema reports whether a schema says nothing of members and items.
func (f *file) scalarSchema(t *model.Type) bool {
	for _, field := range t.Fields {
		if field.Required || !plan.Trivial(field.Type) {
			return false
		}
	}
	return len(t.Patterns) == 0 && !t.Closed && len(t.Prefix) == 0 && t.Union == nil &&
		(t.Additional == nil || plan.Trivial(t.Additional)) && (t.Items == nil || plan.Trivial(t.Items))
}

// applied compiles anyOf, oneOf, not and if on a value that is neither struct nor any.
func (f *file) applied(c model.Constraint, static *model.Type, read expr, at *target) ([]jen.Code, bool) {
	if static.Kind == model.Struct || static.Kind == model.Union || static.Kind == model.Any {
		return nil, false
	}
	trial := func(schema *model.Type, holder string) ([]jen.Code, bool) {
		return f.hold(schema, static, read, f.onChecker(read), holder)
	}
	switch c := c.(type) {
	case model.Choice:
		args := []jen.Code{at.checker(), read(), stringSlice(c.Labels())}
		for _, branch := range c.Branches {
			body, ok := trial(branch, c.Word)
			if !ok {
				return nil, false
			}
			args = append(args, jen.Func().Params(jen.Id("c").Op("*").Add(f.rt("Checker")), jen.Id("_").Any()).Block(body...))
		}
		return one(f.rt(capital(c.Word)).Call(args...)), true
	case model.Not:
		body, ok := trial(c.Type, "not")
		if !ok {
			return nil, false
		}
		return one(jen.If(f.matches(body, at)).Block(at.call("Issue", text("not"), jen.Nil(), read()))), true
	case model.Conditional:
		cond, ok := trial(c.If, "if")
		if !ok {
			return nil, false
		}
		var branches [2][]jen.Code
		for i, schema := range []*model.Type{c.Then, c.Else} {
			if schema == nil {
				continue
			}
			holder := [2]string{"then", "else"}[i]
			if branches[i], ok = f.hold(schema, static, read, at, holder); !ok {
				return nil, false
			}
		}
		return branch(f.matches(cond, at), branches[0], branches[1]), true
	}
	return nil, false
}

// matches is the condition that code finds nothing wrong.
func (f *file) matches(code []jen.Code, at *target) *jen.Statement {
	return at.call("Matches", jen.Func().Params(jen.Id("c").Op("*").Add(f.rt("Checker"))).Block(code...))
}
