package plan

import "github.com/toolgen/toolgen/gen/model"

// satisfied returns the condition that a struct satisfies a schema, without issues; false if conditions on
// fields are not sufficient.
func (p *planner) satisfied(schema *model.Type, sc scope) (Cond, bool) {
	if schema.Never {
		return Never, true
	}
	if !fieldSchema(schema) || !p.plan.held(schema) {
		return nil, false
	}
	var conds []Cond
	for _, want := range schema.Fields {
		trivial := asksNothing(want.Type)
		if !want.Required && trivial {
			continue
		}
		i, field := sc.field(want.Key)
		if field == nil {
			return nil, false
		}
		if want.Required {
			conds = append(conds, sc.present(i))
		}
		if trivial {
			continue
		}
		is := Never
		if !want.Type.Never {
			var ok bool
			if !value(field) {
				return nil, false
			}
			if is, ok = scalarSatisfied(want.Type, field.Type, i); !ok {
				return nil, false
			}
		}
		if !want.Required {
			is = either(not(sc.present(i)), is)
		}
		conds = append(conds, is)
	}
	for _, c := range schema.Constraints {
		is, ok := p.constraintSatisfied(c, sc)
		if !ok {
			return nil, false
		}
		conds = append(conds, is)
	}
	return all(conds...), true
}

// constraintSatisfied is satisfied for a single constraint.
func (p *planner) constraintSatisfied(c model.Constraint, sc scope) (Cond, bool) {
	switch c := c.(type) {
	case model.RequiredKeys:
		conds := make([]Cond, len(c.Keys))
		for k, key := range c.Keys {
			i, field := sc.field(key)
			if field == nil {
				return nil, false
			}
			conds[k] = sc.present(i)
		}
		return all(conds...), true
	case model.Not:
		is, ok := p.satisfied(c.Type, sc)
		return not(is), ok
	case model.Choice:
		if c.Word != "anyOf" {
			return nil, false
		}
		conds := make([]Cond, len(c.Branches))
		for i, branch := range c.Branches {
			var ok bool
			if conds[i], ok = p.satisfied(branch, sc); !ok {
				return nil, false
			}
		}
		return either(conds...), true
	}
	return nil, false
}

// operators maps bounds to their comparison and its negation.
var operators = map[string][2]string{
	"minimum": {">=", "<"}, "maximum": {"<=", ">"}, "exclusiveMinimum": {">", "<="}, "exclusiveMaximum": {"<", ">="},
}

// scalarSatisfied returns the condition that a scalar field satisfies a schema: enum, const, and integer
// bounds.
func scalarSatisfied(schema, static *model.Type, field int) (Cond, bool) {
	have := possible(static)
	if static.GoType != "" || have == 0 || have&^allowed(schema) != 0 || !scalarSchema(schema) {
		return nil, false
	}
	var conds []Cond
	for _, c := range schema.Constraints {
		switch c := c.(type) {
		case model.Enum:
			is, ok := equalsOne(c, static, field)
			if !ok {
				return nil, false
			}
			conds = append(conds, is)
		case model.Bound:
			ops := operators[c.Word]
			limit, ok := IntLiteral(c.Limit)
			if !ok || ops[0] == "" || static.Kind != model.Int || static.Narrow() || static.Unsigned {
				return nil, false
			}
			conds = append(conds, Compare{Field: field, Op: ops[0], Opposite: ops[1], Literal: limit})
		default:
			return nil, false
		}
	}
	return all(conds...), true
}

// equalsOne returns the condition that a scalar field equals one of the values.
func equalsOne(c model.Enum, static *model.Type, field int) (Cond, bool) {
	var conds []Cond
	for _, v := range c.Values {
		is := Compare{Field: field, Op: "==", Opposite: "!=", Widen: static.Narrow()}
		switch {
		case static.Kind == model.String && v.Kind == model.StringValue:
			is.Text, is.Widen = v.Text, false
			conds = append(conds, is)
		case static.Kind == model.Bool && v.Kind == model.BoolValue:
			var truth Cond = True{field}
			if v.JSON != "true" {
				truth = not(truth)
			}
			conds = append(conds, truth)
		case static.Kind == model.Int && static.BeyondInt64(), static.Kind == model.Float || static.Kind == model.Number || static.Kind == model.Slice || objectLike(static):
			return nil, false
		case static.Kind == model.Int && v.Kind == model.NumberValue:
			if literal, ok := IntLiteral(v.Text); ok {
				is.Literal = literal
				conds = append(conds, is)
			}
		}
	}
	return either(conds...), true
}

// all returns the conjunction.
func all(conds ...Cond) Cond {
	var list All
	for _, c := range conds {
		switch c := c.(type) {
		case All:
			list = append(list, c...)
		case Any:
			if len(c) == 0 {
				return Never
			}
			list = append(list, c)
		default:
			list = append(list, c)
		}
	}
	if len(list) == 1 {
		return list[0]
	}
	return list
}

// either returns the disjunction.
func either(conds ...Cond) Cond {
	opposites := make([]Cond, len(conds))
	for i, c := range conds {
		opposites[i] = not(c)
	}
	return not(all(opposites...))
}

// not returns the negation.
func not(c Cond) Cond {
	switch c := c.(type) {
	case All:
		list := make(Any, len(c))
		for i, part := range c {
			list[i] = not(part)
		}
		return list
	case Any:
		list := make(All, len(c))
		for i, part := range c {
			list[i] = not(part)
		}
		return list
	case Negated:
		return c.Of
	}
	return Negated{c}
}
