package runtime

import "strings"

// keyword is the value of a keyword in the schema of the field at a path, as JSON; "" where the
// schema does not tell.
func (s *ToolSpec) keyword(steps []pathStep, keyword string) string {
	doc, ok := newDocument([]byte(s.InputSchema), true)
	if !ok {
		return ""
	}
	walk := schemaWalk{&doc}
	n := doc.top()
	for _, step := range steps {
		if n = walk.under(n, step, maxRedirects); n == nil {
			return ""
		}
	}
	m := walk.find(n, keyword, maxRedirects)
	if m == nil {
		return ""
	}
	in := walk.inside(m)
	if in == nil {
		return string(doc.raw(m))
	}
	for range maxRedirects { // a reference says nothing to who does not see the schema
		ref := walk.document.find(in, pathStep{Key: "$ref"})
		if ref == nil || len(doc.all(in)) > 1 {
			break
		}
		to, _ := readValue(doc.raw(ref)).(string)
		found := walk.resolve(to)
		if found == nil {
			break
		}
		in = found
	}
	return string(doc.text[in.from:endOfValue(doc.text, int(in.from))])
}

// schemaWalk finds its way in the text of a schema.
type schemaWalk struct{ *document }

// under is the schema of what is one step below a schema's value, nil where it is not said.
func (w schemaWalk) under(n *docNode, step pathStep, depth int) *docNode {
	if step.IsIndex {
		if m := w.find(n, "items", depth); m != nil {
			return w.inside(m)
		}
		return nil
	}
	if m := w.find(n, "properties", depth); m != nil {
		if all := w.inside(m); all != nil && w.text[all.from] == '{' {
			if p := w.document.find(all, pathStep{Key: step.Key}); p != nil {
				return w.inside(p)
			}
		}
	}
	if m := w.find(n, "additionalProperties", depth); m != nil {
		return w.inside(m)
	}
	return nil
}

// find finds a keyword in a schema, in what it refers to, or in a schema of its allOf.
func (w schemaWalk) find(n *docNode, keyword string, depth int) *docMember {
	if n == nil || depth == 0 || w.text[n.from] != '{' {
		return nil
	}
	if m := w.document.find(n, pathStep{Key: keyword}); m != nil {
		return m
	}
	if m := w.document.find(n, pathStep{Key: "$ref"}); m != nil {
		if ref, ok := readValue(w.raw(m)).(string); ok {
			if found := w.find(w.resolve(ref), keyword, depth-1); found != nil {
				return found
			}
		}
	}
	if m := w.document.find(n, pathStep{Key: "allOf"}); m != nil {
		if list := w.inside(m); list != nil && w.text[list.from] == '[' {
			for i := range w.all(list) {
				if found := w.find(w.inside(&list.members[i]), keyword, depth-1); found != nil {
					return found
				}
			}
		}
	}
	return nil
}

// resolve finds what a reference within the schema points to.
func (w schemaWalk) resolve(ref string) *docNode {
	pointer, ok := strings.CutPrefix(ref, "#")
	if !ok || pointer != "" && pointer[0] != '/' {
		return nil
	}
	n := w.top()
	for pointer != "" && n != nil {
		var token string
		token, pointer, ok = strings.Cut(pointer[1:], "/")
		if ok {
			pointer = "/" + pointer
		}
		if w.text[n.from] != '{' {
			return nil
		}
		m := w.document.find(n, pathStep{Key: pointerUnescaper.Replace(token)})
		if m == nil {
			return nil
		}
		n = w.inside(m)
	}
	return n
}
