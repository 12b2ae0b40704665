package formats

import (
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/word"
)

// isUUID checks the text form of a UUID of any version, RFC 4122, section 3.
func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	// Hyphens at 8, 13, 18 and 23 are in two of the words. They are replaced by zero, which is a hexadecimal
	// digit.
	const first, second = 0xff | 0xff<<40, 0xff<<16 | 0xff<<56
	w1, w2 := word.LoadText(s, 8)^'-'*(first/0xff), word.LoadText(s, 16)^'-'*(second/0xff)
	return w1&first == 0 && w2&second == 0 &&
		word.IsHex(word.LoadText(s, 0)) && word.IsHex(w1|'0'*(first/0xff)) && word.IsHex(w2|'0'*(second/0xff)) &&
		word.IsHex(word.LoadText(s, 24)) && word.IsHex(word.LoadText(s, 28))
}

// isJSONPointer checks a pointer, RFC 6901, section 3.
func isJSONPointer(s string) bool {
	if s == "" {
		return true
	}
	if s[0] != '/' {
		return false
	}
	for i := range len(s) {
		if s[i] == '~' && (i+1 == len(s) || s[i+1] != '0' && s[i+1] != '1') {
			return false
		}
	}
	return true
}

// isRelativeJSONPointer checks a pointer of draft-bhutton-relative-json-pointer, section 3, with the optional
// index manipulation.
func isRelativeJSONPointer(s string) bool {
	rest, ok := cutNumber(s)
	if !ok {
		return false
	}
	if strings.HasPrefix(rest, "+") || strings.HasPrefix(rest, "-") {
		if rest, ok = cutNumber(rest[1:]); !ok {
			return false
		}
	}
	return rest == "#" || isJSONPointer(rest)
}

// cutNumber cuts a number without leading zeros from the front of s.
func cutNumber(s string) (rest string, ok bool) {
	digits := 0
	for digits < len(s) && decimalDigit(s[digits]) {
		digits++
	}
	if digits == 0 || digits > 1 && s[0] == '0' {
		return s, false
	}
	return s[digits:], true
}
