package rules

import (
	"fmt"
	"regexp"
	"strconv"

	"github.com/toolgen/toolgen/gen/model"
)

// step is one step of a field path.
type step struct {
	kind stepKind
	key  string // of a property
}

type stepKind uint8

const (
	toProperty stepKind = iota
	toItems             // "[]": every item of an array
	toRest              // "{}": every value under an undeclared key
)

// String formats the step as a path of its own.
func (s step) String() string {
	switch s.kind {
	case toItems:
		return "[]"
	case toRest:
		return "{}"
	}
	return model.JoinKey("", s.key)
}

// pathStep matches a step of a path, and the dot after it.
var pathStep = regexp.MustCompile(`^(?:\[\]|\{\}|\[("(?:[^"\\]|\\.)*")\]|([^.\[{]+))(\.?)`)

// parsePath parses a dotted path with "[]" for array items, "{}" for values under undeclared keys, and quoted
// keys: filter["a.b"]. Keys with hyphens and the like are common and may be written unquoted.
func parsePath(path string) ([]step, error) {
	var steps []step
	for rest, dot := path, true; rest != "" || dot; {
		m := pathStep.FindStringSubmatch(rest)
		if m == nil && (rest == "" || rest[0] == '.') {
			return nil, fmt.Errorf("a step of the path is empty")
		}
		if m == nil {
			return nil, fmt.Errorf(`write [] for the items of an array, {} for undeclared keys, and other odd keys in double quotes, as in filter["a.b"]`)
		}
		s := step{key: m[2]}
		switch {
		case m[1] != "":
			key, err := strconv.Unquote(m[1])
			if err != nil {
				return nil, fmt.Errorf("the key %s is not quoted correctly", m[1])
			}
			s.key = key
		case rest[0] == '[':
			s.kind = toItems
		case rest[0] == '{':
			s.kind = toRest
		}
		steps = append(steps, s)
		rest, dot = rest[len(m[0]):], m[3] != ""
	}
	return steps, nil
}

// joinPath formats steps as in issues and field tables.
func joinPath(steps []step) string {
	path := ""
	for _, s := range steps {
		path = join(path, s)
	}
	return path
}

// join extends a path by one step.
func join(path string, s step) string {
	if s.kind == toProperty {
		return model.JoinKey(path, s.key)
	}
	return path + s.String()
}
