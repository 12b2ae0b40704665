package rules

import (
	"fmt"
	"strconv"
	"strings"

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

// parsePath parses a dotted path with "[]" for array items, "{}" for values under undeclared keys, and quoted
// keys: filter["a.b"]. Keys with hyphens and the like are common and may be written unquoted.
func parsePath(path string) ([]step, error) {
	if path == "" {
		return nil, fmt.Errorf("it is empty")
	}
	var steps []step
	rest := path
	for rest != "" {
		switch {
		case strings.HasPrefix(rest, "[]"):
			steps = append(steps, step{kind: toItems})
			rest = rest[2:]
		case strings.HasPrefix(rest, "{}"):
			steps = append(steps, step{kind: toRest})
			rest = rest[2:]
		case strings.HasPrefix(rest, "["):
			quoted, err := strconv.QuotedPrefix(rest[1:])
			if err != nil || !strings.HasPrefix(rest[1+len(quoted):], "]") {
				return nil, fmt.Errorf(`write [] for the items of an array, and an odd key in double quotes, as in filter["a.b"]`)
			}
			key, err := strconv.Unquote(quoted)
			if err != nil {
				return nil, fmt.Errorf("the key %s is not quoted well", quoted)
			}
			steps = append(steps, step{key: key})
			rest = rest[len(quoted)+2:]
		default:
			end := strings.IndexAny(rest, ".[{")
			if end == 0 {
				return nil, fmt.Errorf("a step of the path is empty")
			}
			if end < 0 {
				end = len(rest)
			}
			steps = append(steps, step{key: rest[:end]})
			rest = rest[end:]
		}
		if after, ok := strings.CutPrefix(rest, "."); ok {
			if after == "" || strings.HasPrefix(after, ".") {
				return nil, fmt.Errorf("a step of the path is empty")
			}
			rest = after
		}
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
