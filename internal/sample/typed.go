package sample

import (
	"fmt"
	"strings"
)

// Typed generates the schema of an object with typed parts, as in real tools, so that their Go types are
// narrow: with numbers that floats round, nested lists, maps, unions, nullable types in various forms, and
// x-go-type.
func (r Schemas) Typed() string {
	text := r.typedObject(3)
	return fmt.Sprintf(`{"$schema":%q,"$defs":{"d":%s},%s`, Drafts[r.Draft], r.typedNode(), text[1:])
}

// typedNode is a recursive definition.
func (r Schemas) typedNode() string {
	return `{"type":"object","properties":{"a":` + r.typed(0) + `,"b":{"$ref":"#/$defs/d"},"list":{"type":"array","items":{"$ref":"#/$defs/d"}}}` + r.pick(``, `,"required":["a"]`, `,"additionalProperties":true`, `,"additionalProperties":false`) + `}`
}

func (r Schemas) typedObject(depth int) string {
	var properties []string
	for _, key := range []string{"a", "b", "c", "a b"}[:1+r.IntN(4)] {
		properties = append(properties, fmt.Sprintf("%q:%s", key, r.typed(depth-1)))
	}
	text := `{"type":"object","properties":{` + strings.Join(properties, ",") + `}`
	if r.IntN(2) == 0 {
		text += `,"required":` + r.pick(`["a"]`, `["a","b"]`, `["c"]`)
	}
	switch r.IntN(8) {
	case 0, 1:
		text += `,"additionalProperties":` + r.pick(`false`, `true`, r.typed(depth-1))
	case 2:
		text += fmt.Sprintf(`,"patternProperties":{"^[cx]":%s}`, r.typed(depth-1)) + r.pick(``, `,"additionalProperties":false`)
	}
	switch r.IntN(10) {
	case 0:
		text += r.pick(`,"minProperties":1`, `,"minProperties":2`, `,"maxProperties":2`)
	case 1:
		text += `,"not":` + r.pick(`{"required":["b"]}`, `{"properties":{"a":{"const":1}},"required":["a"]}`)
	case 2:
		text += `,"anyOf":[{"required":["a"]},{"required":["b"]}]`
	case 3:
		text += `,"dependentRequired":{"a":["b"]}`
	case 4:
		text += `,"if":{"properties":{"a":{"const":1}},"required":["a"]},"then":{"required":["b"]}`
	case 5:
		text += `,"propertyNames":{"maxLength":1}`
	}
	return text + "}"
}

// typed is a schema with a type, or a union of such schemas.
func (r Schemas) typed(depth int) string {
	if depth > 0 {
		switch r.IntN(9) {
		case 0:
			return r.typedObject(depth)
		case 1:
			return `{"type":` + r.pick(`"array"`, `["array","null"]`) + `,"items":` + r.typed(depth-1) + r.pick(``, ``, `,"minItems":1`, `,"maxItems":2`, `,"uniqueItems":true`, `,"contains":`+r.typed(0)) + `}`
		case 2:
			return `{"type":` + r.pick(`"object"`, `["object","null"]`) + `,"additionalProperties":` + r.typed(depth-1) + r.pick(``, ``, `,"minProperties":1`, `,"propertyNames":{"pattern":"^[a-c]"}`, `,"required":["a"]`) + `}`
		case 3:
			return fmt.Sprintf(`{%q:[%s,%s]}`, r.pick("oneOf", "anyOf"), r.typed(depth-1), r.typed(depth-1))
		case 4:
			return fmt.Sprintf(`{"oneOf":[{"type":"object","properties":{"kind":{"const":"x"},"a":%s},"required":["kind"]},{"type":"object","properties":{"kind":{"const":"yy"},"b":%s},"required":["kind"]}]}`,
				r.typed(depth-1), r.typed(depth-1))
		case 5:
			return r.pick(`{}`, `{"$ref":"#/$defs/d"}`, `{"type":"array","prefixItems":[`+r.typed(0)+`]}`, `{"type":"array"}`, `{"type":"object"}`, `{"type":["object","array","number"]}`)
		}
	}
	switch r.IntN(5) {
	case 0, 1:
		return r.typedNumber()
	case 2:
		return r.pick(`{"type":"boolean"}`, `{"type":["boolean","null"]}`, `{"const":true}`, `{"type":"null"}`, `{}`, `{"enum":[1,"x",null,0.1]}`, `{"const":{"a":[1]}}`)
	}
	return `{"type":` + r.pick(`"string"`, `"string"`, `["string","null"]`) + r.pick(``, ``, `,"minLength":1`, `,"maxLength":1`, `,"pattern":"^[xy]"`, `,"enum":["x","yy"]`, `,"format":"date"`, `,"const":"x"`,
		`,"format":"date-time","x-go-type":"time.Time"`, `,"not":{"const":"x"}`) + `}`
}

func (r Schemas) typedNumber() string {
	kind := r.pick("integer", "number", "number")
	more := r.pick(``, ``, `,"minimum":0.1`, `,"exclusiveMaximum":0.3`, `,"multipleOf":0.1`, `,"enum":[0.1,1,2]`, `,"const":99999999999999999999`, `,"enum":[1,0.3000000000000000000001]`, `,"const":-0.0`, `,"const":0.1`,
		`,"not":{"const":0.1}`, `,"maximum":9007199254740993`, `,"enum":[1e400,0.5]`, `,"minimum":1`)
	if r.IntN(2) == 0 {
		more += map[string]string{
			"integer": r.pick(`,"format":"int32"`, `,"format":"uint64"`, `,"format":"uint32"`, `,"format":"int8"`, `,"format":"uint16"`, `,"x-go-type":"json.Number"`),
			"number":  r.pick(`,"format":"float"`, `,"x-go-type":"json.Number"`, `,"x-go-type":"json.Number"`),
		}[kind]
		if (strings.Contains(more, "float") || kind == "integer") && (strings.Contains(more, "0000") || strings.Contains(more, "9999")) {
			more = "" // the Go type cannot represent numbers of that length
		}
	}
	return `{"type":` + r.pick(`"`+kind+`"`, `"`+kind+`"`, `["`+kind+`","null"]`) + more + `}`
}

// TypedInstance generates a value with the keys and scalars of Typed.
func (r Schemas) TypedInstance(depth int) any {
	if depth > 0 && r.IntN(3) > 0 {
		if r.IntN(3) > 0 || depth == 4 {
			m := map[string]any{}
			for _, key := range []string{"a", "b", "c", "a b", "list", "kind", "x"} {
				if r.IntN(3) == 0 {
					m[key] = r.TypedInstance(depth - 1)
				}
			}
			return m
		}
		items := []any{}
		for range r.IntN(3) {
			items = append(items, r.TypedInstance(depth-1))
		}
		return items
	}
	return plain(r.pick(`null`, `true`, `1`, `2`, `1.0`, `0`, `-0`, `0.1`, `0.3`, `0.30000001`, `0.1000000000000000000001`, `0.3000000000000000000001`, `0.5`, `1e-1`, `99999999999999999999`, `100000000000000000000`,
		`1e400`, `9007199254740993`, `2147483648`, `18446744073709551615`, `"x"`, `"yy"`, `""`, `" "`, `"2024-01-01"`, `"2024-01-01T00:00:00Z"`, `[]`, `{}`, `[[1],[1.0]]`, `{"kind":"x"}`, `{"kind":"yy"}`))
}
