package docs

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// Document is one JSON document that holds schemas: the schema of a tool, or a file that a
// remote reference leads to.
type Document struct {
	url  string
	Root *tooldef.Node
	// Ignored are the keywords that the document's meta-schema does not have, so that they say
	// nothing; it is filled when the document is first looked into.
	Ignored map[string]bool
	settled bool
}

// Node is the document's root, nil where there is no document.
func (d *Document) Node() *tooldef.Node {
	if d == nil {
		return nil
	}
	return d.Root
}

// Library is the set of documents that one schema can reach, compiled by the schema library.
type Library struct {
	compiler *jsonschema.Compiler
	Docs     map[string]*Document
	Draft    int // that the schema itself is read by
	refs     refLoader
	Patterns Matcher
	meter    meter
}

// SchemaURL is where a tool's own schema lives for the schema library; it is never fetched.
const SchemaURL = schemaBase + "schema.json"

// schemaBase is what relative references are resolved against.
const schemaBase = "toolgen:///"

// compileLibrary compiles the schema at root, or finds the faults that the schema library reports.
func compileLibrary(root *tooldef.Node, files Files) (*Library, []fault) {
	l := &Library{
		compiler: jsonschema.NewCompiler(),
		Docs:     map[string]*Document{},
	}
	l.refs = refLoader{files: files, lib: l}
	l.compiler.UseLoader(&l.refs)
	l.compiler.UseRegexpEngine(l.patternEngine)
	// What a reference leads to and does not say its draft is read as the schema that refers to it.
	draft, known := draftOf(root)
	if !known {
		draft = jsonschema.Draft2020
	}
	l.compiler.DefaultDraft(draft)
	l.Docs[SchemaURL] = &Document{url: SchemaURL, Root: root}
	if err := l.compiler.AddResource(SchemaURL, plain(root)); err != nil {
		return nil, l.schemaFaults(root, err)
	}
	compiled, err := l.compile(SchemaURL)
	if err != nil {
		return nil, l.explain(root, err)
	}
	l.Draft = compiled.DraftVersion
	l.settle(l.Docs[SchemaURL])
	return l, nil
}

// compile guards the schema library, which panics on some numbers that it is given.
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

// location is the address of a node for the schema library.
func (d *Document) location(n *tooldef.Node) string {
	return d.url + "#" + escapeFragment(strings.TrimPrefix(n.Pointer, d.Root.Pointer))
}

// Find turns an absolute location of the schema library into a node.
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
	return d, d.Root.At(UnescapeFragment(fragment))
}

// settle finds out, once, which keywords a document's meta-schema leaves out.
func (l *Library) settle(d *Document) {
	if !d.settled {
		d.settled = true
		d.Ignored = l.ignored(d)
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
