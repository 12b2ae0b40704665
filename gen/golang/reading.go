package golang

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
)

// reading collects the fields of a struct that a constraint looks at: it runs only where they are
// sound, so that a fault of one field neither causes a second issue nor hides faults of others.
type reading struct {
	f      *file
	t      *model.Type
	fields []int
	all    bool // more than declared fields
}

func (r *reading) keys(keys ...string) {
	for _, key := range keys {
		i := slices.IndexFunc(r.t.Fields, func(field *model.Field) bool { return field.Key == key })
		if i < 0 {
			r.all = true
			return
		}
		r.fields = append(r.fields, i)
	}
}

func (r *reading) constraint(c model.Constraint) {
	switch c := c.(type) {
	case model.Bound, model.Pattern, model.Format, model.Content, model.Unique, model.Contains:
		// They say nothing of objects.
	case model.DependentRequired:
		r.keys(c.Key)
		r.keys(c.Keys...)
	case model.FieldGroup:
		r.keys(c.Keys...)
	case model.FieldPairs:
		r.keys(c.Key)
		r.keys(c.Keys...)
	case model.RequiredKeys:
		r.keys(c.Keys...)
	case model.DependentSchema:
		r.keys(c.Key)
		r.schema(c.Type)
	case model.Choice:
		for _, branch := range c.Branches {
			r.schema(branch)
		}
	case model.Not:
		r.schema(c.Type)
	case model.Conditional:
		r.schema(c.If)
		r.schema(c.Then)
		r.schema(c.Else)
	default:
		r.all = true
	}
}

// schema adds what a schema for the same object looks at.
func (r *reading) schema(t *model.Type) {
	if t == nil || t.Never || r.all {
		return
	}
	if len(t.Patterns) > 0 || t.Closed || t.Union != nil || t.Additional != nil && !r.f.trivial(t.Additional) {
		r.all = true
		return
	}
	for _, field := range t.Fields {
		if field.Required || !r.f.trivial(field.Type) {
			r.keys(field.Key)
		}
	}
	for _, c := range t.Constraints {
		r.constraint(c)
	}
}
