package tooldef

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
)

// Options configure how a source is read.
type Options struct {
	// Envelope is the format of the source; "" detects it.
	Envelope Envelope
	// TypeName is the name of a bare schema.
	TypeName string
	// PythonTypes accepts type names of programming languages (dict, float, tuple, …).
	PythonTypes bool
	// KeepConflicts returns different tools of one name instead of rejecting them, for callers that read
	// several sources, or that put them into separate packages.
	KeepConflicts bool
	// KeepBroken also returns tools with errors, marked as Broken, after the others, for callers that look for
	// faults of later stages.
	KeepBroken bool
}

// Read reads the tools of a source. Tools with errors are left out. Tools and diagnostics are in source order.
func Read(source string, data []byte, opts Options) ([]*Tool, model.Diagnostics) {
	docs, diags := parseDocuments(source, data)
	r := &reader{source: source, opts: opts, diags: diags, single: len(docs)+len(diags) == 1}
	for i := range docs {
		r.number, r.doc = i, &docs[i]
		before := len(r.tools)
		r.document(docs[i].root)
		r.settleFaults(r.tools[before:])
	}
	r.nameSchemas()
	var tools, broken []*Tool
	for _, t := range r.tools {
		switch {
		case r.finish(t):
			tools = append(tools, &t.Tool)
		case opts.KeepBroken && t.Name != "" && t.Input.Is(Object) && (t.Output == nil || t.Output.Is(Object)):
			t.Broken = true
			broken = append(broken, &t.Tool)
		}
	}
	if len(r.tools) == 0 && !r.diags.HasErrors() {
		r.noTools(docs)
	}
	if opts.KeepConflicts {
		tools = dropIdentical(tools)
	} else {
		kept, conflicts := Collapse(tools)
		r.diags = append(r.diags, conflicts...)
		for _, t := range tools {
			if t.Broken && opts.KeepBroken {
				broken = append(broken, t)
			}
		}
		tools = kept
	}
	slices.SortStableFunc(r.diags, func(a, b model.Diagnostic) int { return a.Pos.Compare(b.Pos) })
	return append(tools, broken...), r.diags
}

// reader collects the tools of a source.
type reader struct {
	source  string
	opts    Options
	single  bool // the source has one document
	number  int  // of the current document
	doc     *document
	tools   []*entry
	skipped int // tools without a schema
	diags   model.Diagnostics
}

// entry is a tool whose schemas are not normalised yet.
type entry struct {
	Tool
	nameless bool // a bare schema named after the file
	failed   bool
}

func (r *reader) report(severity model.Severity, at *Node, tool, keyword, problem, fix string) {
	r.diags = append(r.diags, model.Diagnostic{
		Severity: severity, Pos: at.Pos, Pointer: at.Pointer, Tool: tool, Keyword: keyword, Problem: problem, Fix: fix,
	})
}

// settleFaults assigns faults in the text to the tools that contain them.
func (r *reader) settleFaults(tools []*entry) {
	if len(r.doc.faults) == 0 {
		return
	}
	owners := make(map[string]*entry, len(tools))
	for _, t := range tools {
		owners[t.Pointer] = t
	}
	var faulty []*entry
	for _, fault := range r.doc.faults {
		for pointer := fault.Pointer; ; pointer = pointer[:strings.LastIndexByte(pointer, '/')] {
			if t := owners[pointer]; t != nil {
				fault.Tool = t.Name
				if fault.Severity == model.Error && t.Output.holds(fault.Pointer) {
					fault = model.Diagnostics{fault}.OfResult()[0]
					faulty = append(faulty, t)
				}
				t.failed = t.failed || fault.Severity == model.Error
				break
			}
			if pointer == "" {
				break
			}
		}
		r.diags = append(r.diags, fault)
	}
	for _, t := range faulty {
		t.Output = nil
	}
}

// document reads a document of any form.
func (r *reader) document(n *Node) {
	if r.opts.Envelope != "" && !slices.Contains(envelopes, r.opts.Envelope) {
		r.report(model.Error, n, "", "", fmt.Sprintf("there is no envelope %q", r.opts.Envelope), "use one of "+envelopeList())
		return
	}
	if r.opts.Envelope == Schema {
		r.schemas(n)
		return
	}
	switch n.Kind {
	case Array:
		r.list(n, place{})
	case Object:
		r.object(n, place{})
	default:
		r.unknown(n)
	}
}

