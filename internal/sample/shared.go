package sample

import (
	"fmt"
	"strings"
)

// Shared is a schema that uses one definition several times.
type Shared struct {
	Schema string
	uses   []sharedUse
}

// Uses returns the number of uses of the definition.
func (s *Shared) Uses() int { return len(s.uses) }

// At returns an otherwise valid instance with the value at one of the uses.
func (s *Shared) At(use int, value any) any { return s.uses[use].instance(value) }

// TakesNull reports whether a use also accepts null.
func (s *Shared) TakesNull(use int) bool { return s.uses[use].nullable }

type sharedUse struct {
	nullable bool
	instance func(value any) any
}

// Shared generates a schema with a definition of nested branches and several uses of it: in separate structs,
// in one struct, in items, in maps, nullable, in bases of allOf, in variants of a union, or in a mixture.
func (r Schemas) Shared(uses int) *Shared {
	s := &Shared{}
	const ref = `{"$ref":"#/$defs/D"}`
	shape := r.IntN(8)
	var properties, variants []string
	for i := range uses {
		key := fmt.Sprintf("p%d", i)
		in := func(wrap func(any) any) func(any) any {
			return func(v any) any { return map[string]any{key: wrap(v)} }
		}
		member := in(func(v any) any { return map[string]any{"t": v} })
		form := shape
		if shape == 7 {
			form = r.IntN(7)
		}
		text, use := "", sharedUse{}
		switch form {
		case 0:
			text, use.instance = fmt.Sprintf(`{"type":"object","properties":{"t":%s,"x%d":{"type":"integer"}}}`, ref, i), member
		case 1:
			text, use.instance = ref, in(func(v any) any { return v })
		case 2:
			text, use.instance = `{"type":"array","items":`+ref+`}`, in(func(v any) any { return []any{v} })
		case 3:
			text, use.instance = `{"type":"object","additionalProperties":`+ref+`}`, in(func(v any) any { return map[string]any{"k": v} })
		case 4:
			text, use = `{"anyOf":[`+ref+`,{"type":"null"}]}`, sharedUse{true, in(func(v any) any { return v })}
		case 5:
			text, use.instance = fmt.Sprintf(`{"allOf":[{"$ref":"#/$defs/B"},{"type":"object","properties":{"x%d":{"type":"integer"}}}]}`, i), member
		default:
			variants = append(variants, fmt.Sprintf(`{"type":"object","properties":{"kind":{"const":"v%d"},"t":%s},"required":["kind"]}`, i, ref))
			use.instance = func(v any) any {
				return map[string]any{"u": map[string]any{"kind": fmt.Sprintf("v%d", i), "t": v}}
			}
		}
		if text != "" {
			properties = append(properties, fmt.Sprintf("%q:%s", key, text))
		}
		s.uses = append(s.uses, use)
	}
	if len(variants) > 0 {
		properties = append(properties, `"u":{"oneOf":[`+strings.Join(variants, ",")+`]}`)
	}
	s.Schema = fmt.Sprintf(`{"$schema":%q,"type":"object","properties":{%s},"$defs":{"D":%s,"B":{"type":"object","properties":{"t":%s}},"d":%s}}`,
		Drafts[2020], strings.Join(properties, ","), r.nested(), ref, r.definition())
	return s
}

// sharedKinds are the leaves of [Schemas.nested] by type.
var sharedKinds = map[string][]string{
	"string":  {`"minLength":2`, `"maxLength":1`, `"pattern":"^x"`, `"pattern":"y$"`, `"format":"date"`, `"enum":["x","yy"]`, `"const":"x"`},
	"integer": {`"minimum":1`, `"maximum":1`, `"exclusiveMaximum":2`, `"multipleOf":2`, `"enum":[1,2]`, `"const":1`},
	"number":  {`"minimum":1`, `"maximum":1.5`, `"exclusiveMinimum":0.5`, `"multipleOf":0.5`, `"const":0.5`},
	"boolean": {`"const":true`, `"enum":[true,false]`},
	"array":   {`"minItems":1`, `"maxItems":2`, `"uniqueItems":true`, `"contains":{"const":1}`, `"items":{"type":"integer"}`, `"contains":{"anyOf":[{"type":"string"},{"minimum":2}]}`, `"prefixItems":[{"type":"integer"}]`},
	"object": {`"minProperties":1`, `"maxProperties":2`, `"required":["a"]`, `"properties":{"a":{"type":"integer"}}`, `"properties":{"b":{"anyOf":[{"type":"string"},{"minimum":2}]}}`, `"additionalProperties":{"type":"integer"}`,
		`"propertyNames":{"maxLength":1}`, `"patternProperties":{"^[ab]":{"type":["integer","string"]}}`, `"dependentRequired":{"a":["b"]}`, `"dependentSchemas":{"a":{"required":["c"]}}`},
}

// nested is a definition of nested branches of one type, declared or not.
func (r Schemas) nested() string {
	kind := r.pick("string", "string", "string", "integer", "number", "boolean", "array", "array", "object", "object")
	if r.IntN(8) == 0 {
		return r.schema(3)
	}
	text := r.branches(kind, 3)
	if r.IntN(5) > 0 {
		return `{"type":"` + kind + `",` + text[1:]
	}
	return text
}

// branches is a schema of unions, negations and conditions of leaves of a type.
func (r Schemas) branches(kind string, depth int) string {
	leaf := r.pick(sharedKinds[kind]...)
	if depth == 0 {
		return r.pick(`{`+leaf+`}`, `{`+leaf+`}`, `{"type":"`+kind+`",`+leaf+`}`)
	}
	beside := ""
	if r.IntN(3) == 0 {
		beside = "," + leaf
	}
	next := func() string { return r.branches(kind, r.IntN(depth)) }
	switch r.IntN(6) {
	case 0, 1:
		return `{"anyOf":[` + next() + `,` + next() + `]` + beside + `}`
	case 2:
		return `{"oneOf":[` + next() + `,` + next() + `]` + beside + `}`
	case 3:
		return `{"not":` + next() + beside + `}`
	case 4:
		return `{"if":` + next() + `,"then":` + next() + `,"else":` + next() + beside + `}`
	default:
		return `{"allOf":[` + next() + `,` + next() + `]` + beside + `}`
	}
}

// SharedInstance generates a value that distinguishes the leaves of a shared definition.
func (r Schemas) SharedInstance() any {
	return r.pickValue(2)
}

func (r Schemas) pickValue(depth int) any {
	switch n := r.IntN(10); {
	case n < 3:
		return plain(r.pick(`""`, `"x"`, `"yy"`, `"xy"`, `"2024-02-29"`, `"zzz"`))
	case n < 6:
		return plain(r.pick(`0`, `1`, `2`, `3`, `1.5`, `0.5`, `true`, `false`))
	default:
		return r.Instance(depth)
	}
}
