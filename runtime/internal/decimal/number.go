package decimal

// Satisfies checks a number against one bound, by its keyword.
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

// IsNumber reports whether text is a number of JSON grammar. Decoded numbers always are;
// a json.Number that was set in Go may be anything.
func IsNumber(text string) bool {
	i := 0
	digits := func() bool {
		from := i
		for i < len(text) && text[i] >= '0' && text[i] <= '9' {
			i++
		}
		return i > from
	}
	if text != "" && text[0] == '-' {
		i++
	}
	first := i
	if !digits() || text[first] == '0' && i > first+1 {
		return false
	}
	if i < len(text) && text[i] == '.' {
		if i++; !digits() {
			return false
		}
	}
	if i < len(text) && text[i]|0x20 == 'e' {
		if i++; i < len(text) && (text[i] == '+' || text[i] == '-') {
			i++
		}
		if !digits() {
			return false
		}
	}
	return i == len(text)
}
