package golang

import (
	"slices"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
)

// scope is a struct value within generated code.
type scope struct {
	t    *model.Type
	base expr
	// walked says that o is the walk over this very struct, so that it knows which keys there are.
	walked bool
}

func inStruct(t *model.Type, base expr) scope {
	return scope{t: t, base: base}
}

// field finds the field for a key, nil where there is none.
func (sc scope) field(key string) *model.Field {
	if i := sc.index(key); i >= 0 {
		return sc.t.Fields[i]
	}
	return nil
}

func (sc scope) index(key string) int {
	return slices.IndexFunc(sc.t.Fields, func(f *model.Field) bool { return f.Key == key })
}

// presence is the condition that an optional field is there.
func (sc scope) presence(field *model.Field) cond {
	value := selected(sc.base, field.Name)
	switch {
	case field.Required:
		return cond{constant: alwaysTrue}
	case field.Form == model.NullableForm:
		absent := func() *jen.Statement { return value().Dot("IsZero").Call() }
		return cond{no: absent, yes: func() *jen.Statement { return jen.Op("!").Add(absent()) }}
	case field.Form == model.ValueForm && sc.walked:
		// A list or map of which nothing could be read is nil, and there all the same.
		return negatable(func() *jen.Statement { return sc.there(field) })
	}
	return binary(value, "!=", "==", jen.Nil)
}

// there is the question to o whether a field is there.
func (sc scope) there(field *model.Field) *jen.Statement {
	inGo := jen.True()
	if nilable := field.Type.Kind == model.Slice || field.Type.Kind == model.Map; !field.Required || nilable && field.Type.GoType == "" && !field.Type.Nullable() {
		inGo = selected(sc.base, field.Name)().Op("!=").Nil()
	}
	return jen.Id("o").Dot("There").Call(jen.Lit(sc.index(field.Key)), inGo)
}

// sound is the condition that something can be said of the fields that a constraint reads.
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

// value is the place of a field's value where it is there; false where it may be null.
func (sc scope) value(field *model.Field) (expr, bool) {
	e := selected(sc.base, field.Name)
	switch {
	case field.Type.Nullable() || field.Form == model.NullableForm:
		return nil, false
	case field.Form == model.PointerForm:
		if field.Type.Kind == model.Struct {
			return e, true // selectors look through the pointer
		}
		return func() *jen.Statement { return jen.Op("*").Add(e()) }, true
	}
	return e, true
}

// relate compiles one constraint on a struct to tests of its fields; false where that cannot be.
func (f *file) relate(c model.Constraint, sc scope) ([]rule, bool) {
	switch c := c.(type) {
	case model.DependentRequired:
		key := sc.field(c.Key)
		if key == nil {
			return nil, false
		}
		return f.require(c.Keys, sc, sc.presence(key))
	case model.RequiredKeys:
		return f.require(c.Keys, sc, cond{constant: alwaysTrue})
	case model.FieldGroup:
		return f.relateGroup(c, sc)
	case model.FieldPairs:
		return f.relatePairs(c, sc)
	case model.DependentSchema:
		key := sc.field(c.Key)
		if key == nil {
			return nil, false
		}
		return f.when(sc.presence(key), c.Type, sc, "dependentSchemas")
	case model.Choice:
		return f.chooseBranch(c, sc)
	case model.Not:
		is, ok := f.satisfied(c.Type, sc)
		if !ok {
			return nil, false
		}
		return []rule{{when: is, body: one(jen.Id("c").Dot("Issue").Call(text("not"), jen.Nil(), jen.Nil()))}}, true
	case model.Conditional:
		is, ok := f.satisfied(c.If, sc)
		if !ok {
			return nil, false
		}
		then, ok1 := f.when(is, c.Then, sc, "then")
		otherwise, ok2 := f.when(is.not(), c.Else, sc, "else")
		return append(then, otherwise...), ok1 && ok2
	case model.Bound, model.Pattern, model.Format, model.Content, model.Unique, model.Contains:
		return nil, true // they say nothing of objects
	}
	return nil, false
}

