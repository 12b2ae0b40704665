package main

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// margin begins every line of the transcript that is not the model's. Nothing that the model writes
// can have it, so that no text can pass for a verdict.
const margin = '┃'

// visible makes text of a model safe for a terminal: characters that would move the cursor, change
// colours, turn the direction of writing or show nothing at all are spelled out.
func visible(s string) string {
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], string(utf8.RuneError)):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r == '\r': // part of a line break, or an attempt to write over the line
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
