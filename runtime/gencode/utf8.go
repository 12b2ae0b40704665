package gencode

import (
	"math"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/constraint"
	"github.com/toolgen/toolgen/runtime/internal/word"
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

// CheckText is [Checker.Text] for an item or a member, as [Each] and [EachKey] want it.
func CheckText(s *string, c *Checker) { c.Text(*s) }

// TextField is [Checker.Text] for field i of a struct, unless that is nil, and ends its check.
//
//go:noinline
func (c *Checker) TextField(o *Object, i int, s *string) {
	if s != nil {
		c.Text(*s)
	}
	c.Field(o, i)
}

//go:noinline
func (c *Checker) noText() {
	c.Violation(runtime.ValidationIssue{Constraint: constraint.JSON, Message: "the text is not UTF-8"})
}

// isUTF8 reports whether a string is UTF-8. Most strings are short and ASCII, for which eight bytes at a
// time, the last eight of them perhaps twice, take a fifth of what package utf8 does.
func isUTF8(s string) bool {
	n := len(s)
	if n < 8 {
		if n >= 4 && (word.LoadText32(s, 0)|word.LoadText32(s, n-4))&(word.HighBits&math.MaxUint32) == 0 {
			return true
		}
		for i := range n {
			if s[i] >= utf8.RuneSelf {
				return utf8.ValidString(s)
			}
		}
		return true
	}
	high := word.LoadText(s, n-8)
	for i := 0; i < n-8; i += 8 {
		high |= word.LoadText(s, i)
	}
	return high&word.HighBits == 0 || utf8.ValidString(s)
}
