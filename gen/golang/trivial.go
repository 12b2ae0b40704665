package golang

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
)

// trivial reports whether every value satisfies the schema.
func (f *file) trivial(t *model.Type) bool { return trivialType(t, nil) }

// beyondType reports whether the schema asks for more than a JSON type.
func (f *file) beyondType(t *model.Type) bool {
	bare := *t
	bare.Declared, bare.Implied, bare.Accepts = nil, "", model.JSONAll
	return !trivialType(&bare, nil)
}

// anyMatters reports whether holding a value of any type against the schema can fail.
func (f *file) anyMatters(t *model.Type) bool { return !f.trivial(t) }

// trivialType assumes of the types in open that they are trivial: a schema that only refers to
// itself asks for nothing.
func trivialType(t *model.Type, open []*model.Type) bool {
	if t == nil || slices.Contains(open, t) {
		return true
	}
	if t.Never || t.Closed || t.Accepts|implied(t.Accepts) != model.JSONAll || len(t.Constraints) > 0 || t.Union != nil {
		return false
	}
	open = append(slices.Clip(open), t)
	for _, field := range t.Fields {
		if field.Required || !trivialType(field.Type, open) {
			return false
		}
	}
	for _, set := range t.Patterns {
		for _, p := range set.Patterns {
			if !trivialType(p.Type, open) {
				return false
			}
		}
		if !trivialType(set.Additional, open) {
			return false
		}
	}
	for _, item := range t.Prefix {
		if !trivialType(item, open) {
			return false
		}
	}
	return trivialType(t.Additional, open) && trivialType(t.Items, open)
}

// hasChecks reports whether a Go value of the type can be at fault.
func (f *file) hasChecks(t *model.Type) bool { return !f.shape && f.checkable(t, nil) }

func (f *file) checkable(t *model.Type, open []*model.Type) bool {
	if t == nil {
		return false
	}
	if slices.Contains(open, t) {
		return true // a value of Go may contain itself
	}
	if t.Never || t.Union != nil || len(t.Constraints) > 0 || len(t.Patterns) > 0 || len(t.Prefix) > 0 || len(t.Rules) > 0 {
		return true
	}
	open = append(slices.Clip(open), t)
	switch {
	case t.GoType != "":
		return unwritable(t) || f.anyMatters(t)
	case t.Kind == model.Any, t.Kind == model.Number:
		return true
	case t.Kind == model.Float:
		return mayBeInfinite(t)
	case t.Kind == model.Slice:
		return f.hasMethods(t) || nilable(f.items(t)) || f.checkable(f.items(t), open)
	case t.Kind == model.Map:
		return f.hasMethods(t) || nilable(f.values(t)) || f.checkable(f.values(t), open)
	case t.Kind == model.Struct:
		for _, field := range t.Fields {
			k := field.Type.Kind
			if field.Required && (k == model.Slice || k == model.Map || t.Blank) || f.checkable(field.Type, open) {
				return true
			}
		}
		return keeps(t) && f.checkable(f.values(t), open)
	}
	return false
}

// mayBeInfinite reports whether Validate has to see to it that a float64 is a number that JSON has:
// bounds and enumerations refuse the others by themselves.
func mayBeInfinite(t *model.Type) bool {
	return t.Kind == model.Float && t.GoType == "" && !slices.ContainsFunc(t.Constraints, func(c model.Constraint) bool {
		switch c.(type) {
		case model.Bound, model.Enum:
			return true
		}
		return false
	})
}

// holdsItself reports whether a value of the Go type of t can hold another one of the type, and so
// itself.
func holdsItself(t *model.Type) bool {
	seen := map[*model.Type]bool{}
	var holds func(from *model.Type) bool
	holds = func(from *model.Type) bool {
		for _, next := range parts(from) {
			if next == t {
				return true
			}
			if !seen[next] {
				seen[next] = true
				if holds(next) {
					return true
				}
			}
		}
		return false
	}
	return t.Kind != model.Union && holds(t) // the variants of a union are types of their own
}

// parts are the types that the Go type of t mentions.
func parts(t *model.Type) []*model.Type {
	var list []*model.Type
	switch {
	case t.GoType != "" || t.Never:
	case t.Kind == model.Struct:
		for _, field := range t.Fields {
			list = append(list, field.Type)
		}
		if keeps(t) && t.Additional != nil && len(t.Patterns) == 0 {
			list = append(list, t.Additional)
		}
	case t.Kind == model.Map && t.Additional != nil && len(t.Patterns) == 0:
		list = append(list, t.Additional)
	case t.Kind == model.Slice && t.Items != nil && len(t.Prefix) == 0:
		list = append(list, t.Items)
	case t.Kind == model.Union:
		for _, v := range t.Union.Variants {
			list = append(list, v.Type)
		}
	}
	return list
}

// recursive reports whether a schema leads back to itself.
func recursive(t *model.Type) bool {
	seen := map[*model.Type]bool{}
	var reaches func(from *model.Type) bool
	reaches = func(from *model.Type) bool {
		for _, next := range subschemas(from) {
			if next == t {
				return true
			}
			if !seen[next] {
				seen[next] = true
				if reaches(next) {
					return true
				}
			}
		}
		return false
	}
	return reaches(t)
}

// subschemas are the schemas that a schema applies to the value, its members and its items.
func subschemas(t *model.Type) []*model.Type {
	var list []*model.Type
	add := func(types ...*model.Type) {
		for _, sub := range types {
			if sub != nil {
				list = append(list, sub)
			}
		}
	}
	for _, field := range t.Fields {
		add(field.Type)
	}
	for _, set := range t.Patterns {
		for _, p := range set.Patterns {
			add(p.Type)
		}
		add(set.Additional)
	}
	add(t.Additional, t.Items)
	add(t.Prefix...)
	if t.Union != nil {
		for _, v := range t.Union.Variants {
			add(v.Type)
		}
	}
	for _, c := range t.Constraints {
		switch c := c.(type) {
		case model.Contains:
			add(c.Type)
		case model.PropertyNames:
			add(c.Type)
		case model.DependentSchema:
			add(c.Type)
		case model.Choice:
			add(c.Branches...)
		case model.Not:
			add(c.Type)
		case model.Conditional:
			add(c.If, c.Then, c.Else)
		}
	}
	return list
}
