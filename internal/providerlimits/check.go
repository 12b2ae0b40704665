// Package providerlimits checks tool schemas against the documented limits of providers and against known
// rejections. It is independent of package projection, which it tests.
package providerlimits

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Fault is a violated rule.
type Fault struct {
	Place, Rule string
	// Sure is false for rules that are inferred, or on which sources disagree.
	Sure bool
}

func (f Fault) String() string { return f.Place + ": " + f.Rule }

// The forms that can be checked.
const (
	OpenAIFunction   = "openai-function"
	OpenAIStrict     = "openai-strict"
	AnthropicTools   = "anthropic-tools"
	AnthropicStrict  = "anthropic-strict"
	GeminiParameters = "gemini-parameters"
	GeminiJSON       = "gemini-parametersJsonSchema"
	BedrockConverse  = "bedrock-converse"
	BedrockStrict    = "bedrock-strict"
)

// Check returns the rules that a schema violates.
func Check(form string, schema []byte) []Fault {
	var root any
	d := json.NewDecoder(bytes.NewReader(schema))
	d.UseNumber()
	if err := d.Decode(&root); err != nil {
		return []Fault{{"", err.Error(), true}}
	}
	c := &checker{form: form, root: root}
	object, ok := root.(map[string]any)
	if !ok {
		return []Fault{{"", "the schema is not an object", true}}
	}
	c.checkRoot(object)
	c.walk(object, "#", 1, 1)
	c.totals()
	slices.SortFunc(c.faults, func(a, b Fault) int { return strings.Compare(a.String(), b.String()) })
	return c.faults
}

type checker struct {
	form   string
	root   any
	faults []Fault

	properties, characters, values, optional, unions int
}

func (c *checker) fault(place, format string, args ...any) {
	c.faults = append(c.faults, Fault{place, fmt.Sprintf(format, args...), true})
}

func (c *checker) doubt(place, format string, args ...any) {
	c.faults = append(c.faults, Fault{place, fmt.Sprintf(format, args...), false})
}

func (c *checker) is(forms ...string) bool { return slices.Contains(forms, c.form) }

func (c *checker) checkRoot(n map[string]any) {
	want := "object"
	if c.is(GeminiParameters) {
		if t, _ := n["type"].(string); !strings.EqualFold(t, want) {
			c.fault("#", "the parameters are not an object")
		}
	} else if n["type"] != want {
		c.fault("#", "the type at the root is not object")
	}
	refused := map[string]string{
		OpenAIFunction: "oneOf anyOf allOf enum not", OpenAIStrict: "anyOf oneOf allOf enum not", AnthropicTools: "oneOf allOf anyOf", AnthropicStrict: "oneOf allOf anyOf",
	}
	for _, word := range strings.Fields(refused[c.form]) {
		if _, has := n[word]; has {
			c.fault("#", "%s at the root", word)
		}
	}
}

var keywords = map[string]string{
	OpenAIStrict: "type title description enum const anyOf properties required additionalProperties items default $ref $defs pattern format " +
		"multipleOf minimum maximum exclusiveMinimum exclusiveMaximum minItems maxItems",
	AnthropicStrict: "type title description enum const anyOf allOf properties required additionalProperties items default $ref $defs definitions pattern format minItems",
	BedrockStrict:   "type title description enum const anyOf allOf properties required additionalProperties items default $ref $defs definitions pattern format minItems",
	GeminiParameters: "anyOf default description enum example format items maxItems maxLength maxProperties maximum minItems minLength minProperties minimum " +
		"nullable pattern properties propertyOrdering required title type",
	GeminiJSON: "$id $defs $ref $anchor type format title description enum items prefixItems minItems maxItems minimum maximum anyOf oneOf properties " +
		"additionalProperties required propertyOrdering pattern minLength maxLength uniqueItems default",
}

var formats = map[string]string{
	OpenAIStrict:    "date-time time date duration email hostname ipv4 ipv6 uuid",
	AnthropicStrict: "date-time time date duration email hostname uri ipv4 ipv6 uuid",
	BedrockStrict:   "date-time time date duration email hostname uri ipv4 ipv6 uuid",
}

