package toolgentest

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// step is an element of a path.
type step struct {
	key     string
	index   int
	isIndex bool
}

type path []step

func (p path) key(key string) path { return append(p[:len(p):len(p)], step{key: key}) }
func (p path) item(i int) path     { return append(p[:len(p):len(p)], step{index: i, isIndex: true}) }

// String returns the path in the form of issues.
func (p path) String() string {
	var b strings.Builder
	for i, s := range p {
		switch {
		case s.isIndex:
			b.WriteString("[" + strconv.Itoa(s.index) + "]")
		case !isIdentifier(s.key):
			b.WriteString("[" + strconv.Quote(s.key) + "]")
		default:
			if i > 0 {
				b.WriteByte('.')
			}
			b.WriteString(s.key)
		}
	}
	return b.String()
}

// isIdentifier reports whether a key needs no quotes in a path.
func isIdentifier(key string) bool {
	for i, r := range key {
		switch {
		case r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z':
		case i > 0 && '0' <= r && r <= '9':
		case r >= utf8.RuneSelf && r != utf8.RuneError && (unicode.IsLetter(r) || i > 0 && unicode.IsDigit(r)):
		default:
			return false
		}
	}
	return key != ""
}

// parsePath parses a path in the form of issues and hints. ok is false for paths with the step [], which means
// every item of an array.
func parsePath(field string) (p path, ok bool) {
	for field != "" {
		if rest, found := strings.CutPrefix(field, "["); found {
			if strings.HasPrefix(rest, `"`) {
				quoted, err := strconv.QuotedPrefix(rest)
				if err != nil || !strings.HasPrefix(rest[len(quoted):], "]") {
					return nil, false
				}
				key, err := strconv.Unquote(quoted)
				if err != nil {
					return nil, false
				}
				p = append(p, step{key: key})
				field = strings.TrimPrefix(rest[len(quoted)+1:], ".")
				continue
			}
			text, after, found := strings.Cut(rest, "]")
			n, err := strconv.Atoi(text)
			if !found || err != nil || n < 0 {
				return nil, false
			}
			p = append(p, step{index: n, isIndex: true})
			field = strings.TrimPrefix(after, ".")
			continue
		}
		end := strings.IndexAny(field, ".[")
		if end < 0 {
			end = len(field)
		}
		if end == 0 {
			return nil, false
		}
		p = append(p, step{key: field[:end]})
		field = strings.TrimPrefix(field[end:], ".")
	}
	return p, true
}

// get returns the value at a path.
func get(doc any, p path) (any, bool) {
	for _, s := range p {
		switch at := doc.(type) {
		case map[string]any:
			v, ok := at[s.key]
			if !ok || s.isIndex {
				return nil, false
			}
			doc = v
		case []any:
			if !s.isIndex || s.index >= len(at) {
				return nil, false
			}
			doc = at[s.index]
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
	switch at := doc.(type) {
	case map[string]any:
		if !p[0].isIndex {
			at[p[0].key] = put(at[p[0].key], p[1:], v)
		}
	case []any:
		if !p[0].isIndex {
			return doc
		}
		if p[0].index < len(at) {
			at[p[0].index] = put(at[p[0].index], p[1:], v)
		} else if p[0].index == len(at) {
			return append(at, put(nil, p[1:], v))
		}
	case nil:
		if !p[0].isIndex {
			return map[string]any{p[0].key: put(nil, p[1:], v)}
		}
		if p[0].index == 0 {
			return []any{put(nil, p[1:], v)}
		}
	}
	return doc
}

// remove deletes the value at a path.
func remove(doc any, p path) any {
	last := p[len(p)-1]
	parent, ok := get(doc, p[:len(p)-1])
	if !ok {
		return doc
	}
	switch at := parent.(type) {
	case map[string]any:
		delete(at, last.key)
	case []any:
		if last.isIndex && last.index < len(at) {
			return put(doc, p[:len(p)-1], slices.Delete(slices.Clone(at), last.index, last.index+1))
		}
	}
	return doc
}

// overlap reports whether one path is a prefix of the other.
func overlap(a, b path) bool {
	n := min(len(a), len(b))
	return slices.Equal(a[:n], b[:n])
}
