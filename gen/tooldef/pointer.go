package tooldef

import (
	"strconv"
	"strings"
)

var (
	pointerEscaper   = strings.NewReplacer("~", "~0", "/", "~1")
	pointerUnescaper = strings.NewReplacer("~1", "/", "~0", "~")
)

// EscapePointer escapes a key for a JSON Pointer (RFC 6901, section 3).
func EscapePointer(key string) string {
	if !strings.ContainsAny(key, "~/") {
		return key
	}
	return pointerEscaper.Replace(key)
}

// UnescapePointer reverses EscapePointer.
func UnescapePointer(segment string) string { return pointerUnescaper.Replace(segment) }

// At returns the value at a JSON Pointer relative to n, or nil. A leading "#" is allowed; percent-encoding is
// not decoded.
func (n *Node) At(pointer string) *Node {
	pointer = strings.TrimPrefix(pointer, "#")
	if pointer == "" {
		return n
	}
	if pointer[0] != '/' {
		return nil
	}
	for rest := pointer[1:]; n != nil; {
		segment, after, more := strings.Cut(rest, "/")
		n = n.child(UnescapePointer(segment))
		if !more {
			return n
		}
		rest = after
	}
	return nil
}

// child resolves one segment of a JSON Pointer.
func (n *Node) child(segment string) *Node {
	switch n.Kind {
	case Object:
		return n.Get(segment)
	case Array:
		if len(segment) > 1 && segment[0] == '0' || strings.HasPrefix(segment, "+") {
			return nil
		}
		if i, err := strconv.Atoi(segment); err == nil && i >= 0 && i < len(n.Items) {
			return n.Items[i]
		}
	}
	return nil
}

// holds reports whether a pointer leads to the node or into it.
func (n *Node) holds(pointer string) bool {
	rest, ok := "", false
	if n != nil {
		rest, ok = strings.CutPrefix(pointer, n.Pointer)
	}
	return ok && (rest == "" || rest[0] == '/')
}

// Written returns the pointer in the source: with the original names of renamed keywords.
func (n *Node) Written(pointer string) string {
	rest, ok := strings.CutPrefix(pointer, n.Pointer+"/")
	if !ok {
		return pointer
	}
	return n.Pointer + n.translate(rest, func(m *Member, segment string) (string, bool) { return m.Name(), m.Key == segment })
}

// translate rewrites the keys of a pointer below n (without its first slash). key reports whether a member
// matches a segment, and its replacement.
func (n *Node) translate(pointer string, key func(*Member, string) (string, bool)) string {
	var out strings.Builder
	segments := strings.Split(pointer, "/")
	for i, segment := range segments {
		name := UnescapePointer(segment)
		var next *Node
		if n.Is(Object) {
			for j := range n.Members {
				if to, ok := key(&n.Members[j], name); ok {
					segment, next = EscapePointer(to), n.Members[j].Value
					break
				}
			}
		} else if n != nil {
			next = n.child(name)
		}
		out.WriteString("/" + segment)
		if n = next; n == nil {
			for _, segment := range segments[i+1:] {
				out.WriteString("/" + segment)
			}
			break
		}
	}
	return out.String()
}

// followRenamed updates references through renamed keywords.
func (n *Node) followRenamed() {
	var refs []*Node
	renamed := false
	for at := range n.All() {
		for _, m := range at.Members {
			renamed = renamed || m.Written != ""
			if m.Key == "$ref" && m.Value.Is(String) && strings.HasPrefix(m.Value.Text, "#/") {
				refs = append(refs, m.Value)
			}
		}
	}
	if !renamed {
		return
	}
	for _, ref := range refs {
		to := "#" + n.translate(strings.TrimPrefix(ref.Text, "#/"),
			func(m *Member, segment string) (string, bool) { return m.Key, m.Name() == segment })
		if n.At(to) != nil {
			ref.Text = to
		}
	}
}
