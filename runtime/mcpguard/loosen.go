package mcpguard

import "math"

// loosen takes out of a schema what the SDK's rounding of numbers may have changed, and reports
// whether there was something. The schema itself is not touched. Keywords under which a looser
// subschema makes a stricter schema, such as not, go as well, since a valid call must never be
// refused for another reader's rounding.
func loosen(schema any) (any, bool) {
	if !constrains(schema) {
		return schema, false
	}
	return loosened(schema), true
}

// maxExact is the first number that may be another one rounded.
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

// numeric are the keywords whose values constrain numbers.
var numeric = map[string]bool{
	"enum": true, "const": true, "minimum": true, "maximum": true,
	"exclusiveMinimum": true, "exclusiveMaximum": true, "multipleOf": true,
}

// opposed are the keywords whose verdict on a value may turn from yes to no when a subschema
// accepts more, or depend on such a verdict.
var opposed = map[string]bool{
	"not": true, "if": true, "then": true, "else": true, "oneOf": true,
	"maxContains": true, "unevaluatedProperties": true, "unevaluatedItems": true,
}

// named are the keywords whose values are schemas by name, where a name is no keyword.
var named = map[string]bool{
	"properties": true, "patternProperties": true, "$defs": true, "definitions": true,
	"dependentSchemas": true, "dependencies": true,
}

// constrains reports whether a rounded number constrains anything in a schema.
func constrains(schema any) bool {
	found := false
	walk(schema, func(key string, value any) bool {
		found = found || numeric[key] && rounded(value)
		return true
	})
	return found
}

// loosened is a copy of a schema without what a rounded number may have changed.
func loosened(schema any) any {
	return walk(schema, func(key string, value any) bool {
		return !opposed[key] && !(numeric[key] || key == "default" || key == "examples") || numeric[key] && !rounded(value)
	})
}

// walk copies a schema with the keywords for which keep says so. What is under a keyword is looked
// at only if the keyword is kept and holds schemas.
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
			case named[key] && isMap:
				byName := make(map[string]any, len(members))
				for name, member := range members {
					byName[name] = walk(member, keep)
				}
				kept[key] = byName
			case numeric[key], key == "default", key == "examples":
				kept[key] = value
			default:
				kept[key] = walk(value, keep)
			}
		}
		return kept
	}
	return schema
}
