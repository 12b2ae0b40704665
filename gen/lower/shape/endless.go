package shape

import (
	"slices"

	"github.com/toolgen/toolgen/gen/lower/docs"
	"github.com/toolgen/toolgen/gen/lower/schema"
	"github.com/toolgen/toolgen/gen/model"
)

// RefuseEndless reports schemas that apply themselves to the value they stand for, without a
// step into it: checking a value against one would never end (JSON Schema 2020-12, section
// 9.4.1).
func RefuseEndless(out *docs.Findings, root *model.Type) {
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
		for _, next := range t.SameValue() {
			if endless(next) {
				state[t] = done
				out.Report(model.Diagnostic{
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
		for _, next := range t.SameValue() {
			walk(next)
		}
		for _, next := range t.PartsOfValue() {
			walk(next)
		}
	}
	walk(root)
}

// WarnEndlessValues warns of objects and lists that need another of their kind within: only a value
// without end would satisfy them.
func WarnEndlessValues(out *docs.Findings, root *model.Type) {
	var types []*model.Type
	Reach(root, func(t *model.Type) { types = append(types, t) })
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
			out.Report(model.Diagnostic{
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
