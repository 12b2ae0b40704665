package lower

import (
	"slices"

	"github.com/toolgen/toolgen/gen/lower/schema"
	"github.com/toolgen/toolgen/gen/model"
)

// refuseEndless reports schemas that apply themselves to the value they stand for, without a
// step into it: checking a value against one would never end (JSON Schema 2020-12, section
// 9.4.1).
func (l *lowerer) refuseEndless(root *model.Type) {
	const (
		open = 1
		done = 2
	)
	state := map[*model.Type]int{}
	var endless func(t *model.Type) bool
	endless = func(t *model.Type) bool {
		if state[t] != 0 {
			return state[t] == open
		}
		state[t] = open
		for _, next := range sameValue(t) {
			if endless(next) {
				state[t] = done
				l.Report(model.Diagnostic{
					Severity: model.Error, Pos: t.Pos, Pointer: t.Pointer, Keyword: "$ref",
					Problem: schema.EndlessProblem, Fix: schema.EndlessFix,
				})
				return false // said once for each loop
			}
		}
		state[t] = done
		return false
	}
	seen := map[*model.Type]bool{}
	var walk func(t *model.Type)
	walk = func(t *model.Type) {
		if t == nil || seen[t] {
			return
		}
		seen[t] = true
		endless(t)
		for _, next := range sameValue(t) {
			walk(next)
		}
		for _, next := range partsOfValue(t) {
			walk(next)
		}
	}
	walk(root)
}

// warnEndlessValues warns of objects and lists that need another of their kind within: only a value
// without end would satisfy them.
func (l *lowerer) warnEndlessValues(root *model.Type) {
	var types []*model.Type
	reach(root, func(t *model.Type) { types = append(types, t) })
	finite := map[*model.Type]bool{}
	for found := true; found; {
		found = false
		for _, t := range slices.Backward(types) { // what is held mostly comes behind its holder
			if !finite[t] && hasFiniteValue(t, finite) {
				finite[t], found = true, true
			}
		}
	}
	for _, t := range types {
		if !finite[t] {
			l.Report(model.Diagnostic{
				Severity: model.Warning, Pos: t.Pos, Pointer: t.Pointer, Keyword: "required",
				Problem: "no value can satisfy this schema: what it requires leads back to it, without end",
				Fix:     "let it end, by a property that is not required or may be null",
			})
			return // it follows for the others
		}
	}
}

// hasFiniteValue reports whether a type has a value, of parts that are known to have some. A type of
// which that is told elsewhere counts as one that has.
func hasFiniteValue(t *model.Type, finite map[*model.Type]bool) bool {
	switch {
	case t.Never || t.Nullable():
		return true
	case t.Kind == model.Struct:
		return !slices.ContainsFunc(t.Fields, func(f *model.Field) bool { return f.Required && !finite[f.Type] })
	case t.Kind == model.Union:
		return slices.ContainsFunc(t.Union.Variants, func(v *model.Variant) bool { return finite[v.Type] })
	case t.Kind == model.Slice && t.Element() != nil:
		return finite[t.Element()] || !slices.ContainsFunc(t.Constraints, func(c model.Constraint) bool {
			size, ok := c.(model.Size)
			return ok && size.Word == "minItems" && size.Limit > 0
		})
	}
	return true
}

// sameValue lists the schemas that a schema applies to the value that it is applied to itself.
func sameValue(t *model.Type) []*model.Type {
	var out []*model.Type
	add := func(types ...*model.Type) {
		for _, next := range types {
			if next != nil {
				out = append(out, next)
			}
		}
	}
	if t.Union != nil {
		for _, v := range t.Union.Variants {
			add(v.Type)
		}
	}
	for _, c := range t.Constraints {
		switch c := c.(type) {
		case model.Choice:
			add(c.Branches...)
		case model.Not:
			add(c.Type)
		case model.Conditional:
			add(c.If, c.Then, c.Else)
		case model.DependentSchema:
			add(c.Type)
		case model.Unevaluated:
			add(c.Scope)
		}
	}
	return out
}

// partsOfValue lists the schemas that a schema applies to members, keys and items of its value.
func partsOfValue(t *model.Type) []*model.Type {
	var out []*model.Type
	for _, f := range t.Fields {
		out = append(out, f.Type)
	}
	for _, set := range t.Patterns {
		for _, p := range set.Patterns {
			out = append(out, p.Type)
		}
		out = append(out, set.Additional)
	}
	out = append(out, t.Additional, t.Items)
	out = append(out, t.Prefix...)
	for _, c := range t.Constraints {
		switch c := c.(type) {
		case model.Contains:
			out = append(out, c.Type)
		case model.PropertyNames:
			out = append(out, c.Type)
		case model.Unevaluated:
			out = append(out, c.Type)
		}
	}
	return out
}
