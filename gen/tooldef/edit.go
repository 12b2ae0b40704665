package tooldef

import "strconv"

// find returns the index of a member of an object, -1 where there is none.
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

// remove drops a member of an object.
func (n *Node) remove(key string) {
	if i := n.find(key); i >= 0 {
		n.Members = append(n.Members[:i], n.Members[i+1:]...)
	}
}

// set replaces the value of a member, or appends the member where the object lacks it.
func (n *Node) set(key string, value *Node) {
	if i := n.find(key); i >= 0 {
		n.Members[i].Value = value
		return
	}
	n.Members = append(n.Members, Member{Key: key, KeyPos: value.Pos, Value: value})
}

// rename gives a member another key at the same place.
func (n *Node) rename(from, to string) {
	if i := n.find(from); i >= 0 {
		m := &n.Members[i]
		m.Written = m.Name()
		m.Key = to
		m.Value.readdress(n.Pointer + "/" + escapePointer(to))
	}
}

// is reports whether the node has the kind; a nil node has none.
func (n *Node) is(kind Kind) bool { return n != nil && n.Kind == kind }

// isText reports whether the node is that string.
func (n *Node) isText(text string) bool { return n.is(String) && n.Text == text }

// text returns a new string node that stands at the place of another one.
func (n *Node) text(value string) *Node {
	return &Node{Kind: String, Pos: n.Pos, Pointer: n.Pointer, Text: value}
}

// null returns a new null node that stands at the place of another one.
func (n *Node) null() *Node { return &Node{Kind: Null, Pos: n.Pos, Pointer: n.Pointer} }

// list returns a new array node that stands at the place of another one.
func (n *Node) list(items ...*Node) *Node {
	return &Node{Kind: Array, Pos: n.Pos, Pointer: n.Pointer, Items: items}
}

// readdress gives a node, and all within it, the pointers that belong to a new place.
func (n *Node) readdress(pointer string) {
	n.Pointer = pointer
	for i := range n.Members {
		n.Members[i].Value.readdress(pointer + "/" + escapePointer(n.Members[i].Key))
	}
	for i, item := range n.Items {
		item.readdress(pointer + "/" + strconv.Itoa(i))
	}
}
