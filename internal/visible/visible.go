// Package visible makes text from foreign schemas and calls safe to show: what a terminal obeys, does
// not show, or lets change the order of other text is escaped.
package visible

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Text escapes the characters of one line. A tab is one of them.
func Text(text string) string {
	return escape(text, isHidden, func(b *strings.Builder, r rune) {
		if r > 0xffff {
			fmt.Fprintf(b, "\\U%08x", r)
		} else {
			fmt.Fprintf(b, "\\u%04x", r)
		}
	})
}

// Lines is Text of a text that may have several lines.
func Lines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = Text(line)
	}
	return strings.Join(lines, "\n")
}

// JSON escapes the characters of a JSON text, which means the same afterwards: what is escaped can
// stand only in strings. Line ends, with which it is indented, stay.
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

// escape writes what is hidden otherwise. Bytes that are no text are hidden: some terminals obey them.
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

// isHidden reports whether a character is a control character, a format character, such as those that
// turn the direction of text, a line separator, or one that is there and not seen.
func isHidden(r rune) bool {
	return r < 0x20 || r >= 0x7f && (r < 0xa0 || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point))
}
