package plan

import "github.com/toolgen/toolgen/gen/model"

// Reads are the fields that a constraint on an object looks at, by their indexes: it runs only where
// they are sound, so that a fault of one field neither causes a second issue nor hides faults of others.
// What asks only whether a key is there does not care about values, unless blank text is no value.
type Reads struct {
	Values []int // their values count: nothing can be said where one of them is faulty
	Needs  []int // they are required: nothing can be said where one of them is missing
	All    bool  // the values of more than declared fields count
}

// Always reports whether the constraint runs whatever is wrong with the fields.
func (r Reads) Always() bool { return len(r.Values) == 0 && len(r.Needs) == 0 && !r.All }

// ReadsOf finds out what a constraint on an object looks at.
func ReadsOf(object *model.Type, c model.Constraint) Reads {
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

// reading collects what a constraint on an object looks at.
type reading struct {
	Reads
	object *model.Type
	seen   map[*model.Type]bool // the schemas for the same object that were looked into
}

// presence notes keys that only have to be there or not.
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

// value notes a key whose value counts.
func (r *reading) value(key string) {
	if i := fieldIndex(r.object, key); i >= 0 {
		r.Values = append(r.Values, i)
	} else {
		r.All = true
	}
}

func (r *reading) constraint(c model.Constraint) {
	switch c := c.(type) {
	case model.Bound, model.Pattern, model.Format, model.Content, model.Unique, model.Contains:
		// They say nothing of objects.
	case model.PropertyNames, model.Size:
		// They are about keys alone.
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

// schemas adds what schemas for the same object look at.
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
	if len(t.Patterns) > 0 || t.Union != nil || !Trivial(t.Additional) {
		r.All = true
		return
	}
	for _, field := range t.Fields {
		switch {
		case !field.Type.Never && !Trivial(field.Type):
			r.value(field.Key)
		case field.Required || field.Type.Never:
			r.presence(field.Key)
		}
	}
	for _, c := range t.Constraints {
		r.constraint(c)
	}
}

// KeysOnlyConstraint reports whether a constraint on an object asks only which keys it has.
func KeysOnlyConstraint(c model.Constraint) bool { return !ReadsOf(&model.Type{}, c).All }

// ContainsRange is how many items must match; -1 stands for a bound that the schema does not set.
func ContainsRange(c model.Contains) (least, most int) {
	least, most = -1, -1
	if c.HasMin {
		least = c.Min
	}
	if c.HasMax {
		most = c.Max
	}
	return least, most
}
