package tooldef

import (
	"iter"
	"slices"

	"github.com/toolgen/toolgen/gen/model"
)

// Effect is the effect of a keyword.
type Effect uint8

// Effects of keywords.
const (
	Annotates Effect = iota // no effect on validity
	Refers                  // adds other schemas for the same value
	Asserts                 // constrains values
)

// holder is the form of a keyword's value with subschemas. If a keyword has several, the kind of the value decides.
type holder uint8

const (
	one    holder = 1 << iota // a schema
	many                      // a list of schemas
	byName                    // an object with schemas under arbitrary names
)

// Keyword describes a keyword of JSON Schema drafts 4 to 2020-12.
type Keyword struct {
	Effect Effect
	// On are the JSON types that the keyword applies to; 0 is every type.
	On    model.JSONTypes
	holds holder
}

// HoldsSchemas reports whether the keyword's value has subschemas.
func (k Keyword) HoldsSchemas() bool { return k.holds != 0 }

// ByName reports whether the keyword's value is an object with schemas under arbitrary names.
func (k Keyword) ByName() bool { return k.holds&byName != 0 }

// Keywords are all known keywords. Any other keyword except "x-…" is a warning, since a misspelt one would
// silently drop a check.
var Keywords = map[string]Keyword{
	"type": {Asserts, 0, 0}, "enum": {Asserts, 0, 0}, "const": {Asserts, 0, 0},
	"allOf": {Refers, 0, many}, "anyOf": {Asserts, 0, many}, "oneOf": {Asserts, 0, many}, "not": {Asserts, 0, one},
	"if": {Asserts, 0, one}, "then": {Annotates, 0, one}, "else": {Annotates, 0, one},
	"$ref": {Refers, 0, 0}, "$dynamicRef": {Refers, 0, 0}, "$recursiveRef": {Refers, 0, 0},

	"minimum": {Asserts, Numeric, 0}, "maximum": {Asserts, Numeric, 0},
	"exclusiveMinimum": {Asserts, Numeric, 0}, "exclusiveMaximum": {Asserts, Numeric, 0}, "multipleOf": {Asserts, Numeric, 0},
	"minLength": {Asserts, model.JSONString, 0}, "maxLength": {Asserts, model.JSONString, 0},
	"pattern": {Asserts, model.JSONString, 0}, "format": {Asserts, 0, 0},
	"contentEncoding": {Annotates, model.JSONString, 0}, "contentMediaType": {Annotates, model.JSONString, 0},
	"contentSchema": {Annotates, model.JSONString, one},

	"items": {Asserts, model.JSONArray, one | many}, "prefixItems": {Asserts, model.JSONArray, many},
	"additionalItems": {Asserts, model.JSONArray, one}, "unevaluatedItems": {Asserts, model.JSONArray, one},
	"contains":    {Asserts, model.JSONArray, one},
	"minContains": {Annotates, model.JSONArray, 0}, "maxContains": {Annotates, model.JSONArray, 0},
	"minItems": {Asserts, model.JSONArray, 0}, "maxItems": {Asserts, model.JSONArray, 0}, "uniqueItems": {Asserts, model.JSONArray, 0},

	"properties": {Asserts, model.JSONObject, byName}, "patternProperties": {Asserts, model.JSONObject, byName},
	"additionalProperties": {Asserts, model.JSONObject, one}, "unevaluatedProperties": {Asserts, model.JSONObject, one},
	"propertyNames": {Asserts, model.JSONObject, one}, "required": {Asserts, model.JSONObject, 0},
	"minProperties": {Asserts, model.JSONObject, 0}, "maxProperties": {Asserts, model.JSONObject, 0},
	"dependentRequired": {Asserts, model.JSONObject, 0}, "dependentSchemas": {Asserts, model.JSONObject, byName},
	"dependencies": {Asserts, model.JSONObject, byName},

	"$schema": {}, "$id": {}, "id": {}, "$anchor": {}, "$dynamicAnchor": {}, "$recursiveAnchor": {},
	"$vocabulary": {}, "$comment": {}, "$defs": {Annotates, 0, byName}, "definitions": {Annotates, 0, byName},
	"title": {}, "description": {}, "default": {}, "examples": {}, "example": {}, "deprecated": {}, "readOnly": {}, "writeOnly": {},
	// OpenAPI's discriminator of a union.
	"discriminator": {},
	// Descriptive keywords of providers.
	"propertyOrdering": {}, "markdownDescription": {}, "enumDescriptions": {}, "strict": {}, "externalDocs": {}, "xml": {},
}

// SchemasIn returns the subschemas in the value of a keyword; a nil value has none.
func SchemasIn(keyword string, value *Node) []*Node {
	holds := Keywords[keyword].holds
	switch {
	case value == nil:
	case value.Kind == Array && holds&many != 0:
		return value.Items
	case value.Kind == Object && holds&byName != 0:
		var list []*Node
		for _, m := range value.Members {
			if m.Value.Kind != Array { // a list under dependencies has names
				list = append(list, m.Value)
			}
		}
		return list
	case holds&one != 0 && (value.Kind == Object || value.Kind == Bool):
		return []*Node{value}
	}
	return nil
}

// Schemas yields a schema and its subschemas at any depth, outer ones first. It skips what is data, such as enum, const,
// default and examples.
func (n *Node) Schemas() iter.Seq[*Node] {
	return func(yield func(*Node) bool) { n.schemas(yield) }
}

func (n *Node) schemas(yield func(*Node) bool) bool {
	return !n.Is(Object) && !n.Is(Bool) || yield(n) && !slices.ContainsFunc(n.Members, func(m Member) bool {
		return slices.ContainsFunc(SchemasIn(m.Key, m.Value), func(sub *Node) bool { return !sub.schemas(yield) })
	})
}

// Numeric has both number types.
const Numeric = model.JSONInteger | model.JSONNumber

// TypeByName maps names to JSON types.
var TypeByName = map[string]model.JSONTypes{
	"null": model.JSONNull, "boolean": model.JSONBoolean, "integer": model.JSONInteger,
	"number": model.JSONInteger | model.JSONNumber, "string": model.JSONString,
	"array": model.JSONArray, "object": model.JSONObject,
}

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

// InDraft reports whether a draft has a keyword.
func InDraft(keyword string, draft int) bool {
	r := Ranges[keyword]
	return draft >= r.Since && (r.Until == 0 || draft <= r.Until)
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
