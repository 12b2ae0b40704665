package projection

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"
)

// node is a JSON value in the order in which it was written.
type node struct {
	kind    byte   // '{', '[', '"', '0' of a number, 't' of true and false, 'n' of null
	text    string // of a string its characters, of other scalars the literal
	raw     string // of a string as it was written; "" where it was not
	members []member
	items   []*node
}

// member is a key and its value. Raw is the key as it was written, "" where it was not.
type member struct {
	key, raw string
	value    *node
}

var errNotJSON = errors.New("it is not JSON")

// parse reads JSON. What is not UTF-8 and which keys come twice is kept, for the decoder to report.
func parse(text string) (*node, error) {
	if !json.Valid([]byte(text)) {
		return nil, errNotJSON
	}
	p := parser{text: text}
	return p.value(), nil
}

// parser reads text that is known to be JSON.
type parser struct {
	text string
	at   int
}

// next is the next byte that is neither space nor a separator.
func (p *parser) next() byte {
	for strings.IndexByte(" \t\r\n,:", p.text[p.at]) >= 0 {
		p.at++
	}
	return p.text[p.at]
}

func (p *parser) value() *node {
	n := &node{kind: p.next()}
	switch n.kind {
	case '{':
		for p.at++; p.next() != '}'; {
			key := p.word()
			n.members = append(n.members, member{unquoted(key), key, p.value()})
		}
		p.at++
	case '[':
		for p.at++; p.next() != ']'; {
			n.items = append(n.items, p.value())
		}
		p.at++
	case '"':
		n.raw = p.word()
		n.text = unquoted(n.raw)
	default:
		from := p.at
		for p.at < len(p.text) && strings.IndexByte(" \t\r\n,:]}", p.text[p.at]) < 0 {
			p.at++
		}
		n.text = p.text[from:p.at]
		switch n.kind {
		case 't', 'f':
			n.kind = 't'
		case 'n':
		default:
			n.kind = '0'
		}
	}
	return n
}

// word is the string that begins here, with its quotes.
func (p *parser) word() string {
	from := p.at
	for p.at++; p.text[p.at] != '"'; p.at++ {
		if p.text[p.at] == '\\' {
			p.at++
		}
	}
	p.at++
	return p.text[from:p.at]
}

func unquoted(raw string) string {
	if strings.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1]
	}
	var s string
	_ = json.Unmarshal([]byte(raw), &s) // it is JSON
	return s
}

func quoted(s string) string {
	var b strings.Builder
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false)
	_ = out.Encode(s) // a string has JSON
	return strings.TrimSuffix(b.String(), "\n")
}

func object(members ...member) *node { return &node{kind: '{', members: members} }
func list(items ...*node) *node      { return &node{kind: '[', items: items} }
func text(s string) *node            { return &node{kind: '"', text: s} }
func word(literal string) *node      { return &node{kind: literal[0], text: literal} }

// typeOf is the schema of one type.
func typeOf(t string) *node { return object(member{key: "type", value: text(t)}) }

func texts(words []string) *node {
	n := list()
	for _, s := range words {
		n.items = append(n.items, text(s))
	}
	return n
}

// get is the value of a key, nil if it is missing. Of a key that comes twice the last counts.
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

// str is the text of a string member, "" if it is missing.
func (n *node) str(key string) string {
	if v := n.get(key); v != nil && v.kind == '"' {
		return v.text
	}
	return ""
}

// texts are the strings of a list.
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

// set appends a member, or replaces its value.
func (n *node) set(key string, v *node) {
	for i := range n.members {
		if n.members[i].key == key {
			n.members[i].value = v
			return
		}
	}
	n.members = append(n.members, member{key: key, value: v})
}

// without is a copy that lacks some keys.
func (n *node) without(keys ...string) *node {
	out := object()
	for _, m := range n.members {
		if !slices.Contains(keys, m.key) {
			out.members = append(out.members, m)
		}
	}
	return out
}

// with is a copy that has more members.
func (n *node) with(members ...member) *node {
	return &node{kind: '{', members: append(slices.Clone(n.members), members...)}
}

// String is the JSON of the node, its scalars as they were written.
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
	case '"':
		if n.raw != "" {
			b.WriteString(n.raw)
		} else {
			b.WriteString(quoted(n.text))
		}
	default:
		b.WriteString(n.text)
	}
}

// cut shortens a text to a number of bytes.
func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most] + "…"
}