// require records the keys that are not there.
func (f *file) require(keys []string, sc scope, condition cond) ([]rule, bool) {
	var rules []rule
	for _, key := range keys {
		field := sc.field(key)
		if field == nil {
			return nil, false
		}
		rules = append(rules, rule{
			when: all(condition, sc.presence(field).not()),
			body: one(jen.Id("c").Dot("Missing").Call(text(key))),
		})
	}
	return rules, true
}

// when holds the struct against a schema under a condition.
func (f *file) when(condition cond, schema *model.Type, sc scope, holder string) ([]rule, bool) {
	if schema == nil {
		return nil, true
	}
	rules, ok := f.holdStruct(schema, sc, holder)
	for i := range rules {
		rules[i].when = all(condition, rules[i].when)
	}
	return rules, ok
}

// chooseBranch compiles a choice whose branches only ask for keys. Other choices are worth more
// than a yes or no, since the closest branch has something to say, too.
func (f *file) chooseBranch(c model.Choice, sc scope) ([]rule, bool) {
	if !plan.KeysOnlyChoice(c) {
		return nil, false
	}
	args := []jen.Code{stringSlice(c.Labels())}
	for _, branch := range c.Branches {
		is, ok := f.satisfied(branch, sc)
		if !ok {
			return nil, false
		}
		args = append(args, condition(is))
	}
	return []rule{{when: cond{constant: alwaysTrue}, body: one(jen.Id("c").Dot(branchCheck(c.Word)).Call(args...))}}, true
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

// holdStruct compiles the tests that hold a struct against another schema.
func (f *file) holdStruct(schema *model.Type, sc scope, holder string) ([]rule, bool) {
	yes := cond{constant: alwaysTrue}
	if schema.Never {
		return []rule{{when: yes, body: one(jen.Id("c").Dot("Issue").Call(text(blamed(schema, holder)), jen.Nil(), jen.Nil()))}}, true
	}
	if !f.fieldSchema(schema) || !f.plan.Held(schema) {
		return nil, false
	}
	var rules []rule
	for _, want := range schema.Fields {
		if !want.Required && plan.Trivial(want.Type) {
			continue
		}
		field := sc.field(want.Key)
		if field == nil {
			return nil, false
		}
		there := sc.presence(field)
		if want.Required {
			rules = append(rules, rule{when: there.not(), body: one(jen.Id("c").Dot("Missing").Call(text(want.Key)))})
		}
		if plan.Trivial(want.Type) {
			continue
		}
		if plan.MayRound(field.Type) && (!sc.walked || field.Type.Kind != model.Float) {
			return nil, false // only the text knows all digits
		}
		var body []jen.Code
		if want.Type.Never {
			body = one(jen.Id("c").Dot("Issue").Call(text(blamed(want.Type, "properties")), jen.Nil(), jen.Nil()))
		} else {
			value, ok := sc.value(field)
			if !ok {
				return nil, false
			}
			if body, ok = f.hold(want.Type, field.Type, value, f.onChecker(value), "properties"); !ok {
				return nil, false
			}
		}
		if len(body) > 0 {
			enter := jen.Id("c").Dot("Enter").Call()
			if plan.MayRound(field.Type) {
				enter = jen.Id("c").Dot("EnterNumber").Call(jen.Id("o"), jen.Lit(sc.index(want.Key)))
			}
			body = append([]jen.Code{jen.Id("at").Op(":=").Add(enter)}, body...)
			body = append(body, jen.Id("c").Dot("Leave").Call(jen.Id("at"), text(want.Key)))
			rules = append(rules, rule{when: there, body: body})
		}
	}
	for _, c := range schema.Constraints {
		more, ok := f.relate(c, sc)
		if !ok {
			return nil, false
		}
		rules = append(rules, more...)
	}
	return rules, true
}

// fieldSchema reports whether a schema speaks of an object's declared properties only.
func (f *file) fieldSchema(t *model.Type) bool {
	return plan.Allowed(t)&model.JSONObject != 0 && len(t.Patterns) == 0 && !t.Closed && t.Union == nil &&
		(t.Additional == nil || plan.Trivial(t.Additional))
}
