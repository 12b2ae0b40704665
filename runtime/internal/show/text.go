// Package show prepares values and texts from outside, which may be hostile, for people and models.
package show

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
)

// Maximum lengths of foreign text in a hint, in runes.
const (
	MaxName  = 64  // the name of a tool
	MaxPath  = 96  // the path of a field
	MaxGot   = 64  // a value of the call
	MaxValue = 96  // an allowed value, in bytes
	MaxText  = 200 // a rule's message, a foreign error
)

// Clip truncates s to n runes and appends an ellipsis if it was longer. Its cost does not depend on the length of s.
func Clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for at := range s {
		if n == 0 {
			return s[:at] + "…"
		}
		n--
	}
	return s
}

// ClipBytes truncates s to n bytes at a rune boundary and appends an ellipsis if it was longer.
func ClipBytes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}

// Line returns the first n runes of s as a line for people: control characters and invisible ones become spaces.
func Line(s string, n int) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsGraphic(r) {
			return r
		}
		return ' '
	}, Clip(s, n))
}

// Clean returns the first n runes of s for a sentence that models read: line breaks become spaces, and other characters
// that are invisible or change the direction of text become visible escapes.
func Clean(s string, n int) string {
	s = Clip(s, n)
	if !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) || r == utf8.RuneError }) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r == '\n' || r == '\r' || r == '\t' || r == '\u2028' || r == '\u2029' || r == '\u0085':
			b.WriteByte(' ')
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	return b.String()
}

// Quote quotes the first n runes of s.
func Quote(s string, n int) string { return strconv.Quote(Clip(s, n)) }

// Name quotes a name unless it is an identifier.
func Name(name string) string {
	if fieldpath.IsIdentifier(name) {
		return name
	}
	return strconv.Quote(name)
}

// Path returns the path of a field for use in a sentence. Keys that are not identifiers are quoted, so that they cannot be
// mistaken for words of the sentence.
func Path(path string) string {
	steps := fieldpath.Split(path)
	switch {
	case path == "":
		return "the whole value"
	case len(path) > MaxPath, fieldpath.Join(steps) != path:
		return strconv.Quote(path)
	case len(steps) == 1 && !steps[0].IsIndex && !fieldpath.IsIdentifier(steps[0].Key):
		return strconv.Quote(steps[0].Key)
	}
	return path
}
