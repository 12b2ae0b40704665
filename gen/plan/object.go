package plan

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// objectOf plans the decoding of an object. For a result only the shape matters.
func objectOf(t *model.Type, shape bool) *gencode.ObjectSpec {
	o := &gencode.ObjectSpec{Keep: t.Kind == model.Struct && keeps(t), Sensitive: t.Masked.Fields, SensitiveRest: t.Masked.Rest, Words: t.Masked.Words}
	for i, field := range t.Fields {
		o.Keys = append(o.Keys, field.Key)
		if field.Required {
			o.Required = append(o.Required, i)
		}
		if field.Type.Accepts&model.JSONNull != 0 {
			o.Nullable = append(o.Nullable, i)
		}
	}
	if shape {
		return o
	}
	o.Blank = t.Blank
	if o.Closed = t.Closed && len(t.Patterns) == 0; o.Closed {
		if by := model.ClosedKeyword(t.ClosedBy); by != "additionalProperties" {
			o.ClosedBy = by
		}
	}
	return o
}

// fieldIndex returns the index of a key's field, or -1.
func fieldIndex(t *model.Type, key string) int {
	return slices.IndexFunc(t.Fields, func(f *model.Field) bool { return f.Key == key })
}

// sorted sorts and deduplicates indexes.
func sorted(indexes []int) []int {
	slices.Sort(indexes)
	return slices.Compact(indexes)
}
