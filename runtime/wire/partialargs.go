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

// argsTree assembles arguments that arrive as JSON paths: {"jsonPath": "$.a[0].b", "stringValue": "…"}. It holds
// objects, arrays, textParts and other values as raw JSON.
type argsTree struct{ root any }

// textParts is a string, which may arrive in several deltas.
type textParts []byte

// MarshalJSON writes the string.
func (t textParts) MarshalJSON() ([]byte, error) { return show.JSON(string(t)), nil }

// pathStep is the first element of a path: .key, ['key'], ["key"] or [0].
var pathStep = lazy.Pattern(`^(?:\.([^.\[]*)|\['(.*?)'\]|\["(.*?)"\]|\[([0-9]+)\])`)

// add sets the value of a path and returns the size of the new nodes.
func (t *argsTree) add(part value) (size int, err error) {
	path := part.Get("jsonPath").Text()
	if path == "" || path[0] != '$' {
		return 0, errors.New("it has no path")
	}
	var steps [][]string
	for rest := path[1:]; rest != ""; {
		step := pathStep().FindStringSubmatch(rest)
		if step == nil || len(steps) == maxPathDepth || !utf8.ValidString(step[0]) {
			return 0, fmt.Errorf("invalid path %s", quote(rest))
		}
		steps, rest = append(steps, step), rest[len(step[0]):]
	}
	if len(steps) == 0 {
		return 0, errors.New("its path is empty")
	}
	t.root, err = setPath(t.root, steps, part)
	return len(steps) * callCost, err
}

// json returns the arguments, {} if there are none.
func (t *argsTree) json() []byte {
	if t.root == nil {
		return []byte("{}")
	}
	return show.JSON(t.root)
}

// setPath returns a value of the tree with the value of a path below it. Items of an array arrive in order.
func setPath(at any, steps [][]string, part value) (any, error) {
	if len(steps) == 0 {
		return setValue(at, part)
	}
	key, index := steps[0][1]+steps[0][2]+steps[0][3], steps[0][4]
	if at == nil {
		if at = map[string]any{}; index != "" {
			at = []any{}
		}
	}
	var err error
	switch at := at.(type) {
	case map[string]any:
		if index == "" {
			at[key], err = setPath(at[key], steps[1:], part)
			return at, err
		}
	case []any:
		if i, wrong := strconv.Atoi(index); wrong == nil && i <= len(at) {
			if i == len(at) {
				at = append(at, nil)
			}
			at[i], err = setPath(at[i], steps[1:], part)
			return at, err
		}
	}
	return at, fmt.Errorf("invalid path %s", quote(steps[0][0]))
}

// setValue sets a value, or appends a string delta.
func setValue(at any, part value) (any, error) {
	text, given := at.(textParts)
	switch more := part.Get("stringValue"); {
	case more != nil && (given || at == nil):
		return textParts(appendPiece(text, more)), nil
	case at != nil:
		return at, errors.New("it sets one path twice")
	}
	for _, key := range []string{"numberValue", "boolValue"} {
		if raw := part.Get(key); raw != nil {
			return append(json.RawMessage{}, raw...), nil
		}
	}
	return json.RawMessage("null"), nil
}
