package golang

import (
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
)

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
		return t.GoType == "string" || plan.Unwritable(t) || !plan.Trivial(t)
	case t.Kind == model.Any, t.Kind == model.Number, t.Kind == model.String, t.Kind == model.Map:
		return true // text, map keys included, may not be valid UTF-8
	case t.Kind == model.Float:
		return plan.MayBeInfinite(t)
	case t.Kind == model.Slice:
		return f.hasMethods(t) || plan.Nilable(f.items(t)) || f.checkable(f.items(t), seen)
	case t.Kind == model.Struct:
		for _, field := range t.Fields {
			k := field.Type.Kind
			if field.Required && (k == model.Slice || k == model.Map || t.Blank) || f.checkable(field.Type, seen) {
				return true
			}
		}
		return plan.Keeps(t) // one of the keys may be a field's
	}
	return false
}
