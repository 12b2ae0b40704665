package rules

import (
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// Overlay is one overlay file: annotations for tools whose schemas are maintained elsewhere.
type Overlay struct {
	File  string
	tools []toolEntry
}

// toolEntry is the entry of one tool in an overlay.
type toolEntry struct {
	name   string
	key    tooldef.Member
	faulty bool // has an error: the tool must not be generated
	*annotation
}

// Read parses an overlay file. An error within a tool's entry names the tool; an error that names none
// invalidates the whole file.
func Read(name string, data []byte) (*Overlay, model.Diagnostics) {
	o := &Overlay{File: name}
	root, diags := tooldef.ParseNode(name, data)
	if root == nil || diags.HasErrors() {
		return o, diags
	}
	r := &reader{diags: diags}
	if root.Kind != tooldef.Object {
		r.fail(root, "the file is "+root.Describe(), "write tools: and below it the name of a tool")
		return o, r.diags
	}
	for _, m := range root.Members {
		switch m.Key {
		case "$schema":
		case "tools":
			o.tools = r.tools(m.Value)
		default:
			r.unknown(m, "", []string{"tools"})
		}
	}
	if root.Get("tools") == nil && !r.diags.HasErrors() {
		r.fail(root, "the file has no tools", "write tools: and below it the name of a tool")
	}
	return o, r.diags
}

// reader parses annotations and collects diagnostics.
type reader struct {
	tool   string // the current tool, "" outside of an entry
	diags  model.Diagnostics
	failed bool // an error was reported since the flag was cleared
}

func (r *reader) tools(n *tooldef.Node) []toolEntry {
	if n.Kind != tooldef.Object {
		r.fail(n, "tools is "+n.Describe(), "write the name of each tool with a colon, and its rules below it")
		return nil
	}
	if len(n.Members) == 0 {
		r.fail(n, "tools names no tool", "write the name of a tool and its rules")
	}
	var entries []toolEntry
	for _, m := range n.Members {
		r.tool, r.failed = m.Key, false
		a := r.annotation(m.Value, ofTool)
		entries = append(entries, toolEntry{name: m.Key, key: m, annotation: a, faulty: r.failed})
	}
	r.tool = ""
	return entries
}

func (r *reader) report(severity model.Severity, pos model.Pos, pointer, keyword, problem, fix string) {
	r.failed = r.failed || severity == model.Error
	r.diags = append(r.diags, model.Diagnostic{
		Severity: severity, Pos: pos, Pointer: pointer, Tool: r.tool, Keyword: keyword, Problem: problem, Fix: fix,
	})
}

func (r *reader) fail(at *tooldef.Node, problem, fix string) {
	r.report(model.Error, at.Pos, at.Pointer, "", problem, fix)
}

func (r *reader) warn(at *tooldef.Node, problem, fix string) {
	r.report(model.Warning, at.Pos, at.Pointer, "", problem, fix)
}
