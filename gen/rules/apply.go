package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/near"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// Applied are tools with their annotations merged in, ready to be lowered.
type Applied struct {
	// Tools are the tools in their order. A tool without annotations is the one that was given; one
	// with a faulty annotation is as it was given, and Broken.
	Tools []*tooldef.Tool

	known   map[string]bool // all tools of the sources
	sayings map[string]*saying
}

// saying is what the annotations say of one tool as a whole; of two of them, the later one counts.
type saying struct {
	tool   words
	advice []string
}

// Apply merges overlays and inline annotations into copies of tools. An error among the
// diagnostics that names no tool means that rules of the overlays found no tool to apply to;
// nothing should be made of the tools then.
func Apply(tools []*tooldef.Tool, overlays []*Overlay) (*Applied, model.Diagnostics) {
	a := &Applied{known: map[string]bool{}, sayings: map[string]*saying{}}
	for _, t := range tools {
		a.known[t.Name] = true
	}
	r := &reader{}
	entries := map[string][]toolEntry{}
	for _, o := range overlays {
		for _, e := range o.tools {
			if !a.known[e.name] {
				r.noTool(e, a.known)
				continue
			}
			entries[e.name] = append(entries[e.name], e)
		}
	}
	for _, t := range tools {
		if t.Broken {
			a.Tools = append(a.Tools, t)
			continue
		}
		r.tool, r.failed = t.Name, false
		merged := a.mergeSafely(t, entries[t.Name], r)
		if r.failed {
			broken := *t
			broken.Broken = true
			merged = &broken
		}
		a.Tools = append(a.Tools, merged)
	}
	return a, r.diags
}

// noTool reports an entry for a tool that is not there.
func (r *reader) noTool(e toolEntry, known map[string]bool) {
	names := slices.Sorted(maps.Keys(known))
	fix := "check the sources; their tools are " + listed(names)
	if guess := near.Name(e.name, names); guess != "" {
		fix = fmt.Sprintf("did you mean %s?", guess)
	}
	r.report(model.Error, e.key.KeyPos, e.key.Value.Pointer, "", fmt.Sprintf("no source has a tool %q", cut(e.name)), fix)
}

// mergeSafely is merge for schemas that nobody here controls: one that breaks the merging costs its
// own tool only.
func (a *Applied) mergeSafely(t *tooldef.Tool, entries []toolEntry, r *reader) (merged *tooldef.Tool) {
	defer func() {
		if fault := recover(); fault != nil {
			r.report(model.Error, t.Pos, t.Pointer, "", fmt.Sprintf("the rules cannot be merged: internal fault: %v", fault), "report this as a fault of toolgen")
		}
	}()
	return a.merge(t, entries, r)
}

// merge merges all annotations of one tool: its own first, so that an overlay has the last word.
func (a *Applied) merge(t *tooldef.Tool, entries []toolEntry, r *reader) *tooldef.Tool {
	if t.Output != nil {
		r.refuseOutput(t.Output)
	}
	if len(entries) == 0 && !hasInline(t.Input) {
		return t
	}
	if slices.ContainsFunc(entries, func(e toolEntry) bool { return e.faulty }) {
		r.failed = true // the fault was reported when the file was read; the rest may have other faults
	}
	m := &merger{reader: r, tree: newTree(t.Input)}
	said := &saying{tool: words{}}
	for _, e := range m.inline() {
		// An annotation in a definition is its own word, for all that refer to it.
		m.private[e.node] = true
		m.put(e.annotation, place{group: group{e.node}, path: e.path})
		maps.Copy(said.tool, e.annotation.tool)
	}
	m.private = map[*tooldef.Node]bool{}
	for _, e := range entries {
		if m.embedded && len(e.fields) > 0 && m.hasReferences() {
			m.report(model.Error, e.key.KeyPos, e.key.Value.Pointer, "$id", "the schema has an $id within it, so that its references cannot be told apart from here", "put the annotations into the schema, as x-toolgen")
			continue
		}
		root := m.own(m.root, nil)
		m.put(e.annotation, place{group: group{root}})
		maps.Copy(said.tool, e.annotation.tool)
	}
	if m.copies.over() {
		m.report(model.Error, t.Pos, t.Pointer, "$ref", fmt.Sprintf("the annotations need more than %d copies of definitions, which refer to each other in too many ways", maxCopies),
			"annotate the definitions themselves, by x-toolgen in the schema")
	}
	out := *t
	out.Input = m.root
	blank := said.tool.is("blankIsMissing")
	if blank {
		flag := said.tool["blankIsMissing"]
		m.note(place{group: group{m.root}}, flag).Set("blankIsMissing", flag.Clone())
		m.advise("", "Blank text and null count as missing.")
	}
	out.Description, said.advice = describe(t.Description, m.advice, m.hidden())
	out.Advertised = m.advertise(blank)
	out.Marked = m.marked(blank)
	a.sayings[t.Name] = said
	return &out
}

// hasReferences reports whether the tree has references other than to the root.
func (t *tree) hasReferences() bool {
	found := false
	t.visit(func(n *tooldef.Node) {
		if ref := n.Get("$ref"); isText(ref) && strings.Trim(ref.Text, "#") != "" {
			found = true
		}
	})
	return found
}
