package repair

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/decimal"
)

// Demand says what a value that breaks a constraint must do: "must be at least 3". The expected value of the constraint is
// JSON, "" if it is not known. The words are those of a schema that has nothing but the constraint.
func Demand(constraint, expected string) string {
	if expected != "" {
		if words := SchemaOf(constraint, expected).demand(constraint, expected); words != "" {
			return words
		}
	}
	if words := untold[constraint]; words != "" {
		return words
	}
	return "breaks the constraint " + strconv.Quote(constraint)
}

func (s *Schema) demand(constraint, expected string) string {
	count, _ := strconv.Atoi(expected)
	switch constraint {
	case "contentEncoding":
		return "must be encoded as " + expected
	case "contentMediaType":
		return "must hold valid " + expected
	case "minContains":
		return "must have " + counts(count, -1, "matching item")
	case "maxContains":
		return "must have " + counts(0, count, "matching item")
	case "minProperties":
		return "must have " + counts(count, -1, "key")
	case "maxProperties":
		return "must have " + counts(0, count, "key")
	case "uniqueItems":
		return "must have no item twice"
	case "range":
		return mustBe(s.Range.bounds())
	case "type":
		if s.Types == anyKind {
			return ""
		}
		var words []string
		for name := range strings.SplitSeq(s.TypeNames(), "|") {
			words = append(words, KindWord(name))
		}
		if s.Types&Null != 0 && s.Types != Null {
			words = append(words, "null")
		}
		return mustBe(strings.Join(words, " or "))
	}
	kind := Number
	switch typeOf(constraint) {
	case "string":
		kind = String
	case "array":
		kind = Array
	}
	if words := cmp.Or(must(&Node{Kind: kind, Text: "0"}, s), mustBe(wants(s))); words != "" {
		return words
	}
	// A bound of the machine's is not shown, unless it is the one that is broken.
	leads := map[string]string{
		"minimum": "at least ", "maximum": "at most ", "exclusiveMinimum": "greater than ", "exclusiveMaximum": "less than ",
	}
	if lead := leads[constraint]; lead != "" && decimal.IsNumber(expected) {
		return mustBe(lead + expected)
	}
	return ""
}

// SchemaOf is the schema of one constraint alone, with the type that it is about.
func SchemaOf(constraint, expected string) *Schema {
	text := "{" + strconv.Quote(constraint) + ":" + expected + "}"
	if of := typeOf(constraint); of != "" {
		text = `{"type":"` + of + `",` + text[1:]
	}
	if constraint == "range" {
		text = expected // it is the limits
	}
	if s, err := ParseSchema(text); err == nil {
		return s
	}
	return anything
}

// typeOf returns the type of the values that a keyword is about, "" for numbers, whose bounds need no noun.
func typeOf(keyword string) string {
	switch {
	case keyword == "pattern" || keyword == "format" || strings.HasSuffix(keyword, "Length"):
		return "string"
	case strings.HasSuffix(keyword, "Items"):
		return "array"
	case strings.HasSuffix(keyword, "Properties"):
		return "object"
	}
	return ""
}

// untold says what is wrong with a value if it is not known what would be right.
var untold = map[string]string{
	"type":          "has the wrong type",
	"minimum":       "is too small",
	"maximum":       "is too large",
	"multipleOf":    "is not a multiple of the right number",
	"minLength":     "is too short",
	"maxLength":     "is too long",
	"minItems":      "has too few items",
	"maxItems":      "has too many items",
	"uniqueItems":   "has an item twice",
	"minContains":   "has too few items of a certain kind",
	"maxContains":   "has too many items of a certain kind",
	"contains":      "needs an item of a certain kind",
	"minProperties": "has too few keys",
	"maxProperties": "has too many keys",
	"pattern":       "is not written in the right form",
	"format":        "is not written in the right form",
	"range":         "is out of the range of numbers that the tool can read",
	"enum":          "is not one of the allowed values",
	"const":         "is not the allowed value",

	"exclusiveMinimum": "is too small",
	"exclusiveMaximum": "is too large",
	"contentEncoding":  "is not encoded in the right way",
	"contentMediaType": "does not hold the right kind of content",

	"not":              "must not have this value",
	"oneOf":            "must fit exactly one of its variants",
	"anyOf":            "must fit one of its variants",
	"allOf":            "has values that do not go together",
	"if":               "has values that do not go together",
	"then":             "has values that do not go together",
	"else":             "has values that do not go together",
	"dependentSchemas": "has values that do not go together",

	"propertyNames":         "is not allowed as a key",
	"additionalProperties":  "is not a field",
	"unevaluatedProperties": "is not a field",
	"properties":            "is not allowed here",
	"patternProperties":     "is not allowed here",
	"items":                 "is not allowed here",
	"prefixItems":           "is not allowed here",
	"additionalItems":       "is not allowed here",
	"unevaluatedItems":      "is not allowed here",

	"known":        "is not a known value",
	"duplicateKey": "is given more than once; give it once",
	"":             "is not accepted",
}

// IsWorded reports whether a constraint has words, so that its name stands in no sentence.
func IsWorded(constraint string) bool { return untold[constraint] != "" }

// KindWord names a value of a JSON type: "a string".
func KindWord(jsonType string) string {
	switch jsonType {
	case "array", "object", "integer":
		return "an " + jsonType
	case "string", "number", "boolean":
		return "a " + jsonType
	case "null":
		return jsonType
	}
	return strconv.Quote(cut(jsonType, maxShort))
}
