package tooldef

import "github.com/toolgen/toolgen/gen/model"

// Kind is the JSON type of a Node.
type Kind uint8

// The kinds of nodes, which are the JSON types.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// Node is one JSON value of a source, with its place. Objects keep the order of their members.
type Node struct {
	Kind    Kind
	Pos     model.Pos // where the value begins
	Pointer string    // JSON Pointer within the source document
	Text    string    // String: the decoded string. Number: the literal, a valid JSON number
	Bool    bool
	Members []Member // Object
	Items   []*Node  // Array
}

// Member is one key of an object and its value.
type Member struct {
	Key string
	// Written is the key in the source, where reading it as another keyword has renamed it; "" is Key.
	Written string
	KeyPos  model.Pos
	Value   *Node
}

// Get returns the value of a member of an object, nil where there is none.
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

// Name is the key as the source has it.
func (m Member) Name() string {
	if m.Written != "" {
		return m.Written
	}
	return m.Key
}
