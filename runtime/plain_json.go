package runtime

import (
	"encoding/json"
	"slices"

	"github.com/toolgen/toolgen/runtime/internal/show"
)

// parseAny reads JSON with its numbers as text. Of a key that stands twice the last value counts.
func parseAny(data []byte) (v any, ok bool) { return show.Parse(data) }

// writeJSON gives the JSON of a value that parseAny gave, in which parts may have been replaced by
// raw JSON. Keys are sorted, so that a value has one text.
func writeJSON(v any) json.RawMessage { return appendJSON(nil, v) }

func appendJSON(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case bool:
		if v {
			return append(b, "true"...)
		}
		return append(b, "false"...)
	case json.Number:
		return append(b, v...)
	case json.RawMessage:
		return append(b, v...)
	case string:
		return appendJSONString(b, v)
	case []any:
		b = append(b, '[')
		for i, item := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendJSON(b, item)
		}
		return append(b, ']')
	case map[string]any:
		keys := make([]string, 0, len(v))
		for key := range v {
			keys = append(keys, key)
		}
		slices.Sort(keys)
		b = append(b, '{')
		for i, key := range keys {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(appendJSONString(b, key), ':')
			b = appendJSON(b, v[key])
		}
		return append(b, '}')
	}
	return append(b, jsonText(v)...)
}

func appendJSONString(b []byte, s string) []byte {
	if !plainJSON(s) {
		return append(b, jsonText(s)...)
	}
	b = append(b, '"')
	b = append(b, s...)
	return append(b, '"')
}
