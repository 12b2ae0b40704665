package plan

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
)

// Object is what decoding an object needs to know about its declared fields, which are given by index.
type Object struct {
	Keys               []string
	Required, Nullable []int
	Closed             bool
	ClosedBy           string // keyword that unknown keys violate; "" is additionalProperties
	Keep               bool   // unknown keys are kept
	Blank              bool   // blank text and null count as absent
	Masked             model.Masked
}

// objectOf plans the decoding of an object. For a result only the shape matters.
func objectOf(t *model.Type, shape bool) *Object {
	o := &Object{Keep: t.Kind == model.Struct && keeps(t), Masked: t.Masked}
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