var (
	lookAround = regexp.MustCompile(`\(\?<?[=!]`)
	backRef    = regexp.MustCompile(`\\[1-9]`)
	claudeKey  = regexp.MustCompile(`^[a-zA-Z0-9_.-]{1,64}$`)
	geminiKey  = regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_]{0,63}$`)
)

// walk checks a schema and its subschemas. level counts enclosing objects, deep also arrays.
func (c *checker) walk(n map[string]any, place string, level, deep int) {
	c.words(n, place)
	types := typesOf(n)
	isObject, isArray := slices.Contains(types, "object") || n["properties"] != nil, slices.Contains(types, "array")
	properties, _ := n["properties"].(map[string]any)
	required := stringsOf(n["required"])
	if isArray && c.is(OpenAIFunction, OpenAIStrict, GeminiParameters) {
		if _, has := n["items"]; !has {
			c.fault(place, "an array without items")
		}
	}
	if c.is(OpenAIStrict) {
		if len(types) == 0 && n["$ref"] == nil && n["anyOf"] == nil {
			c.fault(place, "no type")
		}
		if isObject && level > 10 {
			c.fault(place, "more than 10 levels")
		} else if (isObject || isArray) && deep > 10 {
			c.doubt(place, "more than 10 levels, arrays counted")
		}
		for key := range properties {
			if !slices.Contains(required, key) {
				c.fault(place, "%q is not required", key)
			}
		}
	}
	if c.is(OpenAIStrict, AnthropicStrict, BedrockStrict) {
		if isObject && n["additionalProperties"] != false {
			c.fault(place, "additionalProperties is not false")
		}
	}
	if c.is(OpenAIStrict, GeminiJSON, GeminiParameters) {
		for _, key := range required {
			if properties[key] == nil && properties != nil {
				c.fault(place, "%q is required but undefined", key)
			}
		}
	}
	c.properties += len(properties)
	for key, value := range properties {
		c.characters += len(key)
		if !slices.Contains(required, key) {
			c.optional++
		}
		if one, ok := value.(map[string]any); ok && (one["anyOf"] != nil || len(typesOf(one)) > 1) {
			c.unions++
		}
		if c.is(AnthropicTools, AnthropicStrict) && !claudeKey.MatchString(key) || c.is(GeminiParameters) && !geminiKey.MatchString(key) {
			c.fault(place, "the key %q", key)
		}
	}
	c.enum(n, place)
	if c.is(GeminiJSON) && n["$ref"] != nil {
		for key := range n {
			if !strings.HasPrefix(key, "$") {
				c.fault(place, "%s beside $ref", key)
			}
		}
	}
	if c.is(AnthropicStrict, BedrockStrict) {
		if ref, ok := n["$ref"].(string); ok && (!strings.HasPrefix(ref, "#/") || c.leadsBack(ref, false)) {
			c.fault(place, "an external or recursive reference: %s", ref)
		}
		branches, _ := n["allOf"].([]any)
		for _, one := range branches {
			if branch, ok := one.(map[string]any); ok && branch["$ref"] != nil {
				c.fault(place, "allOf with $ref")
			}
		}
	}
	if ref, ok := n["$ref"].(string); ok && c.is(GeminiJSON) && c.leadsBack(ref, true) {
		c.fault(place, "a recursive reference through required properties: %s", ref)
	}
	c.below(n, place, level, deep, isObject, isArray)
}

// words checks the keywords and their values.
func (c *checker) words(n map[string]any, place string) {
	strictly := c.is(OpenAIStrict, AnthropicStrict, BedrockStrict, GeminiParameters)
	for key, value := range n {
		if list := keywords[c.form]; list != "" && !slices.Contains(strings.Fields(list), key) {
			if strictly {
				c.fault(place, "the keyword %s", key)
			} else {
				c.doubt(place, "the keyword %s", key)
			}
		}
		text, _ := value.(string)
		switch key {
		case "format":
			if list := formats[c.form]; list != "" && !slices.Contains(strings.Fields(list), text) {
				c.fault(place, "the format %s", text)
			}
		case "pattern":
			if c.is(AnthropicStrict, BedrockStrict) && (lookAround.MatchString(text) || backRef.MatchString(text) || strings.Contains(text, `\b`)) {
				c.fault(place, "the pattern %s", text)
			} else if c.is(OpenAIStrict) && lookAround.MatchString(text) {
				c.doubt(place, "the pattern %s", text)
			}
		case "minItems":
			if c.is(AnthropicStrict, BedrockStrict) && value != json.Number("0") && value != json.Number("1") {
				c.fault(place, "minItems %v", value)
			}
		case "type":
			if text, one := value.(string); c.is(GeminiParameters) && (!one || text != strings.ToUpper(text)) {
				c.fault(place, "the type %v", value)
			}
		}
	}
}

// enum checks and counts the values of enums.
func (c *checker) enum(n map[string]any, place string) {
	values, _ := n["enum"].([]any)
	length := 0
	for _, v := range values {
		switch v := v.(type) {
		case string:
			length += len(v)
		case map[string]any, []any:
			if c.is(AnthropicStrict, BedrockStrict) {
				c.fault(place, "an enum of objects or arrays")
			}
		}
		if _, text := v.(string); c.is(GeminiParameters) && !text {
			c.fault(place, "an enum with values other than strings")
		}
	}
	c.values += len(values)
	c.characters += length
	if c.is(OpenAIStrict) && len(values) > 250 && length > 15_000 {
		c.fault(place, "%d values with %d characters", len(values), length)
	}
	if s, ok := n["const"].(string); ok {
		c.characters += len(s)
	}
}

func (c *checker) below(n map[string]any, place string, level, deep int, isObject, isArray bool) {
	if isObject {
		level++
	}
	if isObject || isArray {
		deep++
	}
	for key, value := range n {
		switch key {
		case "properties", "$defs", "definitions", "patternProperties", "dependentSchemas":
			members, _ := value.(map[string]any)
			for name, one := range members {
				if schema, ok := one.(map[string]any); ok {
					if key[0] == '$' || key == "definitions" {
						c.characters += len(name)
						c.walk(schema, place+"/"+key+"/"+name, 1, 1)
						continue
					}
					c.walk(schema, place+"/"+key+"/"+name, level, deep)
				}
			}
		case "items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames", "additionalItems", "unevaluatedItems", "unevaluatedProperties":
			if schema, ok := value.(map[string]any); ok {
				if c.is(OpenAIStrict) && key == "items" && len(schema) == 0 {
					c.fault(place, "items without a type")
				}
				c.walk(schema, place+"/"+key, level, deep)
			}
			fallthrough
		case "anyOf", "oneOf", "allOf", "prefixItems":
			list, _ := value.([]any)
			for _, one := range list {
				if schema, ok := one.(map[string]any); ok {
					if key == "anyOf" || key == "oneOf" || key == "allOf" {
						c.walk(schema, place+"/"+key, level-b2i(isObject), deep-b2i(isObject || isArray))
						continue
					}
					c.walk(schema, place+"/"+key, level, deep)
				}
			}
		}
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (c *checker) totals() {
	switch {
	case c.is(OpenAIStrict):
		if c.properties > 5000 {
			c.fault("#", "%d properties", c.properties)
		}
		if c.characters > 120_000 {
			c.fault("#", "%d characters", c.characters)
		}
		if c.values > 1000 {
			c.fault("#", "%d values of enums", c.values)
		}
	case c.is(AnthropicStrict):
		if c.optional > 24 {
			c.fault("#", "%d optional parameters", c.optional)
		}
		if c.unions > 16 {
			c.fault("#", "%d parameters with union types", c.unions)
		}
	}
}

// leadsBack reports whether a reference is recursive, either at all or through required properties only.
func (c *checker) leadsBack(ref string, needed bool) bool {
	seen := map[string]bool{}
	var visit func(v any) bool
	visit = func(v any) bool {
		switch v := v.(type) {
		case []any:
			return slices.ContainsFunc(v, visit)
		case map[string]any:
			if to, ok := v["$ref"].(string); ok {
				if to == ref {
					return true
				}
				if !seen[to] {
					seen[to] = true
					if visit(c.find(to)) {
						return true
					}
				}
			}
			for key, one := range v {
				members, ok := one.(map[string]any)
				if key != "properties" || !ok || !needed {
					if visit(one) {
						return true
					}
					continue
				}
				for _, name := range stringsOf(v["required"]) {
					if visit(members[name]) {
						return true
					}
				}
			}
		}
		return false
	}
	return visit(c.find(ref))
}

func (c *checker) find(ref string) any {
	at := c.root
	for _, step := range strings.Split(strings.TrimPrefix(strings.TrimPrefix(ref, "#"), "/"), "/") {
		if step == "" {
			continue
		}
		object, ok := at.(map[string]any)
		if !ok {
			return nil
		}
		at = object[strings.ReplaceAll(strings.ReplaceAll(step, "~1", "/"), "~0", "~")]
	}
	return at
}

func typesOf(n map[string]any) []string {
	if t, ok := n["type"].(string); ok {
		return []string{strings.ToLower(t)}
	}
	return stringsOf(n["type"])
}

func stringsOf(v any) (all []string) {
	list, _ := v.([]any)
	for _, item := range list {
		if s, ok := item.(string); ok {
			all = append(all, s)
		}
	}
	return all
}
