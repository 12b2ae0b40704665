package sample

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Schemas generates small random schemas with unusual combinations of keywords.
type Schemas struct {
	*rand.Rand
	// Draft is the draft of the schemas: 4, 6, 7, 2019 or 2020.
	Draft int
}

// Drafts maps the supported drafts to their meta-schemas.
var Drafts = map[int]string{
	4:    "http://json-schema.org/draft-04/schema#",
	6:    "http://json-schema.org/draft-06/schema#",
	7:    "http://json-schema.org/draft-07/schema#",
	2019: "https://json-schema.org/draft/2019-09/schema",
	2020: "https://json-schema.org/draft/2020-12/schema",
}

func (r Schemas) pick(words ...string) string { return words[r.IntN(len(words))] }

// schema generates a schema of at most the given depth.
func (r Schemas) schema(depth int) string {
	if depth <= 0 || r.IntN(12) == 0 {
		if r.Draft == 4 {
			return r.pick(`{}`, `{"not":{}}`, `{"type":"string"}`, `{"type":"null"}`, `{"type":"integer"}`, `{"enum":[1]}`, `{"minLength":2}`, `{"$ref":"#/$defs/d"}`)
		}
		return r.pick(`true`, `false`, `{}`, `{"type":"string"}`, `{"type":"null"}`, `{"type":"integer"}`, `{"const":1}`, `{"minLength":2}`, `{"$ref":"#/$defs/d"}`)
	}
	var members []string
	used := map[string]bool{}
	for range 1 + r.IntN(3) {
		word, value := r.keyword(depth - 1)
		if !r.has(word) {
			continue
		}
		if word == "$ref" && r.Draft < 2019 {
			// Older drafts ignore its siblings, which the oracle does not always do.
			return fmt.Sprintf("{%q:%s}", word, value)
		}
		if !used[word] {
			used[word] = true
			members = append(members, fmt.Sprintf("%q:%s", word, value))
		}
	}
	return "{" + strings.Join(members, ",") + "}"
}

// definition generates a schema that refers to itself only below a property; direct recursion has no meaning.
func (r Schemas) definition() string {
	text := strings.ReplaceAll(r.schema(2), `"#/$defs/d"`, `"#/$defs/e"`)
	if strings.Contains(text, "#/$defs/e") {
		text += `,"e":{"type":"object","properties":{"a":{"$ref":"#/$defs/d"}},"required":["b"]}`
	}
	return text
}

func (r Schemas) list(depth, least int) string {
	var items []string
	for range least + r.IntN(2) {
		items = append(items, r.schema(depth))
	}
	return "[" + strings.Join(items, ",") + "]"
}

