package lower

import (
	"slices"

	"github.com/toolgen/toolgen/gen/lower/schema"
	"github.com/toolgen/toolgen/gen/lower/shape"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// warnUnused reports errors in unused definitions as warnings: a loop of references, a dangling reference, an invalid
// pattern. No code is generated for them, so they do not cost the tool.
func (l *lowerer) warnUnused(root schema.Source) {
	scratch := newLowerer(l.Tool, l.opts)
	within := scratch.Open(l.Lib, len(l.opts.Refs) > 0)
	scratch.size = growth{most: l.size.most, from: map[*tooldef.Node]int{}}
	scratch.Broken = true // suppresses their warnings
	for _, n := range l.unused(root) {
		if scratch.IDs[n] != 0 {
			continue // by another definition
		}
		t := scratch.lower(schema.Conj{within.Child(n)}, asValue)
		if scratch.size.over() {
			return
		}
		for i := 0; i < len(scratch.later); i++ {
			scratch.later[i]()
		}
		scratch.later = nil
		scratch.checks.Keywords()
		scratch.Visited = nil
		shape.RefuseEndless(scratch.Findings, t)
	}
	for _, d := range scratch.Diags {
		if d.Severity != model.Error || l.Told[d] {
			continue
		}
		d.Severity = model.Warning
		d.Problem += " (in a definition that is not used)"
		l.Report(d)
	}
}

// unused returns the definitions of a document that nothing refers to, without those of embedded schemas with an
// address of their own, to which other documents may refer.
func (l *lowerer) unused(root schema.Source) []*tooldef.Node {
	var list []*tooldef.Node
	add := func(n *tooldef.Node) {
		if n.Kind == tooldef.Object && l.IDs[n] == 0 {
			list = append(list, n)
		}
	}
	for n := range root.Node.Schemas() {
		for _, word := range []string{"$defs", "definitions"} {
			for _, m := range n.Get(word).Entries() {
				add(m.Value)
			}
		}
		if content := n.Get("contentSchema"); content != nil {
			add(content)
		}
	}
	return slices.DeleteFunc(list, func(n *tooldef.Node) bool {
		return schema.Source{R: l.Reader, Doc: root.Doc, Node: n}.ResourceOf() != root.Doc.Root
	})
}
