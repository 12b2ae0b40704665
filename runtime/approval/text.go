package approval

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// quote quotes a text that comes from elsewhere, cut.
func quote(s string) string { return strconv.Quote(cut(s, 64)) }

// cut shortens a text to n bytes, at a rune.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}

// plain is a text that a person wrote, as a line that can be stored, logged and shown.
func plain(s string, n int) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\r' || r == '\t' || r == '\u2028' || r == '\u2029' || r == '\u0085':
			return ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	return cut(strings.TrimSpace(s), n)
}

// validText is a text that every database takes.
func validText(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "")
}
