package projection

import "fmt"

// Limits of one request, and of one schema, in a strict mode.
const (
	MaxStrictTools = 20 // of Anthropic, in a request
	MaxOptional    = 24 // properties that may be left out, in all its strict tools
	MaxUnions      = 16 // places with more than one type, in all its strict tools

	maxLevels     = 10 // of objects within each other, of OpenAI, as what follows
	maxProperties = 5_000
	maxCharacters = 120_000 // of names and values
	maxValues     = 1_000   // of enums
	maxLongEnum   = 250     // values of one enum that may be of any length
	maxEnumText   = 15_000
)

// meter counts over a projected schema what providers bound.
type meter struct {
	optional, unions, gain                  int
	properties, characters, values, longest int
	levels, deepest                         int // the deepest nesting of objects, and of objects and arrays
}

// measure counts, and says what is beyond a bound.
func (p *Projection) measure(out *node) {
	var m meter
	m.schema(out, 0, 0)
	p.Optional, p.Unions, p.Gain = m.optional, m.unions, m.gain
	type bound struct {
		has, most int
		of        string
	}
	bounds := []bound{{m.optional, MaxOptional, "optional properties"}, {m.unions, MaxUnions, "places with more than one type"}}
	if limits[p.target].required {
		bounds = []bound{
			{m.properties, maxProperties, "properties"}, {m.characters, maxCharacters, "characters in names and values"}, {m.values, maxValues, "values of enums"},
			{m.longest, maxEnumText, fmt.Sprintf("characters in an enum of more than %d values", maxLongEnum)}, {m.levels, maxLevels, "nested levels of objects"},
		}
		if m.deepest > maxLevels {
			note(&p.Warnings, "", fmt.Sprintf("with arrays the schema has more than %d nested levels", maxLevels))
		}
	}
	for _, b := range bounds {
		if b.has > b.most && p.target.Strict() {
			p.refuse("", fmt.Sprintf("the schema has %d %s, the provider takes %d", b.has, b.of, b.most))
		}
	}
}

func (m *meter) schema(n *node, level, deep int) {
	properties, items, required := n.get("properties"), n.get("items"), n.get("required").texts()
	if properties != nil {
		level, deep = level+1, deep+1
	} else if items != nil {
		deep++
	}
	m.levels, m.deepest = max(m.levels, level), max(m.deepest, deep)
	m.gain += len(required)
	for _, word := range n.members {
		switch word.key {
		case "type", "anyOf":
			m.gain++
			if word.value.kind == '[' {
				m.unions++
			}
		case "enum", "const":
			m.gain++
			length := len(word.value.text)
			for _, v := range word.value.items {
				length += len(v.text)
			}
			m.values += len(word.value.items)
			if m.characters += length; len(word.value.items) > maxLongEnum {
				m.longest = max(m.longest, length)
			}
		case "properties", "$defs":
			if word.key == "properties" {
				m.properties += len(word.value.members)
				m.optional += len(word.value.members) - len(required)
			}
			for _, one := range word.value.members {
				m.characters += len(one.key)
				if word.key == "properties" {
					m.schema(one.value, level, deep)
				} else {
					m.schema(one.value, 0, 0)
				}
			}
		}
	}
	if items != nil {
		m.schema(items, level, deep)
	}
	if variants := n.get("anyOf"); variants != nil {
		for _, one := range variants.items {
			m.schema(one, level, deep)
		}
	}
}
