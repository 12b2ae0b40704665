package golang

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
)

// A float64 is not always the number that came. What compares numbers while decoding looks at their
// text, which the runtime has of the value that was read last.

// mayRound reports whether a Go value of the type holds floats.
func mayRound(t *model.Type) bool {
	seen := map[*model.Type]bool{}
	var rounds func(t *model.Type) bool
	rounds = func(t *model.Type) bool {
		if seen[t] {
			return false
		}
		seen[t] = true
		return t.Kind == model.Float && t.GoType == "" || slices.ContainsFunc(parts(t), rounds)
	}
	return rounds(t)
}

// comparedNumbers are the indexes of the fields of floats that constraints on the struct look at.
func (f *file) comparedNumbers(t *model.Type) []int {
	if f.shape {
		return nil
	}
	var indexes []int
	for _, c := range t.Constraints {
		reads := reading{f: f, scope: inStruct(t, id("a"))}
		reads.constraint(c)
		if reads.all {
			continue // which is seen to with the object as any
		}
		for _, i := range reads.values {
			if t.Fields[i].Type.Kind == model.Float && t.Fields[i].Type.GoType == "" {
				indexes = append(indexes, i)
			}
		}
	}
	slices.Sort(indexes)
	return slices.Compact(indexes)
}
