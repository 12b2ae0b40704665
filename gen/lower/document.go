package lower

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolgen/toolgen/gen/tooldef"
)

// document is one JSON document that holds schemas: the schema of a tool, or a file that a
// remote reference leads to.
type document struct {
	url  string
	root *tooldef.Node
	// ignored are the keywords that the document's meta-schema does not have, so that they say
	// nothing; it is filled when the document is first looked into.
	ignored map[string]bool
	settled bool
	// literals are the choices that are enums, by the schema objects that have them.
	literals map[*tooldef.Node]literals
	// merged are the branches of choices, those that are strings written out as one.
	merged map[*tooldef.Node][]*tooldef.Node
}

// node is the document's root, nil where there is no document.
func (d *document) node() *tooldef.Node {
	if d == nil {
		return nil
	}
	return d.root
}

// library is the set of documents that one schema can reach, compiled by the schema library.
type library struct {
	compiler *jsonschema.Compiler
	docs     map[string]*document
	dialects map[*tooldef.Node]int // of nodes that begin a schema resource
	refs     refLoader
	patterns matcher
	meter    meter
}

// schemaURL is where a tool's own schema lives for the schema library; it is never fetched.
const schemaURL = schemaBase + "schema.json"

// schemaBase is what relative references are resolved against.
const schemaBase = "toolgen:///"

// compileLibrary compiles the schema at root, or finds the faults that the schema library tells of.
func compileLibrary(root *tooldef.Node, opts Options) (*library, []fault) {
	l := &library{
		compiler: jsonschema.NewCompiler(),
		docs:     map[string]*document{},
		dialects: map[*tooldef.Node]int{},
	}
	l.refs = refLoader{opts: opts, lib: l}
	l.compiler.UseLoader(&l.refs)
	l.compiler.UseRegexpEngine(l.patternEngine)
	// What a reference leads to and does not say its draft is read as the schema that refers to it.
	draft, known := draftOf(root)
	if !known {
		draft = jsonschema.Draft2020
	}
	l.compiler.DefaultDraft(draft)
	l.docs[schemaURL] = &document{url: schemaURL, root: root}
	if err := l.compiler.AddResource(schemaURL, plain(root)); err != nil {
		return nil, l.schemaFaults(root, err)
	}
	compiled, err := l.compile(schemaURL)
	if err != nil {
		return nil, l.explain(root, err)
	}
	l.dialects[root] = compiled.DraftVersion
	l.settle(l.docs[schemaURL])
	return l, nil
}

// compile guards the schema library, which panics on some numbers that it is given.
func (l *library) compile(location string) (s *jsonschema.Schema, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the schema library failed on this schema: %v", r)
		}
	}()
	return l.compiler.Compile(location)
}

// location is the address of a node for the schema library.
func (d *document) location(n *tooldef.Node) string {
	return d.url + "#" + escapeFragment(strings.TrimPrefix(n.Pointer, d.root.Pointer))
}

// find turns an absolute location of the schema library into a node.
func (l *library) find(location string) (*document, *tooldef.Node) {
	base, fragment, _ := strings.Cut(location, "#")
	d := l.docs[base]
	if d == nil {
		d = l.builtin(base)
	}
	if d == nil {
		return nil, nil
	}
	l.settle(d)
	return d, d.root.At(unescapeFragment(fragment))
}

// settle finds out, once, which keywords a document's meta-schema leaves out.
func (l *library) settle(d *document) {
	if !d.settled {
		d.settled = true
		d.ignored = l.ignored(d)
	}
}

// plain turns a node into the Go values that the schema library reads. Numbers stay text, with
// exponents cut to what its arithmetic survives.
func plain(n *tooldef.Node) any {
	switch n.Kind {
	case tooldef.Bool:
		return n.Bool
	case tooldef.Number:
		return json.Number(tameNumber(n.Text))
	case tooldef.String:
		return n.Text
	case tooldef.Array:
		out := make([]any, len(n.Items))
		for i, item := range n.Items {
			out[i] = plain(item)
		}
		return out
	case tooldef.Object:
		out := make(map[string]any, len(n.Members))
		for _, m := range n.Members {
			out[m.Key] = plain(m.Value)
		}
		return out
	default:
		return nil
	}
}

// tameNumber caps the exponent of a number literal: the library expands 7e9999999 digit by digit.
func tameNumber(text string) string {
	i := strings.IndexAny(text, "eE")
	if i < 0 {
		return text
	}
	digits := strings.TrimLeft(strings.TrimLeft(text[i+1:], "+-"), "0")
	if len(digits) <= 3 {
		return text
	}
	if text[i+1] == '-' {
		return text[:i] + "e-999"
	}
	return text[:i] + "e999"
}

// escapeFragment percent-encodes a JSON Pointer the way the schema library writes locations.
func escapeFragment(pointer string) string {
	tokens := strings.Split(pointer, "/")
	for i, t := range tokens {
		tokens[i] = url.PathEscape(t)
	}
	return strings.Join(tokens, "/")
}

// unescapeFragment undoes escapeFragment; a stray percent sign stands for itself.
func unescapeFragment(fragment string) string {
	if s, err := url.PathUnescape(fragment); err == nil {
		return s
	}
	return fragment
}
