package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// inlineEntry is an annotation found in the schema itself.
type inlineEntry struct {
	node *tooldef.Node // the annotated schema
	path string
	*annotation
}

// hasInline reports whether a schema tree contains annotations.
func hasInline(root *tooldef.Node) bool {
	return slices.ContainsFunc(schemasOf(root), func(n *tooldef.Node) bool { return n.Get(inlineWord) != nil || n.Get(kubernetesWord) != nil })
}

// inline removes the annotations from the tree. They allow the same words as the fields of an overlay except
// JSON Schema keywords, which are written next to them.
func (m *merger) inline() []inlineEntry {
	paths := m.paths()
	var entries []inlineEntry
	for _, n := range m.schemas() {
		own, kubernetes := n.Get(inlineWord), n.Get(kubernetesWord)
		if own == nil && kubernetes == nil {
			continue
		}
		n.Remove(inlineWord)
		n.Remove(kubernetesWord)
		at := ofSchema
		if n == m.root {
			at = ofRoot
		}
		first := own
		a := &annotation{tool: words{}}
		if own != nil {
			a = m.annotation(own, at)
		} else {
			first = kubernetes
		}
		if kubernetes != nil {
			m.kubernetes(a, kubernetes)
		}
		path, reached := paths[n]
		switch {
		case reached && m.speaks(n):
			entries = append(entries, inlineEntry{node: n, path: path, annotation: a})
		case reached:
			m.fail(first, "this draft of JSON Schema ignores keywords beside $ref", "put it into the schema that $ref refers to, or use allOf")
		case m.unused(n, paths):
			m.warn(first, "nothing refers to the annotated definition", "remove the annotation, which has no effect")
		default:
			m.fail(first, "an annotation has no effect here", "put it into the schema of the arguments, of a property, or of items")
		}
	}
	return entries
}

// unused reports whether a schema belongs to an unreferenced definition.
func (m *merger) unused(n *tooldef.Node, paths map[*tooldef.Node]string) bool {
	return slices.ContainsFunc(definitionsOf(m.root), func(d tooldef.Member) bool {
		_, reached := paths[d.Value]
		return !reached && (n == d.Value || strings.HasPrefix(n.Pointer, d.Value.Pointer+"/"))
	})
}

// paths returns the first path from the arguments to each schema of a value.
func (t *tree) paths() map[*tooldef.Node]string {
	paths := map[*tooldef.Node]string{}
	var walk func(n *tooldef.Node, path string)
	walk = func(n *tooldef.Node, path string) {
		if !n.Is(tooldef.Object) {
			return
		}
		if _, seen := paths[n]; seen {
			return
		}
		paths[n] = path
		for _, m := range n.Get("properties").Entries() {
			walk(m.Value, model.JoinKey(path, m.Key))
		}
		walk(child(n, step{kind: toItems}), path+"[]")
		walk(child(n, step{kind: toRest}), path+"{}")
		for _, word := range []string{"allOf", "anyOf", "oneOf"} {
			for _, item := range n.Get(word).List() {
				walk(item, path)
			}
		}
		target, _ := t.reference(n)
		walk(target, path)
	}
	walk(t.root, "")
	return paths
}

// refuseOutput warns of annotations in a result schema, where they have no effect.
func (r *reader) refuseOutput(output *tooldef.Node) {
	for _, n := range schemasOf(output) {
		for _, word := range []string{inlineWord, kubernetesWord} {
			if a := n.Get(word); a != nil {
				r.report(model.Warning, a.Pos, a.Pointer, word,
					fmt.Sprintf("%s has no effect in the schema of a result, which is never rejected", word), "remove it")
			}
		}
	}
}

// hides reports whether a path leads into an injected field, which models never see.
func (m *merger) hides(path string) bool {
	return slices.ContainsFunc(m.injected, func(p string) bool {
		rest, ok := strings.CutPrefix(path, p)
		return ok && (rest == "" || strings.ContainsRune(".[{", rune(rest[0])))
	})
}
