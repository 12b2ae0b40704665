package plan

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
)

// methods reports whether t has a decode method. A plain enum has none, unless it is a root or a
// variant.
func (p *planner) methods(t *model.Type) bool {
	if t.Name == "" || t.GoType != "" {
		return false
	}
	return t.Kind != model.String || p.standalone[t]
}

// standaloneTypes returns the named types that need methods regardless of kind: roots and union variants.
func standaloneTypes(tool *model.Tool) map[*model.Type]bool {
	alone := map[*model.Type]bool{tool.Args: true, tool.Result: true}
	for _, list := range [][]*model.Type{tool.Types, tool.ResultTypes} {
		for _, t := range list {
			if t.Union == nil {
				continue
			}
			for _, v := range t.Union.Variants {
				alone[v.Type] = true
			}
		}
	}
	return alone
}

// walked reports whether the method decode of a type also checks its Go values, see the runtime's ValidateBy. Most
// structs and scalars are walked. Values of other types are checked by their JSON: of types whose constraints look at
// the JSON, of unions, whose JSON may fit several variants, and of types that may contain themselves.
//
// The answer depends on the type alone, since the file of another tool may ask for it.
func (p *planner) walked(t *model.Type) bool {
	t = t.Declaration() // whose methods they are
	walked, known := p.walks[t]
	if !known {
		walked = p.walkedType(t)
		p.walks[t] = walked
	}
	return walked
}

func (p *planner) walkedType(t *model.Type) bool {
	switch {
	case t.Name == "" || t.Never || t.GoType != "":
		return false
	case t.Kind != model.Struct:
		return Scalar(t) && !t.Nullable() && p.walkableShape(t)
	case keeps(t) || len(t.Patterns) > 0 || holdsItself(t):
		return false
	}
	if slices.ContainsFunc(t.Constraints, func(c model.Constraint) bool { return !onFields(c, t) }) {
		return false
	}
	return !slices.ContainsFunc(t.Fields, func(field *model.Field) bool {
		return field.Form == model.NullableForm && field.Type.Accepts&model.JSONNull == 0 ||
			t.Blank && field.Required && !textAtMost(field.Type) || !p.walkable(field.Type)
	})
}

// textAtMost reports whether only text can count as absent among the values of a type: none are null, and no
// other variant is text.
func textAtMost(t *model.Type) bool {
	return t.Accepts&model.JSONNull == 0 && (t.Kind == model.String || t.Accepts&model.JSONString == 0)
}

// walkable reports whether decode code can also check Go values of t.
func (p *planner) walkable(t *model.Type) bool {
	switch {
	case t.Never || t.GoType != "" || t.Nullable() && (asksOfNull(t) || t.Kind == model.Union): // a union without a variant is null
		return false
	case p.methods(t):
		return p.walked(t) || !holdsNil(t)
	}
	return p.walkableShape(t)
}

// walkableShape is walkable without t's own methods.
func (p *planner) walkableShape(t *model.Type) bool {
	switch t.Kind {
	case model.Slice:
		if len(t.Prefix) > 0 && t.Each == nil || slices.ContainsFunc(itemTypes(t), func(items *model.Type) bool {
			return holdsNil(items) && items.Nullable() || !p.walkable(items)
		}) {
			return false
		}
	case model.Map:
		values := OrAny(t.Values())
		if len(t.Patterns) > 0 && t.KeyPattern() == nil || holdsNil(values) && values.Nullable() || !p.walkable(values) {
			return false
		}
	case model.Any:
		return t.Name == "" && asksNothing(t)
	case model.Struct, model.Union:
		return false
	}
	return !slices.ContainsFunc(t.Constraints, func(c model.Constraint) bool { return !onValue(c, t) })
}

// itemTypes returns the item types of a slice, by position for a tuple.
func itemTypes(t *model.Type) []*model.Type {
	if len(t.Prefix) == 0 {
		return []*model.Type{OrAny(t.Element())}
	}
	list := slices.Clone(t.Prefix)
	if t.Items != nil && !t.Items.Never {
		list = append(list, t.Items)
	}
	return list
}

// asksOfNull reports whether null may violate a constraint of a nullable type.
func asksOfNull(t *model.Type) bool {
	return slices.ContainsFunc(t.Constraints, func(c model.Constraint) bool {
		switch c := c.(type) {
		case model.Enum:
			return !hasNull(c.Values)
		case model.Choice, model.Not, model.Conditional:
			return true
		}
		return false
	})
}

// onFields reports whether a constraint on a struct only concerns the presence of fields.
func onFields(c model.Constraint, t *model.Type) bool {
	keys, ok := presenceOf(c)
	return ok && !slices.ContainsFunc(keys, func(key string) bool { return fieldIndex(t, key) < 0 })
}

// presenceOf returns the keys on whose presence alone a constraint depends; false if it depends on more.
func presenceOf(c model.Constraint) (keys []string, ok bool) {
	switch c := c.(type) {
	case model.DependentRequired:
		return append([]string{c.Key}, c.Keys...), true
	case model.FieldGroup:
		return c.Keys, true
	case model.FieldPairs:
		return append([]string{c.Key}, c.Keys...), true
	}
	return nil, false
}

// onValue reports whether a constraint is checked on the Go value alone, decoded or not.
func onValue(c model.Constraint, t *model.Type) bool {
	checks, ok := constraint(c, t)
	return ok && !slices.ContainsFunc(checks, func(check Check) bool {
		enum, isEnum := check.(Enum)
		return isEnum && enum.Form == EnumWhole
	})
}
