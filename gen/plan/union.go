package plan

import (
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// unionOf plans the selection. For a result only the shape matters, which variants may share.
func unionOf(t *model.Type, shape bool) *gencode.UnionSpec {
	of := t.Union
	u := &gencode.UnionSpec{Keyword: of.Keyword}
	byProperty, hasKeys := of.Select == model.SelectProperty, false
	switch {
	case byProperty:
		u.Property = of.Property
	case !shape:
		u.Tag = of.Property
	}
	if shape {
		u.Keyword = "anyOf"
	}
	var kinds []gencode.JSONType
	var branches []*model.Type
	var names []string
	for _, v := range of.Variants {
		branches, names = append(branches, v.Type), append(names, v.Label)
		types := v.Kinds
		if types == 0 {
			types = v.Type.Accepts
		}
		kinds = append(kinds, gencode.JSONType(types))
		if u.Property+u.Tag != "" {
			u.Values = append(u.Values, jsonTexts(v.Value))
		}
		u.Keys = append(u.Keys, v.Keys)
		hasKeys = hasKeys || len(v.Keys) > 0
	}
	u.Labels = model.Labels(branches, names)
	if !byProperty || of.Mixed() {
		u.Kinds = kinds
	}
	if of.Select != model.SelectTry || !hasKeys {
		u.Keys = nil
	}
	return u
}

// jsonTexts returns values as JSON.
func jsonTexts(values []model.Value) []string {
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = v.JSON
	}
	return list
}
