package projection

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/show"
)

// node is a JSON value that keeps the order of members.
type node struct {
	kind    byte   // '{', '[', '"', '0' for numbers, 't' for true and false, 'n' for null
	text    string // decoded string, or the literal of another scalar
	raw     string // a scalar as written
	members []member
	items   []*node

	difference // of a projected schema
}

// member is a key with its value. raw is the key as written, "" if it was not parsed. A property of a projected schema
// has an origin.
type member struct {
	key, raw string
	value    *node
	origin   *property
}

var errNotJSON = errors.New("not valid JSON")

// parse reads JSON. Invalid UTF-8 and duplicate keys are kept for the decoder to report.
func parse(text string) (*node, error) {
	p, err := newParser(text)
	if err != nil {
		return nil, err
	}
	return p.value(0), nil
}

// parser reads text known to be valid JSON.
type parser struct {
	text string
	*json.Decoder
	nodes, nesting int // read so far
}

func newParser(text string) (*parser, error) {
	if !json.Valid([]byte(text)) {
		return nil, errNotJSON
	}
	p := &parser{text: text, Decoder: json.NewDecoder(strings.NewReader(text))}
	p.UseNumber()
	return p, nil
}

func (p *parser) value(depth int) *node {
	p.nodes, p.nesting = p.nodes+1, max(p.nesting, depth+1)
	from := p.InputOffset()
	token, _ := p.Token()
	raw := strings.TrimLeft(p.text[from:p.InputOffset()], " \t\r\n,:")
	n := &node{kind: raw[0], text: raw, raw: raw}
	switch token := token.(type) {
	case json.Delim:
		for n.text = ""; p.More(); {
			item := p.value(depth + 1)
			if raw == "[" {
				n.items = append(n.items, item)
			} else {
				p.nodes-- // a key is not a value
				n.members = append(n.members, member{key: item.text, raw: item.raw, value: p.value(depth + 1)})
			}
		}
		_, _ = p.Token() // the closing bracket
	case string:
		n.text = token
	case bool:
		n.kind = 't'
	case json.Number:
		n.kind = '0'
	}
	return n
}

func quoted(s string) string { return string(show.JSON(s)) }

func object(members ...member) *node { return &node{kind: '{', members: members} }
func list(items ...*node) *node      { return &node{kind: '[', items: items} }
func text(s string) *node            { return &node{kind: '"', text: s, raw: quoted(s)} }
func word(literal string) *node      { return &node{kind: literal[0], text: literal, raw: literal} }

// typeSchema returns a schema of one type.
func typeSchema(t string) *node { return object(member{key: "type", value: text(t)}) }

func texts(words []string) *node {
	n := list()
	for _, s := range words {
		n.items = append(n.items, text(s))
	}
	return n
}

// get returns the value of a key, nil if absent. The last of duplicate keys wins.
func (n *node) get(key string) *node {
	if n == nil {
		return nil
	}
	for i := len(n.members) - 1; i >= 0; i-- {
		if n.members[i].key == key {
			return n.members[i].value
		}
	}
	return nil
}

// str returns a string member, "" if absent.
func (n *node) str(key string) string {
	if v := n.get(key); v != nil && v.kind == '"' {
		return v.text
	}
	return ""
}

// texts returns the strings of a list.
func (n *node) texts() (all []string) {
	if n == nil {
		return nil
	}
	for _, item := range n.items {
		if item.kind == '"' {
			all = append(all, item.text)
		}
	}
	return all
}

func (n *node) is(literal string) bool {
	return n != nil && n.text == literal && (n.kind == 't' || n.kind == 'n')
}

// set appends or replaces a member.
func (n *node) set(key string, v *node) {
	for i := range n.members {
		if n.members[i].key == key {
			n.members[i].value = v
			return
		}
	}
	n.members = append(n.members, member{key: key, value: v})
}

// without returns a copy without the given keys.
func (n *node) without(keys ...string) *node {
	return n.only(func(key string) bool { return !slices.Contains(keys, key) })
}

// only returns a copy with the members whose keys are to be kept.
func (n *node) only(keep func(key string) bool) *node {
	out := n.with()
	out.members = slices.DeleteFunc(out.members, func(m member) bool { return !keep(m.key) })
	return out
}

// with returns a copy with additional members.
func (n *node) with(members ...member) *node {
	return &node{kind: '{', members: append(slices.Clone(n.members), members...), difference: n.difference}
}

// String returns the node as JSON, with scalars as written.
func (n *node) String() string {
	var b strings.Builder
	n.write(&b)
	return b.String()
}

func (n *node) write(b *strings.Builder) {
	switch n.kind {
	case '{':
		for i, m := range n.members {
			b.WriteByte("{,"[min(i, 1)])
			if m.raw == "" {
				m.raw = quoted(m.key)
			}
			b.WriteString(m.raw)
			b.WriteByte(':')
			m.value.write(b)
		}
		if len(n.members) == 0 {
			b.WriteByte('{')
		}
		b.WriteByte('}')
	case '[':
		b.WriteByte('[')
		for i, item := range n.items {
			if i > 0 {
				b.WriteByte(',')
			}
			item.write(b)
		}
		b.WriteByte(']')
	default:
		b.WriteString(n.raw)
	}
}
