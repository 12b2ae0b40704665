package main

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// margin starts every line of the transcript that is not the model's. It is escaped in the model's text, so that
// no text can be mistaken for a verdict.
const margin = '┃'

// visible escapes text of a model for a terminal: characters that move the cursor, change colours, change the
// writing direction, or are invisible.
func visible(s string) string {
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], string(utf8.RuneError)):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r == '\r': // part of a line break, or an attempt to overwrite the line
		case r == '\n', r == '\t', r != margin && (unicode.IsPrint(r) || unicode.Is(unicode.Zs, r)):
			b.WriteRune(r)
		case r == margin:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			quoted := strconv.QuoteRune(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		}
	}
	return b.String()
}
