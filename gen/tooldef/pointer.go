package tooldef

import (
	"net/url"
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

// EscapeFragment percent-encodes a JSON Pointer as the fragment of a reference.
func EscapeFragment(pointer string) string {
	segments := strings.Split(pointer, "/")
	for i, segment := range segments {
		segments[i] = url.PathEscape(segment)
	}
	return strings.Join(segments, "/")
}

// UnescapeFragment reverses EscapeFragment; a stray percent sign stands for itself.
func UnescapeFragment(fragment string) string {
	if s, err := url.PathUnescape(fragment); err == nil {
		return s
	}
	return fragment
}

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
