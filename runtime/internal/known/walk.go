package known

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
)

// Each calls yield for the texts and numbers at the places of a JSON value that a path leads to. The path is
// that of a field, such as "Lines[].Id"; its "{}" leads to every member.
func Each(v any, path string, yield func(at []fieldpath.Step, value any)) {
	each(v, fieldpath.Pattern(path), nil, yield)
}

func each(v any, path, at []fieldpath.Step, yield func([]fieldpath.Step, any)) {
	if len(path) == 0 {
		switch v.(type) {
		case string, json.Number:
			yield(at, v)
		}
		return
	}
	step, rest := path[0], path[1:]
	at = slices.Clip(at)
	switch v := v.(type) {
	case []any:
		for i, item := range v {
			if step.IsIndex && (step.Index < 0 || step.Index == i) {
				each(item, rest, append(at, fieldpath.Step{Index: i, IsIndex: true}), yield)
			}
		}
	case map[string]any:
		if step.IsIndex {
			return
		}
		if step.Key != fieldpath.Rest {
			each(v[step.Key], rest, append(at, step), yield)
			return
		}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			each(v[key], rest, append(at, fieldpath.Step{Key: key}), yield)
		}
	}
}

// Text is the text of a string or number that was read from JSON.
func Text(v any) string {
	if number, ok := v.(json.Number); ok {
		return string(number)
	}
	text, _ := v.(string)
	return text
}
