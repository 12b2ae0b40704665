package docs

import (
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

// IsIndex reports whether a token of a JSON Pointer is an index.
func IsIndex(token string) bool { _, err := strconv.Atoi(token); return err == nil }
