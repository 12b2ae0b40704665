package runtime

// isKeyword reports whether the name of a rule is that of a constraint, which no sentence can name as if it
// were a word.
func isKeyword(id string) bool {
	switch rankOf(id) {
	case rankRange:
		return untold(id) != "" || hasSchema(id) || id == constraintRange
	case rankRule:
		return false
	}
	return true
}

// untold says what is wrong with a value where it is not known what would be right, "" for keywords that
// are not known either.
func untold(keyword string) string {
	switch keyword {
	case "minimum", "exclusiveMinimum":
		return "is too small"
	case "maximum", "exclusiveMaximum":
		return "is too large"
	case "multipleOf":
		return "is not a multiple of the right number"
	case "minLength":
		return "is too short"
	case "maxLength":
		return "is too long"
	case "minItems":
		return "has too few items"
	case "maxItems":
		return "has too many items"
	case "minContains":
		return "has too few items of a certain kind"
	case "maxContains":
		return "has too many items of a certain kind"
	case "minProperties":
		return "has too few keys"
	case "maxProperties":
		return "has too many keys"
	case "uniqueItems":
		return "has an item twice"
	case "pattern", "format":
		return "is not written in the right form"
	case "contentEncoding":
		return "is not encoded in the right way"
	case "contentMediaType":
		return "does not hold the right kind of content"
	case "enum":
		return "is not one of the allowed values"
	case "const":
		return "is not the allowed value"
	case "known":
		return "is not a known value"
	case "additionalProperties", "unevaluatedProperties":
		return "is not a field"
	}
	return ""
}

// appendUntold says what is wrong with a value where nothing else is known but the keyword.
func appendUntold(b []byte, keyword string) []byte {
	if words := untold(keyword); words != "" {
		return append(b, words...)
	}
	return appendQuote(append(b, "breaks the constraint "...), keyword)
}
