package union

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
)

// Choose decides how the variant of a value is found. named is the property of OpenAPI's discriminator, "" if
// there is none.
func Choose(u *model.UnionInfo, named string) {
	if key, ok := discriminator(u, named, true); ok {
		u.Select = model.SelectProperty
		setDiscriminator(u, key)
	} else if disjointKinds(u) {
		u.Select = model.SelectKind
	} else {
		u.Select = model.SelectTry
		distinctKeys(u)
		// An optional discriminator still tells which variant the model meant, even if the value does not match
		// it.
		if key, ok := discriminator(u, named, false); ok {
			setDiscriminator(u, key)
		}
	}
}

// setDiscriminator makes a property the discriminator.
func setDiscriminator(u *model.UnionInfo, key string) {
	u.Property = key
	for _, v := range u.Variants {
		if v.Type.Kind != model.Struct {
			continue
		}
		v.Value = discriminatorValues(v.Type, key, u.Select == model.SelectProperty)
		if len(v.Value) > 0 && v.Value[0].Kind == model.StringValue && v.Label == "" {
			v.Label = v.Value[0].Text
		}
	}
}

// discriminator finds a property that every variant has, with values that no other variant has; it must be
// required if required is set. The property named is preferred. Variants other than objects must be
// distinguished by JSON type. The empty key is excluded, because it means no property in UnionInfo.
func discriminator(u *model.UnionInfo, named string, required bool) (string, bool) {
	var objects, others []*model.Variant
	for _, v := range u.Variants {
		if v.Type.Kind == model.Struct {
			objects = append(objects, v)
		} else if others = append(others, v); v.Kinds&model.JSONObject != 0 {
			return "", false
		}
	}
	if len(objects) < 2 || !disjointKinds(&model.UnionInfo{Variants: others}) {
		return "", false
	}
	var candidates []string
	if named != "" {
		candidates = append(candidates, named)
	}
	for _, f := range objects[0].Type.Fields {
		candidates = append(candidates, f.Key)
	}
	for _, key := range candidates {
		seen := map[string]bool{}
		ok := key != ""
		for _, v := range objects {
			values := discriminatorValues(v.Type, key, required)
			if len(values) == 0 {
				ok = false
				break
			}
			for _, value := range values {
				ok = ok && !seen[value.JSON]
				seen[value.JSON] = true
			}
		}
		if ok {
			return key, true
		}
	}
	return "", false
}

// discriminatorValues returns the scalars to which a property of a variant is limited, nil if there are none,
// if null, lists or objects are among them, or if it is not required but has to be.
func discriminatorValues(t *model.Type, key string, required bool) []model.Value {
	for _, f := range t.Fields {
		if f.Key != key || required && !f.Required {
			continue
		}
		var values []model.Value
		limited := false
		for _, c := range f.Type.Constraints {
			e, ok := c.(model.Enum)
			if !ok {
				continue
			}
			if !limited {
				values = e.Values
			} else { // a sibling of the union may list the values of all variants
				values = slices.DeleteFunc(slices.Clone(values), func(v model.Value) bool {
					return !slices.ContainsFunc(e.Values, func(w model.Value) bool { return w.JSON == v.JSON })
				})
			}
			limited = true
		}
		if slices.ContainsFunc(values, func(v model.Value) bool {
			return v.Kind != model.StringValue && v.Kind != model.NumberValue && v.Kind != model.BoolValue
		}) {
			return nil
		}
		return values
	}
	return nil
}

func disjointKinds(u *model.UnionInfo) bool {
	var seen model.JSONTypes
	for _, v := range u.Variants {
		kinds := v.Kinds
		if kinds&model.JSONInteger != 0 {
			kinds |= model.JSONNumber // a whole number may match either
		}
		if seen&kinds != 0 {
			return false
		}
		seen |= kinds
	}
	return true
}

// distinctKeys records the required keys of only one variant: they tell which variant an invalid value was
// meant for.
func distinctKeys(u *model.UnionInfo) {
	count := map[string]int{}
	for _, v := range u.Variants {
		for _, f := range v.Type.Fields {
			count[f.Key]++
		}
	}
	for _, v := range u.Variants {
		for _, f := range v.Type.Fields {
			if f.Required && count[f.Key] == 1 {
				v.Keys = append(v.Keys, f.Key)
			}
		}
	}
}
