package runtime

import (
	"bytes"
	"encoding/json"
	"math"
)

// document is the text of a call that is one JSON object. Only what is asked for is read, and only
// the text up to there is looked at: a hint is about a few places of a call that may be long.
type document struct {
	text []byte
	root docNode
}

// docNode is an object or array in the text of a document, with the members that were found.
type docNode struct {
	from    int32
	next    int32 // where the search for further members goes on, -1 at the end
	members []docMember
}

// docMember is a member of an object or an item of an array.
type docMember struct {
	key, colon int32 // the extent of the key, with its quotes; empty for an item
	from, to   int32 // the extent of the value; to is 0 until it is asked for
	escaped    bool  // the key has escapes
	below      *docNode
}

// newDocument reads the text of a call. Where it is not known to be sound, it is read as a whole
// first; what our own reader refuses for a reason beyond syntax, such as a key that stands twice, is
// read the way encoding/json does. ok is false where the text is not one object.
func newDocument(text []byte, sound bool) (doc document, ok bool) {
	if !sound {
		if DecodeWith(text, (*Decoder).Skip, MaxBytes(len(text)+1), MaxDepth(highestMaxDepth)) != nil {
			v, ok := parseAny(text)
			if !ok {
				return doc, false
			}
			text = writeJSON(v)
		}
	}
	text = text[skipBlank(text, 0):]
	for len(text) > 0 && blanks[text[len(text)-1]] {
		text = text[:len(text)-1]
	}
	if len(text) < len("{}") || text[0] != '{' || text[len(text)-1] != '}' || len(text) > math.MaxInt32/2 {
		return doc, false
	}
	return document{text: text, root: docNode{next: 1}}, true
}

// find returns the member that a step leads to, nil where there is none.
func (d *document) find(n *docNode, step pathStep) *docMember {
	if isArray := d.text[n.from] == '['; isArray != step.IsIndex {
		return nil
	}
	if step.IsIndex {
		for step.Index >= len(n.members) {
			if d.more(n) == nil {
				return nil
			}
		}
		if step.Index < 0 {
			return nil
		}
		return &n.members[step.Index]
	}
	if i := d.index(n, step.Key); i >= 0 {
		return &n.members[i]
	}
	return nil
}

// index is the position of the member of an object with a key, -1 where there is none.
func (d *document) index(n *docNode, key string) int {
	for i := range n.members {
		if d.named(&n.members[i], key) {
			return i
		}
	}
	for {
		m := d.more(n)
		if m == nil {
			return -1
		}
		if d.named(m, key) {
			return len(n.members) - 1
		}
	}
}

// more finds the next member of a node, nil at its end.
func (d *document) more(n *docNode) *docMember {
	if n.next < 0 {
		return nil
	}
	at := int(n.next)
	if last := len(n.members) - 1; last >= 0 {
		at = skipBlank(d.text, d.end(&n.members[last]))
		if at >= len(d.text) || d.text[at] != ',' {
			n.next = -1
			return nil
		}
		at++
	}
	at = skipBlank(d.text, at)
	m := docMember{}
	if d.text[n.from] == '{' {
		if at >= len(d.text) || d.text[at] != '"' {
			n.next = -1
			return nil
		}
		end, escaped := endOfString(d.text, at)
		m.key, m.colon, m.escaped = int32(at), int32(end), escaped
		at = skipBlank(d.text, int(m.colon))
		if at >= len(d.text) || d.text[at] != ':' {
			n.next = -1
			return nil
		}
		at = skipBlank(d.text, at+1)
	}
	if at >= len(d.text) || d.text[at] == ']' || d.text[at] == '}' {
		n.next = -1
		return nil
	}
	m.from = int32(at)
	if n.members == nil {
		n.members = make([]docMember, 0, 8)
	}
	n.members = append(n.members, m)
	return &n.members[len(n.members)-1]
}

// all finds all members of a node.
func (d *document) all(n *docNode) []docMember {
	for d.more(n) != nil {
	}
	return n.members
}

// inside is the object or array that a member's value is, nil for a scalar.
func (d *document) inside(m *docMember) *docNode {
	if m.below == nil {
		if c := d.text[m.from]; c != '{' && c != '[' {
			return nil
		}
		m.below = &docNode{from: m.from, next: m.from + 1}
	}
	return m.below
}

// end is the offset behind a member's value.
func (d *document) end(m *docMember) int {
	if m.to == 0 {
		m.to = int32(endOfValue(d.text, int(m.from)))
	}
	return int(m.to)
}

func (d *document) raw(m *docMember) []byte { return d.text[m.from:d.end(m)] }

// named reports whether a member bears a key.
func (d *document) named(m *docMember, key string) bool {
	if !m.escaped {
		return string(d.text[m.key+1:m.colon-1]) == key
	}
	return d.key(m) == key
}

func (d *document) key(m *docMember) string {
	s, _ := readValue(d.text[m.key:m.colon]).(string)
	return s
}

// at finds the member at a path, nil where there is none; the empty path leads to no member.
func (d *document) at(steps []pathStep) *docMember {
	if d == nil || len(steps) == 0 {
		return nil
	}
	n := &d.root
	for _, step := range steps[:len(steps)-1] {
		m := d.find(n, step)
		if m == nil {
			return nil
		}
		if n = d.inside(m); n == nil {
			return nil
		}
	}
	return d.find(n, steps[len(steps)-1])
}

// value reads the value at a path. ok is false where there is none.
func (d *document) value(steps []pathStep) (v any, ok bool) {
	if d != nil && len(steps) == 0 {
		return readValue(d.text), true
	}
	m := d.at(steps)
	if m == nil {
		return nil, false
	}
	return readValue(d.raw(m)), true
}

// readValue reads a value that is known to be JSON.
func readValue(raw []byte) any {
	if len(raw) == 0 {
		return nil
	}
	switch c := raw[0]; {
	case c == '"' && bytes.IndexByte(raw, '\\') < 0:
		return string(raw[1 : len(raw)-1])
	case c == '-' || isDigit(c):
		return json.Number(raw)
	}
	v, _ := parseAny(raw)
	return v
}

// skipBlank is the offset of the first byte from at that is not white space.
func skipBlank(text []byte, at int) int {
	for at < len(text) && blanks[text[at]] {
		at++
	}
	return at
}

// blanks tells the bytes that are white space.
var blanks = [256]bool{' ': true, '\n': true, '\t': true, '\r': true}

// endOfString is the offset behind the string that begins at an offset, and whether it has escapes.
func endOfString(text []byte, at int) (end int, escaped bool) {
	rest := text[at+1:]
	for i := 0; i < len(rest); i++ {
		switch rest[i] {
		case '"':
			return len(text) - len(rest) + i + 1, escaped
		case '\\':
			escaped = true
			i++
		}
	}
	return len(text), escaped
}

// endOfValue is the offset behind the value that begins at an offset.
func endOfValue(text []byte, at int) int {
	switch text[at] {
	case '"':
		end, _ := endOfString(text, at)
		return end
	case '{', '[':
		return endOfContainer(text, at)
	}
	for at < len(text) {
		switch text[at] {
		case ',', '}', ']', ' ', '\n', '\t', '\r':
			return at
		}
		at++
	}
	return at
}
