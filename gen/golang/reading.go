package golang

import (
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
)

// reading finds out which fields of a struct a constraint looks at: it runs only where their values
// are sound, so that a fault of one field neither causes a second issue nor hides faults of others.
// What asks only whether a key is there does not care about values.
type reading struct {
	f *file
	scope
	all bool // it looks at the values of more than declared fields
	// seen are the schemas for the same object that were looked into.
	seen map[*model.Type]bool
}

// presence notes keys that only have to be there or not.
func (r *reading) presence(keys ...string) {
	for _, key := range keys {
		r.field(key)
	}
}

// read notes keys whose values count.
func (r *reading) read(keys ...string) {
	for _, key := range keys {
		i := r.index(key)
		if i < 0 {
			r.all = true
			return
		}
		r.values = append(r.values, i)
	}
}

func (r *reading) constraint(c model.Constraint) {
	switch c := c.(type) {
	case model.Bound, model.Pattern, model.Format, model.Content, model.Unique, model.Contains:
		// They say nothing of objects.
	case model.PropertyNames:
		// It is about keys alone.
	case model.Size:
		// The number of keys is known.
	case model.DependentRequired:
		r.presence(c.Key)
		r.presence(c.Keys...)
	case model.FieldGroup:
		r.presence(c.Keys...)
	case model.FieldPairs:
		r.presence(c.Key)
		r.presence(c.Keys...)
	case model.RequiredKeys:
		r.presence(c.Keys...)
	case model.DependentSchema:
		r.presence(c.Key)
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
	if t == nil || t.Never || r.all || r.seen[t] {
		return
	}
	if r.seen == nil {
		r.seen = map[*model.Type]bool{}
	}
	r.seen[t] = true
	if len(t.Patterns) > 0 || t.Union != nil || t.Additional != nil && !plan.Trivial(t.Additional) {
		r.all = true
		return
	}
	for _, field := range t.Fields {
		switch {
		case !plan.Trivial(field.Type) && !field.Type.Never:
			r.read(field.Key)
		case field.Required || field.Type.Never:
			r.presence(field.Key)
		}
	}
	for _, c := range t.Constraints {
		r.constraint(c)
	}
}

// keysOnlyConstraint reports whether a constraint on a map asks only which keys there are.
func (f *file) keysOnlyConstraint(c model.Constraint) bool {
	reads := reading{f: f, scope: inStruct(anyType, nil)}
	reads.constraint(c)
	return !reads.all
}
