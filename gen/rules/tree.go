package rules

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/gen/tooldef"
)

// tree is a mutable copy of the schema of one tool.
type tree struct {
	root *tooldef.Node
	// siblings tells that keywords next to $ref apply, as since draft 2019-09.
	siblings bool
	// private are copies of definitions with a single reference.
	private map[*tooldef.Node]bool
	// embedded tells that a schema below the root has its own $id, so that references must be resolved against
	// it.
	embedded bool
	copies   int // copies of definitions
}

// maxCopies bounds the copies for one tool, far above what handwritten annotations need: recursive definitions may
// reach an annotated place by exponentially many paths, and each path needs its own copies.
const maxCopies = 500

func (t *tree) over() bool { return t.copies > maxCopies }

func newTree(root *tooldef.Node) *tree {
	t := &tree{root: root.Clone(), siblings: true, private: map[*tooldef.Node]bool{}}
	if s := root.Get("$schema"); s != nil && (strings.Contains(s.Text, "draft-0") || strings.Contains(s.Text, "draft-3")) {
		t.siblings = false
	}
	t.embedded = slices.ContainsFunc(t.schemas(), func(n *tooldef.Node) bool {
		return n != t.root && (n.Get("$id").Is(tooldef.String) || !t.siblings && n.Get("id").Is(tooldef.String))
	})
	return t
}

// schemas lists the schema objects of the tree, outer ones first.
func (t *tree) schemas() []*tooldef.Node { return schemasOf(t.root) }

func schemasOf(root *tooldef.Node) []*tooldef.Node {
	return slices.DeleteFunc(slices.Collect(root.Schemas()), func(n *tooldef.Node) bool { return n.Kind == tooldef.Bool })
}

// target resolves a reference, nil if it leaves the document.
func (t *tree) target(ref string) *tooldef.Node {
	if id := t.root.Get("$id"); id.Is(tooldef.String) {
		if rest, ok := strings.CutPrefix(ref, strings.TrimSuffix(id.Text, "#")); ok && (rest == "" || rest[0] == '#') {
			ref = "#" + strings.TrimPrefix(rest, "#")
		}
	}
	fragment, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return nil
	}
	fragment = tooldef.UnescapeFragment(fragment)
	if fragment == "" || fragment[0] == '/' {
		return t.root.At(fragment)
	}
	for _, n := range t.schemas() {
		for _, word := range []string{"$anchor", "$dynamicAnchor", "$id"} {
			if a := n.Get(word); a.Is(tooldef.String) && strings.TrimPrefix(a.Text, "#") == fragment {
				return n
			}
		}
	}
	return nil
}

// reference returns the schema that n refers to and the node of the reference.
func (t *tree) reference(n *tooldef.Node) (target, text *tooldef.Node) {
	text = n.Get("$ref")
	if !text.Is(tooldef.String) {
		return nil, nil
	}
	return t.target(text.Text), text
}

// speaks reports whether the keywords next to a reference apply.
func (t *tree) speaks(n *tooldef.Node) bool { return t.siblings || !n.Get("$ref").Is(tooldef.String) }

// own makes a schema exclusive to one place and returns the schema to change. via is the reference to it, or
// nil if n is inline. Other references keep the original.
func (t *tree) own(n, via *tooldef.Node) *tooldef.Node {
	if n.Kind == tooldef.Bool && n.Bool {
		*n = tooldef.Node{Kind: tooldef.Object, Pos: n.Pos, Pointer: n.Pointer} // {} is equivalent to true
	}
	if t.private[n] {
		return n
	}
	others := t.referrers(n, via)
	switch {
	case via == nil && len(others) > 0:
		original := t.define(n)
		for _, ref := range t.referrers(n, nil) {
			ref.Text = t.pointerTo(original)
		}
	case via != nil && (len(others) > 0 || !t.isDefinition(n)):
		n = t.define(n)
		via.Text = t.pointerTo(n)
	}
	t.private[n] = true
	return n
}

// referrers lists the references to a schema except one.
func (t *tree) referrers(n, but *tooldef.Node) []*tooldef.Node {
	var refs []*tooldef.Node
	for _, s := range t.schemas() {
		if target, text := t.reference(s); target == n && text != but && text != nil {
			refs = append(refs, text)
		}
	}
	return refs
}

// isDefinition reports whether a schema is reachable by references only.
func (t *tree) isDefinition(n *tooldef.Node) bool {
	return slices.ContainsFunc(t.schemas(), func(s *tooldef.Node) bool {
		return slices.ContainsFunc(definitionsOf(s), func(m tooldef.Member) bool { return m.Value == n })
	})
}

var definitionWords = []string{"$defs", "definitions"}

// definitionsOf lists the definitions of a schema.
func definitionsOf(n *tooldef.Node) []tooldef.Member {
	var list []tooldef.Member
	for _, word := range definitionWords {
		if defs := n.Get(word); defs != nil {
			list = append(list, defs.Members...)
		}
	}
	return list
}

// define adds a copy of a schema to the root's definitions.
func (t *tree) define(n *tooldef.Node) *tooldef.Node {
	word := "$defs"
	if t.root.Get("definitions") != nil && t.root.Get("$defs") == nil || !t.siblings {
		word = "definitions"
	}
	t.copies++
	copied := n.Clone()
	for _, key := range append([]string{"$schema", "$id", "$anchor", "$dynamicAnchor", "$recursiveAnchor"}, definitionWords...) {
		if n == t.root || !slices.Contains(definitionWords, key) {
			copied.Remove(key)
		}
	}
	defs := t.root.Get(word)
	if defs == nil {
		defs = &tooldef.Node{Kind: tooldef.Object, Pos: n.Pos, Pointer: t.root.Pointer + "/" + word}
		t.root.Set(word, defs)
	}
	base := tooldef.UnescapePointer(path.Base(n.Pointer))
	if n == t.root {
		base = "root"
	}
	name := base
	for i := 2; defs.Get(name) != nil; i++ {
		name = base + strconv.Itoa(i)
	}
	defs.Members = append(defs.Members, tooldef.Member{Key: name, KeyPos: n.Pos, Value: copied})
	copied.Readdress(defs.Pointer + "/" + tooldef.EscapePointer(name))
	return copied
}

// pointerTo returns a reference to a schema of the tree.
func (t *tree) pointerTo(n *tooldef.Node) string {
	return "#" + tooldef.EscapeFragment(strings.TrimPrefix(n.Pointer, t.root.Pointer))
}
