package plan

import (
	"github.com/toolgen/toolgen/gen/model"
)

// Scalar reports whether a schema has a scalar Go type.
func Scalar(t *model.Type) bool {
	switch t.Kind {
	case model.Bool, model.Int, model.Float, model.Number, model.String:
		return true
	}
	return false
}

// keeps reports whether a struct keeps unknown keys.
func keeps(t *model.Type) bool {
	return t.KeepUnknown || t.Additional != nil && !t.Additional.Never && !t.Closed
}

// holdsItself reports whether a value of t's Go type can contain another one of the type, and so itself.
// Nullable variants share the Go type.
func holdsItself(t *model.Type) bool {
	seen := map[*model.Type]bool{}
	var holds func(from *model.Type) bool
	holds = func(from *model.Type) bool {
		if from.GoType != "" || from.Never {
			return false
		}
		for _, next := range from.GoParts() {
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
	return t.Kind != model.Union && holds(t) // variants are separate types
}

// holdsNil reports whether the Go type of t has a nil value.
func holdsNil(t *model.Type) bool {
	return t.GoType == "" && !t.Never && (t.Kind == model.Slice || t.Kind == model.Map)
}
