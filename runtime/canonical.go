package runtime

import (
	"encoding/json"
	"github.com/toolgen/toolgen/runtime/internal/decimal"
	"github.com/toolgen/toolgen/runtime/internal/limits"
	"slices"
	"strconv"
)

// canonicalJSON is a text that two values share if and only if JSON Schema holds them equal:
// numbers by value, objects without regard to the order of keys. It takes what Any gives, and any
// other value by way of its JSON.
func canonicalJSON(v any) string { return string(appendCanonical(nil, v)) }

func appendCanonical(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case bool:
		return strconv.AppendBool(b, v)
	case string:
		return strconv.AppendQuote(b, v)
	case json.Number:
		return append(b, decimal.Parse(string(v)).Canonical()...)
	case int64:
		return append(b, decimal.Parse(strconv.FormatInt(v, 10)).Canonical()...)
	case float64:
		return append(b, decimal.Parse(floatText(v)).Canonical()...)
	case []any:
		b = append(b, '[')
		for _, item := range v {
			b = append(appendCanonical(b, item), ',')
		}
		return append(b, ']')
	case map[string]any:
		keys := make([]string, 0, len(v))
		for key := range v {
			keys = append(keys, key)
		}
		slices.Sort(keys)
		b = append(b, '{')
		for _, key := range keys {
			b = append(strconv.AppendQuote(b, key), ':')
			b = append(appendCanonical(b, v[key]), ',')
		}
		return append(b, '}')
	case noJSON:
		return append(b, "no JSON"...)
	default:
		return appendCanonical(b, genericValue(v))
	}
}

// genericValue is a Go value as Any would give its JSON. A value without JSON is equal to none.
func genericValue(v any) any { return Plain(v) }

// parseJSON reads JSON that the generator or encoding/json wrote.
func parseJSON(text string) any {
	var v any
	err := DecodeWith([]byte(text), func(d *Decoder) { d.Any(&v) }, MaxBytes(len(text)+1), MaxDepth(limits.HighestDepth))
	if err != nil {
		panic("runtime: " + text + " is no JSON value: " + err.Error())
	}
	return v
}
