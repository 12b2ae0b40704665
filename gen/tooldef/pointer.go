package tooldef

import (
	"strconv"
	"strings"
)

var (
	pointerEscaper   = strings.NewReplacer("~", "~0", "/", "~1")
	pointerUnescaper = strings.NewReplacer("~1", "/", "~0", "~")
)

// escapePointer makes a key a segment of a JSON Pointer (RFC 6901, section 3).
func escapePointer(key string) string {
	if !strings.ContainsAny(key, "~/") {
		return key
	}
	return pointerEscaper.Replace(key)
}

// At returns the value that a JSON Pointer names, seen from n; nil where there is none.
// A leading "#" is tolerated, percent-encoding is not undone.
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
		n = n.child(pointerUnescaper.Replace(segment))
		if !more {
			return n
		}
		rest = after
	}
	return nil
}

// child is one step of a JSON Pointer: a key of an object or an index of an array.
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
