package golang

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
)

// A float64 is not always the number that came. What compares numbers while decoding looks at their
// text, which the runtime has of the value that was read last.

// comparedNumbers are the indexes of the fields of floats that [file.holdStruct] may compare, once the
// object is read.
func (f *file) comparedNumbers(t *model.Type) []int {
	if f.shape {
		return nil
	}
	var indexes []int
	seen := map[*model.Type]bool{}
	var held func(schema *model.Type)
	constraints := func(list []model.Constraint) {
		for _, c := range list {
			switch c := c.(type) {
			case model.DependentSchema:
				held(c.Type)
			case model.Conditional:
				held(c.Then)
				held(c.Else)
			}
		}
	}
	held = func(schema *model.Type) {
		if schema == nil || seen[schema] {
			return
		}
		seen[schema] = true
		for _, want := range schema.Fields {
			i := inStruct(t, nil).index(want.Key)
			if i >= 0 && !plan.Trivial(want.Type) && t.Fields[i].Type.Kind == model.Float && t.Fields[i].Type.GoType == "" {
				indexes = append(indexes, i)
			}
		}
		constraints(schema.Constraints)
	}
	constraints(t.Constraints)
	slices.Sort(indexes)
	return slices.Compact(indexes)
}
