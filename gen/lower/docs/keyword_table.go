package docs

import "github.com/toolgen/toolgen/gen/model"

// keywordKind is the effect of a keyword.
type keywordKind uint8

// Effects of keywords.
const (
	Annotates keywordKind = iota // no effect on validity
	refers                       // refers to other schemas, followed by Expand
	Asserts                      // constrains values
)

// keyword describes a keyword of JSON Schema drafts 4 to 2020-12.
type keyword struct {
	Kind keywordKind
	// On are the JSON types that the keyword applies to; 0 is every type.
	On model.JSONTypes
}

// Keywords are all known keywords. Any other keyword except "x-…" is a warning, since a misspelt one would
// silently drop a check.
var Keywords = map[string]keyword{
	"type": {Asserts, 0}, "enum": {Asserts, 0}, "const": {Asserts, 0},
	"allOf": {refers, 0}, "anyOf": {Asserts, 0}, "oneOf": {Asserts, 0}, "not": {Asserts, 0},
	"if": {Asserts, 0}, "then": {Annotates, 0}, "else": {Annotates, 0},
	"$ref": {refers, 0}, "$dynamicRef": {refers, 0}, "$recursiveRef": {refers, 0},

	"minimum": {Asserts, Numeric}, "maximum": {Asserts, Numeric},
	"exclusiveMinimum": {Asserts, Numeric}, "exclusiveMaximum": {Asserts, Numeric}, "multipleOf": {Asserts, Numeric},
	"minLength": {Asserts, model.JSONString}, "maxLength": {Asserts, model.JSONString},
	"pattern": {Asserts, model.JSONString}, "format": {Asserts, 0},
	"contentEncoding": {Annotates, model.JSONString}, "contentMediaType": {Annotates, model.JSONString}, "contentSchema": {Annotates, model.JSONString},

	"items": {Asserts, model.JSONArray}, "prefixItems": {Asserts, model.JSONArray}, "additionalItems": {Asserts, model.JSONArray},
	"contains": {Asserts, model.JSONArray}, "minContains": {Annotates, model.JSONArray}, "maxContains": {Annotates, model.JSONArray},
	"minItems": {Asserts, model.JSONArray}, "maxItems": {Asserts, model.JSONArray}, "uniqueItems": {Asserts, model.JSONArray},
	"unevaluatedItems": {Asserts, model.JSONArray},

	"properties": {Asserts, model.JSONObject}, "patternProperties": {Asserts, model.JSONObject},
	"additionalProperties": {Asserts, model.JSONObject}, "propertyNames": {Asserts, model.JSONObject},
	"required": {Asserts, model.JSONObject}, "minProperties": {Asserts, model.JSONObject}, "maxProperties": {Asserts, model.JSONObject},
	"dependentRequired": {Asserts, model.JSONObject}, "dependentSchemas": {Asserts, model.JSONObject}, "dependencies": {Asserts, model.JSONObject},
	"unevaluatedProperties": {Asserts, model.JSONObject},

	"$schema": {}, "$id": {}, "id": {}, "$anchor": {}, "$dynamicAnchor": {}, "$recursiveAnchor": {},
	"$vocabulary": {}, "$comment": {}, "$defs": {}, "definitions": {},
	"title": {}, "description": {}, "default": {}, "examples": {}, "example": {}, "deprecated": {}, "readOnly": {}, "writeOnly": {},
	// OpenAPI's discriminator of a union.
	"discriminator": {},
	// Descriptive keywords of providers.
	"propertyOrdering": {}, "markdownDescription": {}, "enumDescriptions": {}, "strict": {}, "externalDocs": {}, "xml": {},
}

// Numeric has both number types.
const Numeric = model.JSONInteger | model.JSONNumber

// draftRange is the first and last draft with a keyword; 0 is no limit.
type draftRange struct{ Since, Until int }

// Ranges are the drafts of keywords that not all drafts have.
var Ranges = map[string]draftRange{
	"const": {6, 0}, "contains": {6, 0}, "propertyNames": {6, 0},
	"if": {7, 0}, "then": {7, 0}, "else": {7, 0},
	"dependentRequired": {2019, 0}, "dependentSchemas": {2019, 0}, "minContains": {2019, 0}, "maxContains": {2019, 0},
	"unevaluatedProperties": {2019, 0}, "unevaluatedItems": {2019, 0}, "$recursiveRef": {2019, 2019},
	"prefixItems": {2020, 0}, "$dynamicRef": {2020, 0}, "additionalItems": {0, 2019},
}

// DraftNames are the common names of the drafts.
var DraftNames = map[int]string{4: "04", 6: "06", 7: "07", 2019: "2019-09", 2020: "2020-12"}

// Companions are the keywords without which others have no effect.
var Companions = map[string]string{"then": "if", "else": "if", "minContains": "contains", "maxContains": "contains"}

// AnnotationWord is the keyword in which package rules stores annotations beyond JSON Schema.
const AnnotationWord = "x-toolgen"

// KnownFormats are the asserted formats, all implemented by the runtime.
var KnownFormats = []string{
	"date", "date-time", "duration", "email", "hostname", "idn-email", "idn-hostname", "ipv4", "ipv6", "iri",
	"iri-reference", "json-pointer", "regex", "relative-json-pointer", "time", "uri", "uri-reference",
	"uri-template", "uuid",
}
