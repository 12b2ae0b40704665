package wire

import (
	"bytes"
	"cmp"

	"github.com/toolgen/toolgen/runtime/internal/rawjson"
)

// value is valid JSON, read in place.
type value = rawjson.Value

// providerError reads the error member of any provider: an object with a message, or a string. It returns nil if
// there is no error.
func providerError(v value) error {
	if !v.Is('"') && !v.Is('{') {
		return nil
	}
	e := APIError{Message: clip(v.Text(), maxAPIMessage)}
	for _, key := range []string{"type", "status", "code"} {
		e.Type = cmp.Or(e.Type, clip(v.Get(key).Scalar(), maxQuoted))
	}
	for _, key := range []string{"message", "detail"} {
		e.Message = cmp.Or(e.Message, clip(v.Get(key).Scalar(), maxAPIMessage))
	}
	if e == (APIError{}) && isEmptyJSON(v) {
		return nil
	}
	return &e
}

// bracketScanner tracks nesting byte by byte to find the end of a string, object or array.
type bracketScanner struct {
	depth         int
	text, escaped bool
}

// end returns the offset after the end of the value that p continues, -1 if the value does not end in p.
func (b *bracketScanner) end(p []byte) int {
	for i := 0; i < len(p); i++ {
		if b.text && !b.escaped {
			n := bytes.IndexAny(p[i:], `"\`)
			if n < 0 {
				return -1
			}
			i += n
		}
		if b.next(p[i]) {
			return i + 1
		}
	}
	return -1
}

// next consumes a byte and reports whether it ends the outermost value.
func (b *bracketScanner) next(c byte) bool {
	switch {
	case b.escaped:
		b.escaped = false
	case b.text && c == '\\':
		b.escaped = true
	case c == '"':
		b.text = !b.text
		return !b.text && b.depth == 0
	case b.text:
	case c == '{' || c == '[':
		b.depth++
	case c == '}' || c == ']':
		b.depth--
		return b.depth <= 0
	}
	return false
}
