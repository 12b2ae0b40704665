package docs

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/gen/tooldef"
)

// pointerOf makes a JSON Pointer of keys.
func pointerOf(tokens []string) string {
	var b strings.Builder
	for _, t := range tokens {
		b.WriteString("/" + tooldef.EscapePointer(t))
	}
	return b.String()
}

// escapeFragment percent-encodes a JSON Pointer the way the schema library writes locations.
func escapeFragment(pointer string) string {
	tokens := strings.Split(pointer, "/")
	for i, t := range tokens {
		tokens[i] = url.PathEscape(t)
	}
	return strings.Join(tokens, "/")
}

// UnescapeFragment undoes escapeFragment; a stray percent sign stands for itself.
func UnescapeFragment(fragment string) string {
	if s, err := url.PathUnescape(fragment); err == nil {
		return s
	}
	return fragment
}

// IsIndex reports whether a token of a JSON Pointer is an index.
func IsIndex(token string) bool { _, err := strconv.Atoi(token); return err == nil }
