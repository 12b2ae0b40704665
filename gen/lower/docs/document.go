package docs

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// Document is a JSON document with schemas: a tool's schema, or a referenced file.
type Document struct {
	url  string
	Root *tooldef.Node
	// Ignored are the keywords that are not in the document's meta-schema and have no effect. It is computed on
	// first use.
	Ignored map[string]bool
	settled bool
}

// Node returns the root of the document, nil for a nil document.
func (d *Document) Node() *tooldef.Node {
	if d == nil {
		return nil
	}
	return d.Root
}

// Around lists the values of the document that contain a node, from the root to the node itself.
func (d *Document) Around(n *tooldef.Node) (list []*tooldef.Node) {
	path := strings.TrimPrefix(n.Pointer, d.Root.Pointer)
	for end := range len(path) + 1 {
		if end == len(path) || path[end] == '/' {
			list = append(list, d.Root.At(path[:end]))
		}
	}
	return list
}

// Library is the set of documents reachable from a schema, compiled by the schema library.
type Library struct {
	compiler *jsonschema.Compiler
	Docs     map[string]*Document
	Draft    int // of the schema itself
	refs     refLoader
	Patterns Matcher
}

// SchemaURL is the address of a tool's schema for the schema library; it is never fetched.
const SchemaURL = schemaBase + "schema.json"

// schemaBase is the base of relative references.
const schemaBase = "toolgen:///"

// compileLibrary compiles the schema at root, or returns the faults found by the schema library.
func compileLibrary(root *tooldef.Node, files Files) (*Library, []fault) {
	l := &Library{
		compiler: jsonschema.NewCompiler(),
		Docs:     map[string]*Document{},
	}
	l.refs = refLoader{files: files, lib: l}
	l.compiler.UseLoader(&l.refs)
	l.compiler.UseRegexpEngine(l.patternEngine)
	// A referenced document without $schema has the draft of the referring schema.
	draft, known := draftOf(root)
	if !known {
		draft = jsonschema.Draft2020
	}
	l.compiler.DefaultDraft(draft)
	l.Docs[SchemaURL] = &Document{url: SchemaURL, Root: root}
	if err := l.compiler.AddResource(SchemaURL, plain(root)); err != nil {
		return nil, l.explain(root, err)
	}
	compiled, err := l.compile(SchemaURL)
	if err != nil {
		return nil, l.explain(root, err)
	}
	l.Draft = compiled.DraftVersion
	l.settle(l.Docs[SchemaURL])
	return l, nil
}

// compile protects against panics of the schema library on some numbers.
func (l *Library) compile(location string) (s *jsonschema.Schema, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the schema library failed on this schema: %v", r)
		}
	}()
	return l.compiler.Compile(location)
}

// CompileAt compiles the schema at a node of a document.
func (l *Library) CompileAt(d *Document, n *tooldef.Node) (*jsonschema.Schema, model.Diagnostics) {
	s, err := l.compile(d.location(n))
	if err == nil {
		return s, nil
	}
	var diags model.Diagnostics
	for _, f := range l.explain(d.Root, err) {
		diags = append(diags, f.diagnostic)
	}
	return nil, diags
}

// location returns the address of a node for the schema library.
func (d *Document) location(n *tooldef.Node) string {
	return d.url + "#" + tooldef.EscapeFragment(strings.TrimPrefix(n.Pointer, d.Root.Pointer))
}

// Find returns the node at an absolute location of the schema library.
func (l *Library) Find(location string) (*Document, *tooldef.Node) {
	base, fragment, _ := strings.Cut(location, "#")
	d := l.Docs[base]
	if d == nil {
		d = l.builtin(base)
	}
	if d == nil {
		return nil, nil
	}
	l.settle(d)
	return d, d.Root.At(tooldef.UnescapeFragment(fragment))
}

// settle computes, once, which keywords a document's meta-schema omits.
func (l *Library) settle(d *Document) {
	if !d.settled {
		d.settled = true
		d.Ignored = l.ignored(d)
	}
}

// plain converts a node to the values that the schema library reads. Numbers stay text, with exponents limited
// to what its arithmetic can handle.
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

// tameNumber limits the exponent of a number: the library expands 7e9999999 digit by digit.
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
