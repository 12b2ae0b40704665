package preflight

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// How many runes of foreign text are shown.
const (
	maxLabel   = 64
	maxMessage = 400
	maxQuery   = 400
)

// cut makes text fit for a line that people or models read: control characters and invisible ones
// are spaces, and what is beyond n runes is cut. It looks at no more than it keeps.
func cut(s string, n int) string {
	var b strings.Builder
	count := 0
	for i, r := range s {
		if count == n {
			return strings.TrimRight(b.String(), " ") + "…"
		}
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(s[i:]); size <= 1 {
				r = '\uFFFD'
			}
		}
		if !unicode.IsGraphic(r) {
			r = ' '
		}
		b.WriteRune(r)
		count++
	}
	return b.String()
}

// cutBytes is s, cut at a rune's border so that it has at most n bytes and the mark of the cut.
func cutBytes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}
