package docs

import "github.com/toolgen/toolgen/gen/model"

// keywordKind says what a keyword does.
type keywordKind uint8

// What keywords do.
const (
	Annotates keywordKind = iota // says nothing about validity
	refers                       // leads to other schemas, which expand follows
	Asserts                      // limits values
)

// keyword describes one word of the JSON Schema drafts 4 to 2020-12.
type keyword struct {
	Kind keywordKind
	// On are the JSON types whose values the keyword speaks about; 0 is every type.
	On model.JSONTypes
}

// Keywords are all words that a schema object may hold; any other that is not "x-…" is a
// warning, since a misspelt keyword would otherwise drop a check without a sound.
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
	// OpenAPI's discriminator names the property that a union is told apart by.
	"discriminator": {},
	// Words of providers that describe and do not limit.
	"propertyOrdering": {}, "markdownDescription": {}, "enumDescriptions": {}, "strict": {}, "externalDocs": {}, "xml": {},
}

// Numeric has both types of numbers.
const Numeric = model.JSONInteger | model.JSONNumber

// draftRange is the first and the last draft that knows a keyword; 0 is no limit.
type draftRange struct{ Since, Until int }

// Ranges are the drafts of those keywords that not all have.
var Ranges = map[string]draftRange{
	"const": {6, 0}, "contains": {6, 0}, "propertyNames": {6, 0},
	"if": {7, 0}, "then": {7, 0}, "else": {7, 0},
	"dependentRequired": {2019, 0}, "dependentSchemas": {2019, 0}, "minContains": {2019, 0}, "maxContains": {2019, 0},
	"unevaluatedProperties": {2019, 0}, "unevaluatedItems": {2019, 0}, "$recursiveRef": {2019, 2019},
	"prefixItems": {2020, 0}, "$dynamicRef": {2020, 0}, "additionalItems": {0, 2019},
}

// DraftNames are the drafts as people call them.
var DraftNames = map[int]string{4: "04", 6: "06", 7: "07", 2019: "2019-09", 2020: "2020-12"}

// Companions are the keywords without which others say nothing.
var Companions = map[string]string{"then": "if", "else": "if", "minContains": "contains", "maxContains": "contains"}

// AnnotationWord is the keyword in which package rules leaves what JSON Schema has no words for.
const AnnotationWord = "x-toolgen"

// KnownFormats are the formats that are asserted; the runtime implements each of them.
var KnownFormats = []string{
	"date", "date-time", "duration", "email", "hostname", "idn-email", "idn-hostname", "ipv4", "ipv6", "iri",
	"iri-reference", "json-pointer", "regex", "relative-json-pointer", "time", "uri", "uri-reference",
	"uri-template", "uuid",
}
