package toolgentest

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
)

// paths parses fields and skips invalid ones.
func paths(fields []string) (list []path) {
	for _, field := range fields {
		if p, ok := parsePath(field); ok {
			list = append(list, p)
		}
	}
	return list
}

// leaves visits the scalars and the empty containers of a value.
func leaves(v any, at path, visit func(path, any)) {
	switch v := v.(type) {
	case map[string]any:
		for _, key := range sortedKeys(v) {
			leaves(v[key], at.key(key), visit)
		}
		return
	case []any:
		for i, item := range v {
			leaves(item, at.item(i), visit)
		}
		return
	}
	visit(at, v)
}

// pruned returns the value at a path without the given places and without containers that become empty; ok is false if
// nothing is left. A removed array item becomes null, so that the others keep their indexes; trailing nulls are dropped.
func pruned(v any, at path, places []path) (left any, ok bool) {
	within := func(p path) bool { return len(p) > 0 && len(p) >= len(at) && overlap(p, at) }
	if !slices.ContainsFunc(places, within) {
		return v, true
	}
	if slices.ContainsFunc(places, func(p path) bool { return within(p) && len(p) == len(at) }) {
		return nil, false
	}
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for key, member := range v {
			if left, ok := pruned(member, at.key(key), places); ok {
				out[key] = left
			}
		}
		return out, len(out) > 0
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			if left, ok := pruned(item, at.item(i), places); ok {
				out[i] = left
			}
		}
		for len(out) > 0 && out[len(out)-1] == nil {
			out = out[:len(out)-1]
		}
		return out, len(out) > 0
	}
	return v, true
}

// prose removes JSON objects from a text: a key counts as named only in a sentence.
func prose(text string) string {
	var b strings.Builder
	for text != "" {
		at := strings.IndexAny(text, "{")
		if at < 0 {
			break
		}
		b.WriteString(text[:at])
		text = text[at:]
		dec := json.NewDecoder(strings.NewReader(text))
		var skip json.RawMessage
		if dec.Decode(&skip) != nil {
			b.WriteByte(text[0])
			text = text[1:]
			continue
		}
		text = text[dec.InputOffset():]
	}
	return b.String() + text
}

// names reports whether a text contains the path, or its last key as a separate word.
func names(text string, p path) bool {
	if len(p) == 0 || len(p) > 1 && strings.Contains(text, p.String()) {
		return true
	}
	key := fieldpath.LastKey(p)
	const other = `[^\pL\pN_]`
	return key != "" && regexp.MustCompile(`(^|`+other+`)`+regexp.QuoteMeta(key)+`(`+other+`|$)`).MatchString(text)
}
