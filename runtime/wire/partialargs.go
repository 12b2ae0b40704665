package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime/internal/lazy"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// maxPathDepth is the maximum depth of an argument path.
const maxPathDepth = 128

// argsTree assembles arguments that arrive as JSON paths: {"jsonPath": "$.a[0].b", "stringValue": "…"}. Strings
// may arrive in several deltas.
type argsTree struct {
	members map[string]*argsTree // of an object
	items   []*argsTree          // of an array
	leaf    json.RawMessage      // another value
	text    []byte               // the content of a string so far, not nil
}

var errSetTwice = errors.New("it sets one path twice")

// pathStep is the first element of a path: .key, ['key'], ["key"] or [0].
var pathStep = lazy.Pattern(`^(?:\.([^.\[]*)|\['(.*?)'\]|\["(.*?)"\]|\[([0-9]+)\])`)

// add sets the value of a path and returns the size of the new nodes.
func (t *argsTree) add(part value) (size int, err error) {
	path := part.Get("jsonPath").Text()
	if path == "" || path[0] != '$' {
		return 0, errors.New("it has no path")
	}
	if path = path[1:]; path == "" {
		return 0, errors.New("its path is empty")
	}
	for depth := 0; path != ""; depth++ {
		step := pathStep().FindStringSubmatch(path)
		if step == nil || depth == maxPathDepth {
			return 0, fmt.Errorf("invalid path %s", quote(path))
		}
		key := step[1] + step[2] + step[3]
		if t = t.child(key, step[4]); t == nil || !utf8.ValidString(key) {
			return 0, fmt.Errorf("invalid path %s", quote(path))
		}
		path = path[len(step[0]):]
		size += callCost
	}
	return size, t.set(part)
}

// child returns a member, or an item if index is not empty, and creates it if absent. It returns nil if the node has
// another type, or if items are left out: they arrive in order.
func (t *argsTree) child(key, index string) *argsTree {
	switch i, err := strconv.Atoi(index); {
	case t.leaf != nil || t.text != nil:
		return nil
	case index == "" && t.items == nil:
		if t.members[key] == nil {
			if t.members == nil {
				t.members = map[string]*argsTree{}
			}
			t.members[key] = &argsTree{}
		}
		return t.members[key]
	case index == "" || err != nil || t.members != nil || i > len(t.items):
		return nil
	default:
		if i == len(t.items) {
			t.items = append(t.items, &argsTree{})
		}
		return t.items[i]
	}
}

// set assigns a value to a node, or appends a string delta.
func (t *argsTree) set(part value) error {
	text := part.Get("stringValue")
	switch {
	case t.members != nil || t.items != nil || t.leaf != nil || t.text != nil && text == nil:
		return errSetTwice
	case text != nil:
		if t.text == nil {
			t.text = []byte{}
		}
		t.text = text.AppendText(t.text)
		return nil
	}
	t.leaf = json.RawMessage("null")
	for _, key := range []string{"numberValue", "boolValue"} {
		if raw := part.Get(key); raw != nil {
			t.leaf = append(json.RawMessage{}, raw...)
		}
	}
	return nil
}

// MarshalJSON writes the arguments. A node without a value becomes an empty object.
func (t *argsTree) MarshalJSON() ([]byte, error) {
	switch {
	case t.text != nil:
		return show.JSON(string(t.text)), nil
	case t.leaf != nil:
		return t.leaf, nil
	case t.items != nil:
		return show.JSON(t.items), nil
	case t.members != nil:
		return show.JSON(t.members), nil
	}
	return []byte("{}"), nil
}
