package approval

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime/internal/show"
)

// quote truncates and quotes foreign text.
func quote(s string) string { return strconv.Quote(show.CutBytes(s, 64)) }

// cutRunes truncates a text to n runes.
func cutRunes(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n-1]) + "…"
}

// plain returns the stored form of a reason: one line of at most MaxReason characters.
func plain(s string) string { return cutRunes(cleaned(s), MaxReason) }

// line returns a text as one line of at most n bytes.
func line(s string, n int) string { return show.CutBytes(cleaned(s), n) }

// cleaned returns a person's text as one line that can be stored, logged and shown.
func cleaned(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\r' || r == '\t' || r == '\u2028' || r == '\u2029' || r == '\u0085':
			return ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD")))
}
