package fields

import (
	"bytes"
	"encoding/json"
	"io"
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// node is a JSON value of the schema.
type node struct {
	id    int
	value any // of a scalar: nil, bool, string or json.Number
	keys  []string
	obj   map[string]*node // of an object
	list  []*node          // of an array
	array bool
	base  string // the URI of the resource that holds it
}

// document is a schema with its references resolved.
type document struct {
	root    *node
	byURI   map[string]*node   // resources, and what anchors name
	dynamic map[string][]*node // what dynamic anchors name, by the name
	nodes   int
	marked  bool // something is sensitive or injected
	steps   int  // what describing it has taken
}

// maxSteps bounds the work for a schema: unions within unions come to more than the text is long.
const maxSteps = 400_000

// spent counts a step and reports whether there are no more.
func (d *document) spent() bool {
	d.steps++
	return d.steps > maxSteps
}

const maxDepth = 200

// rootURI is what references of a schema without an address are resolved against, as toolgen bundles files.
const rootURI = "toolgen:///schema.json"

// parse reads a schema, nil where the text is no JSON object.
func parse(text string) *document {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	d := &document{byURI: map[string]*node{}, dynamic: map[string][]*node{}}
	root, err := d.read(dec, 0)
	if _, more := dec.Token(); err != nil || more != io.EOF || root.obj == nil {
		return nil
	}
	d.root = root
	d.byURI[rootURI] = root
	d.name(root, rootURI)
	return d
}

func (d *document) read(dec *json.Decoder, depth int) (*node, error) {
	tok, err := dec.Token()
	if err != nil {
		return nil, err
	}
	d.nodes++
	n := &node{id: d.nodes}
	if depth > maxDepth {
		return nil, io.ErrShortBuffer
	}
	switch tok {
	case json.Delim('{'):
		n.obj = map[string]*node{}
		for dec.More() {
			key, err := dec.Token()
			if err != nil {
				return nil, err
			}
			name, _ := key.(string)
			if n.obj[name] == nil {
				n.keys = append(n.keys, name)
			}
			if n.obj[name], err = d.read(dec, depth+1); err != nil {
				return nil, err
			}
		}
		_, err = dec.Token()
	case json.Delim('['):
		n.array = true
		for dec.More() {
			item, err := d.read(dec, depth+1)
			if err != nil {
				return nil, err
			}
			n.list = append(n.list, item)
		}
		_, err = dec.Token()
	default:
		n.value = tok
	}
	return n, err
}

// name notes what URIs and anchors name.
func (d *document) name(n *node, base string) {
	if id := n.text("$id") + n.text("id"); n.obj != nil && id != "" {
		base = join(base, id)
		d.byURI[strings.TrimSuffix(base, "#")] = n
		base, _, _ = strings.Cut(base, "#")
	}
	n.base = base
	for _, word := range []string{"$anchor", "$dynamicAnchor"} {
		if name := n.text(word); name != "" {
			d.byURI[base+"#"+name] = n
		}
	}
	if name := n.text("$dynamicAnchor"); name != "" {
		d.dynamic[name] = append(d.dynamic[name], n)
	}
	if n.get("$recursiveAnchor").isTrue() {
		d.dynamic[""] = append(d.dynamic[""], n)
	}
	note := n.get("x-toolgen")
	d.marked = d.marked || note.get("sensitive").isTrue() || note.get("injected").isTrue()
	for _, m := range n.obj {
		d.name(m, base)
	}
	for _, item := range n.list {
		d.name(item, base)
	}
}

// join resolves a reference against a base.
func join(base, ref string) string {
	b, err := url.Parse(base)
	if err != nil {
		return ref
	}
	to, err := b.Parse(ref)
	if err != nil {
		return ref
	}
	return to.String()
}

// find gives what a reference leads to, nil where that is not in the document.
func (d *document) find(from *node, ref string) *node {
	uri := join(from.base, ref)
	if ref == "#" || ref == "" {
		uri = from.base
	}
	resource, fragment, _ := strings.Cut(uri, "#")
	n := d.byURI[resource]
	if n == nil && resource == from.base {
		n = d.root
	}
	if fragment == "" {
		return n
	}
	if !strings.HasPrefix(fragment, "/") {
		return d.byURI[resource+"#"+fragment]
	}
	if plain, err := url.PathUnescape(fragment); err == nil {
		fragment = plain
	}
	for _, key := range strings.Split(fragment[1:], "/") {
		key = strings.NewReplacer("~1", "/", "~0", "~").Replace(key)
		if n == nil {
			return nil
		}
		if n.array {
			i, err := strconv.Atoi(key)
			if err != nil || i < 0 || i >= len(n.list) {
				return nil
			}
			n = n.list[i]
		} else {
			n = n.obj[key]
		}
	}
	return n
}

// targets are what the references of a schema lead to. known is false where one leads out of the document.
func (d *document) targets(n *node) (list []*node, known bool) {
	known = true
	for _, word := range []string{"$ref", "$dynamicRef", "$recursiveRef"} {
		ref, there := n.string(word)
		if !there {
			continue
		}
		to := d.find(n, ref)
		if to != nil {
			list = append(list, to)
		}
		if word != "$ref" {
			_, name, _ := strings.Cut(ref, "#")
			list = append(list, d.dynamic[name]...)
		}
		known = known && (to != nil || strings.Contains(ref, "://json-schema.org/")) // whose schemas hide nothing
	}
	return list, known
}

// get gives a member, nil where there is none.
func (n *node) get(key string) *node {
	if n == nil {
		return nil
	}
	return n.obj[key]
}

func (n *node) string(key string) (string, bool) {
	if v := n.get(key); v != nil {
		s, ok := v.value.(string)
		return s, ok
	}
	return "", false
}

func (n *node) text(key string) string {
	s, _ := n.string(key)
	return s
}

func (n *node) isTrue() bool  { return n != nil && n.value == true }
func (n *node) isFalse() bool { return n != nil && n.value == false }

// isSchema reports whether a node can be a schema.
func (n *node) isSchema() bool {
	if n == nil {
		return false
	}
	_, isBool := n.value.(bool)
	return n.obj != nil || isBool
}

// children are the schemas that keywords of a schema hold.
func (n *node) children(words ...string) (list []*node) {
	for _, word := range words {
		v := n.get(word)
		if v.isSchema() {
			list = append(list, v)
		}
		if v != nil && v.array {
			for _, item := range v.list {
				if item.isSchema() {
					list = append(list, item)
				}
			}
		}
	}
	return list
}

// members are the schemas that a keyword holds by name.
func (n *node) members(word string) (list []*node) {
	v := n.get(word)
	if v == nil {
		return nil
	}
	for _, key := range v.keys {
		if m := v.obj[key]; m.isSchema() {
			list = append(list, m)
		}
	}
	return list
}

// json is the compact text of a value.
func (n *node) json() string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(n.plain()) // what was read from JSON can be written as JSON
	return strings.TrimSuffix(b.String(), "\n")
}

// plain is a value as package encoding/json has it.
func (n *node) plain() any {
	switch {
	case n.obj != nil:
		m := map[string]any{}
		for key, v := range n.obj {
			m[key] = v.plain()
		}
		return m
	case n.array:
		list := make([]any, len(n.list))
		for i, v := range n.list {
			list[i] = v.plain()
		}
		return list
	}
	return n.value
}

// isIdentifier reports whether a key stands in a path without quotes.
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
