package repair

import (
	"errors"
	"regexp"
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

// fill fills a schema from a merged node.
func (p *schemaParser) fill(s *Schema, n *Node, depth int) {
	if p.left--; p.left < 0 {
		*s = *p.unread()
		return
	}
	s.Title, s.About, s.Default, s.Examples = n.str("title"), n.str("description"), n.get("default"), listed(n.get("examples"))
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
	if kinds == 0 {
		items := n.get("items")
		switch {
		case n.get("type") != nil:
			kinds = anyKind
		case n.get("properties") != nil:
			kinds = Object
		case items != nil && items.Kind == Object || n.get("prefixItems") != nil:
			kinds = Array
		default:
			kinds = anyKind
		}
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
