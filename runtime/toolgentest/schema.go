package toolgentest

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

func newReader(text []byte) io.Reader { return bytes.NewReader(text) }

// schemas is the input schema of a tool, as far as samples and faults need it.
type schemas struct{ root any }

func newSchemas(tool runtime.Tool) (schemas, error) {
	text := tool.Spec().InputSchema
	if text == "" {
		text = `{"type":"object"}`
	}
	root, err := parse([]byte(text))
	return schemas{root}, err
}

// resolve follows references within the schema.
func (s schemas) resolve(schema any) any {
	for range 16 {
		m, ok := schema.(map[string]any)
		if !ok {
			return schema
		}
		ref, ok := m["$ref"].(string)
		if !ok {
			return schema
		}
		target, ok := s.pointer(ref)
		if !ok {
			return schema
		}
		if len(m) > 1 {
			target = merge(withoutKey(m, "$ref"), target)
		}
		schema = target
	}
	return schema
}

func withoutKey(m map[string]any, key string) map[string]any {
	out := make(map[string]any, len(m))
	for k, v := range m {
		if k != key {
			out[k] = v
		}
	}
	return out
}

// pointer returns the target of a reference such as #/$defs/item.
func (s schemas) pointer(ref string) (any, bool) {
	path, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return nil, false
	}
	at := s.root
	for _, key := range strings.Split(strings.TrimPrefix(path, "/"), "/") {
		if path == "" {
			break
		}
		key = strings.NewReplacer("~1", "/", "~0", "~").Replace(key)
		switch v := at.(type) {
		case map[string]any:
			if at, ok = v[key]; !ok {
				return nil, false
			}
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i < 0 || i >= len(v) {
				return nil, false
			}
			at = v[i]
		default:
			return nil, false
		}
	}
	return at, true
}

// merge combines two schemas with plain keywords. The first wins on conflicts; properties and required are
// united.
func merge(a, b any) any {
	x, okX := a.(map[string]any)
	y, okY := b.(map[string]any)
	switch {
	case !okX:
		return b
	case !okY:
		return a
	}
	out := make(map[string]any, len(x)+len(y))
	for k, v := range y {
		out[k] = v
	}
	for k, v := range x {
		switch {
		case k == "properties" && out[k] != nil:
			props := map[string]any{}
			for key, p := range objectOf(out[k]) {
				props[key] = p
			}
			for key, p := range objectOf(v) {
				props[key] = merge(p, props[key])
			}
			out[k] = props
		case k == "required" && out[k] != nil:
			list, _ := v.([]any)
			more, _ := out[k].([]any)
			out[k] = append(slices.Clone(list), more...)
		case k == "allOf" && out[k] != nil:
			list, _ := v.([]any)
			more, _ := out[k].([]any)
			out[k] = append(slices.Clone(list), more...)
		default:
			out[k] = v
		}
	}
	return out
}

func objectOf(v any) map[string]any {
	m, _ := v.(map[string]any)
	return m
}

// plainWords are keywords that constrain one value, so that a fault there causes no other.
var plainWords = []string{
	"type", "properties", "required", "additionalProperties", "items", "enum", "const", "minimum", "maximum",
	"exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern", "format", "minItems",
	"maxItems", "uniqueItems", "title", "description", "default", "examples", "example", "$schema", "$id", "$defs", "definitions",
	"$comment", "deprecated", "readOnly", "writeOnly", "nullable", "$ref",
}

// plain reports whether a schema has only plain keywords.
func plain(schema map[string]any) bool {
	for key := range schema {
		if !slices.Contains(plainWords, key) && !(strings.HasPrefix(key, "x-") && key != "x-toolgen") {
			return false
		}
	}
	return true
}

// typesOf lists the JSON types that a schema names.
func typesOf(schema map[string]any) []string {
	switch t := schema["type"].(type) {
	case string:
		return []string{t}
	case []any:
		var names []string
		for _, v := range t {
			if s, ok := v.(string); ok {
				names = append(names, s)
			}
		}
		return names
	}
	return nil
}

// keysOf returns the sorted keys of an object.
func keysOf(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}

// typeName returns the JSON type of a value.
func typeName(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	case json.Number:
		if !strings.ContainsAny(string(v), ".eE") {
			return "integer"
		}
		return "number"
	}
	return ""
}

// isOf reports whether a value has a JSON type.
func isOf(v any, kind string) bool {
	name := typeName(v)
	if n, ok := v.(json.Number); ok && kind == "integer" && name == "number" {
		f, err := n.Float64()
		return err == nil && f == float64(int64(f))
	}
	return name == kind || kind == "number" && name == "integer" || kind == "any" || kind == ""
}

// clone returns a deep copy.
func clone(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, member := range v {
			out[key] = clone(member)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = clone(item)
		}
		return out
	}
	return v
}

// write marshals a value with sorted keys.
func write(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return []byte("null") // unreachable: values come from JSON
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

func same(a, b any) bool { return bytes.Equal(write(a), write(b)) }
