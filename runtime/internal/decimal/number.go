package decimal

import "encoding/json"

// Satisfies checks a number against the bound of a keyword.
func Satisfies(keyword string, v, limit Decimal) bool {
	switch keyword {
	case "minimum":
		return v.Compare(limit) >= 0
	case "maximum":
		return v.Compare(limit) <= 0
	case "exclusiveMinimum":
		return v.Compare(limit) > 0
	case "exclusiveMaximum":
		return v.Compare(limit) < 0
	case "multipleOf":
		return isMultiple(v, limit)
	}
	panic("decimal: " + keyword + " is no bound of a number")
}

// IsNumber reports whether text is a JSON number. Decoded numbers always are; a json.Number set by a program
// may be anything.
func IsNumber(text string) bool {
	digit := func(c byte) bool { return c-'0' <= 9 }
	return text != "" && (text[0] == '-' || digit(text[0])) && digit(text[len(text)-1]) && json.Valid([]byte(text))
}
