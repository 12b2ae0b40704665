package lower

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// warnUnused tells of what would be errors in the definitions that nothing refers to: a loop of
// references, one that leads nowhere, a pattern that cannot be compiled. No code is made of them, so
// that they cost nobody a tool; whoever refers to one would get the error.
func (l *lowerer) warnUnused(root source) {
	scratch := newLowerer(l.tool, l.opts)
	scratch.lib, scratch.dynamic, scratch.bare = l.lib, l.dynamic, l.bare
	scratch.size = growth{most: l.size.most, from: map[*tooldef.Node]int{}}
	scratch.broken = true // warnings of their own are not worth telling
	for _, n := range l.unused(root) {
		if scratch.nodeIDs[n] != 0 {
			continue // by another definition
		}
		t := scratch.lower(conj{scratch.child(root, n)}, asValue)
		if scratch.size.over() {
			return
		}
		for i := 0; i < len(scratch.later); i++ {
			scratch.later[i]()
		}
		scratch.later = nil
		scratch.refuseEndless(t)
	}
	for _, d := range scratch.diags {
		if d.Severity != model.Error || l.told[d] {
			continue
		}
		d.Severity = model.Warning
		d.Problem += " (in a definition that is not used)"
		l.report(d)
	}
}

// unused are the definitions of a document that no reference has led to. Those of schemas within it
// that have an address of their own are left out: what they refer to is not for us to say.
func (l *lowerer) unused(root source) []*tooldef.Node {
	var list []*tooldef.Node
	add := func(n *tooldef.Node) {
		if n.Kind == tooldef.Object && l.nodeIDs[n] == 0 {
			list = append(list, n)
		}
	}
	walkSchemas(root.node, false, func(n *tooldef.Node) bool {
		if n.Kind != tooldef.Object {
			return true
		}
		for _, word := range []string{"$defs", "definitions"} {
			if defs := n.Get(word); defs != nil && defs.Kind == tooldef.Object {
				for _, m := range defs.Members {
					add(m.Value)
				}
			}
		}
		if content := n.Get("contentSchema"); content != nil {
			add(content)
		}
		return true
	})
	return slices.DeleteFunc(list, func(n *tooldef.Node) bool {
		return l.resourceOf(source{doc: root.doc, node: n}) != root.doc.root
	})
}
