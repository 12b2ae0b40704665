package repair

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Kind is the JSON type of a node.
type Kind uint8

// The kinds, each a bit, so that a schema can say which it takes.
const (
	Null Kind = 1 << iota
	Bool
	Number
	String
	Array
	Object

	anyKind = Null | Bool | Number | String | Array | Object
)

// Node is a JSON value in the order in which it was written, and where it stood.
type Node struct {
	Kind    Kind
	Text    string // of a string its characters, of a number or bool its literal
	Members []Member
	Items   []*Node
	Place   string // the dotted path in the call as it was written; "" is the whole call
	Cut     bool   // the text ends within this value; of what Kind it is may be a guess
}

// Member is a key and its value.
type Member struct {
	Key   string
	Value *Node
}

// get gives the value of a key, nil where there is none.
func (n *Node) get(key string) *Node {
	if n == nil {
		return nil
	}
	for _, m := range n.Members {
		if m.Key == key {
			return m.Value
		}
	}
	return nil
}

// str gives the text of a string member, "" where there is none.
func (n *Node) str(key string) string {
	if v := n.get(key); v != nil && v.Kind == String {
		return v.Text
	}
	return ""
}

func (n *Node) scalar() bool { return n.Kind&(Array|Object) == 0 }

// isTrue reports whether the node is the literal true.
func (n *Node) isTrue() bool { return n != nil && n.Kind == Bool && n.Text == "true" }

// equal reports whether two values are the same JSON value. Members compare in any order.
func equal(a, b *Node) bool {
	if a.Kind != b.Kind || len(a.Members) != len(b.Members) || len(a.Items) != len(b.Items) {
		return false
	}
	switch a.Kind {
	case Number:
		return a.Text == b.Text || sameNumber(a.Text, b.Text)
	case Object:
		for _, m := range a.Members {
			if other := b.get(m.Key); other == nil || !equal(m.Value, other) {
				return false
			}
		}
	case Array:
		for i := range a.Items {
			if !equal(a.Items[i], b.Items[i]) {
				return false
			}
		}
	default:
		return a.Text == b.Text
	}
	return true
}

// JSON is the compact text of the node.
func (n *Node) JSON() string {
	var b strings.Builder
	n.write(&b)
	return b.String()
}

func (n *Node) write(b *strings.Builder) {
	switch n.Kind {
	case Null:
		b.WriteString("null")
	case String:
		writeString(b, n.Text)
	case Array:
		b.WriteByte('[')
		for i, item := range n.Items {
			if i > 0 {
				b.WriteByte(',')
			}
			item.write(b)
		}
		b.WriteByte(']')
	case Object:
		b.WriteByte('{')
		for i, m := range n.Members {
			if i > 0 {
				b.WriteByte(',')
			}
			writeString(b, m.Key)
			b.WriteByte(':')
			m.Value.write(b)
		}
		b.WriteByte('}')
	default:
		b.WriteString(n.Text)
	}
}

// writeString writes a JSON string as a model would: only what must be escaped is.
func writeString(b *strings.Builder, s string) {
	const hex = "0123456789abcdef"
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < 0x20:
			b.WriteString(`\u00`)
			b.WriteByte(hex[r>>4])
			b.WriteByte(hex[r&15])
		default:
			b.WriteRune(r) // what is no UTF-8 becomes U+FFFD, as decoders read it
		}
	}
	b.WriteByte('"')
}

// maxKeyInPlace bounds the bytes of one key in a place. Keys come from the call.
const maxKeyInPlace = 256

// joinKey is the dotted path of a member.
func joinKey(place, key string) string {
	if len(key) > maxKeyInPlace {
		cut := maxKeyInPlace
		for cut > 0 && !utf8.RuneStart(key[cut]) {
			cut--
		}
		key = key[:cut] + "…"
	}
	switch {
	case !isPlainKey(key):
		return place + "[" + strconv.Quote(key) + "]"
	case place == "":
		return key
	}
	return place + "." + key
}

// joinIndex is the dotted path of an item.
func joinIndex(place string, i int) string { return place + "[" + strconv.Itoa(i) + "]" }

func isPlainKey(key string) bool {
	if key == "" {
		return false
	}
	for i := range len(key) {
		c := key[i]
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c == '$' || c == '@') {
			return false
		}
	}
	return true
}

// lastKey is the last key of a place, "" where it ends in an index.
func lastKey(place string) string {
	steps := splitPlace(place)
	if len(steps) == 0 {
		return ""
	}
	return steps[len(steps)-1].key
}

// step is one step of a place.
type step struct {
	key   string
	index int // of an item; -1 for a key
}

// splitPlace takes a place apart. What is no proper step is part of a key.
func splitPlace(place string) []step {
	var steps []step
	for place != "" {
		if place[0] == '[' {
			if s, rest, ok := bracketStep(place); ok {
				steps = append(steps, s)
				place = strings.TrimPrefix(rest, ".")
				continue
			}
		}
		end := 1
		for end < len(place) && place[end] != '.' && place[end] != '[' {
			end++
		}
		steps = append(steps, step{place[:end], -1})
		place = strings.TrimPrefix(place[end:], ".")
	}
	return steps
}

// bracketStep reads a leading [3], ["key"] or [key].
func bracketStep(place string) (s step, rest string, ok bool) {
	if strings.HasPrefix(place, `["`) {
		quoted, err := strconv.QuotedPrefix(place[1:])
		if err != nil || !strings.HasPrefix(place[1+len(quoted):], "]") {
			return s, place, false
		}
		key, err := strconv.Unquote(quoted)
		return step{key, -1}, place[len(quoted)+2:], err == nil
	}
	end := strings.IndexByte(place, ']')
	if end < 2 {
		return s, place, false
	}
	if i, err := strconv.Atoi(place[1:end]); err == nil && i >= 0 {
		return step{"", i}, place[end+1:], true
	}
	return step{place[1:end], -1}, place[end+1:], true
}
