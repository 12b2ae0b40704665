package rules

import (
	"maps"
	"slices"

	"github.com/toolgen/toolgen/gen/model"
)

// merging tells how an overlay's keyword is combined with the existing one.
type merging uint8

const (
	replaces  merging = iota // the overlay's value replaces it
	addsKeys                 // objects: members are added
	addsItems                // arrays: items are added
	schema                   // one or more schemas: replaced with a warning
)

// keyword is a JSON Schema keyword allowed in an overlay.
type keyword struct {
	merge merging
	// on are the JSON types the keyword applies to; 0 means all.
	on model.JSONTypes
}

const numeric = model.JSONInteger | model.JSONNumber

// keywords are the JSON Schema keywords allowed in an overlay. Those that identify or reference schemas ($ref,
// $id, $defs, …) are excluded: an overlay constrains fields and does not restructure the schema.
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

// places are JSON Schema keywords that are not allowed in an overlay.
var places = []string{"$ref", "$dynamicRef", "$recursiveRef", "$schema", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary", "$defs", "definitions"}

// The words of toolgen's own vocabulary.
var (
	toolWords = []string{"write", "blankIsMissing", "confirm", "approval", "unchecked", "verify", "retry"}
	// goToolWords are those of goWords that apply to tools.
	goToolWords = []string{"go-name"}
	nodeWords   = []string{
		"required", "closed", "fields", "rules", "exactlyOneOf", "atLeastOneOf", "atMostOneOf", "requires", "excludes",
		"sensitive", "injected", "question", "remedy", "known",
	}
	retries   = []string{"after", "never"}
	goWords   = []string{"go-name", "go-type", "go-type-import"}
	ruleWords = []string{"id", "rule", "message", "messageExpression", "fieldPath", "reason", "optionalOldSelf"}
)

// keywordNames lists the keywords sorted, so that suggestions are deterministic.
func keywordNames() []string { return slices.Sorted(maps.Keys(keywords)) }
