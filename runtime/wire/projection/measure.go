package projection

import "strconv"

// Limits of one schema and of one request in a strict mode.
const (
	MaxStrictTools = 20  // of Anthropic, in a request
	MaxOptional    = 24  // properties that may be left out, in all its strict tools
	MaxUnions      = 16  // places with more than one type, in all its strict tools
	MaxTools       = 128 // of OpenAI and Gemini, in a request

	maxProperties = 5_000
	maxCharacters = 120_000
	maxValues     = 1_000
	maxLongEnum   = 250
	maxEnumText   = 15_000
)

// measure counts what providers bound.
func (p *Projection) measure(out *node) {
	m := meter{limit: limits[p.target]}
	m.schema(out, 0)
	p.Optional, p.Unions, p.Gain = m.optional, m.unions, m.gain
	switch limit := limits[p.target]; {
	case limit.form != closed:
		return
	case limit.required:
		for _, bound := range []struct {
			what      string
			has, most int
		}{
			{"properties", m.properties, maxProperties}, {"characters of names and values", m.characters, maxCharacters},
			{"values of enums", m.values, maxValues}, {"characters in an enum of more than " + strconv.Itoa(maxLongEnum) + " values", m.longest, maxEnumText},
			{"nested levels of objects", m.levels, maxLevels},
		} {
			if bound.has > bound.most {
				p.refuse("", "the schema has "+strconv.Itoa(bound.has)+" "+bound.what+", the provider takes "+strconv.Itoa(bound.most))
			}
		}
		if m.deepest > maxLevels && m.levels <= maxLevels {
			note(&p.Warnings, "", "with arrays the schema is nested more than "+strconv.Itoa(maxLevels)+" levels deep, which may be too much")
		}
	default:
		for _, bound := range []struct {
			what      string
			has, most int
		}{{"optional properties", m.optional, MaxOptional}, {"places with more than one type", m.unions, MaxUnions}} {
			if bound.has > bound.most {
				p.refuse("", "the schema has "+strconv.Itoa(bound.has)+" "+bound.what+", a request may have "+strconv.Itoa(bound.most))
			}
		}
	}
}

// meter counts over a projected schema.
type meter struct {
	limit                                   limit
	optional, unions, gain                  int
	properties, characters, values, longest int
	levels, deepest                         int // the deepest nesting of objects, and of objects and arrays
}

func (m *meter) schema(n *node, level int) { m.nested(n, level, level) }

func (m *meter) nested(n *node, level, deep int) {
	if n.kind != '{' {
		return
	}
	if t := n.get("type"); n.get("anyOf") != nil || t != nil && t.kind == '[' {
		m.unions++
	}
	if t := n.get("type"); t != nil {
		m.gain++
	}
	properties, items := n.get("properties"), n.get("items")
	if properties != nil {
		level, deep = level+1, deep+1
	} else if items != nil {
		deep++
	}
	m.levels, m.deepest = max(m.levels, level), max(m.deepest, deep)
	if e := n.get("enum"); e != nil {
		m.gain++
		m.values += len(e.items)
		length := 0
		for _, v := range e.items {
			length += len(v.text)
		}
		m.characters += length
		if len(e.items) > maxLongEnum {
			m.longest = max(m.longest, length)
		}
	}
	if c := n.get("const"); c != nil {
		m.gain++
		m.characters += len(c.text)
	}
	required := n.get("required").texts()
	m.gain += len(required)
	if properties != nil {
		m.properties += len(properties.members)
		m.optional += len(properties.members) - len(required)
		for _, p := range properties.members {
			m.characters += len(p.key)
			m.nested(p.value, level, deep)
		}
	}
	if items != nil {
		m.nested(items, level, deep)
	}
	if variants := n.get("anyOf"); variants != nil {
		for _, v := range variants.items {
			m.nested(v, level, deep)
		}
	}
	if defs := n.get("$defs"); defs != nil {
		for _, d := range defs.members {
			m.characters += len(d.key)
			m.nested(d.value, 0, 0)
		}
	}
}
