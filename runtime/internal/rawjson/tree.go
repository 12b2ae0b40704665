package rawjson

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/show"
)

// Node is a JSON value as a tree that a program can change. It keeps the order of members, including duplicates, and the
// spelling of keys and scalars. Note is for the program that owns the tree.
type Node[T any] struct {
	Kind    byte  // '{', '[', '"', '0' for numbers, 't' for true and false, 'n' for null
	Raw     Value // as written; nil for objects and arrays that a program made
	Members []Member[T]
	Items   []*Node[T]
	Note    T
}

// Member is a key with its value.
type Member[T any] struct {
	Key   string
	Raw   Value // the key as written, nil if a program made it
	Value *Node[T]
}

// Parse reads a JSON text, in linear time.
func Parse[T any](text []byte) (*Node[T], error) {
	if !json.Valid(text) {
		return nil, json.Unmarshal(text, new(any)) // which says why
	}
	v := Value(text)
	root, _ := parse[T](v, v.skip(0, blanks))
	return root, nil
}

// parse reads the value at offset i of a valid text, and returns the offset after it.
func parse[T any](v Value, i int) (n *Node[T], end int) {
	n = &Node[T]{Kind: v[i]}
	switch c := v[i]; {
	case c == '{':
		for end = v.skip(i+1, blanks); v[end] != '}'; end = v.skip(end, blanks+",") {
			m := Member[T]{Raw: v[end:v.end(end)]}
			m.Key = m.Raw.Text()
			m.Value, end = parse[T](v, v.skip(end+len(m.Raw), blanks+":"))
			n.Members = append(n.Members, m)
		}
		end++
	case c == '[':
		for end = v.skip(i+1, blanks); v[end] != ']'; end = v.skip(end, blanks+",") {
			var item *Node[T]
			item, end = parse[T](v, end)
			n.Items = append(n.Items, item)
		}
		end++
	default:
		end = v.end(i)
		n.Kind = kindOf(c)
	}
	n.Raw = v[i:end:end]
	return n, end
}

func kindOf(first byte) byte {
	switch {
	case first == 'f':
		return 't'
	case first == '-', '0' <= first && first <= '9':
		return '0'
	}
	return first
}

// Text returns the content of a string or the literal of another scalar, "" for anything else.
func (n *Node[T]) Text() string {
	if n == nil || n.Kind == '{' || n.Kind == '[' {
		return ""
	}
	return n.Raw.Content()
}

// Is reports whether the value is a literal: true, false or null.
func (n *Node[T]) Is(literal string) bool { return n != nil && string(n.Raw) == literal }

// Get returns the value of a key, nil if absent. The last of duplicate keys wins.
func (n *Node[T]) Get(key string) *Node[T] {
	if n == nil {
		return nil
	}
	for _, m := range slices.Backward(n.Members) {
		if m.Key == key {
			return m.Value
		}
	}
	return nil
}

// Str returns a string member, "" if absent.
func (n *Node[T]) Str(key string) string {
	if v := n.Get(key); v != nil && v.Kind == '"' {
		return v.Text()
	}
	return ""
}

// Texts returns the strings of a list.
func (n *Node[T]) Texts() (all []string) {
	if n == nil {
		return nil
	}
	for _, item := range n.Items {
		if item.Kind == '"' {
			all = append(all, item.Text())
		}
	}
	return all
}

// Set appends or replaces a member.
func (n *Node[T]) Set(key string, v *Node[T]) {
	for i := range n.Members {
		if n.Members[i].Key == key {
			n.Members[i].Value = v
			return
		}
	}
	n.Members = append(n.Members, Member[T]{Key: key, Value: v})
}

// With returns a copy of an object with additional members.
func (n *Node[T]) With(members ...Member[T]) *Node[T] {
	return &Node[T]{Kind: '{', Members: slices.Concat(n.Members, members), Note: n.Note}
}

// Only returns a copy of an object with the members whose keys are to be kept.
func (n *Node[T]) Only(keep func(key string) bool) *Node[T] {
	out := n.With()
	out.Members = slices.DeleteFunc(out.Members, func(m Member[T]) bool { return !keep(m.Key) })
	return out
}

// Without returns a copy of an object without some keys.
func (n *Node[T]) Without(keys ...string) *Node[T] {
	return n.Only(func(key string) bool { return !slices.Contains(keys, key) })
}

// String returns the tree as JSON without white space, with keys and scalars as written.
func (n *Node[T]) String() string {
	var b strings.Builder
	n.write(&b)
	return b.String()
}

func (n *Node[T]) write(b *strings.Builder) {
	if n.Kind != '{' && n.Kind != '[' {
		b.Write(n.Raw)
		return
	}
	b.WriteByte(n.Kind)
	for i, item := range n.Items {
		if i > 0 {
			b.WriteByte(',')
		}
		item.write(b)
	}
	for i, m := range n.Members {
		if i > 0 {
			b.WriteByte(',')
		}
		if m.Raw == nil {
			m.Raw = Value(show.JSON(m.Key))
		}
		b.Write(m.Raw)
		b.WriteByte(':')
		m.Value.write(b)
	}
	b.WriteByte(n.Kind + 2) // the closing bracket
}
