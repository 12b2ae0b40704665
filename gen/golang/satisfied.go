package golang

import (
	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
)

// satisfied is the condition that a struct satisfies a schema, without any issue; false where
// that takes more than an expression.
func (f *file) satisfied(schema *model.Type, sc scope) (cond, bool) {
	none := cond{}
	if schema.Never {
		return cond{constant: alwaysFalse}, true
	}
	if !f.fieldSchema(schema) || !f.plan.Held(schema) {
		return none, false
	}
	conds := []cond{}
	for _, want := range schema.Fields {
		trivial := plan.Trivial(want.Type)
		if !want.Required && trivial {
			continue
		}
		field := sc.field(want.Key)
		if field == nil {
			return none, false
		}
		there := sc.presence(field)
		if want.Required {
			conds = append(conds, there)
		}
		if trivial {
			continue
		}
		is := cond{constant: alwaysFalse}
		if !want.Type.Never {
			value, ok := sc.value(field)
			if !ok {
				return none, false
			}
			if is, ok = f.scalarSatisfied(want.Type, field.Type, value); !ok {
				return none, false
			}
		}
		if !want.Required {
			is = anyOf(there.not(), is)
		}
		conds = append(conds, is)
	}
	for _, c := range schema.Constraints {
		is, ok := f.constraintSatisfied(c, sc)
		if !ok {
			return none, false
		}
		conds = append(conds, is)
	}
	return all(conds...), true
}

// constraintSatisfied is satisfied for one constraint on a struct.
func (f *file) constraintSatisfied(c model.Constraint, sc scope) (cond, bool) {
	switch c := c.(type) {
	case model.RequiredKeys:
		conds := make([]cond, len(c.Keys))
		for i, key := range c.Keys {
			field := sc.field(key)
			if field == nil {
				return cond{}, false
			}
			conds[i] = sc.presence(field)
		}
		return all(conds...), true
	case model.Not:
		is, ok := f.satisfied(c.Type, sc)
		return is.not(), ok
	case model.Choice:
		if c.Word != "anyOf" {
			return cond{}, false
		}
		conds := make([]cond, len(c.Branches))
		for i, branch := range c.Branches {
			var ok bool
			if conds[i], ok = f.satisfied(branch, sc); !ok {
				return cond{}, false
			}
		}
		return anyOf(conds...), true
	}
	return cond{}, false
}

// scalarSatisfied is the condition that a scalar satisfies a schema: comparisons with the values
// of enum or const, and bounds of integers.
func (f *file) scalarSatisfied(schema, static *model.Type, read expr) (cond, bool) {
	have := plan.Possible(static)
	if static.GoType != "" || have == 0 || have&^plan.Allowed(schema) != 0 || !f.scalarSchema(schema) {
		return cond{}, false
	}
	conds := []cond{}
	for _, c := range schema.Constraints {
		switch c := c.(type) {
		case model.Enum:
			is, ok := f.equalsOne(c, static, read)
			if !ok {
				return cond{}, false
			}
			conds = append(conds, is)
		case model.Bound:
			ops := map[string][2]string{"minimum": {">=", "<"}, "maximum": {"<=", ">"}, "exclusiveMinimum": {">", "<="}, "exclusiveMaximum": {"<", ">="}}[c.Word]
			limit, ok := intLiteral(c.Limit)
			if !ok || ops[0] == "" || static.Kind != model.Int || static.Narrow() || static.Unsigned {
				return cond{}, false
			}
			conds = append(conds, binary(read, ops[0], ops[1], func() *jen.Statement { return limit.Clone() }))
		default:
			return cond{}, false
		}
	}
	return all(conds...), true
}

// equalsOne is the condition that a scalar is one of the values.
func (f *file) equalsOne(c model.Enum, static *model.Type, read expr) (cond, bool) {
	var conds []cond
	for _, v := range c.Values {
		switch {
		case static.Kind == model.String && v.Kind == model.StringValue:
			conds = append(conds, binary(read, "==", "!=", func() *jen.Statement { return text(v.Text) }))
		case static.Kind == model.Bool && v.Kind == model.BoolValue:
			is := cond{yes: read, no: func() *jen.Statement { return jen.Op("!").Add(read()) }}
			if v.JSON != "true" {
				is = is.not()
			}
			conds = append(conds, is)
		case static.Kind == model.Int && v.Kind == model.NumberValue && !static.Narrow() && !static.Unsigned:
			if n, ok := intLiteral(v.Text); ok {
				conds = append(conds, binary(read, "==", "!=", func() *jen.Statement { return n.Clone() }))
			}
		case static.Kind == model.Int && v.Kind == model.NumberValue && static.Narrow():
			if n, ok := intLiteral(v.Text); ok {
				wide := func() *jen.Statement { return jen.Int64().Call(read()) }
				conds = append(conds, binary(wide, "==", "!=", func() *jen.Statement { return n.Clone() }))
			}
		case static.Kind == model.Int && static.BeyondInt64(), static.Kind == model.Float || static.Kind == model.Number || static.Kind == model.Slice || objectLike(static):
			return cond{}, false
		}
	}
	return anyOf(conds...), true
}
