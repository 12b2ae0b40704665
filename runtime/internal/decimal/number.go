package decimal

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
