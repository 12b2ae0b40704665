package repair

import (
	"cmp"
	"slices"
)

// fillObject reads what a node says of members.
func (p *schemaParser) fillObject(s *Schema, n *Node, depth int) {
	props, req, add := n.get("properties"), n.get("required"), n.get("additionalProperties")
	patterns, names := n.get("patternProperties"), n.get("propertyNames")
	least, most := count(n.get("minProperties"), 0), count(n.get("maxProperties"), -1)
	said := slices.ContainsFunc([]*Node{props, req, add, patterns, names, n.get("unevaluatedProperties")}, func(n *Node) bool { return n != nil })
	if s.Types&Object == 0 || !said && least == 0 && most < 0 {
		return
	}
	o := &ObjectRules{Min: least, Max: most}
	s.Object = o
	for _, m := range props.members() {
		o.Properties = append(o.Properties, Property{Name: m.Key, Schema: p.parse(m.Value, depth+1)})
	}
	for _, name := range listed(req) {
		if q := s.property(name.Text); q != nil {
			q.Required = true
		} else {
			o.Properties = append(o.Properties, Property{Name: name.Text, Schema: unsaid, Required: true})
		}
	}
	for _, m := range patterns.members() {
		o.Patterns = append(o.Patterns, PatternRule{m.Key, compile(m.Key), p.parse(m.Value, depth+1)})
	}
	if names != nil && names.Kind == Object {
		o.Names = p.parse(names, depth+1)
	}
	switch {
	case add != nil && add.Kind == Bool && add.Text == "false":
		o.Closed = true
	case add != nil:
		o.Additional = p.parse(add, depth+1)
	}
}

// fillBeside reads the schemas that may apply to the same value, to its keys, or to the content of its text.
func (p *schemaParser) fillBeside(s *Schema, n *Node, depth int) {
	schemas := func(words ...string) (list []*Schema) {
		for _, word := range words {
			switch v := n.get(word); {
			case v == nil:
			case v.Kind == Array:
				for _, item := range v.Items {
					list = append(list, p.parse(item, depth+1))
				}
			case slices.Contains(schemaMaps, word):
				for _, m := range v.Members {
					list = append(list, p.parse(m.Value, depth+1))
				}
			default:
				list = append(list, p.parse(v, depth+1))
			}
		}
		return list
	}
	s.beside = schemas("if", "then", "else", "not", "dependentSchemas", "dependencies", alsoWord)
	s.inside = schemas("propertyNames", "contentSchema")
	if s.Object != nil {
		s.Object.Unseen = schemas("unevaluatedProperties")
	}
	if s.Array != nil {
		s.Array.Unseen = schemas("unevaluatedItems", "additionalItems")
	}
}

// marks reads the annotations of a node.
func marks(n *Node) Marks {
	note := n.get("x-toolgen")
	return Marks{Sensitive: note.get("sensitive").isTrue(), Injected: note.get("injected").isTrue(), Question: note.str("question")}
}

// fillArray reads what a node says of items.
func (p *schemaParser) fillArray(s *Schema, n *Node, depth int) {
	items, prefix := n.get("items"), n.get("prefixItems")
	if s.Types&Array == 0 {
		return
	}
	a := &ArrayRules{Min: count(n.get("minItems"), 0), Max: count(n.get("maxItems"), -1), Unique: n.get("uniqueItems").isTrue()}
	s.Array = a
	if prefix == nil && items != nil && items.Kind == Array { // as drafts before 2020-12 write tuples
		prefix, items = items, n.get("additionalItems")
	}
	for _, item := range listed(prefix) {
		a.Prefix = append(a.Prefix, p.parse(item, depth+1))
	}
	if items != nil {
		a.Items = p.parse(items, depth+1)
	}
	if c := n.get("contains"); c != nil && c.Kind == Object {
		a.Contains, a.MinContains = p.parse(c, depth+1), count(n.get("minContains"), 1)
	}
}

// maxVariants bounds the variants of one union that are read.
const maxVariants = 64

// fillVariants reads a union. A null variant makes the schema nullable; variants that are constants become one list of
// allowed values; a single other variant is merged into the schema.
func (p *schemaParser) fillVariants(s *Schema, n *Node, word string, items []*Node, depth int) {
	base := without(n, word)
	nullable := false
	var variants []*Schema
	for i, item := range items {
		if i == maxVariants {
			s.beside = append(s.beside, p.unread())
			break
		}
		item = p.flat(p.alias(item), 0)
		if item.str("type") == "null" || item.get("const") != nil && item.get("const").Kind == Null {
			nullable = true
			continue
		}
		v := &Schema{}
		p.fill(v, p.flat(merge(base, item), 0), depth+1)
		if v.Types != 0 {
			variants = append(variants, v)
		}
	}
	switch {
	case depth > maxSchemaDepth:
		s.beside = append(s.beside, p.unread())
		return
	case len(variants) == 1:
		notes := s.Notes
		*s = *variants[0]
		s.Title, s.About, s.Default = cmp.Or(notes.Title, s.Title), cmp.Or(notes.About, s.About), cmp.Or(notes.Default, s.Default)
	case len(variants) > 0 && !slices.ContainsFunc(variants, func(v *Schema) bool { return v.Enum == nil }):
		var all []*Node
		for _, v := range variants {
			all = append(all, v.Enum...)
		}
		s.Enum, s.Types, s.beside = all, kindsOf(all), append(s.beside, variants...)
	default:
		s.Variants = variants
		s.Types = 0
		for _, v := range variants {
			v.siblings = variants
			s.Types |= v.Types
		}
	}
	for _, v := range variants { // it may be any of them
		s.Marks.Sensitive, s.Marks.Injected = s.Marks.Sensitive || v.Marks.Sensitive, s.Marks.Injected || v.Marks.Injected
	}
	if nullable {
		s.Types |= Null
		if s.Enum != nil {
			s.Enum = append(slices.Clone(s.Enum), &Node{Kind: Null})
		}
		for _, v := range s.Variants {
			v.Types |= Null
		}
	}
}
