package runtime

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// schemaSampler makes values of a schema itself, for what the rows of a tool's fields do not tell of: the
// items of a tuple, an item that an array has to contain. It understands the plain keywords; what it makes is
// tried out on the call like any other part of an example.
type schemaSampler struct {
	placeholder
	root any // the tool's input schema
}

// sampler is a sampler of the tool's input schema, nil where that may have fields that the server fills.
// Nothing sensitive may be below the field that it serves.
func (p *placeholder) sampler() *schemaSampler {
	p.spec.tree()
	if p.spec.fields.injected {
		return nil
	}
	root, ok := p.schema.tree()
	if !ok {
		return nil
	}
	return &schemaSampler{*p, root} // a copy, so that p need not be on the heap
}

// tuple lists the schemas of an array's first items, each by its place; nil where there are none.
func (p *placeholder) tuple(at *fieldNode) []any {
	if at.path == "" || p.spec.below(at).byKey[itemsStep] != nil || p.spec.hidesValues(at) {
		return nil
	}
	return p.schema.tupleAt(rowSteps(at.path))
}

// tupleAt is tuple for the field at a path.
func (s *inputSchema) tupleAt(steps []pathStep) []any {
	for _, keyword := range [...]string{"prefixItems", "items"} { // which it was before draft 2020-12
		if v, _ := parseAny([]byte(s.keyword(steps, keyword))); v != nil {
			if list, ok := v.([]any); ok {
				return list
			}
		}
	}
	return nil
}

// rowSteps is the path of a row as that of a field in a call: any item is one behind all that are named.
func rowSteps(path string) []pathStep {
	var steps []pathStep
	for _, key := range specSteps(path) {
		switch key {
		case itemsStep:
			steps = append(steps, pathStep{Index: anyItem, IsIndex: true})
		default:
			steps = append(steps, pathStep{Key: key})
		}
	}
	return steps
}

// anyItem is an index that no tuple has a schema for.
const anyItem = 1 << 30

// maxFlattened bounds the references and choices that are followed for one value.
const maxFlattened = 16

// value makes the nth value of a schema.
func (s *schemaSampler) value(schema any, key string, nth, depth int) (json.RawMessage, bool) {
	if s == nil || depth > maxPlaceholderDepth || s.made == maxPlaceholders {
		return nil, false
	}
	s.made++
	m, ok := s.flat(schema)
	if !ok && schema != true {
		return nil, false
	}
	if v, has := m["const"]; has {
		return rawValue(writeJSON(v), maxPlaceholderSize)
	}
	if list, has := m["enum"].([]any); has {
		if nth >= len(list) {
			return nil, false
		}
		return rawValue(writeJSON(list[nth]), maxPlaceholderSize)
	}
	if v, has := m["default"]; has && nth == 0 {
		return rawValue(writeJSON(v), maxPlaceholderSize)
	}
	row := rowOf(m)
	var raw json.RawMessage
	switch row.Type {
	case "array":
		raw, ok = s.list(m, key, depth)
	case "object":
		raw, ok = s.members(m, depth)
	case "null":
		raw, ok = null, true
	default:
		raw, ok = s.ofType(row.Type, &fieldNode{}, row, key, nth, depth)
	}
	return raw, ok && len(raw) <= maxPlaceholderSize
}

// flat is a schema put together with what it refers to, and with the first branch of each choice.
func (s *schemaSampler) flat(schema any) (m map[string]any, ok bool) {
	m, ok = schema.(map[string]any)
	for range maxFlattened {
		keyword, part := s.part(m)
		all, _ := m["allOf"].([]any)
		if keyword == "" {
			return m, ok
		}
		flat, isObject := part.(map[string]any)
		if !isObject {
			return nil, false
		}
		flat, m = maps.Clone(flat), maps.Clone(m)
		delete(m, keyword)
		if keyword == "allOf" && len(all) > 1 {
			m[keyword] = all[1:]
		}
		for word, v := range m {
			list, isList := v.([]any)
			if more, both := flat[word].([]any); (word == "required" || word == "allOf") && isList && both {
				v = append(slices.Clone(more), list...)
			}
			if members, isObject := v.(map[string]any); word == "properties" && isObject {
				if more, both := flat[word].(map[string]any); both {
					more = maps.Clone(more)
					maps.Copy(more, members)
					v = more
				}
			}
			flat[word] = v
		}
		m = flat
	}
	return nil, false
}

// part is a schema that a keyword of another one refers to, "" for none.
func (s *schemaSampler) part(m map[string]any) (keyword string, part any) {
	if ref, ok := m["$ref"].(string); ok {
		return "$ref", s.resolve(ref)
	}
	for _, keyword := range [...]string{"allOf", "anyOf", "oneOf"} {
		if list, ok := m[keyword].([]any); ok && len(list) > 0 {
			return keyword, list[0]
		}
	}
	return "", nil
}

