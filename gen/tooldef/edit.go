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

// remove removes a member of an object.
func (n *Node) remove(key string) {
	if i := n.find(key); i >= 0 {
		n.Members = append(n.Members[:i], n.Members[i+1:]...)
	}
}

// set replaces or appends a member of an object.
func (n *Node) set(key string, value *Node) {
	if i := n.find(key); i >= 0 {
		n.Members[i].Value = value
		return
	}
	n.Members = append(n.Members, Member{Key: key, KeyPos: value.Pos, Value: value})
}

// rename renames a member in place.
func (n *Node) rename(from, to string) {
	if i := n.find(from); i >= 0 {
		m := &n.Members[i]
		m.Written = m.Name()
		m.Key = to
		m.Value.readdress(n.Pointer + "/" + escapePointer(to))
	}
}

// is reports whether the node has this kind; false for nil.
func (n *Node) is(kind Kind) bool { return n != nil && n.Kind == kind }

// isText reports whether the node is this string.
func (n *Node) isText(text string) bool { return n.is(String) && n.Text == text }

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

// readdress sets the pointers of a moved node and its descendants.
func (n *Node) readdress(pointer string) {
	n.Pointer = pointer
	for i := range n.Members {
		n.Members[i].Value.readdress(pointer + "/" + escapePointer(n.Members[i].Key))
	}
	for i, item := range n.Items {
		item.readdress(pointer + "/" + strconv.Itoa(i))
	}
}
