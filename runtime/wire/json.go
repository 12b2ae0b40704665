package wire

import (
	"cmp"

	"github.com/toolgen/toolgen/runtime/internal/rawjson"
)

// value is valid JSON, read in place.
type value = rawjson.Value

const blanks = " \t\r\n"

// providerError reads the error member of any provider: an object with a message, or a string. It returns nil if
// there is no error.
func providerError(v value) error {
	if !v.Is('"') && !v.Is('{') {
		return nil
	}
	e := APIError{Message: clip(v.Text(), maxAPIMessage)}
	for _, key := range []string{"type", "status", "code"} {
		e.Type = cmp.Or(e.Type, clip(v.Get(key).Content(), maxQuoted))
	}
	for _, key := range []string{"message", "detail"} {
		e.Message = cmp.Or(e.Message, clip(v.Get(key).Content(), maxAPIMessage))
	}
	if e == (APIError{}) && isEmptyJSON(v) {
		return nil
	}
	return &e
}
