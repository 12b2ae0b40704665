package gencode

import (
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/canonical"
	"github.com/toolgen/toolgen/runtime/internal/limits"
)

// canonicalJSON is a text that two values share if and only if JSON Schema holds them equal. It takes what
// Any gives, and any other value by way of its JSON.
func canonicalJSON(v any) string { return string(appendCanonical(nil, v)) }

func appendCanonical(b []byte, v any) []byte {
	return canonical.Append(b, v, func(b []byte, v any) []byte {
		if _, none := v.(noJSON); none { // it is equal to nothing
			return append(b, "no JSON"...)
		}
		return appendCanonical(b, Plain(v))
	})
}

// parseJSON reads JSON that the generator or encoding/json wrote.
func parseJSON(text string) any {
	var v any
	err := DecodeWith([]byte(text), func(d *Decoder) { d.Any(&v) }, runtime.MaxBytes(len(text)+1), runtime.MaxDepth(limits.HighestDepth))
	if err != nil {
		panic("runtime: " + text + " is no JSON value: " + err.Error())
	}
	return v
}
