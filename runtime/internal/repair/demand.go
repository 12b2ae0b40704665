package repair

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/show"
)

// Demand says what a value that breaks a constraint must do: "must be at least 3". The expected value of the constraint is
// JSON, "" if it is not known. The words are those of a schema that has nothing but the constraint.
func Demand(constraint, expected string) string {
	words := untold(constraint)
	if expected != "" {
		words = cmp.Or(SchemaOf(constraint, expected).demand(constraint), words)
	}
	return cmp.Or(words, "breaks the constraint "+strconv.Quote(constraint))
}

func (s *Schema) demand(constraint string) string {
	kind := Number
	switch {
	case constraint == "contentEncoding":
		return "must be encoded as " + strconv.Quote(s.Text(constraint))
	case constraint == "contentMediaType":
		return "must hold valid " + strconv.Quote(s.Text(constraint))
	case constraint == "range":
		return mustBe(s.Range.bounds())
	case constraint == "type" && s.Types == anyKind:
		return ""
	case constraint == "type":
		var words []string
		for name := range strings.SplitSeq(s.TypeNames(), "|") {
			words = append(words, KindWord(name))
		}
		return mustBe(strings.Join(words, " or "))
	case strings.HasSuffix(constraint, "Contains"):
		if n := s.counts("Contains", "matching item"); n != "" {
			return "must have " + n
		}
	case strings.HasSuffix(constraint, "Properties"):
		kind = Object
	case strings.HasSuffix(constraint, "Items"):
		kind = Array
	case strings.HasSuffix(constraint, "Length") || constraint == "pattern" || constraint == "format":
		kind = String
	}
	return cmp.Or(must(&Node{Kind: kind, Text: "0"}, s), mustBe(wants(s)))
}

// Choices lists the values of a JSON array, as many as there is room for.
func Choices(list string) string { return allowed(valueOf(list).Items) }

// SchemaOf is the schema of one constraint alone.
func SchemaOf(constraint, expected string) *Schema {
	text := "{" + strconv.Quote(constraint) + ":" + expected + "}"
	if constraint == "range" {
		text = expected // it is the limits
	}
	if s, err := ParseSchema(text); err == nil {
		return s
	}
	return anything
}

// untold says what is wrong with a value if it is not known what would be right, "" for constraints of other names.
func untold(constraint string) string {
	for _, row := range [][2]string{
		{"is not accepted", ""},
		{"has the wrong type", "type"},
		{"is too small", "minimum exclusiveMinimum"},
		{"is too large", "maximum exclusiveMaximum"},
		{"is not a multiple of the right number", "multipleOf"},
		{"is too short", "minLength"},
		{"is too long", "maxLength"},
		{"has too few items", "minItems"},
		{"has too many items", "maxItems"},
		{"must have no item twice", "uniqueItems"},
		{"has too few items of a certain kind", "minContains"},
		{"has too many items of a certain kind", "maxContains"},
		{"needs an item of a certain kind", "contains"},
		{"has too few keys", "minProperties"},
		{"has too many keys", "maxProperties"},
		{"is not written in the right form", "pattern format"},
		{"is out of the range of numbers that the tool can read", "range"},
		{"is not one of the allowed values", "enum"},
		{"is not the allowed value", "const"},
		{"is not encoded in the right way", "contentEncoding"},
		{"does not hold the right kind of content", "contentMediaType"},
		{"must not have this value", "not"},
		{"must fit exactly one of its variants", "oneOf"},
		{"must fit one of its variants", "anyOf"},
		{"has values that do not go together", "allOf if then else dependentSchemas"},
		{"is not allowed as a key", "propertyNames"},
		{"is not a field", "additionalProperties unevaluatedProperties"},
		{"is not allowed here", "properties patternProperties items prefixItems additionalItems unevaluatedItems"},
		{"is not a known value", "known"},
		{"is given more than once; give it once", "duplicateKey"},
	} {
		if slices.Contains(strings.Split(row[1], " "), constraint) {
			return row[0]
		}
	}
	return ""
}

// IsWorded reports whether a constraint has words, so that its name stands in no sentence.
func IsWorded(constraint string) bool { return untold(constraint) != "" }

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
	return strconv.Quote(show.Clip(jsonType, maxShort))
}
