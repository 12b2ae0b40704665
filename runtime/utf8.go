package runtime

import (
	"math"
	"unicode/utf8"
)

// A string of Go may hold bytes that are not UTF-8, for which encoding/json would write another string.
// Validate refuses it by the keyword by which reading such a text is refused.

// Text records json for a string that is not UTF-8, and reports whether it is.
//
//go:noinline
func (c *Checker) Text(s string) bool {
	if isUTF8(s) {
		return true
	}
	c.noText()
	return false
}

//go:noinline
func (c *Checker) noText() {
	c.Violation(ValidationIssue{Constraint: constraintJSON, Message: "the text is not UTF-8"})
}

// isUTF8 reports whether a string is UTF-8. Most strings are short and ASCII, for which eight bytes at a
// time, the last eight of them perhaps twice, take a fifth of what package utf8 does.
func isUTF8(s string) bool {
	n := len(s)
	if n < 8 {
		if n >= 4 && (loadText32(s, 0)|loadText32(s, n-4))&(highBits&math.MaxUint32) == 0 {
			return true
		}
		for i := range n {
			if s[i] >= utf8.RuneSelf {
				return utf8.ValidString(s)
			}
		}
		return true
	}
	high := loadText(s, n-8)
	for i := 0; i < n-8; i += 8 {
		high |= loadText(s, i)
	}
	return high&highBits == 0 || utf8.ValidString(s)
}
