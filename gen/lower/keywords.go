package lower

import (
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/near"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// keywordKind says what a keyword does.
type keywordKind uint8

const (
	annotates keywordKind = iota // says nothing about validity
	refers                       // leads to other schemas, which expand follows
	asserts                      // limits values
)

// keyword describes one word of the JSON Schema drafts 4 to 2020-12.
type keyword struct {
	kind keywordKind
	// on are the JSON types whose values the keyword speaks about; 0 is every type.
	on model.JSONTypes
}

// keywords are all words that a schema object may hold; any other that is not "x-…" is a
// warning, since a misspelt keyword would otherwise drop a check without a sound.
var keywords = map[string]keyword{
	"type": {asserts, 0}, "enum": {asserts, 0}, "const": {asserts, 0},
	"allOf": {refers, 0}, "anyOf": {asserts, 0}, "oneOf": {asserts, 0}, "not": {asserts, 0},
	"if": {asserts, 0}, "then": {annotates, 0}, "else": {annotates, 0},
	"$ref": {refers, 0}, "$dynamicRef": {refers, 0}, "$recursiveRef": {refers, 0},

	"minimum": {asserts, numeric}, "maximum": {asserts, numeric},
	"exclusiveMinimum": {asserts, numeric}, "exclusiveMaximum": {asserts, numeric}, "multipleOf": {asserts, numeric},
	"minLength": {asserts, model.JSONString}, "maxLength": {asserts, model.JSONString},
	"pattern": {asserts, model.JSONString}, "format": {asserts, 0},
	"contentEncoding": {annotates, model.JSONString}, "contentMediaType": {annotates, model.JSONString}, "contentSchema": {annotates, model.JSONString},

	"items": {asserts, model.JSONArray}, "prefixItems": {asserts, model.JSONArray}, "additionalItems": {asserts, model.JSONArray},
	"contains": {asserts, model.JSONArray}, "minContains": {annotates, model.JSONArray}, "maxContains": {annotates, model.JSONArray},
	"minItems": {asserts, model.JSONArray}, "maxItems": {asserts, model.JSONArray}, "uniqueItems": {asserts, model.JSONArray},
	"unevaluatedItems": {asserts, model.JSONArray},

	"properties": {asserts, model.JSONObject}, "patternProperties": {asserts, model.JSONObject},
	"additionalProperties": {asserts, model.JSONObject}, "propertyNames": {asserts, model.JSONObject},
	"required": {asserts, model.JSONObject}, "minProperties": {asserts, model.JSONObject}, "maxProperties": {asserts, model.JSONObject},
	"dependentRequired": {asserts, model.JSONObject}, "dependentSchemas": {asserts, model.JSONObject}, "dependencies": {asserts, model.JSONObject},
	"unevaluatedProperties": {asserts, model.JSONObject},

	"$schema": {}, "$id": {}, "id": {}, "$anchor": {}, "$dynamicAnchor": {}, "$recursiveAnchor": {},
	"$vocabulary": {}, "$comment": {}, "$defs": {}, "definitions": {},
	"title": {}, "description": {}, "default": {}, "examples": {}, "example": {}, "deprecated": {}, "readOnly": {}, "writeOnly": {},
	// OpenAPI's discriminator names the property that a union is told apart by.
	"discriminator": {},
	// Words of providers that describe and do not limit.
	"propertyOrdering": {}, "markdownDescription": {}, "enumDescriptions": {}, "strict": {}, "externalDocs": {}, "xml": {},
}

const numeric = model.JSONInteger | model.JSONNumber

// checkKeywords warns of words that no draft knows, once for each schema object.
func (l *lowerer) checkKeywords(n *tooldef.Node) {
	if n.Kind != tooldef.Object || l.checked[n] {
		return
	}
	l.checked[n] = true
	set, declared := typeSet(n.Get("type"))
	for _, m := range n.Members {
		k, ok := keywords[m.Key]
		if ok && k.kind == asserts && k.on != 0 && declared != nil && set != 0 && set&k.on == 0 {
			l.warn(m.Value, m.Key, fmt.Sprintf("%s has no effect on a value of type %s", m.Key, strings.Join(declared, " or ")), "remove it, or correct type")
		}
		if (m.Key == "x-go-name" || m.Key == "x-go-type") && m.Value.Kind != tooldef.String {
			l.fail(m.Value, m.Key, fmt.Sprintf("%s has to be a string, this is %s", m.Key, cut(m.Value.JSON(), 60)), "put it in quotes, or take it out")
		}
		if ok || strings.HasPrefix(m.Key, "x-") {
			continue
		}
		fix := guess(m.Key, m.Value, set)
		if m.Value.Get("type") != nil || m.Value.Get("enum") != nil || m.Value.Get("$ref") != nil {
			fix += ` (a property belongs under "properties")`
		}
		d := at(m.Value, m.Key, fmt.Sprintf("unknown keyword %q has no effect", cut(m.Key, 60)), fix)
		d.Severity, d.Tool, d.Pos = model.Warning, l.tool, m.KeyPos
		l.report(d)
	}
}

// suggest finds the candidate that a word was probably meant to be, "" for none.
func suggest(word string, candidates []string) string {
	return near.Name(cut(word, 60), candidates)
}

// cut bounds foreign text that goes into a message.
func cut(s string, runes int) string {
	r := []rune(s)
	if len(r) <= runes {
		return s
	}
	return string(r[:runes]) + "…"
}
