package projection

import "fmt"

// Limits per request and per schema in strict modes.
const (
	MaxStrictTools = 20 // Anthropic, per request
	MaxOptional    = 24 // optional properties of all strict tools
	MaxUnions      = 16 // union types of all strict tools

	maxLevels     = 10 // OpenAI, as the following: nested objects
	maxProperties = 5_000
	maxCharacters = 120_000 // total length of names and values
	maxValues     = 1_000   // enum values
	maxLongEnum   = 250     // values of an enum without a length limit
	maxEnumText   = 15_000
)

// meter counts what providers limit in a projected schema.
type meter struct {
	optional, unions, gain                  int
	properties, characters, values, longest int
	levels, deepest                         int // nesting of objects, and of objects and arrays
}

// measure counts, and reports limits that are exceeded.
func (p *Projection) measure(out *node) {
	var m meter
	m.schema(out, 0, 0)
	p.Optional, p.Unions, p.Gain = m.optional, m.unions, m.gain
	type bound struct {
		has, most int
		of        string
	}
	bounds := []bound{{m.optional, MaxOptional, "optional properties"}, {m.unions, MaxUnions, "union types"}}
	if limits[p.target].required {
		bounds = []bound{
			{m.properties, maxProperties, "properties"}, {m.characters, maxCharacters, "characters in names and values"},
			{m.values, maxValues, "enum values"}, {m.levels, maxLevels, "nested levels of objects"},
			{m.longest, maxEnumText, fmt.Sprintf("characters in an enum of more than %d values", maxLongEnum)},
		}
		if m.deepest > maxLevels {
			note(&p.Warnings, "", fmt.Sprintf("counting arrays, the schema has more than %d nested levels", maxLevels))
		}
	}
	for _, b := range bounds {
		if b.has > b.most && p.target.Strict() {
			p.reject("", fmt.Sprintf("the schema has %d %s, but the provider accepts at most %d", b.has, b.of, b.most))
		}
	}
}

func (m *meter) schema(n *node, level, deep int) {
	required := n.Get("required").Texts()
	if n.Get("properties") != nil {
		level, deep = level+1, deep+1
	} else if n.Get("items") != nil {
		deep++
	}
	m.levels, m.deepest = max(m.levels, level), max(m.deepest, deep)
	m.gain += len(required)
	for _, word := range n.Members {
		switch word.Key {
		case "type", "anyOf":
			m.gain++
			if word.Value.Kind == '[' {
				m.unions++
			}
			for _, one := range word.Value.Items {
				m.schema(one, level, deep)
			}
		case "items":
			m.schema(word.Value, level, deep)
		case "enum", "const":
			m.gain++
			length := len(word.Value.Text())
			for _, v := range word.Value.Items {
				length += len(v.Text())
			}
			m.values += len(word.Value.Items)
			if m.characters += length; len(word.Value.Items) > maxLongEnum {
				m.longest = max(m.longest, length)
			}
		case "properties", "$defs":
			within, deepWithin := 0, 0
			if word.Key == "properties" {
				within, deepWithin = level, deep
				m.properties += len(word.Value.Members)
				m.optional += len(word.Value.Members) - len(required)
			}
			for _, one := range word.Value.Members {
				m.characters += len(one.Key)
				m.schema(one.Value, within, deepWithin)
			}
		}
	}
}
