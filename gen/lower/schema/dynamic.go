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
		top = s.ResourceOf()
	} else if !isResource(s) {
		return s
	}
	found := map[string]Source{}
	collectDynamic(Source{R: s.R, Doc: s.Doc, Node: top, Draft: s.Draft}, top, found)
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

// isResource reports whether a node is the root of a schema resource.
func isResource(s Source) bool {
	if s.Node == s.Doc.Root {
		return true
	}
	id := s.Node.Get("$id")
	return id.Is(tooldef.String) && !strings.HasPrefix(id.Text, "#")
}

// ResourceOf returns the resource of a node: the nearest ancestor with an $id.
func (s Source) ResourceOf() *tooldef.Node {
	rel := strings.TrimPrefix(s.Node.Pointer, s.Doc.Root.Pointer)
	for rel != "" {
		if n := s.Doc.Root.At(rel); n != nil && isResource(Source{R: s.R, Doc: s.Doc, Node: n}) {
			return n
		}
		rel = rel[:strings.LastIndexByte(rel, '/')]
	}
	return s.Doc.Root
}

// collectDynamic collects the dynamic anchors of a resource, without embedded resources.
func collectDynamic(s Source, n *tooldef.Node, found map[string]Source) {
	if n.Kind == tooldef.Array {
		for _, item := range n.Items {
			collectDynamic(s, item, found)
		}
		return
	}
	if n.Kind != tooldef.Object || n != s.Node && isResource(Source{R: s.R, Doc: s.Doc, Node: n}) {
		return
	}
	target := Source{R: s.R, Doc: s.Doc, Node: n, Draft: s.Draft}
	if a := n.Get("$dynamicAnchor"); a.Is(tooldef.String) {
		if _, ok := found[a.Text]; !ok {
			found[a.Text] = target
		}
	}
	if a := n.Get("$recursiveAnchor"); a.True() && n == s.Node {
		found[recursiveAnchor] = target
	}
	for _, m := range n.Members {
		switch m.Key {
		case "enum", "const", "default", "examples":
		default:
			collectDynamic(s, m.Value, found)
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
func (s Source) dynamicTarget(word string, ref, static *tooldef.Node) (Source, bool) {
	if s.Scope == nil {
		return Source{}, false
	}
	switch word {
	case "$dynamicRef":
		_, name, _ := strings.Cut(ref.Text, "#")
		if a := static.Get("$dynamicAnchor"); a == nil || a.Text != name {
			return Source{}, false
		}
		t, ok := s.Scope.anchors[name]
		return t, ok
	case "$recursiveRef":
		if a := static.Get("$recursiveAnchor"); a == nil || !a.Bool {
			return Source{}, false
		}
		t, ok := s.Scope.anchors[recursiveAnchor]
		return t, ok
	default:
		return Source{}, false
	}
}

func hasDynamicAnchors(root *tooldef.Node) bool {
	for n := range root.All() {
		if n.Get("$dynamicAnchor") != nil || n.Get("$recursiveAnchor") != nil {
			return true
		}
	}
	return false
}
