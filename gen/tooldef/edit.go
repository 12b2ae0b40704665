package tooldef

import "strconv"

// find returns the index of a member, or -1.
func (n *Node) find(key string) int {
	if n != nil {
		for i := range n.Members {
			if n.Members[i].Key == key {
				return i
			}
		}
	}
	return -1
}

// Remove removes a member of an object.
func (n *Node) Remove(key string) {
	if i := n.find(key); i >= 0 {
		n.Members = append(n.Members[:i], n.Members[i+1:]...)
	}
}

// Set replaces or appends a member of an object.
func (n *Node) Set(key string, value *Node) {
	if i := n.find(key); i >= 0 {
		n.Members[i].Value = value
		return
	}
	n.Members = append(n.Members, Member{Key: key, KeyPos: value.Pos, Value: value})
}

// List returns the items of an array, none for anything else.
func (n *Node) List() []*Node {
	if !n.Is(Array) {
		return nil
	}
	return n.Items
}

// Entries returns the members of an object, none for anything else.
func (n *Node) Entries() []Member {
	if !n.Is(Object) {
		return nil
	}
	return n.Members
}

// Is reports whether the node has this kind; false for nil.
func (n *Node) Is(kind Kind) bool { return n != nil && n.Kind == kind }

// IsText reports whether the node is this string.
func (n *Node) IsText(text string) bool { return n.Is(String) && n.Text == text }

// Str returns the text of a string, "" for anything else.
func (n *Node) Str() string {
	if !n.Is(String) {
		return ""
	}
	return n.Text
}

// True reports whether the node is true.
func (n *Node) True() bool { return n != nil && n.Bool }

// Strings returns the texts of the items of a list.
func (n *Node) Strings() []string {
	list := make([]string, len(n.Items))
	for i, item := range n.Items {
		list[i] = item.Text
	}
	return list
}

// text returns a string node at the position of n.
func (n *Node) text(value string) *Node {
	return &Node{Kind: String, Pos: n.Pos, Pointer: n.Pointer, Text: value}
}

// null returns a null node at the position of n.
func (n *Node) null() *Node { return &Node{Kind: Null, Pos: n.Pos, Pointer: n.Pointer} }

// list returns an array node at the position of n.
func (n *Node) list(items ...*Node) *Node {
	return &Node{Kind: Array, Pos: n.Pos, Pointer: n.Pointer, Items: items}
}

// Readdress sets the pointers of a moved node and its descendants, against which references are resolved. Annotations keep
// theirs, which may point into a file of rules.
func (n *Node) Readdress(pointer string) {
	n.Pointer = pointer
	for _, m := range n.Members {
		if m.Key != AnnotationWord {
			m.Value.Readdress(pointer + "/" + EscapePointer(m.Key))
		}
	}
	for i, item := range n.Items {
		item.Readdress(pointer + "/" + strconv.Itoa(i))
	}
}

// Clone returns a deep copy with the same positions and pointers.
func (n *Node) Clone() *Node {
	if n == nil {
		return nil
	}
	out := *n
	if n.Members != nil {
		out.Members = make([]Member, len(n.Members))
		for i, m := range n.Members {
			out.Members[i] = Member{Key: m.Key, KeyPos: m.KeyPos, Value: m.Value.Clone()}
		}
	}
	if n.Items != nil {
		out.Items = make([]*Node, len(n.Items))
		for i, item := range n.Items {
			out.Items[i] = item.Clone()
		}
	}
	return &out
}
