package plan

import "github.com/toolgen/toolgen/gen/model"

// Reads are the fields that a constraint on an object reads. It runs only if they are valid, so that a fault in
// one field neither causes a second issue nor hides others. Presence checks do not depend on values, unless
// blank text counts as absent.
type Reads struct {
	Values []int // fields whose values must be valid
	Needs  []int // fields that must be present
	All    bool  // values of other than declared fields are read
}

// readsOf determines what a constraint on an object reads.
func readsOf(object *model.Type, c model.Constraint) Reads {
	r := reading{object: object, seen: map[*model.Type]bool{}}
	r.constraint(c)
	values := map[int]bool{}
	for _, i := range r.Values {
		values[i] = true
	}
	var needs []int
	for _, i := range r.Needs {
		if !values[i] {
			needs = append(needs, i)
		}
	}
	return Reads{Values: sorted(r.Values), Needs: sorted(needs), All: r.All}
}

// reading collects what a constraint reads.
type reading struct {
	Reads
	object *model.Type
	seen   map[*model.Type]bool // visited schemas of the same object
}

// presence records keys whose presence is read.
func (r *reading) presence(keys ...string) {
	for _, key := range keys {
		switch i := fieldIndex(r.object, key); {
		case i < 0:
		case r.object.Blank:
			r.Values = append(r.Values, i)
		case r.object.Fields[i].Required:
			r.Needs = append(r.Needs, i)
		}
	}
}

// value records a key whose value is read.
func (r *reading) value(key string) {
	if i := fieldIndex(r.object, key); i >= 0 {
		r.Values = append(r.Values, i)
	} else {
		r.All = true
	}
}

func (r *reading) constraint(c model.Constraint) {
	if keys, ok := presenceOf(c); ok {
		r.presence(keys...)
		return
	}
	switch c := c.(type) {
	case model.Bound, model.Pattern, model.Format, model.Content, model.Unique, model.Contains:
		// No effect on objects.
	case model.PropertyNames, model.Size:
		// Keys only.
	case model.DependentSchema:
		r.presence(c.Key)
		r.schemas(c.Type)
	case model.Choice:
		r.schemas(c.Branches...)
	case model.Not:
		r.schemas(c.Type)
	case model.Conditional:
		r.schemas(c.If, c.Then, c.Else)
	default:
		r.All = true
	}
}

// schemas adds what schemas of the same object read.
func (r *reading) schemas(list ...*model.Type) {
	for _, t := range list {
		r.schema(t)
	}
}

func (r *reading) schema(t *model.Type) {
	if t == nil || t.Never || r.All || r.seen[t] {
		return
	}
	r.seen[t] = true
	if len(t.Patterns) > 0 || t.Union != nil || !asksNothing(t.Additional) {
		r.All = true
		return
	}
	for _, field := range t.Fields {
		switch {
		case !field.Type.Never && !asksNothing(field.Type):
			r.value(field.Key)
		case field.Required || field.Type.Never:
			r.presence(field.Key)
		}
	}
	for _, c := range t.Constraints {
		r.constraint(c)
	}
}

// keysOnlyConstraint reports whether a constraint on an object only depends on its keys.
func keysOnlyConstraint(c model.Constraint) bool { return !readsOf(&model.Type{}, c).All }

// containsRange returns the bounds for matching items; -1 means no bound.
func containsRange(c model.Contains) (least, most int) {
	least, most = -1, -1
	if c.HasMin {
		least = c.Min
	}
	if c.HasMax {
		most = c.Max
	}
	return least, most
}
