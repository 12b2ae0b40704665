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
	if len(r.roots) != 1 || r.cut || len(r.notes) > 0 || r.roots[0].Kind&(Object|Bool) == 0 {
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
	hides bool // some values may be hidden: then branches of conditions count, and what cannot be read hides
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
		return &Schema{relations: relations{never: true}}
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

// flat merges what $ref and allOf bring into one node. What is said twice is said in "allOf" of the
// member, which is merged in turn.
func (p *schemaParser) flat(n *Node, depth int) *Node {
	if n.Kind != Object || n.get("allOf") == nil && !slices.ContainsFunc(refWords, func(word string) bool { return n.get(word) != nil }) {
		return n
	}
	if depth > 16 {
		return merge(n, also(secretNode))
	}
	own := &Node{Kind: Object}
	parts := []*Node{own}
	for _, m := range n.Members {
		switch {
		case slices.Contains(refWords, m.Key) && m.Value.Kind == String:
			to := p.refs.find(m.Value.Text)
			switch {
			case to != nil && to != n:
				parts = append(parts, p.flat(to, depth+1))
			case to == nil && !strings.Contains(m.Value.Text, "://json-schema.org/"): // whose schemas hide nothing
				parts = append(parts, also(secretNode))
			}
			if _, name, _ := strings.Cut(m.Value.Text, "#"); m.Key != "$ref" {
				parts = append(parts, also(p.refs.dynamic[name]...))
			}
		case m.Key == "allOf" && m.Value.Kind == Array:
			for _, item := range m.Value.Items {
				parts = append(parts, p.flat(p.alias(item), depth+1))
			}
		default:
			own.Members = append(own.Members, m)
		}
	}
	merged := parts[0]
	for _, part := range parts[1:] {
		merged = merge(merged, part)
	}
	for _, part := range parts { // which holds for the keys that another part declares
		if rest := part.get("additionalProperties"); rest != nil && rest.Kind == Object {
			merged = merge(merged, also(part))
		}
	}
	return merged
}

// alsoWord is the member of merged nodes that lists schemas which may hold as well.
const alsoWord = "\xffalso"

// also is a node that says nothing but what other schemas may say.
func also(nodes ...*Node) *Node {
	return &Node{Kind: Object, Members: []Member{{alsoWord, &Node{Kind: Array, Items: nodes}}}}
}

// secretNode stands for a schema that is not known, which may hide values.
var secretNode = &Node{Kind: Object, Members: []Member{{"x-toolgen", &Node{Kind: Object, Members: []Member{{"sensitive", &Node{Kind: Bool, Text: "true"}}}}}}}

// merge gives a node that says what both say.
func merge(a, b *Node) *Node {
	if b.Kind != Object {
		return a
	}
	out := &Node{Kind: Object, Members: append([]Member(nil), a.Members...)}
	for _, m := range b.Members {
		i := 0
		for i < len(out.Members) && out.Members[i].Key != m.Key {
			i++
		}
		if i == len(out.Members) {
			out.Members = append(out.Members, m)
			continue
		}
		have := out.Members[i].Value
		switch m.Key {
		case "properties", "patternProperties", "$defs", "definitions":
			have = mergeMembers(have, m.Value)
		case "x-toolgen":
			have = mergeMembers(m.Value, have)
			for _, mark := range []string{"sensitive", "injected"} {
				if out.Members[i].Value.get(mark).isTrue() || m.Value.get(mark).isTrue() {
					have = without(have, mark)
					have.Members = append(have.Members, Member{mark, &Node{Kind: Bool, Text: "true"}})
				}
			}
		case "if", "then", "else", "not", "contains", "dependentSchemas", "dependencies", "propertyNames", "contentSchema",
			"oneOf", "anyOf", "prefixItems", "unevaluatedProperties", "unevaluatedItems":
			out = merge(out, also(&Node{Kind: Object, Members: []Member{m}}))
			continue
		case "required", alsoWord:
			have = &Node{Kind: Array, Items: append(append([]*Node(nil), have.Items...), m.Value.Items...)}
		case "items", "additionalProperties":
			have = both(have, m.Value)
		case "minimum", "minLength", "minItems", "exclusiveMinimum":
			have = further(have, m.Value, 1)
		case "maximum", "maxLength", "maxItems", "exclusiveMaximum":
			have = further(have, m.Value, -1)
		case "enum", "type":
			have = common(have, m.Value)
		}
		out.Members[i].Value = have
	}
	return out
}

func mergeMembers(a, b *Node) *Node {
	out := &Node{Kind: Object, Members: append([]Member(nil), a.Members...)}
next:
	for _, m := range b.Members {
		for i := range out.Members {
			if out.Members[i].Key == m.Key {
				out.Members[i].Value = both(out.Members[i].Value, m.Value)
				continue next
			}
		}
		out.Members = append(out.Members, m)
	}
	return out
}

// both is a schema of two.
func both(a, b *Node) *Node {
	switch {
	case equal(a, b) || b.Kind == Bool && b.Text == "true":
		return a
	case a.Kind == Bool:
		if a.Text == "false" {
			return a
		}
		return b
	}
	return &Node{Kind: Object, Members: []Member{{"allOf", &Node{Kind: Array, Items: []*Node{a, b}}}}}
}

// further gives the bound that asks for more.
func further(a, b *Node, sign int) *Node {
	if a.Kind != Number || b.Kind == Number && decimal.Compare(b.Text, a.Text)*sign > 0 {
		return b
	}
	return a
}

// common gives what two lists both have; a type may be a word.
func common(a, b *Node) *Node {
	list := func(n *Node) []*Node {
		if n.Kind == Array {
			return n.Items
		}
		return []*Node{n}
	}
	out := &Node{Kind: Array}
	for _, x := range list(a) {
		for _, y := range list(b) {
			if equal(x, y) || x.Text == "number" && y.Text == "integer" {
				out.Items = append(out.Items, y)
			} else if x.Text == "integer" && y.Text == "number" {
				out.Items = append(out.Items, x)
			}
		}
	}
	return out
}

// fill fills a schema from a merged node.
func (p *schemaParser) fill(s *Schema, n *Node, depth int) {
	if p.left--; p.left < 0 {
		*s = *p.unread()
		return
	}
	s.Title, s.About, s.Default = n.str("title"), n.str("description"), n.get("default")
	s.Marks = marks(n)
	s.Types, s.Integer = types(n)
	s.Text = textOf(n)
	s.Range = rangeOf(n)
	if e := n.get("enum"); e != nil && e.Kind == Array {
		s.Enum = e.Items
	}
	if c := n.get("const"); c != nil {
		s.Enum = []*Node{c}
	}
	if s.Enum != nil {
		s.Types &= kindsOf(s.Enum)
	}
	if cond := n.get("if"); cond != nil && cond.Kind == Object && n.get(alsoWord) == nil {
		s.If = p.parse(cond, depth+1)
	}
	if not := n.get("not"); not != nil && not.Kind == Object {
		s.Not = p.parse(not, depth+1)
	}
	p.fillObject(s, n, depth)
	p.fillArray(s, n, depth)
	if p.hides {
		p.fillBeside(s, n, depth)
	}
	for _, word := range []string{"oneOf", "anyOf"} {
		if list := n.get(word); list != nil && list.Kind == Array && len(list.Items) > 0 && s.Variants == nil {
			p.fillVariants(s, n, word, list.Items, depth)
		}
	}
}

// types reads "type" and "nullable", or what other keywords say of the type.
func types(n *Node) (kinds Kind, integer bool) {
	t := n.get("type")
	list := []*Node{t}
	if t != nil && t.Kind == Array {
		list = t.Items
	}
	number := false
	for _, item := range list {
		if item == nil {
			continue
		}
		switch strings.ToLower(item.Text) {
		case "object":
			kinds |= Object
		case "array":
			kinds |= Array
		case "string":
			kinds |= String
		case "number":
			kinds, number = kinds|Number, true
		case "integer":
			kinds, integer = kinds|Number, true
		case "boolean":
			kinds |= Bool
		case "null":
			kinds |= Null
		}
	}
	if kinds == 0 {
		switch {
		case t != nil:
			kinds = anyKind
		case n.get("properties") != nil:
			kinds = Object
		case n.get("items") != nil && n.get("items").Kind == Object, n.get("prefixItems") != nil:
			kinds = Array
		default:
			kinds = anyKind
		}
	}
	if n.get("nullable").isTrue() {
		kinds |= Null
	}
	return kinds, integer && !number
}

func kindsOf(values []*Node) Kind {
	var k Kind
	for _, v := range values {
		k |= v.Kind
	}
	return k
}

func textOf(n *Node) Text {
	t := Text{Format: n.str("format"), Pattern: n.str("pattern"), Min: count(n.get("minLength"), 0), Max: count(n.get("maxLength"), -1)}
	t.pattern = compile(t.Pattern)
	return t
}

func compile(pattern string) *regexp.Regexp {
	if pattern == "" || len(pattern) > 2000 {
		return nil
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil
	}
	return re
}

// count reads a number of characters, items or members.
func count(n *Node, none int) int {
	if n == nil || n.Kind != Number {
		return none
	}
	size, ok := decimal.Parse(n.Text).Int64()
	if !ok || size < 0 || size > 1<<31 {
		return none
	}
	return int(size)
}

// rangeOf reads the limits of numbers. Drafts before 6 write "exclusiveMinimum": true beside a minimum.
func rangeOf(n *Node) Range {
	limit := func(key string) string {
		if v := n.get(key); v != nil && v.Kind == Number {
			return v.Text
		}
		return ""
	}
	r := Range{
		Min: limit("minimum"), MinOut: n.get("exclusiveMinimum").isTrue(),
		Max: limit("maximum"), MaxOut: n.get("exclusiveMaximum").isTrue(),
	}
	if out := limit("exclusiveMinimum"); out != "" && (r.Min == "" || decimal.Compare(out, r.Min) >= 0) {
		r.Min, r.MinOut = out, true
	}
	if out := limit("exclusiveMaximum"); out != "" && (r.Max == "" || decimal.Compare(out, r.Max) <= 0) {
		r.Max, r.MaxOut = out, true
	}
	if of := limit("multipleOf"); of != "" && decimal.Compare(of, "0") > 0 {
		r.Multiple = of
	}
	return r
}
