package union

import (
	"strconv"

	"github.com/toolgen/toolgen/gen/lower/goname"
	"github.com/toolgen/toolgen/gen/lower/schema"
	"github.com/toolgen/toolgen/gen/model"
)

// Names returns the words for the variants in Go names: the label, or the kind if no other variant is an
// object, or the distinguishing word, or a number.
func Names(u *model.UnionInfo) []string {
	objects, declared := 0, keyCounts(u)
	words, count := make([]string, len(u.Variants)), map[string]int{}
	for i, v := range u.Variants {
		if v.Type.Kind == model.Struct || schema.KindOf(v.Kinds&^model.JSONNull) == model.Struct {
			objects++
		}
		words[i] = variantWord(v, declared)
		count[words[i]]++
	}
	names := make([]string, len(u.Variants))
	for i, v := range u.Variants {
		switch {
		case v.Label != "":
			names[i] = goname.Of(v.Label)
		case v.Type.Kind != model.Struct || objects == 1:
			names[i] = kindWord(v.Kinds)
		case words[i] != "" && count[words[i]] == 1:
			names[i] = words[i]
		default:
			names[i] = "Option" + strconv.Itoa(i+1)
		}
	}
	return names
}

// keyCounts counts the variants that declare each key.
func keyCounts(u *model.UnionInfo) map[string]int {
	declared := map[string]int{}
	for _, v := range u.Variants {
		for _, f := range v.Type.Fields {
			declared[f.Key]++
		}
	}
	return declared
}

// variantWord returns a distinguishing word: the label, or the only required key that no other variant has, or
// the constant string of a required key, or the first key that no other variant has; "" if there is none.
func variantWord(v *model.Variant, declared map[string]int) string {
	if v.Label != "" {
		return goname.Of(v.Label)
	}
	if v.Type.Kind != model.Struct {
		return ""
	}
	required, optional := ownKeys(v, declared)
	if len(required) == 1 {
		return goname.Of(required[0])
	}
	for _, f := range v.Type.Fields {
		if values := discriminatorValues(v.Type, f.Key, true); len(values) == 1 && values[0].Kind == model.StringValue &&
			goname.Of(values[0].Text) != "" {
			return goname.Of(values[0].Text)
		}
	}
	if own := append(required, optional...); len(own) > 0 {
		return goname.Of(own[0])
	}
	return ""
}

// ownKeys returns the keys that only this variant declares.
func ownKeys(v *model.Variant, declared map[string]int) (required, optional []string) {
	for _, f := range v.Type.Fields {
		if declared[f.Key] > 1 {
			continue
		}
		if f.Required {
			required = append(required, f.Key)
		} else {
			optional = append(optional, f.Key)
		}
	}
	return required, optional
}

// kindWord names a variant by its JSON type.
func kindWord(set model.JSONTypes) string {
	switch schema.KindOf(set &^ model.JSONNull) {
	case model.Bool:
		return "Bool"
	case model.Int:
		return "Int"
	case model.Float:
		return "Number"
	case model.String:
		return "String"
	case model.Slice:
		return "List"
	default:
		return "Object"
	}
}
