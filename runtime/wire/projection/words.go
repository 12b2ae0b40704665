package projection

import (
	"fmt"
	"strings"
)

// maxWords bounds the bytes of what is said of one keyword, in a description and in a note.
const maxWords = 400

// kinds are the JSON types that a keyword says something of; a keyword that is missing here is for all of them.
var kinds = map[string]byte{
	"minLength": '"', "maxLength": '"', "pattern": '"', "contentEncoding": '"', "contentMediaType": '"', "contentSchema": '"',
	"minimum": '0', "maximum": '0', "exclusiveMinimum": '0', "exclusiveMaximum": '0', "multipleOf": '0',
	"minItems": '[', "maxItems": '[', "uniqueItems": '[', "contains": '[', "minContains": '[', "maxContains": '[',
	"items": '[', "prefixItems": '[', "additionalItems": '[', "unevaluatedItems": '[',
	"properties": '{', "required": '{', "additionalProperties": '{', "patternProperties": '{', "propertyNames": '{',
	"minProperties": '{', "maxProperties": '{', "dependentRequired": '{', "dependentSchemas": '{', "dependencies": '{', "unevaluatedProperties": '{',
}

// silent are the keywords that say nothing of a value, or that are read elsewhere.
const silent = "$schema $id id $anchor $dynamicAnchor $recursiveAnchor $comment $defs definitions $vocabulary deprecated readOnly writeOnly " +
	"type title description properties required items nullable discriminator propertyOrdering minContains maxContains xml externalDocs"

// sayings are the keywords that have a sentence of their own; %s is the value.
var sayings = map[string]string{
	"minLength": "At least %s characters.", "maxLength": "At most %s characters.", "pattern": "Matches the regular expression %s.", "format": "Format: %s.",
	"contentEncoding": "Encoded as %s.", "contentMediaType": "Content of the type %s.", "contentSchema": "The content has the schema %s.",
	"minimum": "At least %s.", "maximum": "At most %s.", "exclusiveMinimum": "More than %s.", "exclusiveMaximum": "Less than %s.", "multipleOf": "A multiple of %s.",
	"minItems": "At least %s items.", "maxItems": "At most %s items.", "contains": "Some item has the schema %s.",
	"prefixItems": "The items have these schemas, in this order: %s.", "additionalItems": "Further items have the schema %s.",
	"minProperties": "At least %s keys.", "maxProperties": "At most %s keys.", "propertyNames": "Each key has the schema %s.",
	"patternProperties": "The values of keys that match a regular expression have its schema: %s.", "const": "Always %s.", "enum": "One of %s.", "default": "Default: %s.",
	"examples": "Examples: %s.", "example": "Example: %s.", "not": "It must not have the schema %s.", "allOf": "It has each of these schemas: %s.",
	"anyOf": "It has at least one of these schemas: %s.", "oneOf": "It has exactly one of these schemas: %s.",
	"dependentSchemas": "With one of these keys the whole has its schema: %s.", "unevaluatedProperties": "Any other key has the schema %s.", "unevaluatedItems": "Any other item has the schema %s.",
}

// say puts a keyword in plain words, "" where there is nothing to say.
func say(keyword string, v, schema *node) string {
	value := v.String()
	if v.kind == '"' && keyword != "const" && keyword != "default" && keyword != "example" {
		value = v.text
	}
	if (keyword == "enum" || keyword == "examples") && v.kind == '[' {
		value = value[1 : len(value)-1]
	}
	value = cut(value, maxWords)
	switch keyword {
	case "uniqueItems":
		if v.is("true") {
			return "No two items are the same."
		}
		return ""
	case "exclusiveMinimum", "exclusiveMaximum": // of draft 4
		if v.is("true") {
			return "The bound itself is excluded."
		} else if v.kind == 't' {
			return ""
		}
	case "if":
		then, otherwise := schema.get("then"), schema.get("else")
		s := "If it has the schema " + value
		if then != nil {
			s += ", it has the schema " + cut(then.String(), maxWords)
		}
		if otherwise != nil {
			s += ", else " + cut(otherwise.String(), maxWords)
		}
		return s + "."
	case "then", "else":
		return ""
	case "required":
		return "Required: " + strings.Join(v.texts(), ", ") + "."
	case "anyOf", "oneOf":
		var sets []string
		for _, branch := range v.items {
			keys := branch.get("required").texts()
			if len(branch.members) != 1 || len(keys) == 0 {
				return fmt.Sprintf(sayings[keyword], value)
			}
			sets = append(sets, strings.Join(keys, " with "))
		}
		return giveOneOf(keyword, sets)
	case "dependentRequired", "dependencies":
		var all []string
		for _, m := range v.members {
			if m.value.kind != '[' {
				return fmt.Sprintf(sayings["dependentSchemas"], value)
			}
			all = append(all, m.key+" needs "+strings.Join(m.value.texts(), " and ")+" too.")
		}
		return cut(strings.Join(all, " "), maxWords)
	case "additionalProperties", "additionalItems":
		if v.kind == 't' {
			return ""
		}
	}
	if saying := sayings[keyword]; saying != "" {
		return fmt.Sprintf(saying, value)
	}
	if strings.HasPrefix(keyword, "x-") || hasWord(silent, keyword) {
		return ""
	}
	return cut(keyword, maxWords/4) + ": " + value + "."
}

// giveOneOf says a union by the keys that each branch requires.
func giveOneOf(keyword string, sets []string) string {
	return map[string]string{"anyOf": "Give at least one of: ", "oneOf": "Give exactly one of: "}[keyword] + cut(strings.Join(sets, ", "), maxWords) + "."
}

// describe adds sentences to a description.
func describe(description string, sentences ...string) string {
	for _, s := range sentences {
		if s == "" || strings.Contains(description, s) {
			continue
		}
		if description != "" {
			if end := description[len(description)-1]; strings.IndexByte(".!?:\n", end) < 0 {
				description += "."
			}
			if !strings.HasSuffix(description, "\n") {
				description += " "
			}
		}
		description += s
	}
	return description
}
