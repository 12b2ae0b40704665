package lower

import (
	"fmt"
	"sort"
	"strings"

	"github.com/toolgen/toolgen/gen/tooldef"
)

// scope is the dynamic scope of a source, reduced to what dynamic references can see of it: for
// each dynamic anchor, the outermost schema that bears it (JSON Schema 2020-12, section 8.2.3.2).
// Schemas are specialised by it at generation, so nothing is left to look up at run time.
type scope struct {
	key     string
	anchors map[string]source
}

// recursiveAnchor is the name under which draft 2019-09's $recursiveAnchor is kept.
const recursiveAnchor = "\x00recursive"

// enter adds the dynamic anchors of a schema resource when evaluation crosses into it: at its
// root on the way down, or by a reference to anywhere inside.
func (l *lowerer) enter(s source, jumped bool) source {
	if !l.dynamic {
		return s
	}
	top := s.node
	if jumped {
		top = l.resourceOf(s)
	} else if !isResource(s) {
		return s
	}
	found := map[string]source{}
	l.collectDynamic(source{doc: s.doc, node: top, draft: s.draft}, top, found)
	if len(found) == 0 {
		return s
	}
	merged := map[string]source{}
	for name, t := range found {
		merged[name] = t
	}
	if s.scope != nil {
		for name, t := range s.scope.anchors {
			merged[name] = t
		}
	}
	s.scope = l.newScope(merged)
	return s
}

func (l *lowerer) newScope(anchors map[string]source) *scope {
	names := make([]string, 0, len(anchors))
	for name := range anchors {
		names = append(names, name)
	}
	sort.Strings(names)
	var b strings.Builder
	for _, name := range names {
		fmt.Fprintf(&b, "%q=%d,", name, l.nodeID(anchors[name].node))
	}
	return &scope{key: b.String(), anchors: anchors}
}

// isResource reports whether a node begins a schema resource of its own.
func isResource(s source) bool {
	if s.node == s.doc.root {
		return true
	}
	id := s.node.Get("$id")
	return id != nil && id.Kind == tooldef.String && !strings.HasPrefix(id.Text, "#")
}

// resourceOf finds the resource that a node belongs to: the nearest node above with an $id.
func (l *lowerer) resourceOf(s source) *tooldef.Node {
	rel := strings.TrimPrefix(s.node.Pointer, s.doc.root.Pointer)
	for rel != "" {
		if n := s.doc.root.At(rel); n != nil && isResource(source{doc: s.doc, node: n}) {
			return n
		}
		rel = rel[:strings.LastIndexByte(rel, '/')]
	}
	return s.doc.root
}

// collectDynamic gathers the dynamic anchors of one resource, not of the resources inside it.
func (l *lowerer) collectDynamic(s source, n *tooldef.Node, found map[string]source) {
	if n.Kind == tooldef.Array {
		for _, item := range n.Items {
			l.collectDynamic(s, item, found)
		}
		return
	}
	if n.Kind != tooldef.Object || n != s.node && isResource(source{doc: s.doc, node: n}) {
		return
	}
	target := source{doc: s.doc, node: n, draft: s.draft}
	if a := n.Get("$dynamicAnchor"); a != nil && a.Kind == tooldef.String {
		if _, ok := found[a.Text]; !ok {
			found[a.Text] = target
		}
	}
	if a := n.Get("$recursiveAnchor"); a != nil && a.Kind == tooldef.Bool && a.Bool && n == s.node {
		found[recursiveAnchor] = target
	}
	for _, m := range n.Members {
		switch m.Key {
		case "enum", "const", "default", "examples":
		default:
			l.collectDynamic(s, m.Value, found)
		}
	}
}

// resolve follows one reference. Dynamic references whose static target bears the dynamic
// anchor go to the outermost schema of the dynamic scope that bears it.
func (l *lowerer) resolve(s source, word string, ref *tooldef.Node) (source, bool) {
	compiled, err := l.lib.compile(s.doc.location(s.node))
	if err != nil {
		for _, f := range l.lib.explain(s.doc.root, err) {
			f.diagnostic.Tool = l.tool
			l.report(f.diagnostic)
		}
		return source{}, false
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
	if target == nil {
		l.fail(ref, word, fmt.Sprintf("the reference %q cannot be resolved", ref.Text), "correct the reference")
		return source{}, false
	}
	doc, node := l.lib.find(target.Location)
	if node == nil {
		l.fail(ref, word, leadsNowhere(ref.Text), defineTarget)
		return source{}, false
	}
	t := source{doc: doc, node: node, draft: target.DraftVersion, scope: s.scope}
	if dynamicTarget, ok := l.dynamicTarget(s, word, ref, node); ok {
		t.doc, t.node, t.draft = dynamicTarget.doc, dynamicTarget.node, dynamicTarget.draft
	}
	return l.enter(t, true), true
}

// dynamicTarget looks a dynamic anchor up in the dynamic scope.
func (l *lowerer) dynamicTarget(s source, word string, ref, static *tooldef.Node) (source, bool) {
	if s.scope == nil {
		return source{}, false
	}
	switch word {
	case "$dynamicRef":
		_, name, _ := strings.Cut(ref.Text, "#")
		if a := static.Get("$dynamicAnchor"); a == nil || a.Text != name {
			return source{}, false
		}
		t, ok := s.scope.anchors[name]
		return t, ok
	case "$recursiveRef":
		if a := static.Get("$recursiveAnchor"); a == nil || !a.Bool {
			return source{}, false
		}
		t, ok := s.scope.anchors[recursiveAnchor]
		return t, ok
	default:
		return source{}, false
	}
}
