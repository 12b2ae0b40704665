package plan

import "github.com/toolgen/toolgen/gen/model"

// Union is how the variant of a union is selected. Lists are indexed by variant.
type Union struct {
	Keyword      string // "oneOf" or "anyOf"
	Labels       []string
	Types        []model.JSONTypes // JSON types of a variant's values
	Kinds        []model.JSONTypes // same; nil if a property alone decides
	Property     string            // discriminator, or ""
	Tag          string            // optional discriminator, or ""
	Values, Keys [][]string        // values of that property as JSON; required keys of only this variant
}

// unionOf plans the selection. For a result only the shape matters, which variants may share.
func unionOf(t *model.Type, shape bool) *Union {
	of := t.Union
	u := &Union{Keyword: of.Keyword}
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
	for _, v := range of.Variants {
		label := v.Label
		if label == "" {
			label = model.BranchLabel(v.Type)
		}
		u.Labels = append(u.Labels, label)
		types := v.Kinds
		if types == 0 {
			types = v.Type.Accepts
		}
		u.Types = append(u.Types, types)
		if u.Property+u.Tag != "" {
			u.Values = append(u.Values, jsonTexts(v.Value))
		}
		u.Keys = append(u.Keys, v.Keys)
		hasKeys = hasKeys || len(v.Keys) > 0
	}
	if !byProperty || of.Mixed() {
		u.Kinds = u.Types
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
