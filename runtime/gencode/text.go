package gencode

import (
	"encoding/base64"
	"encoding/json"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/constraint"
	"github.com/toolgen/toolgen/runtime/internal/formats"
	"github.com/toolgen/toolgen/runtime/internal/word"
)

// Lengths and counts. The length of a string is the number of its code points: of n bytes it has
// at most n and at least n/4, which settles most cases without counting.
// See https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3.

// Length checks minLength or maxLength, as keyword says.
//
//go:noinline
func (c *Checker) Length(keyword, s string, limit int) {
	// Four times the limit may be beyond an int.
	if least := strings.HasPrefix(keyword, "min"); least && len(s)>>2 < limit || !least && len(s) > limit {
		c.Size(keyword, utf8.RuneCountInString(s), limit)
	}
}

// Size checks minItems, maxItems, minProperties or maxProperties, as keyword says.
//
//go:noinline
func (c *Checker) Size(keyword string, have, limit int) {
	outside := have > limit
	if strings.HasPrefix(keyword, "min") {
		outside = have < limit
	}
	if outside && !c.muted() {
		c.add(keyword, int64(limit), int64(have))
	}
}

// Format checks the format that has this name. An unknown name checks nothing.
// See https://json-schema.org/draft/2020-12/json-schema-validation#section-7.3.
func (c *Checker) Format(s string, name string) {
	if !formats.Is(s, name) {
		c.issueText("format", name, s)
	}
}

// Content checks contentEncoding and contentMediaType, as draft 7 lets them be asserted; either
// may be empty. Known are base64 and application/json.
// See https://json-schema.org/draft-07/json-schema-validation#rfc.section.8.
func (c *Checker) Content(s, encoding, mediaType string) {
	text := []byte(s)
	if encoding != "" {
		var err error
		if text, err = base64.StdEncoding.DecodeString(s); err != nil {
			c.Issue("contentEncoding", encoding, s)
			return
		}
	}
	if mediaType != "" && !json.Valid(text) {
		c.Issue("contentMediaType", mediaType, s)
	}
}

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
	c.Violation(runtime.ValidationIssue{Constraint: constraint.JSON, Message: "the text is not UTF-8"})
}

// isUTF8 reports whether a string is UTF-8. Most strings are short and ASCII, for which eight bytes at a
// time, the last eight of them perhaps twice, take a fifth of what package utf8 does.
func isUTF8(s string) bool {
	n := len(s)
	if n < 8 {
		if n >= 4 && (word.Load32(s, 0)|word.Load32(s, n-4))&(word.HighBits&math.MaxUint32) == 0 {
			return true
		}
		for i := range n {
			if s[i] >= utf8.RuneSelf {
				return utf8.ValidString(s)
			}
		}
		return true
	}
	high := word.Load(s, n-8)
	for i := 0; i < n-8; i += 8 {
		high |= word.Load(s, i)
	}
	return high&word.HighBits == 0 || utf8.ValidString(s)
}
