package toolgentest

import (
	"slices"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
)

// path is a place in a document.
type path []fieldpath.Step

func (p path) key(key string) path {
	return append(p[:len(p):len(p)], fieldpath.Step{Key: key})
}

func (p path) item(i int) path {
	return append(p[:len(p):len(p)], fieldpath.Step{Index: i, IsIndex: true})
}

// String returns the path in the form of issues.
func (p path) String() string { return fieldpath.Join(p) }

// parsePath parses a path in the form of issues and hints. ok is false for paths with the step [], which means
// every item of an array.
func parsePath(field string) (p path, ok bool) {
	p = fieldpath.Split(field)
	return p, !slices.ContainsFunc(p, func(s fieldpath.Step) bool { return s.Index < 0 })
}

// get returns the value at a path.
func get(doc any, p path) (any, bool) {
	for _, s := range p {
		switch at := doc.(type) {
		case map[string]any:
			v, ok := at[s.Key]
			if !ok || s.IsIndex {
				return nil, false
			}
			doc = v
		case []any:
			if !s.IsIndex || s.Index >= len(at) {
				return nil, false
			}
			doc = at[s.Index]
		default:
			return nil, false
		}
	}
	return doc, true
}

// put returns doc with the value set at a path. Missing objects are created. If the path does not fit the
// document, doc is returned unchanged.
func put(doc any, p path, v any) any {
	if len(p) == 0 {
		return v
	}
	if doc == nil {
		if doc = map[string]any{}; p[0].IsIndex {
			doc = []any{}
		}
	}
	switch at := doc.(type) {
	case map[string]any:
		if !p[0].IsIndex {
			at[p[0].Key] = put(at[p[0].Key], p[1:], v)
		}
	case []any:
		switch i := p[0].Index; {
		case !p[0].IsIndex:
		case i < len(at):
			at[i] = put(at[i], p[1:], v)
		case i == len(at):
			return append(at, put(nil, p[1:], v))
		}
	}
	return doc
}

// remove deletes the value at a path.
func remove(doc any, p path) any {
	last := p[len(p)-1]
	parent, _ := get(doc, p[:len(p)-1])
	switch at := parent.(type) {
	case map[string]any:
		delete(at, last.Key)
	case []any:
		if last.IsIndex && last.Index < len(at) {
			return put(doc, p[:len(p)-1], slices.Delete(slices.Clone(at), last.Index, last.Index+1))
		}
	}
	return doc
}

// overlap reports whether one path is a prefix of the other.
func overlap(a, b path) bool {
	n := min(len(a), len(b))
	return slices.Equal(a[:n], b[:n])
}
