package shape

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// WarnEndlessValues warns about objects and lists that require another value of their own kind: only an
// infinite value would be valid.
func WarnEndlessValues(out *tooldef.Findings, root *model.Type) {
	var types []*model.Type
	Reach(root, func(t *model.Type) { types = append(types, t) })
	finite := map[*model.Type]bool{}
	for found := true; found; {
		found = false
		for _, t := range slices.Backward(types) { // contained types mostly follow their container
			if !finite[t] && hasFiniteValue(t, finite) {
				finite[t], found = true, true
			}
		}
	}
	for _, t := range types {
		if !finite[t] {
			out.Report(model.Diagnostic{
				Severity: model.Warning, Pos: t.Pos, Pointer: t.Pointer, Keyword: "required",
				Problem: "no value can satisfy this schema: its required properties contain it again, without end",
				Fix:     "make one of them optional or nullable",
			})
			return // the others follow from it
		}
	}
}

// hasFiniteValue reports whether a type has a finite value, given the types that are known to have one. Types
// reported elsewhere count as finite.
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
