package rules

import "github.com/toolgen/toolgen/gen/model"

// merging tells how an overlay's keyword is combined with the existing one, and when the result accepts more.
type merging uint8

const (
	replaces       merging = iota // the value replaces the old one, and is looser unless it is equal
	bounds                        // a number
	chooses                       // a list of allowed values
	describes                     // no constraint
	adds                          // members or items are added
	replacesSchema                // the value contains schemas
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
	"type": {chooses, 0}, "enum": {chooses, 0}, "const": {replaces, 0}, "format": {replaces, 0},
	"title": {describes, 0}, "description": {describes, 0}, "default": {describes, 0}, "examples": {describes, 0},
	"deprecated": {describes, 0}, "readOnly": {describes, 0}, "writeOnly": {describes, 0}, "$comment": {describes, 0},

	"minimum": {bounds, numeric}, "maximum": {bounds, numeric}, "multipleOf": {bounds, numeric},
	"exclusiveMinimum": {bounds, numeric}, "exclusiveMaximum": {bounds, numeric},

	"minLength": {bounds, model.JSONString}, "maxLength": {bounds, model.JSONString}, "pattern": {replaces, model.JSONString},
	"contentEncoding": {replaces, model.JSONString}, "contentMediaType": {replaces, model.JSONString}, "contentSchema": {replacesSchema, model.JSONString},

	"minItems": {bounds, model.JSONArray}, "maxItems": {bounds, model.JSONArray}, "uniqueItems": {replaces, model.JSONArray},
	"minContains": {bounds, model.JSONArray}, "maxContains": {bounds, model.JSONArray},
	"items": {replacesSchema, model.JSONArray}, "prefixItems": {replacesSchema, model.JSONArray}, "contains": {replacesSchema, model.JSONArray},
	"unevaluatedItems": {replacesSchema, model.JSONArray},

	"minProperties": {bounds, model.JSONObject}, "maxProperties": {bounds, model.JSONObject},
	"properties": {adds, model.JSONObject}, "patternProperties": {adds, model.JSONObject},
	"dependentRequired": {adds, model.JSONObject}, "dependentSchemas": {adds, model.JSONObject},
	"additionalProperties": {replacesSchema, model.JSONObject}, "propertyNames": {replacesSchema, model.JSONObject},
	"unevaluatedProperties": {replacesSchema, model.JSONObject},

	"allOf": {adds, 0}, "anyOf": {replacesSchema, 0}, "oneOf": {replacesSchema, 0}, "not": {replacesSchema, 0},
	"if": {replacesSchema, 0}, "then": {replacesSchema, 0}, "else": {replacesSchema, 0},
}

// places are JSON Schema keywords that are not allowed in an overlay.
var places = []string{"$ref", "$dynamicRef", "$recursiveRef", "$schema", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary", "$defs", "definitions"}
