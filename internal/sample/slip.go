package sample

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Slip makes one of the mistakes that leniency is for, in one place of a value.
func (s Sampler) Slip(v any) any {
	switch v := v.(type) {
	case map[string]any:
		if keys := slices.Sorted(maps.Keys(v)); len(keys) > 0 && s.IntN(5) > 0 {
			key := keys[s.IntN(len(keys))]
			if v[key] = s.Slip(v[key]); s.IntN(6) == 0 {
				v[key] = nil
			}
			return v
		}
		text, _ := json.Marshal(v)
		return string(text)
	case []any:
		switch {
		case len(v) == 1 && s.IntN(2) == 0:
			return v[0]
		case len(v) > 0 && s.IntN(3) > 0:
			i := s.IntN(len(v))
			v[i] = s.Slip(v[i])
			return v
		}
		text, _ := json.Marshal(v)
		return string(text)
	case string:
		switch s.IntN(3) {
		case 0:
			return strings.ToUpper(v)
		case 1:
			return strings.ReplaceAll(v, "_", " ")
		}
		if json.Valid([]byte(v)) && strings.ContainsAny(v[:1], "-0123456789") {
			return json.Number(v)
		}
		return v
	case json.Number:
		return string(v)
	case bool:
		return fmt.Sprint(v)
	}
	return v
}
