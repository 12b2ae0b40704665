package mcpguard

import (
	"bytes"
	"encoding/json"
	"math"
)

// loosen removes the parts of a schema that the SDK's rounding of numbers may have changed, and reports whether
// there were any. The argument is not modified. Keywords such as not, under which a looser subschema makes the
// schema stricter, are removed as well: a valid call must never be rejected because of rounding.
func loosen(schema any) (any, bool) {
	if !constrains(schema) {
		return schema, false
	}
	return withoutRounded(schema), true
}

// rulesWord is the keyword under which a schema has rules, and narrowing are those of its words that only refuse more
// calls or show less of them.
const rulesWord = "x-toolgen"

var narrowing = map[string]bool{
	"sensitive": true, "rules": true, "required": true, "requires": true, "excludes": true, "exactlyOneOf": true,
	"atLeastOneOf": true, "atMostOneOf": true, "closed": true, "blankIsMissing": true,
}

// untrusted returns a server's schema without the rules that allow something, such as sending a call again, or that ask
// something of the program. They count in an overlay of the program only.
func untrusted(schema any) any {
	switch schema.(type) {
	case nil, bool, map[string]any: // as the SDK gives it
	default:
		raw, err := json.Marshal(schema)
		dec := json.NewDecoder(bytes.NewReader(raw))
		dec.UseNumber()
		if err != nil || dec.Decode(&schema) != nil {
			return schema // which cannot be marshalled, as the caller will notice
		}
	}
	return walk(schema, func(string, any) bool { return true })
}

// maxExact is the first integer that may be the result of rounding.
const maxExact = 1 << 53

func rounded(v any) bool {
	switch v := v.(type) {
	case float64:
		return math.Abs(v) >= maxExact
	case []any:
		for _, item := range v {
			if rounded(item) {
				return true
			}
		}
	case map[string]any:
		for _, member := range v {
			if rounded(member) {
				return true
			}
		}
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

// namedSchemas are keywords whose value maps names to schemas.
var namedSchemas = map[string]bool{
	"properties": true, "patternProperties": true, "$defs": true, "definitions": true,
	"dependentSchemas": true, "dependencies": true,
}

// constrains reports whether a rounded number is part of a constraint.
func constrains(schema any) bool {
	found := false
	walk(schema, func(key string, value any) bool {
		found = found || numericKeywords[key] && rounded(value)
		return true
	})
	return found
}

// withoutRounded returns a copy without the constraints that rounding may have changed.
func withoutRounded(schema any) any {
	return walk(schema, func(key string, value any) bool {
		return !nonMonotonic[key] && !(numericKeywords[key] || key == "default" || key == "examples") || numericKeywords[key] && !rounded(value)
	})
}

// walk copies a schema with the keywords selected by keep, and of the rules those that narrow. It descends into kept keywords that contain schemas.
func walk(schema any, keep func(key string, value any) bool) any {
	switch s := schema.(type) {
	case []any:
		list := make([]any, len(s))
		for i, item := range s {
			list[i] = walk(item, keep)
		}
		return list
	case map[string]any:
		kept := make(map[string]any, len(s))
		for key, value := range s {
			if !keep(key, value) {
				continue
			}
			members, isMap := value.(map[string]any)
			switch {
			case key == rulesWord:
				words := map[string]any{}
				for word, v := range members {
					if narrowing[word] {
						words[word] = v
					}
				}
				kept[key] = words
			case namedSchemas[key] && isMap:
				byName := make(map[string]any, len(members))
				for name, member := range members {
					byName[name] = walk(member, keep)
				}
				kept[key] = byName
			case numericKeywords[key], key == "default", key == "examples":
				kept[key] = value
			default:
				kept[key] = walk(value, keep)
			}
		}
		return kept
	}
	return schema
}
