package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// Applied holds tools with their annotations merged in, ready to be lowered.
type Applied struct {
	// Tools are in source order. A tool without annotations is returned unchanged; one with a faulty annotation
	// is marked as Broken, and has those without faults.
	Tools []*tooldef.Tool

	known   map[string]bool // all tools of the sources
	sayings map[string]*saying
}

// saying collects the tool-level annotations of one tool; later ones override earlier ones.
type saying struct {
	tool   words
	advice []string
}

// Apply merges overlays and inline annotations into copies of tools. An error that names no tool means that
// overlay rules matched no tool; the caller should then generate nothing.
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
			broken := *merged
			broken.Broken = true
			merged = &broken
		}
		a.Tools = append(a.Tools, merged)
	}
	return a, r.diags
}

// noTool reports an entry for an unknown tool.
func (r *reader) noTool(e toolEntry, known map[string]bool) {
	names := slices.Sorted(maps.Keys(known))
	fix := suggest(e.name, names, "check the sources; their tools are "+listed(names))
	r.report(model.Error, e.key.KeyPos, e.key.Value.Pointer, "", fmt.Sprintf("no source has a tool %q", model.Cut(e.name, 80)), fix)
}

// mergeSafely recovers from panics in merge: schemas are untrusted input, and one of them must not fail the
// other tools.
func (a *Applied) mergeSafely(t *tooldef.Tool, entries []toolEntry, r *reader) (merged *tooldef.Tool) {
	defer func() {
		if fault := recover(); fault != nil {
			merged = t
			r.report(model.Error, t.Pos, t.Pointer, "", fmt.Sprintf("the rules cannot be merged: internal fault: %v", fault),
				"report this as a fault of toolgen")
		}
	}()
	return a.merge(t, entries, r)
}

// merge merges all annotations of one tool: inline ones first, so that overlays override them.
func (a *Applied) merge(t *tooldef.Tool, entries []toolEntry, r *reader) *tooldef.Tool {
	if t.Output != nil {
		r.refuseOutput(t.Output)
	}
	if len(entries) == 0 && !hasInline(t.Input) {
		return t
	}
	if slices.ContainsFunc(entries, func(e toolEntry) bool { return e.faulty }) {
		r.failed = true // already reported by Read; continue to find further errors
	}
	m := &merger{reader: r, tree: newTree(t.Input)}
	said := &saying{tool: words{}}
	for _, e := range m.inline() {
		// An annotation inside a definition applies to all references to it, so no copy is made.
		m.private[e.node] = true
		m.put(e.annotation, place{group: group{e.node}, path: e.path})
		maps.Copy(said.tool, e.annotation.tool)
	}
	m.private = map[*tooldef.Node]bool{}
	for _, e := range entries {
		if m.embedded && len(e.fields) > 0 && m.hasReferences() {
			m.report(model.Error, e.key.KeyPos, e.key.Value.Pointer, "$id",
				"a schema within the schema has an $id, so its references cannot be resolved here", "put the annotations into the schema, as x-toolgen")
			continue
		}
		root := m.own(m.root, nil)
		m.put(e.annotation, place{group: group{root}})
		maps.Copy(said.tool, e.annotation.tool)
	}
	if m.over() {
		m.report(model.Error, t.Pos, t.Pointer, "$ref", fmt.Sprintf("the annotations need more than %d copies of definitions, which refer to each other in too many ways", maxCopies),
			"annotate the definitions themselves, by x-toolgen in the schema")
	}
	out := *t
	out.Input = m.root
	blank := said.tool.is("blankIsMissing")
	if blank {
		flag := said.tool["blankIsMissing"]
		m.note(place{group: group{m.root}}, flag).Set("blankIsMissing", flag.Clone())
		m.advise("", nil, func([]string) string { return "Blank text and null count as missing." })
	}
	out.Description, said.advice = describe(t.Description, m.advice, m.hides)
	out.Advertised, _ = m.view(blank)
	if shown, marked := m.view(blank, markWords...); marked {
		out.Marked = shown
	}
	a.sayings[t.Name] = said
	return &out
}

// hasReferences reports whether the tree contains references other than to the root.
func (t *tree) hasReferences() bool {
	return slices.ContainsFunc(t.schemas(), func(n *tooldef.Node) bool {
		ref := n.Get("$ref")
		return ref.Is(tooldef.String) && strings.Trim(ref.Text, "#") != ""
	})
}
