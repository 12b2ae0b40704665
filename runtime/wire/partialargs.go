package wire

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// maxPathDepth is the maximum depth of an argument path.
const maxPathDepth = 128

// argsTree assembles arguments that arrive as JSON paths: {"jsonPath": "$.a[0].b", "stringValue": "…"}. Strings
// may arrive in several deltas.
type argsTree struct {
	keys   []string // of an object, in order of arrival
	byKey  map[string]*argsTree
	items  []*argsTree // of an array
	leaf   []byte      // JSON, or the content of a string
	string bool
}

// add sets the value of a path and returns the size of the new nodes.
func (t *argsTree) add(part value) (size int, err error) {
	path, ok := strings.CutPrefix(part.get("jsonPath").text(), "$")
	if !ok {
		return 0, errors.New("it has no path")
	}
	at := t
	for depth := 0; path != ""; depth++ {
		if depth == maxPathDepth {
			return 0, errors.New("its path is too deep")
		}
		if at, path, err = at.step(path); err != nil {
			return 0, err
		}
		size += callCost
	}
	if at == t {
		return 0, errors.New("its path is empty")
	}
	return size, at.set(part)
}

// step resolves the first element of a path and creates it if absent.
func (t *argsTree) step(path string) (next *argsTree, rest string, err error) {
	fault := fmt.Errorf("invalid path %s", quote(path))
	if len(t.leaf) > 0 || t.string {
		return nil, "", fault
	}
	key, index := "", -1
	switch {
	case path[0] == '.':
		end := strings.IndexAny(path[1:], ".[") + 1
		if end == 0 {
			end = len(path)
		}
		key, rest = path[1:end], path[end:]
	case len(path) > 2 && path[0] == '[' && (path[1] == '\'' || path[1] == '"'):
		end := strings.Index(path[2:], path[1:2]+"]")
		if end < 0 {
			return nil, "", fault
		}
		key, rest = path[2:2+end], path[end+4:]
	case path[0] == '[':
		end := strings.IndexByte(path, ']')
		if end < 0 {
			return nil, "", fault
		}
		index, rest = value(path[1:end]).number(), path[end+1:]
		if index < 0 || index > len(t.items) || t.byKey != nil { // array items arrive in order
			return nil, "", fault
		}
	default:
		return nil, "", fault
	}
	switch {
	case index >= 0 && index == len(t.items):
		t.items = append(t.items, &argsTree{})
		fallthrough
	case index >= 0:
		return t.items[index], rest, nil
	case t.items != nil || !utf8.ValidString(key):
		return nil, "", fault
	case t.byKey == nil:
		t.byKey = map[string]*argsTree{}
	}
	if t.byKey[key] == nil {
		t.byKey[key] = &argsTree{}
		t.keys = append(t.keys, key)
	}
	return t.byKey[key], rest, nil
}

// set assigns a value to a node, or appends a string delta.
func (t *argsTree) set(part value) error {
	if t.keys != nil || t.items != nil {
		return errors.New("it sets one path twice")
	}
	text := part.get("stringValue")
	switch {
	case text != nil && (t.string || len(t.leaf) == 0):
		t.leaf, t.string = text.appendText(t.leaf), true
		return nil
	case t.string || len(t.leaf) > 0:
		return errors.New("it sets one path twice")
	}
	for _, key := range []string{"numberValue", "boolValue"} {
		if raw := part.get(key); raw != nil {
			t.leaf = append(t.leaf, raw...)
			return nil
		}
	}
	t.leaf = append(t.leaf, "null"...)
	return nil
}

// appendJSON writes the arguments. A node without a value becomes an empty object.
func (t *argsTree) appendJSON(to []byte) []byte {
	switch {
	case t.string:
		return append(to, marshal(string(t.leaf))...)
	case len(t.leaf) > 0:
		return append(to, t.leaf...)
	case t.items != nil:
		to = append(to, '[')
		for i, item := range t.items {
			if i > 0 {
				to = append(to, ',')
			}
			to = item.appendJSON(to)
		}
		return append(to, ']')
	}
	to = append(to, '{')
	for i, key := range t.keys {
		if i > 0 {
			to = append(to, ',')
		}
		to = t.byKey[key].appendJSON(append(append(to, marshal(key)...), ':'))
	}
	return append(to, '}')
}
