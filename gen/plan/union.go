package plan

import "github.com/toolgen/toolgen/gen/model"

// Union is how the variant of a union is chosen. Lists are by variant.
type Union struct {
	Keyword      string // "oneOf" or "anyOf"
	Labels       []string
	Types        []model.JSONTypes // those that the values of a variant have
	Kinds        []model.JSONTypes // the same; none where a property alone tells
	Property     string            // tells variants apart; "" for none
	Tag          string            // tells them apart where it is there; "" for none
	Values, Keys [][]string        // of that property, as JSON; required keys that no other variant has, if any
}

// unionOf plans the choice of a union. Of a result only the shape counts, which several variants may
// have.
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

// jsonTexts are values as JSON.
func jsonTexts(values []model.Value) []string {
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = v.JSON
	}
	return list
}
