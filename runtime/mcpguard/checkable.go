package mcpguard

import (
	"bytes"
	"encoding/json"
	"maps"
	"math"
	"slices"

	"github.com/toolgen/toolgen/gen/tooldef"
)

// checkable returns the parts of a server's schema that a guard applies. The argument is not modified.
//
// Rules apply only if they refuse more calls or show less of them. Rules that allow something, such as sending a call
// again, or that demand something of the program, apply in an overlay of the program only.
//
// Constraints that the SDK's rounding of numbers may have changed are removed, and loosened reports whether there were
// any. So are keywords such as not, under which a looser subschema makes the schema stricter: a valid call must never be
// rejected because of rounding.
func checkable(schema any) (kept any, loosened bool) {
	switch schema.(type) {
	case nil, bool, map[string]any: // as the SDK gives it
	default:
		raw, err := json.Marshal(schema)
		dec := json.NewDecoder(bytes.NewReader(raw))
		dec.UseNumber()
		if err != nil || dec.Decode(&schema) != nil {
			return schema, false // it cannot be marshalled, which the caller will notice
		}
	}
	kept = walk(schema, false, func(key string, value any) bool {
		loosened = loosened || numericKeywords[key] && rounded(value)
		return true
	})
	if loosened {
		kept = walk(schema, false, func(key string, value any) bool {
			return !nonMonotonic[key] && key != "default" && key != "examples" && !(numericKeywords[key] && rounded(value))
		})
	}
	return kept, loosened
}

// rulesWord is the keyword under which a schema has rules, and narrowing are those of its words that only refuse more
// calls or show less of them.
const rulesWord = "x-toolgen"

var narrowing = map[string]bool{
	"sensitive": true, "rules": true, "required": true, "requires": true, "excludes": true, "exactlyOneOf": true,
	"atLeastOneOf": true, "atMostOneOf": true, "closed": true, "blankIsMissing": true,
}

// maxExact is the first integer that may be the result of rounding.
const maxExact = 1 << 53

func rounded(v any) bool {
	switch v := v.(type) {
	case float64:
		return math.Abs(v) >= maxExact
	case []any:
		return slices.ContainsFunc(v, rounded)
	case map[string]any:
		return slices.ContainsFunc(slices.Collect(maps.Values(v)), rounded)
	}
	return false
}

// numericKeywords constrain numbers.
var numericKeywords = map[string]bool{
	"enum": true, "const": true, "minimum": true, "maximum": true,
	"exclusiveMinimum": true, "exclusiveMaximum": true, "multipleOf": true,
}

// nonMonotonic are keywords whose result may turn from valid to invalid when a subschema accepts more values,
// or depends on such a result.
var nonMonotonic = map[string]bool{
	"not": true, "if": true, "then": true, "else": true, "oneOf": true,
	"maxContains": true, "unevaluatedProperties": true, "unevaluatedItems": true,
}

// walk copies a schema, or schemas by name, with the keywords selected by keep, and the narrowing rules. Whatever a
// reference may lead to counts as a schema, also values and schemas by name.
func walk(schema any, byName bool, keep func(key string, value any) bool) any {
	switch s := schema.(type) {
	case []any:
		list := make([]any, len(s))
		for i, item := range s {
			list[i] = walk(item, false, keep)
		}
		return list
	case map[string]any:
		kept := make(map[string]any, len(s))
		for key, value := range s {
			isRules, isValue := key == rulesWord && !byName, numericKeywords[key] || key == "default" || key == "examples"
			switch {
			case byName:
				kept[key] = walk(value, false, keep)
			case isRules || isValue && keep(key, value):
				kept[key] = walk(value, false, all)
			case !isValue && keep(key, value):
				kept[key] = walk(value, tooldef.Keywords[key].ByName(), keep)
			}
			if key == rulesWord {
				words, isMap := kept[key].(map[string]any)
				if isRules && !isMap {
					kept[key] = map[string]any{}
				}
				maps.DeleteFunc(words, func(word string, _ any) bool {
					_, known := tooldef.Keywords[word]
					return !narrowing[word] && (isRules || !known)
				})
			}
		}
		return kept
	}
	return schema
}

func all(string, any) bool { return true }
