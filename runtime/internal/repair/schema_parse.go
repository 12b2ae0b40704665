package repair

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/decimal"
)

// ParseSchema reads the view of a tool's schema from its JSON text.
func ParseSchema(text string) (*Schema, error) {
	r := read(text)
	if len(r.roots) != 1 || !r.plain() || r.roots[0].Kind&(Object|Bool) == 0 {
		return nil, errors.New("repair: the schema is no JSON object")
	}
	p := schemaParser{refs: refsOf(r.roots[0]), done: map[*Node]*Schema{}, left: maxFills, hides: strings.Contains(text, `"x-toolgen"`)}
	return p.parse(r.roots[0], 0), nil
}

// schemaParser parses each node once, so that schemas that refer to themselves end.
type schemaParser struct {
	refs  references
	done  map[*Node]*Schema
	left  int  // nodes that may still be read
	hides bool // some values may be hidden: then branches of conditions count, and a node that cannot be read may hide values
}

// maxFills bounds the work for schemas whose unions refer to themselves.
const maxFills = 20_000

// maxSchemaDepth bounds the nesting of merged nodes, which are made while parsing.
const maxSchemaDepth = 48

func (p *schemaParser) parse(n *Node, depth int) *Schema {
	n = p.alias(n)
	if s, ok := p.done[n]; ok {
		return s
	}
	switch {
	case n != nil && n.Kind == Bool && n.Text == "false":
		return &Schema{}
	case n == nil || n.Kind != Object || len(n.Members) == 0:
		return anything
	case depth > maxSchemaDepth:
		return p.unread()
	}
	s := &Schema{}
	p.done[n] = s
	p.fill(s, p.flat(n, 0), depth)
	return s
}

// unread is a schema that was not read.
func (p *schemaParser) unread() *Schema {
	if p.hides {
		return concealed
	}
	return anything
}

// alias follows a node that is a reference and nothing more.
func (p *schemaParser) alias(n *Node) *Node {
	for range 32 {
		if n == nil || n.Kind != Object || len(n.Members) != 1 || n.Members[0].Key != "$ref" {
			break
		}
		to := p.refs.find(n.str("$ref"))
		if to == nil {
			break
		}
		n = to
	}
	return n
}

// part parses the schema that a keyword has, nil if there is none.
func (p *schemaParser) part(n *Node, keyword string, depth int) *Schema {
	if v := n.get(keyword); v != nil && v.Kind&(Object|Bool) != 0 {
		return p.parse(v, depth+1)
	}
	return nil
}

// parts parses the schemas that keywords have: one each, a list, or some by names.
func (p *schemaParser) parts(n *Node, depth int, keywords ...string) (list []*Schema) {
	for _, word := range keywords {
		v := n.get(word)
		all := listed(v)
		if v != nil && slices.Contains(schemaMaps, word) {
			all = nil
			for _, m := range v.Members {
				all = append(all, m.Value)
			}
		}
		for _, item := range all {
			list = append(list, p.parse(item, depth+1))
		}
	}
	return list
}

// fill fills a schema from a merged node.
func (p *schemaParser) fill(s *Schema, n *Node, depth int) {
	if p.left--; p.left < 0 {
		*s = *p.unread()
		return
	}
	own := n.get("x-toolgen")
	s.node = n
	s.Notes = Notes{
		Title: n.str("title"), About: n.str("description"), Default: n.get("default"), Examples: listed(n.get("examples")),
		Marks: Marks{Sensitive: own.get("sensitive").isTrue(), Injected: own.get("injected").isTrue(), Question: own.str("question")},
	}
	s.Types, s.Integer = types(n)
	s.Range, s.pattern = rangeOf(n), compile(n.str("pattern"))
	if e := n.get("enum"); e != nil && e.Kind == Array {
		s.Enum = e.Items
	}
	if c := n.get("const"); c != nil {
		s.Enum = []*Node{c}
	}
	if s.Enum != nil {
		s.Types &= kindsOf(s.Enum)
	}
	s.Not = p.part(n, "not", depth)
	if s.takes(Object) && slices.ContainsFunc(aboutMembers, func(word string) bool { return n.get(word) != nil }) {
		s.Object = p.object(n, depth)
	}
	if s.takes(Array) {
		s.Array = p.array(n, depth)
	}
	if p.hides {
		s.beside = p.parts(n, depth, "if", "then", "else", "not", "dependentSchemas", "dependencies", alsoWord)
		s.inside = p.parts(n, depth, "propertyNames", "contentSchema")
	}
	for _, word := range []string{"oneOf", "anyOf"} {
		if list := n.get(word); list != nil && list.Kind == Array && len(list.Items) > 0 && s.Variants == nil {
			p.fillVariants(s, n, word, list.Items, depth)
		}
	}
}

// aboutMembers are the keywords about the members of objects.
var aboutMembers = []string{
	"properties", "required", "additionalProperties", "patternProperties", "propertyNames", "unevaluatedProperties",
	"minProperties", "maxProperties",
}

