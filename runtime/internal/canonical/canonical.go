// Package canonical formats values so that values that are equal in JSON Schema have equal text: numbers by
// value, objects regardless of key order.
package canonical

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/toolgen/toolgen/runtime/internal/decimal"
)

// Text returns the text of a value decoded from JSON.
func Text(v any) string {
	return string(Append(nil, v, func(b []byte, _ any) []byte { return append(b, '?') }))
}

// Append appends the text of a value. other appends values of types that decoding JSON does not produce.
func Append(b []byte, v any, other func(b []byte, v any) []byte) []byte {
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
		return append(b, decimal.Parse(strconv.FormatFloat(v, 'g', -1, 64)).Canonical()...)
	case []any:
		b = append(b, '[')
		for _, item := range v {
			b = append(Append(b, item, other), ',')
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
			b = append(Append(b, v[key], other), ',')
		}
		return append(b, '}')
	default:
		return other(b, v)
	}
}
