package toolblock

import (
	"encoding/json"

	"github.com/toolgen/toolgen/runtime/internal/lazy"
)

// escapes matches an escape sequence of a string, surrogate pairs as one.
var escapes = lazy.Pattern(`(?s)\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u[0-9a-fA-F]{4}|\\.`)

// unquote decodes a string in either kind of quotes, or a word, as far as possible.
func unquote(raw []byte) string {
	if len(raw) < 2 || raw[0] != '"' && raw[0] != '\'' {
		return string(raw)
	}
	return string(escapes().ReplaceAllFunc(raw[1:len(raw)-1], func(escape []byte) []byte {
		var s string
		if json.Unmarshal([]byte(`"`+string(escape)+`"`), &s) != nil {
			return escape[1:]
		}
		return []byte(s)
	}))
}