// resolve finds what a reference within the schema points to, nil for nothing.
func (s *schemaSampler) resolve(ref string) any {
	at := s.root
	pointer, ok := strings.CutPrefix(ref, "#")
	if !ok || pointer != "" && pointer[0] != '/' {
		return nil
	}
	for pointer != "" {
		var token string
		if token, pointer, ok = strings.Cut(pointer[1:], "/"); ok {
			pointer = "/" + pointer
		}
		token = pointerUnescaper.Replace(token)
		switch v := at.(type) {
		case map[string]any:
			at = v[token]
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(v) {
				return nil
			}
			at = v[i]
		default:
			return nil
		}
	}
	return at
}

// list makes an array of as many items as a schema asks for, and of one where it asks for none.
func (s *schemaSampler) list(m map[string]any, key string, depth int) (json.RawMessage, bool) {
	row := rowOf(m)
	prefix, _ := m["prefixItems"].([]any)
	items, said := m["items"]
	if older, ok := items.([]any); ok {
		prefix, said = older, false
	}
	least, _ := row.count("minItems")
	if least > maxPlaceholderItems {
		return nil, false
	}
	want := max(least, len(prefix), 1)
	if most, ok := row.count("maxItems"); ok {
		want = min(want, most)
	}
	var list []any
	for i := range want {
		schema := items
		switch {
		case i < len(prefix):
			schema = prefix[i]
		case !said:
			schema = true
		}
		raw, ok := s.value(schema, key, i, depth+1)
		if !ok && i < len(prefix) { // whose items may be the same
			raw, ok = s.value(schema, key, 0, depth+1)
		}
		if !ok {
			break
		}
		list = append(list, raw)
	}
	return writeJSON(list), len(list) >= least
}

// members makes an object of the keys that a schema requires.
func (s *schemaSampler) members(m map[string]any, depth int) (json.RawMessage, bool) {
	properties, _ := m["properties"].(map[string]any)
	required, _ := m["required"].([]any)
	object := map[string]any{}
	for _, v := range required {
		key, _ := v.(string)
		schema, said := properties[key]
		if !said {
			schema = true
		}
		raw, ok := s.value(schema, key, 0, depth+1)
		if !ok {
			return nil, false
		}
		object[key] = raw
	}
	return writeJSON(object), true
}

// rowOf is the row of a field with a schema, as far as it can say it.
func rowOf(m map[string]any) *FieldSpec {
	row := &FieldSpec{}
	types := strings.Split(typeNames(m["type"]), "|")
	if len(types) > 1 {
		types = slices.DeleteFunc(types, func(name string) bool { return name == "null" })
	}
	row.Type = types[0]
	row.Format, _ = m["format"].(string)
	row.Pattern, _ = m["pattern"].(string)
	for _, keyword := range [...]string{
		"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "minItems", "maxItems",
	} {
		if n, ok := m[keyword].(json.Number); ok {
			row.Bounds = append(row.Bounds, BoundSpec{keyword, string(n)})
		}
	}
	if row.Type == "" {
		row.Type = guessType(m)
	}
	return row
}

// simpleRow is the row of a field with a schema that one can say all of; nil for any other schema.
func simpleRow(schema string) *FieldSpec {
	s, ok := readSubschema(schema)
	v, _ := parseAny([]byte(schema))
	m, isObject := v.(map[string]any)
	if !ok || !isObject || !s.simple() {
		return nil
	}
	row := rowOf(m)
	if v, has := m["const"]; has {
		row.Enum = []string{string(writeJSON(v))}
	} else if list, has := m["enum"].([]any); has {
		for _, v := range list {
			row.Enum = append(row.Enum, string(writeJSON(v)))
		}
	}
	return row
}

// fits reports whether a value is of the type of a row and satisfies its constraints.
func (s *ToolSpec) fits(row *FieldSpec, v any) bool { return hasType(row.Type, v) && s.allows(row, v) }

// guessType is the type of the values that a schema without one is about, "" where it does not tell.
func guessType(m map[string]any) string {
	for _, kind := range [...]struct {
		name     string
		keywords []string
	}{
		{"object", []string{"properties", "required", "additionalProperties", "minProperties"}},
		{"array", []string{"items", "prefixItems", "minItems", "contains"}},
		{"number", []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}},
		{"string", []string{"pattern", "format", "minLength", "maxLength"}},
	} {
		if slices.ContainsFunc(kind.keywords, func(keyword string) bool { return m[keyword] != nil }) {
			return kind.name
		}
	}
	return ""
}
