package projection

import (
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/show"
)

// maxSentence bounds the length of the sentence about one keyword, in bytes.
const maxSentence = 400

// keywordKinds maps keywords to the JSON type that they constrain. Keywords that are not listed apply to all
// types.
var keywordKinds = map[string]byte{
	"minLength": '"', "maxLength": '"', "pattern": '"', "contentEncoding": '"', "contentMediaType": '"', "contentSchema": '"',
	"minimum": '0', "maximum": '0', "exclusiveMinimum": '0', "exclusiveMaximum": '0', "multipleOf": '0',
	"minItems": '[', "maxItems": '[', "uniqueItems": '[', "contains": '[', "minContains": '[', "maxContains": '[',
	"items": '[', "prefixItems": '[', "additionalItems": '[', "unevaluatedItems": '[',
	"properties": '{', "required": '{', "additionalProperties": '{', "patternProperties": '{', "propertyNames": '{',
	"minProperties": '{', "maxProperties": '{', "dependentRequired": '{', "dependentSchemas": '{', "dependencies": '{',
	"unevaluatedProperties": '{',
}

// ignoredKeywords do not constrain a value, or are handled elsewhere.
const ignoredKeywords = "$schema $id id $anchor $dynamicAnchor $recursiveAnchor $comment $defs definitions $vocabulary " +
	"deprecated readOnly writeOnly type title description properties required items nullable discriminator propertyOrdering " +
	"minContains maxContains xml externalDocs then else"

// keywordSentences are descriptions of keywords; %s is the value.
var keywordSentences = map[string]string{
	"minLength": "At least %s characters.", "maxLength": "At most %s characters.",
	"pattern": "Must match the regular expression %s.", "format": "Format: %s.",
	"contentEncoding": "Encoded as %s.", "contentMediaType": "Content type: %s.", "contentSchema": "The content must match the schema %s.",
	"minimum": "At least %s.", "maximum": "At most %s.", "exclusiveMinimum": "More than %s.", "exclusiveMaximum": "Less than %s.",
	"multipleOf": "A multiple of %s.",
	"minItems":   "At least %s items.", "maxItems": "At most %s items.", "contains": "At least one item must match the schema %s.",
	"prefixItems": "The items must match these schemas, in order: %s.", "additionalItems": "Further items must match the schema %s.",
	"minProperties": "At least %s keys.", "maxProperties": "At most %s keys.", "propertyNames": "Each key must match the schema %s.",
	"patternProperties": "Values of keys that match a regular expression must match its schema: %s.",
	"const":             "Always %s.", "enum": "One of %s.", "default": "Default: %s.", "examples": "Examples: %s.", "example": "Example: %s.",
	"not": "Must not match the schema %s.", "allOf": "Must match all of these schemas: %s.",
	"anyOf": "Must match at least one of these schemas: %s.", "oneOf": "Must match exactly one of these schemas: %s.",
	"dependentSchemas":      "If one of these keys is present, the object must match its schema: %s.",
	"unevaluatedProperties": "Values of other keys must match the schema %s.", "unevaluatedItems": "Other items must match the schema %s.",
}

// flagSentences are descriptions of keywords whose value is true. There is nothing to describe if it is false.
var flagSentences = map[string]string{
	"uniqueItems": "Items must be unique.", "additionalProperties": "", "additionalItems": "",
	"exclusiveMinimum": "The bound is exclusive.", "exclusiveMaximum": "The bound is exclusive.", // draft 4
}

// keywordSentence describes a keyword in words, "" if there is nothing to describe.
func keywordSentence(keyword string, v, schema *node) string {
	if said, isFlag := flagSentences[keyword]; isFlag && v.Kind == 't' {
		if v.Is("false") {
			said = ""
		}
		return said
	}
	value := v.String()
	if v.Kind == '"' && keyword != "const" && keyword != "default" && keyword != "example" {
		value = v.Text()
	}
	if (keyword == "enum" || keyword == "examples") && v.Kind == '[' {
		value = value[1 : len(value)-1]
	}
	value = show.ClipBytes(value, maxSentence)
	switch keyword {
	case "if":
		then, otherwise := schema.Get("then"), schema.Get("else")
		s := "If the value matches the schema " + value
		if then != nil {
			s += ", it must match the schema " + show.ClipBytes(then.String(), maxSentence)
		}
		if otherwise != nil {
			s += ", otherwise " + show.ClipBytes(otherwise.String(), maxSentence)
		}
		return s + "."
	case "required":
		return "Required: " + strings.Join(v.Texts(), ", ") + "."
	case "anyOf", "oneOf":
		var sets []string
		for _, branch := range v.Items {
			keys := branch.Get("required").Texts()
			if len(branch.Members) != 1 || len(keys) == 0 {
				return fmt.Sprintf(keywordSentences[keyword], value)
			}
			sets = append(sets, strings.Join(keys, " with "))
		}
		return requiredSentence(keyword, sets)
	case "dependentRequired", "dependencies":
		var all []string
		for _, m := range v.Members {
			if m.Value.Kind != '[' {
				return fmt.Sprintf(keywordSentences["dependentSchemas"], value)
			}
			all = append(all, m.Key+" requires "+strings.Join(m.Value.Texts(), " and ")+".")
		}
		return show.ClipBytes(strings.Join(all, " "), maxSentence)
	}
	if saying := keywordSentences[keyword]; saying != "" {
		return fmt.Sprintf(saying, value)
	}
	if strings.HasPrefix(keyword, "x-") || hasWord(ignoredKeywords, keyword) {
		return ""
	}
	return show.ClipBytes(keyword, maxSentence/4) + ": " + value + "."
}

// requiredSentence describes a union by the keys that each branch requires.
func requiredSentence(keyword string, sets []string) string {
	give := "Give at least one of: "
	if keyword == "oneOf" {
		give = "Give exactly one of: "
	}
	return give + show.ClipBytes(strings.Join(sets, ", "), maxSentence) + "."
}

// describe appends sentences to a description.
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
