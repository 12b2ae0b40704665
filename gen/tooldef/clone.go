package tooldef

// Clone returns a deep copy with the same positions and pointers.
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

// Set replaces or appends a member of an object.
func (n *Node) Set(key string, value *Node) { n.set(key, value) }

// Remove removes a member of an object.
func (n *Node) Remove(key string) { n.remove(key) }

// EscapePointer escapes a key for a JSON Pointer (RFC 6901, section 3).
func EscapePointer(key string) string { return escapePointer(key) }

// UnescapePointer reverses EscapePointer.
func UnescapePointer(segment string) string { return pointerUnescaper.Replace(segment) }

// Describe describes a value for a message: "a string", "an object with the keys a, b".
func (n *Node) Describe() string { return describe(n) }
