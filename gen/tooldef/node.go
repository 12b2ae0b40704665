package tooldef

import (
	"iter"

	"github.com/toolgen/toolgen/gen/model"
)

// Kind is the JSON type of a Node.
type Kind = model.ValueKind

// The JSON types.
const (
	Null   = model.NullValue
	Bool   = model.BoolValue
	Number = model.NumberValue
	String = model.StringValue
	Array  = model.ArrayValue
	Object = model.ObjectValue
)

// Node is a JSON value of a source with its position. Objects keep the order of members.
type Node struct {
	Kind    Kind
	Pos     model.Pos // start of the value
	Pointer string    // JSON Pointer within the source document
	Text    string    // a decoded string, or a number literal
	Bool    bool
	Members []Member // Object
	Items   []*Node  // Array
}

// Member is one key of an object and its value.
type Member struct {
	Key    string
	KeyPos model.Pos
	Value  *Node
}

// Get returns the value of a member, nil if absent.
func (n *Node) Get(key string) *Node {
	if n == nil {
		return nil
	}
	for i := range n.Members {
		if n.Members[i].Key == key {
			return n.Members[i].Value
		}
	}
	return nil
}

// All yields the node and all values in it, in source order.
func (n *Node) All() iter.Seq[*Node] { return func(yield func(*Node) bool) { n.all(yield) } }

func (n *Node) all(yield func(*Node) bool) bool {
	if n == nil {
		return true
	}
	if !yield(n) {
		return false
	}
	for i := range n.Members {
		if !n.Members[i].Value.all(yield) {
			return false
		}
	}
	for _, item := range n.Items {
		if !item.all(yield) {
			return false
		}
	}
	return true
}
