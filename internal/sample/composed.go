package sample

import (
	"fmt"
	"strings"
)

// Composed generates an object schema composed of definitions and allOf, as libraries generate schemas with
// inheritance: references with sibling keywords, unions within allOf next to a type, nested unions, and
// nullable references. Keys, values and constants are those of [Schemas.TypedInstance].
func (r Schemas) Composed() string {
	// A definition refers to earlier ones only, because a cycle without a property has no meaning.
	c := composer{Schemas: r}
	var definitions []string
	define := func(name, text string) {
		definitions = append(definitions, fmt.Sprintf("%q:%s", name, text))
		c.names = append(c.names, name)
	}
	define("d", `{"type":"object","properties":{"a":`+c.scalar()+`,"b":{"$ref":"#/$defs/d"},"list":{"type":"array","items":{"$ref":"#/$defs/d"}}}`+r.pick(``, `,"required":["a"]`, `,"additionalProperties":true`, `,"additionalProperties":false`)+`}`)
	define("base", `{"type":"object","properties":{"a":`+c.scalar()+`,"c":`+c.scalar()+`}`+r.pick(``, `,"required":["a"]`, `,"additionalProperties":`+c.scalar(), `,"patternProperties":{"^[bx]":`+c.scalar()+`}`, `,"dependentRequired":{"a":["c"]}`)+`}`)
	define("text", `{"type":"string"`+r.pick(``, `,"minLength":1`, `,"enum":["x","yy"]`)+`}`)
	define("choice", c.choice(1))
	define("maybe", r.pick(`{"anyOf":[{"$ref":"#/$defs/base"},{"type":"null"}]}`, `{"oneOf":[{"type":"null"},{"$ref":"#/$defs/choice"}]}`, `{"type":["object","null"],"allOf":[{"$ref":"#/$defs/choice"}]}`))
	define("more", `{"allOf":[{"$ref":"#/$defs/base"},`+c.composed(1)+`]}`)
	var properties []string
	for _, key := range []string{"a", "b", "c", "list"} {
		properties = append(properties, fmt.Sprintf("%q:%s", key, c.composed(3)))
	}
	root := `"type":"object","properties":{` + strings.Join(properties, ",") + `}`
	if r.IntN(4) == 0 {
		root = `"type":"object","allOf":[` + c.composed(2) + r.pick(``, `,{"maxProperties":3}`, `,`+c.choice(1)) + `]`
	}
	return fmt.Sprintf(`{"$schema":%q,"$defs":{%s},%s}`, Drafts[r.Draft], strings.Join(definitions, ","), root)
}

// composer composes schemas from named definitions.
type composer struct {
	Schemas
	names []string
}

// scalar is a simple schema; unusual numbers are left to [Schemas.Typed].
func (c *composer) scalar() string {
	return c.pick(`{"type":"boolean"}`, `{"type":"null"}`, `{}`, `{"enum":[1,"x",null]}`, `{"const":"x"}`, `{"type":"integer"}`, `{"type":"integer","minimum":1}`, `{"type":"number","maximum":2}`, `{"type":["integer","null"]}`,
		`{"type":"string"}`, `{"type":"string","minLength":1}`, `{"type":["string","null"],"enum":["x","yy",null]}`, `{"type":"string","pattern":"^[xy]"}`, `{"type":"string","format":"date"}`, `{"type":["string","number"]}`)
}

func (c *composer) ref() string { return `"$ref":"#/$defs/` + c.pick(c.names...) + `"` }

func (c *composer) composed(depth int) string {
	if depth <= 0 {
		return c.pick("{"+c.ref()+"}", c.scalar(), `{"required":["a"]}`, `{"properties":{"a":{"type":"string"}}}`, `{"type":"object"}`)
	}
	beside := c.pick(``, ``, `,"type":"object"`, `,"type":["object","null"]`, `,"description":"what it is"`, `,"default":null`, `,"required":["a"]`, `,"minProperties":1`,
		`,"properties":{"a":`+c.scalar()+`}`, `,"unevaluatedProperties":false`, `,"not":{"required":["c"]}`)
	switch c.IntN(9) {
	case 0, 1:
		if c.Draft < 2019 {
			return `{"allOf":[{` + c.ref() + `}]` + beside + `}` // older drafts ignore siblings of $ref
		}
		return `{` + c.ref() + beside + `}`
	case 2:
		return `{"allOf":[` + c.composed(depth-1) + `]` + beside + `}`
	case 3:
		return `{"allOf":[` + c.composed(depth-1) + `,` + c.composed(depth-1) + `]` + beside + `}`
	case 4:
		return `{"allOf":[` + c.choice(depth-1) + `]` + beside + `}`
	case 5:
		text := c.choice(depth - 1)
		return text[:len(text)-1] + beside + `}`
	case 6:
		return `{"anyOf":[` + c.composed(depth-1) + `,{"type":"null"}]` + beside + `}`
	case 7:
		return `{"type":"array","items":` + c.composed(depth-1) + `}`
	default:
		return c.pick(c.scalar(), `{"type":"object","properties":{"a":`+c.composed(depth-1)+`}}`, `{"type":["object","null"],"additionalProperties":`+c.composed(depth-1)+`}`)
	}
}

// choice is a schema with anyOf or oneOf.
func (c *composer) choice(depth int) string {
	word := c.pick("anyOf", "oneOf")
	switch c.IntN(4) {
	case 0:
		return fmt.Sprintf(`{%q:[{"required":["a"]},{"required":["b"]}]}`, word)
	case 1:
		return fmt.Sprintf(`{%q:[{"properties":{"kind":{"const":"x"},"a":%s},"required":["kind"]},{"properties":{"kind":{"const":"yy"},"b":%s},"required":["kind"]}]}`, word, c.scalar(), c.scalar())
	case 2:
		return fmt.Sprintf(`{%q:[{"allOf":[{"$ref":"#/$defs/base"}],"properties":{"kind":{"const":"x"}},"required":["kind"]},{"$ref":"#/$defs/d"}]}`, word)
	default:
		return fmt.Sprintf(`{%q:[%s,%s]}`, word, c.composed(depth-1), c.composed(depth-1))
	}
}
