// Package visible escapes text from foreign schemas and calls for display: control characters, invisible
// characters, and characters that reorder text.
package visible

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Text escapes a line. Tabs are escaped as well.
func Text(text string) string {
	return escape(text, isHidden, func(b *strings.Builder, r rune) {
		if r > 0xffff {
			fmt.Fprintf(b, "\\U%08x", r)
		} else {
			fmt.Fprintf(b, "\\u%04x", r)
		}
	})
}

// Lines escapes a text of several lines.
func Lines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = Text(line)
	}
	return strings.Join(lines, "\n")
}

// JSON escapes a JSON text without changing its meaning: hidden characters can only occur in strings. Line
// breaks of the indentation are kept.
func JSON(text []byte) []byte {
	return []byte(escape(string(text), func(r rune) bool { return r != '\n' && isHidden(r) }, func(b *strings.Builder, r rune) {
		if r > 0xffff {
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(b, "\\u%04x\\u%04x", high, low)
		} else {
			fmt.Fprintf(b, "\\u%04x", r)
		}
	}))
}

// escape replaces hidden characters and invalid UTF-8, which some terminals interpret.
func escape(text string, hidden func(rune) bool, write func(*strings.Builder, rune)) string {
	if !strings.ContainsFunc(text, hidden) && utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for i, r := range text {
		_, size := utf8.DecodeRuneInString(text[i:])
		if hidden(r) || r == utf8.RuneError && size == 1 {
			write(&b, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// isHidden reports whether r is a control character, a format character (such as bidi controls), a line
// separator, or otherwise invisible.
func isHidden(r rune) bool {
	return r < 0x20 || r >= 0x7f && (r < 0xa0 || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point))
}
