package sample

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Slip makes a mistake that leniency can repair, in one place of a value.
func (r Sampler) Slip(v any) any {
	switch v := v.(type) {
	case map[string]any:
		if keys := slices.Sorted(maps.Keys(v)); len(keys) > 0 && r.IntN(5) > 0 {
			key := keys[r.IntN(len(keys))]
			if v[key] = r.Slip(v[key]); r.IntN(6) == 0 {
				v[key] = nil
			}
			return v
		}
		text, _ := json.Marshal(v)
		return string(text)
	case []any:
		switch {
		case len(v) == 1 && r.IntN(2) == 0:
			return v[0]
		case len(v) > 0 && r.IntN(3) > 0:
			i := r.IntN(len(v))
			v[i] = r.Slip(v[i])
			return v
		}
		text, _ := json.Marshal(v)
		return string(text)
	case string:
		switch r.IntN(3) {
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