func (r Schemas) keyword(depth int) (word, value string) {
	switch r.IntN(26) {
	case 0, 1, 2, 3:
		return "type", r.pick(`"object"`, `"object"`, `"array"`, `"string"`, `"integer"`, `"number"`, `"boolean"`, `["string","null"]`, `["object","null"]`, `["integer","string"]`, `["array","object"]`, `["array","null"]`)
	case 4, 5, 6:
		return "properties", fmt.Sprintf(`{"a":%s,"b":%s}`, r.schema(depth), r.schema(depth))
	case 7:
		return "required", r.pick(`["a"]`, `["b"]`, `["a","b"]`, `["c"]`)
	case 8:
		return "additionalProperties", r.schema(depth)
	case 9:
		return "patternProperties", fmt.Sprintf(`{"^[ab]":%s}`, r.schema(depth))
	case 10:
		return "items", r.schema(depth)
	case 11:
		if r.Draft < 2020 {
			return "items", r.list(depth, 1) + r.pick(``, `,"additionalItems":`+r.schema(depth))
		}
		return "prefixItems", r.list(depth, 1)
	case 12:
		return r.pick("minItems", "maxItems", "minProperties", "maxProperties", "minLength", "maxLength"), r.pick("0", "1", "2")
	case 13:
		if r.Draft == 4 {
			bound := r.pick("minimum", "maximum")
			flag := map[string]string{"minimum": `,"exclusiveMinimum":true`, "maximum": `,"exclusiveMaximum":true`}[bound]
			return bound, r.pick("1", "2", "0.5") + r.pick(``, flag)
		}
		return r.pick("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"), r.pick("1", "2", "0.5")
	case 14, 15:
		return "anyOf", r.list(depth, 2)
	case 16, 17:
		return "oneOf", r.list(depth, 2)
	case 18:
		return "allOf", r.list(depth, 1)
	case 19:
		return "not", r.schema(depth)
	case 20:
		return "if", r.schema(depth) + `,"then":` + r.schema(depth) + `,"else":` + r.schema(depth)
	case 21:
		return r.pick("unevaluatedProperties", "unevaluatedItems"), r.pick("false", r.schema(depth))
	case 22:
		return "enum", r.pick(`[1,"x",null]`, `["x","yy"]`, `[{"a":1},[1]]`, `[1.0,2]`, `[null]`)
	case 23:
		return "const", r.pick(`1`, `"x"`, `null`, `{"a":1}`, `[1]`)
	case 24:
		if r.Draft < 2019 {
			return "dependencies", fmt.Sprintf(`{"a":%s,"b":["c"]}`, r.schema(depth))
		}
		return "dependentSchemas", fmt.Sprintf(`{"a":%s}`, r.schema(depth))
	default:
		return r.keywordRare(depth)
	}
}

func (r Schemas) keywordRare(depth int) (word, value string) {
	switch r.IntN(6) {
	case 0:
		return "dependentRequired", `{"a":["b"]}`
	case 1:
		return "propertyNames", r.schema(depth)
	case 2:
		if r.Draft < 2019 {
			return "contains", r.schema(depth)
		}
		return "contains", r.schema(depth) + r.pick(``, `,"minContains":0`, `,"minContains":2`, `,"maxContains":1`)
	case 3:
		return "uniqueItems", "true"
	case 4:
		return "pattern", r.pick(`"^x"`, `"y$"`)
	default:
		return "$ref", `"#/$defs/d"`
	}
}

// Instance generates a small random value with the same keys and scalars.
func (r Schemas) Instance(depth int) any {
	if depth > 0 {
		switch r.IntN(4) {
		case 0, 1:
			m := map[string]any{}
			for _, key := range []string{"a", "b", "c", "ab"} {
				if r.IntN(3) == 0 {
					m[key] = r.Instance(depth - 1)
				}
			}
			return m
		case 2:
			items := []any{}
			for range r.IntN(4) {
				items = append(items, r.Instance(depth-1))
			}
			return items
		}
	}
	v := plain(r.pick(`null`, `true`, `1`, `1.0`, `2`, `0.5`, `1.5`, `"x"`, `"yy"`, `""`, `{}`, `[]`, `{"a":1}`, `[1]`))
	return v
}

// has reports whether the draft supports a keyword.
func (r Schemas) has(word string) bool {
	since := map[string]int{
		"const": 6, "contains": 6, "propertyNames": 6, "if": 7, "dependentRequired": 2019, "dependentSchemas": 2019,
		"unevaluatedProperties": 2019, "unevaluatedItems": 2019, "prefixItems": 2020,
	}
	return r.Draft >= since[word]
}

// NewSchemas returns a deterministic generator for draft 2020-12.
func NewSchemas(seed uint64) Schemas { return Schemas{rand.New(rand.NewPCG(seed, 2)), 2020} }

// Schema generates a schema with a definition that it may reference.
func (r Schemas) Schema() string {
	text := r.schema(3)
	if text[0] != '{' {
		return text
	}
	separator := ","
	if text == "{}" {
		separator = ""
	}
	text = fmt.Sprintf(`{"$schema":%q,"$defs":{"d":%s}%s%s`, Drafts[r.Draft], r.definition(), separator, text[1:])
	if r.Draft < 2019 {
		text = strings.ReplaceAll(text, "$defs", "definitions")
	}
	return text
}
