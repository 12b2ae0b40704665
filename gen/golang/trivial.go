package golang

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
)

// trivial reports whether every value satisfies the schema.
func (f *file) trivial(t *model.Type) bool { return trivialType(t) }

// beyondType reports whether the schema asks for more than a JSON type.
func (f *file) beyondType(t *model.Type) bool {
	bare := *t
	bare.Declared, bare.Implied, bare.Accepts = nil, "", model.JSONAll
	return !trivialType(&bare)
}

// anyMatters reports whether holding a value of any type against the schema can fail.
func (f *file) anyMatters(t *model.Type) bool { return !f.trivial(t) }

// trivialType reports whether neither a schema nor any that it leads to asks for anything; one that
// only refers to itself does not. Each is looked at once, however many ways lead to it.
func trivialType(t *model.Type) bool {
	var seen map[*model.Type]bool // most have nothing below them, and need none
	var trivial func(t *model.Type) bool
	trivial = func(t *model.Type) bool {
		if t == nil || seen[t] {
			return true
		}
		if t.Never || t.Closed || t.Accepts|implied(t.Accepts) != model.JSONAll || len(t.Constraints) > 0 || t.Union != nil {
			return false
		}
		if len(t.Fields)+len(t.Patterns)+len(t.Prefix) == 0 && t.Additional == nil && t.Items == nil {
			return true
		}
		if seen == nil {
			seen = map[*model.Type]bool{}
		}
		seen[t] = true
		for _, field := range t.Fields {
			if field.Required || !trivial(field.Type) {
				return false
			}
		}
		for _, set := range t.Patterns {
			for _, p := range set.Patterns {
				if !trivial(p.Type) {
					return false
				}
			}
			if !trivial(set.Additional) {
				return false
			}
		}
		for _, item := range t.Prefix {
			if !trivial(item) {
				return false
			}
		}
		return trivial(t.Additional) && trivial(t.Items)
	}
	return trivial(t)
}

// hasChecks reports whether a Go value of the type can be at fault.
func (f *file) hasChecks(t *model.Type) bool {
	return !f.shape && f.checkable(t.Declaration(), map[*model.Type]bool{})
}

// checkable is hasChecks of a type within others. Those in seen are being looked at, if true, or have
// no checks of their own.
func (f *file) checkable(t *model.Type, seen map[*model.Type]bool) bool {
	if t == nil {
		return false
	}
	if open, known := seen[t]; known {
		return open // a value of Go may contain itself
	}
	if t.Never || t.Union != nil || len(t.Constraints) > 0 || len(t.Patterns) > 0 || len(t.Prefix) > 0 || len(t.Rules) > 0 {
		return true
	}
	seen[t] = true
	defer func() { seen[t] = false }()
	switch {
	case t.GoType != "":
		return t.GoType == "string" || unwritable(t) || f.anyMatters(t)
	case t.Kind == model.Any, t.Kind == model.Number, t.Kind == model.String, t.Kind == model.Map:
		return true // text, map keys included, may not be valid UTF-8
	case t.Kind == model.Float:
		return mayBeInfinite(t)
	case t.Kind == model.Slice:
		return f.hasMethods(t) || nilable(f.items(t)) || f.checkable(f.items(t), seen)
	case t.Kind == model.Struct:
		for _, field := range t.Fields {
			k := field.Type.Kind
			if field.Required && (k == model.Slice || k == model.Map || t.Blank) || f.checkable(field.Type, seen) {
				return true
			}
		}
		return keeps(t) // one of the keys may be a field's
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
// itself. One that may be null is of the same Go type.
func holdsItself(t *model.Type) bool {
	seen := map[*model.Type]bool{}
	var holds func(from *model.Type) bool
	holds = func(from *model.Type) bool {
		for _, next := range parts(from) {
			if next.Declaration() == t.Declaration() {
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
		if values := t.Values(); keeps(t) && values != nil {
			list = append(list, values)
		}
	case t.Kind == model.Map && t.Values() != nil:
		list = append(list, t.Values())
	case t.Kind == model.Slice && t.Element() != nil:
		list = append(list, t.Element())
	case t.Kind == model.Union:
		for _, v := range t.Union.Variants {
			list = append(list, v.Type)
		}
	}
	return list
}
