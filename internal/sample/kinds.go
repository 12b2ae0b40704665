package sample

import (
	"fmt"
	"strings"
)

// Kinds generates the schema of an object of pattern maps and tuples, with one or several Go types, closed or
// open.
func (r Schemas) Kinds() string {
	var properties []string
	for _, key := range []string{"a", "b", "c"}[:1+r.IntN(3)] {
		properties = append(properties, fmt.Sprintf("%q:%s", key, r.kind(2)))
	}
	root := `{"type":"object","properties":{` + strings.Join(properties, ",") + `}}`
	if r.IntN(6) == 0 {
		root = r.keyedMap(2)
	}
	itself := r.kind(1)
	if strings.Contains(itself, `"required"`) || strings.Contains(itself, `"min`) {
		itself = strings.ReplaceAll(itself, "#/$defs/k", "#/$defs/d") // a value that requires itself does not exist
	}
	return fmt.Sprintf(`{"$schema":%q,"$defs":{"d":%s,"k":%s},%s`, Drafts[r.Draft], r.typedNode(), itself, root[1:])
}

func (r Schemas) kind(depth int) string {
	if r.IntN(2) == 0 {
		return r.keyedMap(depth)
	}
	return r.tuple(depth)
}

// part is the schema of a map value or of an item.
func (r Schemas) part(depth int) string {
	switch r.IntN(6) {
	case 0:
		return r.pick(`{"$ref":"#/$defs/d"}`, `{"$ref":"#/$defs/k"}`)
	case 1:
		return `{"anyOf":[` + r.typed(0) + `,{"type":"null"}]}`
	case 2:
		if depth > 0 {
			return r.pick(r.kind(depth-1), r.typedObject(1))
		}
	}
	return r.typed(0)
}

func (r Schemas) keyedMap(depth int) string {
	text := fmt.Sprintf(`{"type":%s,"patternProperties":{%q:%s}`, r.pick(`"object"`, `["object","null"]`),
		r.pick("^[ab]", "^[ab]+$", "b$", "^(?!x)", "^(?:a|b)$", "", ".*", ".+", "^(.*)$", "^.*$"), r.part(depth))
	text += r.pick(``, `,"additionalProperties":false`, `,"additionalProperties":false`, `,"additionalProperties":`+r.typed(0))
	if r.Draft >= 2019 && r.IntN(8) == 0 {
		text += `,"unevaluatedProperties":false`
	}
	return text + r.pick(``, ``, ``, `,"minProperties":1`, `,"maxProperties":1`, `,"propertyNames":{"maxLength":1}`, `,"required":["a"]`, `,"not":{"required":["b"]}`) + `}`
}

func (r Schemas) tuple(depth int) string {
	n := 1 + r.IntN(3)
	same, one := r.part(depth), r.IntN(3)
	item := func() string {
		switch one {
		case 0:
			return same // identical schemas
		case 1:
			return r.pick(`{"type":"number"}`, `{"type":"number","minimum":0.1}`, `{"type":"number","enum":[0.1,1]}`) // same type
		}
		return r.part(depth)
	}
	var items []string
	for range n {
		items = append(items, item())
	}
	positions, rest := "prefixItems", "items"
	if r.Draft < 2020 {
		positions, rest = "items", "additionalItems"
	}
	text := fmt.Sprintf(`{"type":%s,%q:[%s]`, r.pick(`"array"`, `["array","null"]`), positions, strings.Join(items, ","))
	switch r.IntN(6) {
	case 0, 1:
		text += fmt.Sprintf(`,%q:false`, rest)
	case 2:
		text += fmt.Sprintf(`,%q:%s`, rest, item())
	case 3, 4:
		return text + fmt.Sprintf(`,"maxItems":%d`, n) + r.pick(``, fmt.Sprintf(`,"minItems":%d`, n)) + `}`
	}
	if r.Draft >= 2019 && r.IntN(6) == 0 {
		text += `,"unevaluatedItems":` + r.pick(`false`, item())
	}
	return text + r.pick(``, ``, ``, `,"minItems":1`, `,"uniqueItems":true`, `,"contains":{"type":"number"}`) + `}`
}

// KindsInstance generates a value with the keys and scalars of Kinds.
func (r Schemas) KindsInstance(depth int) any {
	if depth > 0 && r.IntN(4) > 0 {
		if r.IntN(2) == 0 || depth == 4 {
			m := map[string]any{}
			for _, key := range []string{"a", "b", "ab", "c", "x", "", "a\nb", "\n"} {
				if r.IntN(4) == 0 {
					m[key] = r.KindsInstance(depth - 1)
				}
			}
			return m
		}
		items := []any{}
		for range r.IntN(4) {
			items = append(items, r.KindsInstance(depth-1))
		}
		return items
	}
	return r.TypedInstance(0)
}
