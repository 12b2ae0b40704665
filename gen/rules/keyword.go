package rules

import (
	"maps"
	"slices"

	"github.com/toolgen/toolgen/gen/model"
)

// merging is how a keyword of an overlay meets the one that the schema has already.
type merging uint8

const (
	replaces  merging = iota // the overlay's value counts
	addsKeys                 // an object: members are added
	addsItems                // an array: items are added
	schema                   // a schema, or several: the overlay's value counts, with a warning
)

// keyword is a word of JSON Schema that an overlay may give to a field.
type keyword struct {
	merge merging
	// on are the JSON types whose values the keyword speaks about; 0 is every type.
	on model.JSONTypes
}

const numeric = model.JSONInteger | model.JSONNumber

// keywords are all words of JSON Schema that an overlay may use. Those that say where a schema
// lives or leads ($ref, $id, $defs, …) are missing: an overlay says what holds of a field, and the
// schema's own shape is not its business.
var keywords = map[string]keyword{
	"type": {replaces, 0}, "enum": {replaces, 0}, "const": {replaces, 0},
	"title": {replaces, 0}, "description": {replaces, 0}, "default": {replaces, 0}, "examples": {replaces, 0},
	"deprecated": {replaces, 0}, "readOnly": {replaces, 0}, "writeOnly": {replaces, 0}, "$comment": {replaces, 0},

	"minimum": {replaces, numeric}, "maximum": {replaces, numeric}, "multipleOf": {replaces, numeric},
	"exclusiveMinimum": {replaces, numeric}, "exclusiveMaximum": {replaces, numeric},

	"minLength": {replaces, model.JSONString}, "maxLength": {replaces, model.JSONString},
	"pattern": {replaces, model.JSONString}, "format": {replaces, 0},
	"contentEncoding": {replaces, model.JSONString}, "contentMediaType": {replaces, model.JSONString}, "contentSchema": {schema, model.JSONString},

	"minItems": {replaces, model.JSONArray}, "maxItems": {replaces, model.JSONArray}, "uniqueItems": {replaces, model.JSONArray},
	"minContains": {replaces, model.JSONArray}, "maxContains": {replaces, model.JSONArray},
	"items": {schema, model.JSONArray}, "prefixItems": {schema, model.JSONArray}, "contains": {schema, model.JSONArray},
	"unevaluatedItems": {schema, model.JSONArray},

	"minProperties": {replaces, model.JSONObject}, "maxProperties": {replaces, model.JSONObject},
	"properties": {addsKeys, model.JSONObject}, "patternProperties": {addsKeys, model.JSONObject},
	"dependentRequired": {addsKeys, model.JSONObject}, "dependentSchemas": {addsKeys, model.JSONObject},
	"additionalProperties": {schema, model.JSONObject}, "propertyNames": {schema, model.JSONObject},
	"unevaluatedProperties": {schema, model.JSONObject},

	"allOf": {addsItems, 0}, "anyOf": {schema, 0}, "oneOf": {schema, 0}, "not": {schema, 0},
	"if": {schema, 0}, "then": {schema, 0}, "else": {schema, 0},
}

// places are words of JSON Schema that an overlay may not use.
var places = []string{"$ref", "$dynamicRef", "$recursiveRef", "$schema", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary", "$defs", "definitions"}

// The words of our own vocabulary.
var (
	toolWords = []string{"write", "blankIsMissing", "confirm", "approval", "unchecked", "verify", "retry"}
	// goToolWords are those of goWords that an overlay says of a tool.
	goToolWords = []string{"go-name"}
	nodeWords   = []string{
		"required", "closed", "fields", "rules", "exactlyOneOf", "atLeastOneOf", "atMostOneOf", "requires", "excludes",
		"sensitive", "injected", "question", "remedy", "known",
	}
	retries   = []string{"after", "never"}
	goWords   = []string{"go-name", "go-type", "go-type-import"}
	ruleWords = []string{"id", "rule", "message", "messageExpression", "fieldPath", "reason", "optionalOldSelf"}
)

// keywordNames lists the keywords in a fixed order, so that suggestions do not depend on a map.
func keywordNames() []string { return slices.Sorted(maps.Keys(keywords)) }
