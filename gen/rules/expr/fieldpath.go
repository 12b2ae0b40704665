package expr

import (
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/near"
)

// fieldPath checks a rule's fieldPath against the type of the annotated node and gives it in the
// form of issues. Kubernetes' form, ".spec['a.b']", is understood too.
func fieldPath(of *model.Type, text string) (path, problem, fix string) {
	rest := strings.TrimPrefix(text, ".")
	for rest != "" {
		step, after, ok := nextStep(rest)
		if !ok {
			return "", strconv.Quote(text) + " is not a path", `write it as Lines[].Amount or filter["a.b"]`
		}
		rest = after
		switch {
		case of == nil:
			return path + step.text(path), "", ""
		case step.item && of.Kind == model.Slice:
			path, of = path+"["+step.key+"]", of.Element()
			continue
		case step.item:
			return "", "the value at " + strconv.Quote(path) + " is no list", "name a field"
		case of.Kind == model.Struct:
			f := findField(of, step.key)
			if f == nil {
				fix := "name a field of the object"
				if n := near.Name(step.key, keys(of)); n != "" {
					fix = "write " + join(path, n)
				}
				return "", "there is no field " + strconv.Quote(join(path, step.key)), fix
			}
			path, of = join(path, f.Key), f.Type
		case of.Kind == model.Map:
			path, of = join(path, step.key), of.Additional
		default:
			return "", "the value at " + strconv.Quote(path) + " has no fields", "name the value itself"
		}
	}
	return path, "", ""
}

type pathStep struct {
	key  string
	item bool // an index, or "" for all items
}

func (s pathStep) text(path string) string {
	if s.item {
		return "[" + s.key + "]"
	}
	return strings.TrimPrefix(join(path, s.key), path)
}

// nextStep takes the first step off a path.
func nextStep(path string) (step pathStep, rest string, ok bool) {
	if path[0] != '[' {
		end := strings.IndexAny(path, ".[")
		if end < 0 {
			return pathStep{key: path}, "", true
		}
		return pathStep{key: path[:end]}, strings.TrimPrefix(path[end:], "."), end > 0
	}
	quote := byte(0)
	if len(path) > 1 && (path[1] == '"' || path[1] == '\'') {
		quote = path[1]
	}
	if quote == 0 {
		end := strings.IndexByte(path, ']')
		if end < 0 {
			return step, path, false
		}
		inner := path[1:end]
		for _, r := range inner {
			if r < '0' || r > '9' {
				return step, path, false
			}
		}
		return pathStep{key: inner, item: true}, strings.TrimPrefix(path[end+1:], "."), true
	}
	end := strings.Index(path[2:], string(quote)+"]")
	if end < 0 {
		return step, path, false
	}
	return pathStep{key: path[2 : 2+end]}, strings.TrimPrefix(path[end+4:], "."), true
}
