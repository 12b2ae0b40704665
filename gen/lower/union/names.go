package union

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/gen/lower/goname"
	"github.com/toolgen/toolgen/gen/lower/schema"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
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

// maxLabelKeys bounds the keys in a variant's label.
const maxLabelKeys = 3

// Labels returns the names of the variants for issues: their labels, or their JSON types and distinguishing
// keys. Go names and positions would mean nothing to a model.
func Labels(u *model.UnionInfo) []string {
	labels, declared := make([]string, len(u.Variants)), keyCounts(u)
	for i, v := range u.Variants {
		labels[i] = v.Label
		if labels[i] == "" {
			labels[i] = typeNames(v.Type)
		}
		if v.Label != "" || v.Type.Kind != model.Struct {
			continue
		}
		keys, optional := ownKeys(v, declared)
		if len(keys) == 0 {
			keys = optional
		}
		if len(keys) == 0 {
			keys = keyDescriptions(v.Type)
		}
		if len(keys) > 0 {
			labels[i] += " with " + strings.Join(keys[:min(len(keys), maxLabelKeys)], ", ")
		}
		for slices.Contains(labels[:i], labels[i]) {
			labels[i] = "another " + labels[i]
		}
	}
	return labels
}

// keyDescriptions returns the keys of a struct with their constant value or their type.
func keyDescriptions(t *model.Type) (keys []string) {
	for _, f := range t.Fields {
		if values := discriminatorValues(t, f.Key, false); len(values) == 1 {
			keys = append(keys, f.Key+"="+values[0].JSON)
		} else {
			keys = append(keys, f.Key+" as "+typeNames(f.Type))
		}
	}
	return keys
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

// typeNames joins the accepted JSON types by "|", without null unless it is the only one.
func typeNames(t *model.Type) string {
	if t.Accepts == model.JSONNull {
		return "null"
	}
	var names []string
	for _, n := range []string{"boolean", "integer", "number", "string", "array", "object"} {
		set := tooldef.TypeByName[n]
		if n == "number" {
			set = model.JSONNumber
		}
		if n == "integer" && t.Accepts&model.JSONNumber != 0 {
			continue
		}
		if t.Accepts&set != 0 {
			names = append(names, n)
		}
	}
	if len(names) == 6-1 {
		return "any"
	}
	return strings.Join(names, "|")
}