// object reads what a node says about members.
func (p *schemaParser) object(n *Node, depth int) ObjectRules {
	o := ObjectRules{Said: true, Additional: p.part(n, "additionalProperties", depth), Names: p.part(n, "propertyNames", depth)}
	if o.Additional != nil && o.Additional.never() && n.get("additionalProperties").Kind == Bool {
		o.Additional, o.Closed = nil, true
	}
	for _, m := range n.get("properties").members() {
		o.Properties = append(o.Properties, &Property{Name: m.Key, Schema: p.parse(m.Value, depth+1)})
	}
	for _, name := range listed(n.get("required")) {
		i := slices.IndexFunc(o.Properties, func(q *Property) bool { return q.Name == name.Text })
		if i < 0 {
			i = len(o.Properties)
			o.Properties = append(o.Properties, &Property{Name: name.Text, Schema: unsaid})
		}
		o.Properties[i].Required = true
	}
	for _, m := range n.get("patternProperties").members() {
		o.Patterns = append(o.Patterns, PatternRule{m.Key, compile(m.Key), p.parse(m.Value, depth+1)})
	}
	if p.hides {
		o.Unseen = p.parts(n, depth, "unevaluatedProperties")
	}
	return o
}

// array reads what a node says about items.
func (p *schemaParser) array(n *Node, depth int) ArrayRules {
	a := ArrayRules{Prefix: p.parts(n, depth, "prefixItems"), Items: p.part(n, "items", depth), Contains: p.part(n, "contains", depth)}
	if tuple := n.get("items"); len(a.Prefix) == 0 && tuple != nil && tuple.Kind == Array { // as drafts before 2020-12 write it
		a.Prefix, a.Items = p.parts(n, depth, "items"), p.part(n, "additionalItems", depth)
	}
	if p.hides {
		a.Unseen = p.parts(n, depth, "unevaluatedItems", "additionalItems")
	}
	return a
}

// kindNames are the names of the types. Integers are numbers, too.
var kindNames = []struct {
	kind Kind
	name string
}{{Bool, "boolean"}, {Number, "number"}, {String, "string"}, {Array, "array"}, {Object, "object"}, {Null, "null"}}

// types reads "type" and "nullable", or what other keywords say of the type.
func types(n *Node) (kinds Kind, integer bool) {
	fractional := false
	for _, item := range listed(n.get("type")) {
		name := strings.ToLower(item.Text)
		for _, k := range kindNames {
			if k.name == name {
				kinds |= k.kind
			}
		}
		if fractional = fractional || name == "number"; name == "integer" {
			kinds, integer = kinds|Number, true
		}
	}
	items := n.get("items")
	switch {
	case kinds != 0:
	case n.get("properties") != nil:
		kinds = Object
	case items != nil && items.Kind == Object || n.get("prefixItems") != nil:
		kinds = Array
	default:
		kinds = anyKind
	}
	if n.get("nullable").isTrue() {
		kinds |= Null
	}
	return kinds, integer && !fractional
}

func kindsOf(values []*Node) Kind {
	var k Kind
	for _, v := range values {
		k |= v.Kind
	}
	return k
}

func compile(pattern string) *regexp.Regexp {
	if pattern == "" || len(pattern) > 2000 {
		return nil
	}
	re, _ := regexp.Compile(pattern) // nil for an error
	return re
}

// rangeOf reads the limits of numbers. Drafts before 6 write "exclusiveMinimum": true beside a minimum.
func rangeOf(n *Node) Range {
	limit := func(key string) string {
		if v := n.get(key); v != nil && v.Kind == Number {
			return v.Text
		}
		return ""
	}
	bound := func(word, beyond string, sign int) (at string, out bool) {
		at = limit(word)
		if other := limit(beyond); other != "" && (at == "" || sign*decimal.Compare(other, at) >= 0) {
			return other, true
		}
		return at, n.get(beyond).isTrue()
	}
	var r Range
	r.Min, r.MinOut = bound("minimum", "exclusiveMinimum", 1)
	r.Max, r.MaxOut = bound("maximum", "exclusiveMaximum", -1)
	if of := limit("multipleOf"); of != "" && decimal.Compare(of, "0") > 0 {
		r.Multiple = of
	}
	return r
}

// maxVariants bounds the variants of one union that are read.
const maxVariants = 64

// fillVariants reads a union. A null variant makes the schema nullable; variants that are constants become one list of
// allowed values; a single other variant is merged into the schema.
func (p *schemaParser) fillVariants(s *Schema, n *Node, word string, items []*Node, depth int) {
	if len(items) > maxVariants {
		items, s.beside = items[:maxVariants], append(s.beside, p.unread())
	}
	base := without(n, word)
	nullable := false
	var variants []*Schema
	for _, item := range items {
		item = p.flat(p.alias(item), 0)
		if item.str("type") == "null" || item.get("const") != nil && item.get("const").Kind == Null {
			nullable = true
			continue
		}
		v := &Schema{}
		p.fill(v, p.flat(merge(base, item), 0), depth+1)
		if !v.never() {
			variants = append(variants, v)
		}
	}
	switch {
	case depth > maxSchemaDepth:
		s.beside = append(s.beside, p.unread())
		return
	case len(variants) == 1:
		*s = *variants[0]
	case len(variants) > 0 && !slices.ContainsFunc(variants, func(v *Schema) bool { return v.Enum == nil }):
		s.Enum = nil
		for _, v := range variants {
			s.Enum = append(s.Enum, v.Enum...)
		}
		s.Types, s.beside = kindsOf(s.Enum), append(s.beside, variants...)
	default:
		s.Variants, s.Types = variants, 0
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