// schemas reads a bare schema, or an array of them.
func (r *reader) schemas(n *Node) {
	switch n.Kind {
	case Array:
		for _, item := range n.Items {
			r.schemas(item)
		}
	case Object, Bool:
		r.schema(n)
	default:
		r.report(model.Error, n, "", "", n.Describe()+" is not a JSON Schema", "write an object")
	}
}

// unknown reports a document without tools in a known format.
func (r *reader) unknown(n *Node) {
	severity := model.Error
	problem := "this is not a tool definition: it is " + n.Describe()
	if !r.single && n.Is(Object) {
		// Recorded requests without tools may be mixed with others.
		severity, problem = model.Warning, "this document holds no tools: it is "+n.Describe()
	}
	if fault := n.Get("error"); n.Get("jsonrpc") != nil && fault != nil {
		problem = "this is a JSON-RPC error response, without tools"
	}
	fix := "toolgen reads these envelopes: " + envelopeList()
	switch {
	case n.Get("openapi") != nil || n.Get("swagger") != nil:
		problem, fix = "this is an OpenAPI document: it describes requests, not tools", "give the tools that were generated from it, or its schemas as separate files"
	case n.Get("mcpServers").Is(Object):
		problem, fix = "this is the configuration of an MCP client: it names servers, not their tools", "give what a server answers to tools/list"
	}
	r.report(severity, n, "", "", problem, fix)
}

func envelopeList() string { return strings.Join(Envelopes(), ", ") }

// noTools reports a source without any usable tool.
func (r *reader) noTools(docs []document) {
	pos := model.Pos{File: r.source, Line: 1, Column: 1}
	if len(docs) > 0 {
		pos = docs[0].root.Pos
	}
	problem := "there are no tools in this source"
	if r.skipped > 0 {
		problem += ", only tools without a JSON Schema"
	}
	r.diags = append(r.diags, model.Diagnostic{
		Severity: model.Error, Pos: pos, Problem: problem,
		Fix: "add a tool, or remove the source from the list; toolgen reads these envelopes: " + envelopeList(),
	})
}

// nameSchemas names the bare schemas. Several without a title are numbered.
func (r *reader) nameSchemas() {
	var nameless, bare int
	for _, t := range r.tools {
		if t.Envelope == Schema {
			bare++
			if t.nameless {
				nameless++
			}
		}
	}
	base, count := fileName(r.source), nameless
	if r.opts.TypeName != "" {
		base, count = r.opts.TypeName, bare
	}
	next := 0
	for _, t := range r.tools {
		if t.Envelope != Schema || !t.nameless && r.opts.TypeName == "" {
			continue
		}
		next++
		switch {
		case base == "":
			t.failed = true
			r.report(model.Error, t.Input, "", "title", "the schema has no name", "name it with --type or give it a title")
		case count == 1:
			t.Name = base
		default:
			t.Name = fmt.Sprintf("%s_%d", base, next)
		}
	}
}

// fileName derives a schema name from a file name; "" for standard input.
func fileName(source string) string {
	base := path.Base(strings.ReplaceAll(source, `\`, "/"))
	if source == "" || base == "-" || base == "." || base == "/" {
		return ""
	}
	name := strings.TrimSuffix(base, path.Ext(base))
	for _, suffix := range []string{".schema", ".tools", ".tool"} {
		name = strings.TrimSuffix(name, suffix)
	}
	if name == "" {
		return base
	}
	return name
}

// finish normalises the schemas of a tool and reports whether it is valid.
func (r *reader) finish(t *entry) bool {
	if t.Name == "" {
		return false
	}
	z := &normaliser{Findings: Findings{Tool: t.Name}, tool: &t.Tool, opts: r.opts}
	z.normalise()
	r.diags = append(r.diags, z.Diags...)
	return !t.failed && !z.Diags.HasErrors()
}
