package schema

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/lower/docs"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// Scope is the part of the dynamic scope that dynamic references can see: for each dynamic anchor, the
// outermost schema with it (JSON Schema 2020-12, section 8.2.3.2). Schemas are specialized by scope at
// generation time, so nothing is resolved at run time.
type Scope struct {
	key     string
	anchors map[string]Source
}

// recursiveAnchor is the internal name of draft 2019-09's $recursiveAnchor.
const recursiveAnchor = "\x00recursive"

// Enter adds the dynamic anchors of a schema resource when evaluation enters it: at its root, or by a reference
// into it.
func (s Source) Enter(jumped bool) Source {
	if !s.R.dynamic {
		return s
	}
	top := s.Node
	if jumped {
		top = s.resourceOf()
	} else if !s.isResource(s.Node) {
		return s
	}
	found := map[string]Source{}
	s.dynamicAnchors(top, found)
	if top.Get("$recursiveAnchor").True() {
		found[recursiveAnchor] = Source{R: s.R, Doc: s.Doc, Node: top, Draft: s.Draft}
	}
	if len(found) == 0 {
		return s
	}
	if s.Scope != nil {
		maps.Copy(found, s.Scope.anchors)
	}
	s.Scope = s.R.newScope(found)
	return s
}

func (r *Reader) newScope(anchors map[string]Source) *Scope {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(anchors)) {
		fmt.Fprintf(&b, "%q=%d,", name, r.ID(anchors[name].Node))
	}
	return &Scope{key: b.String(), anchors: anchors}
}

// isResource reports whether a node of the document is the root of a schema resource.
func (s Source) isResource(n *tooldef.Node) bool {
	id := n.Get("$id").Str()
	return n == s.Doc.Root || id != "" && !strings.HasPrefix(id, "#")
}

// resourceOf returns the resource of a node: the nearest ancestor with an $id.
func (s Source) resourceOf() *tooldef.Node {
	around := s.Doc.Around(s.Node)
	for _, n := range slices.Backward(around) {
		if s.isResource(n) {
			return n
		}
	}
	return s.Doc.Root
}

// dynamicAnchors collects the dynamic anchors of a resource, without embedded resources.
func (s Source) dynamicAnchors(n *tooldef.Node, found map[string]Source) {
	if a := n.Get("$dynamicAnchor").Str(); a != "" && found[a].Node == nil {
		found[a] = Source{R: s.R, Doc: s.Doc, Node: n, Draft: s.Draft}
	}
	for _, m := range n.Entries() {
		for _, sub := range tooldef.SchemasIn(m.Key, m.Value) {
			if !s.isResource(sub) {
				s.dynamicAnchors(sub, found)
			}
		}
	}
}

// resolve follows a reference. A dynamic reference whose static target has the dynamic anchor resolves to the
// outermost schema in scope that has it.
func (s Source) resolve(word string, ref *tooldef.Node) (Source, bool) {
	r := s.R
	compiled, faults := r.Lib.CompileAt(s.Doc, s.Node)
	for _, d := range faults {
		r.Report(d)
	}
	if compiled == nil {
		return Source{}, false
	}
	target := compiled.Ref
	switch word {
	case "$dynamicRef":
		target = nil
		if compiled.DynamicRef != nil {
			target = compiled.DynamicRef.Ref
		}
	case "$recursiveRef":
		target = compiled.RecursiveRef
	}
	var doc *docs.Document
	var node *tooldef.Node
	if target != nil {
		doc, node = r.Lib.Find(target.Location)
	}
	if node == nil {
		r.Fail(ref, word, docs.LeadsNowhere(ref.Text), docs.DefineTarget)
		return Source{}, false
	}
	t := Source{R: s.R, Doc: doc, Node: node, Draft: target.DraftVersion, Scope: s.Scope}
	if dynamicTarget, ok := s.dynamicTarget(word, ref, node); ok {
		t.Doc, t.Node, t.Draft = dynamicTarget.Doc, dynamicTarget.Node, dynamicTarget.Draft
	}
	return t.Enter(true), true
}

// dynamicTarget looks up a dynamic anchor in the scope.
func (s Source) dynamicTarget(word string, ref, static *tooldef.Node) (t Source, ok bool) {
	_, name, _ := strings.Cut(ref.Text, "#")
	switch {
	case s.Scope == nil:
	case word == "$dynamicRef" && static.Get("$dynamicAnchor").IsText(name):
		t, ok = s.Scope.anchors[name]
	case word == "$recursiveRef" && static.Get("$recursiveAnchor").True():
		t, ok = s.Scope.anchors[recursiveAnchor]
	}
	return t, ok
}

func hasDynamicAnchors(root *tooldef.Node) bool {
	for n := range root.All() {
		if n.Get("$dynamicAnchor") != nil || n.Get("$recursiveAnchor") != nil {
			return true
		}
	}
	return false
}
