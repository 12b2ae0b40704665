package plan

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
)

// Relation is a constraint on a struct as a whole: a check of the presence of its fields, or a check of the object
// as any. Within a turn relations keep the order of the schema.
type Relation struct {
	Keys   Check       // [GroupOf], [PairsOf], [Require] or [IfKey] with Require, on declared keys; nil for Schema
	Schema *model.Type // nil for Keys
	Reads  Reads
	Turn   Turn
}

// Turn is when a constraint is checked.
type Turn uint8

// Turns.
const (
	Firstly Turn = iota // patternProperties
	Between
	Lastly // unevaluated keywords, only if the other constraints hold
)

// relations plans the constraints on a struct as a whole. Conditions on the presence of declared fields are checked
// on the struct, all others on the object as any.
func (p *planner) relations(t *model.Type) []Relation {
	var list []Relation
	whole := func(reads Reads, turn Turn, part *model.Type) {
		if part.Accepts = model.JSONAll; !asksNothing(part) {
			p.plan.schemas[part] = p.plan.schema(part)
			list = append(list, Relation{Schema: part, Reads: reads, Turn: turn})
		}
	}
	if len(t.Patterns) > 0 && t.KeyPattern() == nil {
		whole(Reads{}, Firstly, &model.Type{Patterns: t.Patterns, Fields: onlyNames(t.Fields)})
	}
	for _, c := range t.Constraints {
		reads, turn := readsOf(t, c), Between
		switch c := c.(type) {
		case model.Bound, model.Pattern, model.Format, model.Content, model.Unique, model.Contains:
			continue // no effect on objects
		case model.Size:
			if ofMembers(c) {
				continue // checked by the decoder
			}
		case model.Unevaluated:
			if asksNothing(c.Type) {
				continue
			}
			turn = Lastly
		}
		if onFields(c, t) {
			list = append(list, Relation{Keys: ofKeys(c, t.Blank), Reads: reads, Turn: turn})
		} else {
			whole(reads, turn, &model.Type{Constraints: []model.Constraint{c}, Blank: t.Blank})
		}
	}
	slices.SortStableFunc(list, func(a, b Relation) int { return int(a.Turn) - int(b.Turn) })
	return list
}

// ofKeys returns the check of a constraint on the presence of keys, nil for other constraints.
func ofKeys(c model.Constraint, blank bool) Check {
	switch c := c.(type) {
	case model.DependentRequired:
		return IfKey{c.Key, Require{c.Keys}}
	case model.FieldGroup:
		return GroupOf{c.Word, blank, c.Keys}
	case model.FieldPairs:
		return PairsOf{c.Word, blank, c.Key, c.Keys}
	}
	return nil
}

// onlyNames returns fields without constraints, for a schema that only needs the declared keys.
func onlyNames(fields []*model.Field) []*model.Field {
	names := make([]*model.Field, len(fields))
	for i, field := range fields {
		names[i] = &model.Field{Key: field.Key, Hoisted: field.Hoisted, Type: AnyType}
	}
	return names
}
