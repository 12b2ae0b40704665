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

// draftRange is the first and the last draft that knows a keyword; 0 is no limit.
type draftRange struct{ since, until int }

// ranges are the drafts of those keywords that not all have.
var ranges = map[string]draftRange{
	"const": {6, 0}, "contains": {6, 0}, "propertyNames": {6, 0},
	"if": {7, 0}, "then": {7, 0}, "else": {7, 0},
	"dependentRequired": {2019, 0}, "dependentSchemas": {2019, 0}, "minContains": {2019, 0}, "maxContains": {2019, 0},
	"unevaluatedProperties": {2019, 0}, "unevaluatedItems": {2019, 0}, "$recursiveRef": {2019, 2019},
	"prefixItems": {2020, 0}, "$dynamicRef": {2020, 0}, "additionalItems": {0, 2019},
}

// draftNames are the drafts as people call them.
var draftNames = map[int]string{4: "04", 6: "06", 7: "07", 2019: "2019-09", 2020: "2020-12"}

// companions are the keywords without which others say nothing.
var companions = map[string]string{"then": "if", "else": "if", "minContains": "contains", "maxContains": "contains"}

// warnIdle warns of a keyword that the draft of its schema gives no meaning where it stands.
func (l *lowerer) warnIdle(s source, m tooldef.Member) {
	draft := draftNames[s.draft]
	r := ranges[m.Key]
	switch with := companions[m.Key]; {
	case s.refOnly():
		if lostBesideRef(m.Key) {
			l.warn(m.Value, m.Key, fmt.Sprintf("%s has no effect beside $ref in draft %s", m.Name(), draft), "put the $ref into an allOf, or name draft 2019-09 or later in $schema")
		}
	case !mayBeIdle(m.Key):
	case s.draft < r.since:
		l.warn(m.Value, m.Key, fmt.Sprintf("%s has no effect in draft %s", m.Name(), draft), fmt.Sprintf("name draft %s in $schema, or say it in words of draft %s", draftNames[r.since], draft))
	case r.until != 0 && s.draft > r.until:
		fix := map[string]string{"additionalItems": `write "items" beside "prefixItems"`, "$recursiveRef": `write "$dynamicRef"`}[m.Key]
		l.warn(m.Value, m.Key, fmt.Sprintf("%s has no effect in draft %s", m.Key, draft), fix+", or name draft "+draftNames[r.until]+" in $schema")
	case m.Key == "additionalItems" && (s.node.Get("items") == nil || s.node.Get("items").Kind != tooldef.Array):
		l.warn(m.Value, m.Key, "additionalItems has no effect without a list under items", `write "items", which holds for each item, or remove additionalItems`)
	case s.doc.ignored[m.Key]:
		l.warn(m.Value, m.Key, m.Key+" has no effect: the meta-schema lists its vocabularies, and none has it", "add the vocabulary to the meta-schema")
	case with != "" && s.node.Get(with) == nil:
		l.warn(m.Value, m.Key, fmt.Sprintf("%s has no effect without %s", m.Name(), with), "add "+with+", or remove "+m.Name())
	}
}

// lostBesideRef reports whether a keyword would change the Go if its draft did not ignore it beside
// $ref. Descriptions are read there all the same, since they limit nothing.
func lostBesideRef(key string) bool {
	return key != "$ref" && mayBeIdle(key) || key == "default" || key == "x-go-type"
}

// mayBeIdle reports whether a keyword has a say in what is valid, so that it is told where it has none.
func mayBeIdle(key string) bool {
	return keywords[key].kind != annotates || companions[key] != ""
}

// checkKeywords warns of words that no draft knows, or not the one at hand, once for each schema
// object.
func (l *lowerer) checkKeywords(s source) {
	n := s.node
	if n.Kind != tooldef.Object || l.checked[n] {
		return
	}
	l.checked[n] = true
	if oneOf := s.get("oneOf"); oneOf != nil {
		l.later = append(l.later, func() { l.warnShadowed(s, oneOf) })
	}
	set, declared := typeSet(n.Get("type"))
	for _, m := range n.Members {
		k, ok := keywords[m.Key]
		if ok && k.kind == asserts && k.on != 0 && declared != nil && set != 0 && set&k.on == 0 {
			l.warn(m.Value, m.Key, fmt.Sprintf("%s has no effect on a value of type %s", m.Name(), strings.Join(declared, " or ")), "remove it, or correct type")
		}
		if (m.Key == "x-go-name" || m.Key == "x-go-type") && m.Value.Kind != tooldef.String {
			l.fail(m.Value, m.Key, fmt.Sprintf("%s has to be a string, this is %s", m.Key, cut(m.Value.JSON(), 60)), "put it in quotes, or take it out")
		}
		l.warnIdle(s, m)
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
