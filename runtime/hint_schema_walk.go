package runtime

import (
	"slices"
	"strings"
)

// inputSchema is the schema of a tool's arguments as far as one hint has asked for it. Many of the faults of
// a call may ask, and a schema may be long.
type inputSchema struct {
	spec   *ToolSpec
	doc    document // its text
	opened bool     // doc was asked for
	object bool     // and the schema is an object
	root   any      // the schema as a value
	parsed bool     // root was asked for
	sound  bool     // and the schema is JSON
}

// schema is the schema of the tool's arguments.
func (b *hintBuilder) schema() *inputSchema {
	b.input.spec = b.spec
	return &b.input
}

// tree is the whole schema as a value.
func (s *inputSchema) tree() (root any, ok bool) {
	if !s.parsed {
		s.parsed = true
		s.root, s.sound = parseAny([]byte(s.spec.InputSchema))
	}
	return s.root, s.sound
}

// document is the text of the schema, of which no more is read than is asked for.
func (s *inputSchema) document() (doc *document, ok bool) {
	if !s.opened {
		s.opened = true
		s.doc, s.object = newDocument([]byte(s.spec.InputSchema), true)
	}
	return &s.doc, s.object
}

// keyword is the value of a keyword in the schema of the field at a path, as JSON; "" where the
// schema does not tell, or has several, of which any may be meant.
func (s *inputSchema) keyword(steps []pathStep, keyword string) string {
	if all := s.keywords(steps, keyword); len(all) == 1 {
		return all[0]
	}
	return ""
}

// keywords are the different values of a keyword in all schemas that may hold for the field at a path,
// as JSON: its own, those that it refers to, and those of allOf, of variants and of conditions.
func (s *inputSchema) keywords(steps []pathStep, keyword string) (values []string) {
	doc, ok := s.document()
	if !ok {
		return nil
	}
	walk := schemaWalk{document: doc, left: maxSchemasWalked}
	nodes := []*docNode{doc.top()}
	for _, step := range steps {
		var below []*docNode
		for _, n := range nodes {
			walk.each(n, maxRedirects, func(n *docNode) {
				if b := walk.under(n, step); b != nil {
					below = append(below, b)
				}
			})
		}
		nodes, walk.seen = below, nil
	}
	for _, n := range nodes {
		walk.each(n, maxRedirects, func(n *docNode) {
			if m := doc.find(n, pathStep{Key: keyword}); m != nil {
				if v := walk.text(m); !slices.Contains(values, v) {
					values = append(values, v)
				}
			}
		})
	}
	if walk.left < 0 {
		return nil // one that was not looked at may be the one
	}
	return values
}

// text is a member's value; in the place of a reference, which says nothing to who does not see the
// schema, what it refers to.
func (w *schemaWalk) text(m *docMember) string {
	in := w.inside(m)
	if in == nil {
		return string(w.raw(m))
	}
	for range maxRedirects {
		ref := w.find(in, pathStep{Key: "$ref"})
		if ref == nil || len(w.all(in)) > 1 {
			break
		}
		to, _ := readValue(w.raw(ref)).(string)
		found := w.resolve(to)
		if found == nil {
			break
		}
		in = found
	}
	return string(w.document.text[in.from:endOfValue(w.document.text, int(in.from))])
}

// maxSchemasWalked bounds the schemas that are looked at, which refer to each other as they like.
const maxSchemasWalked = 512

// schemaWalk finds its way in the text of a schema.
type schemaWalk struct {
	*document
	left int     // schemas that may still be looked at
	seen []int32 // where those begin that were looked at for one place
}

// under is the schema of what is one step below a schema's value, nil where it is not said.
func (w *schemaWalk) under(n *docNode, step pathStep) *docNode {
	if step.IsIndex {
		if list := w.member(n, "prefixItems"); list != nil {
			if m := w.find(list, step); m != nil {
				return w.inside(m)
			}
		}
		return w.member(n, "items")
	}
	if all := w.member(n, "properties"); all != nil {
		if m := w.find(all, pathStep{Key: step.Key}); m != nil {
			return w.inside(m)
		}
	}
	return w.member(n, "additionalProperties")
}

// member is the object or array under a keyword, nil where there is none.
func (w *schemaWalk) member(n *docNode, keyword string) *docNode {
	if m := w.find(n, pathStep{Key: keyword}); m != nil {
		return w.inside(m)
	}
	return nil
}

// each visits a schema and those that may hold for the same value.
func (w *schemaWalk) each(n *docNode, depth int, visit func(*docNode)) {
	if n == nil || depth == 0 || w.document.text[n.from] != '{' {
		return
	}
	if slices.Contains(w.seen, n.from) {
		return
	}
	if w.left--; w.left < 0 {
		return
	}
	w.seen = append(w.seen, n.from)
	visit(n)
	if m := w.find(n, pathStep{Key: "$ref"}); m != nil {
		if ref, ok := readValue(w.raw(m)).(string); ok {
			w.each(w.resolve(ref), depth-1, visit)
		}
	}
	for _, keyword := range [...]string{"then", "else"} {
		w.each(w.member(n, keyword), depth-1, visit)
	}
	for _, keyword := range [...]string{"allOf", "anyOf", "oneOf", "dependentSchemas"} {
		if list := w.member(n, keyword); list != nil {
			for i := range w.all(list) {
				w.each(w.inside(&list.members[i]), depth-1, visit)
			}
		}
	}
}

// resolve finds what a reference within the schema points to.
func (w *schemaWalk) resolve(ref string) *docNode {
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
		if w.document.text[n.from] != '{' {
			return nil
		}
		m := w.find(n, pathStep{Key: pointerUnescaper.Replace(token)})
		if m == nil {
			return nil
		}
		n = w.inside(m)
	}
	return n
}
