package tooldef

// Clone copies a tree. Positions and pointers stay what they are.
func (n *Node) Clone() *Node {
	if n == nil {
		return nil
	}
	out := *n
	if n.Members != nil {
		out.Members = make([]Member, len(n.Members))
		for i, m := range n.Members {
			out.Members[i] = Member{Key: m.Key, Written: m.Written, KeyPos: m.KeyPos, Value: m.Value.Clone()}
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

// Set replaces the value of a member of an object, or appends the member where there is none.
func (n *Node) Set(key string, value *Node) { n.set(key, value) }

// Remove drops a member of an object.
func (n *Node) Remove(key string) { n.remove(key) }

// EscapePointer makes a key a segment of a JSON Pointer (RFC 6901, section 3).
func EscapePointer(key string) string { return escapePointer(key) }

// UnescapePointer undoes EscapePointer.
func UnescapePointer(segment string) string { return pointerUnescaper.Replace(segment) }

// Describe says what a value is, for a message: "a string", "an object with the keys a, b".
func (n *Node) Describe() string { return describe(n) }
