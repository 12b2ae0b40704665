package repair

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/decimal"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/show"
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

// Node is a JSON value with its members in the order of the text, and its place there.
type Node struct {
	Kind    Kind
	Text    string // the characters of a string, the literal of a number or bool
	Members []Member
	Items   []*Node
	Place   string // the dotted path in the call as it was sent; "" is the whole call, [nowhere] is not in it
	Cut     bool   // the text ends within this value, so that its Kind may be a guess
	Garbled bool   // other text is beside it, or it has bytes or escapes that are no characters
	bare    bool   // it is text without quotes
	Again   *Node  // what the same key has before it, if that differs
}

// Member is a key and its value.
type Member struct {
	Key   string
	Value *Node
}

// last returns the last value of a container, nil if it is empty.
func (n *Node) last() *Node {
	switch {
	case len(n.Members) > 0:
		return n.Members[len(n.Members)-1].Value
	case len(n.Items) > 0:
		return n.Items[len(n.Items)-1]
	}
	return nil
}

// get returns the value of a key, nil if there is none.
func (n *Node) get(key string) *Node {
	for _, m := range n.members() {
		if m.Key == key {
			return m.Value
		}
	}
	return nil
}

// members returns the members of an object, none for nil.
func (n *Node) members() []Member {
	if n == nil {
		return nil
	}
	return n.Members
}

// str returns the text of a string member, "" if there is none.
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
		return decimal.Compare(a.Text, b.Text) == 0
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
		b.Write(show.JSON(n.Text))
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
			b.Write(show.JSON(m.Key))
			b.WriteByte(':')
			m.Value.write(b)
		}
		b.WriteByte('}')
	default:
		b.WriteString(n.Text)
	}
}

// joinIndex is the dotted path of an item.
func joinIndex(place string, i int) string { return place + fieldpath.Index(i) }

// lastKey is the last key of a place, "" if it ends in an index.
func lastKey(place string) string {
	steps := fieldpath.Split(place)
	if len(steps) == 0 {
		return ""
	}
	return steps[len(steps)-1].Key
}

// walk calls visit with a tree and all that is in it, each with its path.
func (n *Node) walk(at string, visit func(n *Node, at string)) {
	if n == nil {
		return
	}
	visit(n, at)
	for _, m := range n.Members {
		m.Value.walk(fieldpath.JoinKey(at, m.Key), visit)
	}
	for i, item := range n.Items {
		item.walk(joinIndex(at, i), visit)
	}
}

// copied returns a copy of a tree without the values that drop tells, nil for nil. An item leaves null in its place.
func (n *Node) copied(at string, drop func(n *Node, at string) bool) *Node {
	if n == nil {
		return nil
	}
	out := *n
	out.Members, out.Items = nil, nil
	for _, m := range n.Members {
		if place := fieldpath.JoinKey(at, m.Key); !drop(m.Value, place) {
			out.Members = append(out.Members, Member{m.Key, m.Value.copied(place, drop)})
		}
	}
	for i, item := range n.Items {
		place := joinIndex(at, i)
		if drop(item, place) {
			item = &Node{Kind: Null}
		}
		out.Items = append(out.Items, item.copied(place, drop))
	}
	return &out
}

// below returns the value at the end of steps, nil if there is none.
func (n *Node) below(steps []fieldpath.Step) *Node {
	for _, st := range steps {
		switch {
		case n == nil:
			return nil
		case !st.IsIndex:
			n = n.get(st.Key)
		case st.Index >= 0 && st.Index < len(n.Items):
			n = n.Items[st.Index]
		default:
			return nil
		}
	}
	return n
}

// nowhere is the place of objects and arrays that the engine makes.
const nowhere = "\xff"

// maxIndex bounds the index that a path may name.
const maxIndex = 200

// put returns a copy of a tree with a value at the end of steps. A nil value removes what is there; an item leaves null
// in its place. Missing objects and arrays on the way are added. It returns nil if a value of another kind is in the way.
func (n *Node) put(steps []fieldpath.Step, v *Node) *Node {
	if len(steps) == 0 {
		return v
	}
	st, kind := steps[0], Object
	if st.IsIndex {
		kind = Array
	}
	out := &Node{Kind: kind, Place: nowhere}
	if n != nil && n.Kind != Null {
		*out = *n
	}
	old := out.below(steps[:1])
	made := old.put(steps[1:], v)
	switch {
	case out.Kind != kind || made == nil && (v != nil || len(steps) > 1):
		return nil
	case !st.IsIndex && made == nil:
		return without(out, st.Key)
	case !st.IsIndex && old == nil:
		out.Members = append(slices.Clone(out.Members), Member{st.Key, made})
	case !st.IsIndex:
		out.Members = slices.Clone(out.Members)
		out.Members[slices.IndexFunc(out.Members, func(m Member) bool { return m.Key == st.Key })].Value = made
	case st.Index < 0 || st.Index > len(out.Items) || old == nil && st.Index > maxIndex:
		return nil
	default:
		if made == nil {
			made = &Node{Kind: Null}
		}
		out.Items = append(slices.Clone(out.Items[:st.Index]), append([]*Node{made}, out.Items[min(st.Index+1, len(out.Items)):]...)...)
	}
	return out
}

// without returns an object without a member.
func without(n *Node, key string) *Node {
	out := *n
	out.Members = slices.DeleteFunc(slices.Clone(n.Members), func(m Member) bool { return m.Key == key })
	return &out
}
