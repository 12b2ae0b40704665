package tooldef

import (
	"fmt"
	"slices"
	"strings"
)

// normaliser rewrites the schemas of a tool to plain JSON Schema, in place. It visits schema positions only:
// enum, const, default and examples contain data, and properties may be named like keywords.
type normaliser struct {
	Findings
	tool *Tool
	opts Options

	root    *Node
	openAPI bool // nullable and boolean exclusive bounds are valid
	seen    map[*Node]bool
	said    map[string]bool // foreign type names already reported for this tool
	faulty  []keywordOf
	renamed map[string]string // pointers of renamed keywords, from before to after
}

// keywordOf is a keyword of a schema.
type keywordOf struct {
	schema  *Node
	keyword string
}

// normalise rewrites the input and output schema.
func (z *normaliser) normalise() {
	z.seen = make(map[*Node]bool)
	z.said = make(map[string]bool)
	z.renamed, z.tool.Renamed = make(map[string]string), make(map[string]string)
	z.openAPI = z.tool.Envelope == Gemini || z.tool.Envelope == Schema && isKubernetes(z.tool.Input)
	z.document(z.tool.Input)
	if z.tool.Envelope != Schema {
		z.objectRoot(z.tool.Input)
	}
	if z.tool.Output != nil {
		ofInput := z.Diags
		z.Diags = nil
		z.document(z.tool.Output)
		if z.Diags.HasErrors() {
			z.tool.Output = nil
		}
		z.Diags = append(ofInput, z.Diags.OfResult()...)
	}
	for _, f := range z.faulty {
		f.schema.Remove(f.keyword)
	}
	z.Diags = z.tool.AsWritten(z.Diags)
}

// document rewrites the schema of a whole document.
func (z *normaliser) document(root *Node) {
	z.root = root
	z.schema(root, "")
	z.followRenamed()
}

// fail reports a keyword of the schema n; at is the faulty part of its value. The keyword is removed after all
// faults are reported, so that later stages find further faults.
func (z *normaliser) fail(n, at *Node, keyword, problem, fix string) {
	z.Fail(at, keyword, problem, fix)
	z.faulty = append(z.faulty, keywordOf{n, keyword})
}

// schema normalises a schema and its subschemas. dialect is the nearest enclosing $schema.
func (z *normaliser) schema(n *Node, dialect string) {
	if !n.Is(Object) || z.seen[n] {
		return
	}
	z.seen[n] = true
	z.emptyKeywords(n, dialect)
	if s := n.Get("$schema"); s.Is(String) {
		dialect = s.Text
	}
	z.typesKeyword(n)
	z.typeNames(n)
	if z.tool.Envelope == Gemini {
		z.gemini(n)
	}
	z.nullable(n)
	z.exclusiveBound(n, dialect, "exclusiveMinimum", "minimum")
	z.exclusiveBound(n, dialect, "exclusiveMaximum", "maximum")
	z.tupleItems(n, dialect)
	z.unique(n.Get("enum"), "enum")
	z.unique(n.Get("required"), "required")
	for _, keyword := range []string{"dependentRequired", "dependencies"} {
		for _, m := range n.Get(keyword).Entries() {
			z.unique(m.Value, keyword)
		}
	}
	z.requiredFlags(n)
	z.nullDefault(n)
	z.children(n, dialect)
}

// children visits the direct subschemas.
func (z *normaliser) children(n *Node, dialect string) {
	for _, m := range n.Members {
		for _, sub := range SchemasIn(m.Key, m.Value) {
			z.schema(sub, dialect)
		}
		if m.Key == "$ref" && m.Value.Kind == String {
			z.target(m.Value.Text, dialect)
		}
	}
}

// target visits a referenced schema in a position that is not a keyword, as "#/components/schemas/Pet".
func (z *normaliser) target(ref, dialect string) {
	pointer, ok := strings.CutPrefix(ref, "#/")
	if !ok {
		return
	}
	first, _, _ := strings.Cut(pointer, "/")
	if !Keywords[first].HoldsSchemas() {
		z.schema(z.root.At(ref), dialect)
	}
}

// rename renames a keyword of a schema in place.
func (z *normaliser) rename(n *Node, from, to string) {
	i := n.find(from)
	if i < 0 {
		return
	}
	m := &n.Members[i]
	m.Key = to
	before := m.Value.Pointer
	m.Value.Readdress(n.Pointer + "/" + to)
	z.renamed[before], z.tool.Renamed[m.Value.Pointer] = m.Value.Pointer, before
}

// followRenamed updates the references through renamed keywords.
func (z *normaliser) followRenamed() {
	for n := range z.root.All() {
		ref := n.Get("$ref").Str()
		if len(z.renamed) == 0 || !strings.HasPrefix(ref, "#/") {
			continue
		}
		at := z.root.Pointer
		for segment := range strings.SplitSeq(ref[2:], "/") {
			at += "/" + segment
			if to, ok := z.renamed[at]; ok {
				at = to
			}
		}
		if to := "#" + strings.TrimPrefix(at, z.root.Pointer); z.root.At(to) != nil {
			n.Get("$ref").Text = to
		}
	}
}

// isKubernetes reports whether a bare schema comes from a Kubernetes resource definition, in which OpenAPI's
// nullable is valid: by its extension keywords, or by the fields of every resource.
func isKubernetes(root *Node) bool {
	if p := root.Get("properties"); p.Get("apiVersion") != nil && p.Get("kind") != nil {
		return true
	}
	for n := range root.All() {
		if slices.ContainsFunc(n.Members, func(m Member) bool { return strings.HasPrefix(m.Key, "x-kubernetes-") }) {
			return true
		}
	}
	return false
}

// objectRoot adds type object to the root of an input schema.
func (z *normaliser) objectRoot(n *Node) {
	if !n.Is(Object) {
		return
	}
	kind := n.Get("type")
	switch {
	case kind == nil && implies(n, z.saysObject()):
	case kind == nil:
		z.Warn(n, "type", `the schema of the arguments does not say that they are an object`, `add "type": "object"`)
		n.Members = slices.Insert(n.Members, 0, Member{Key: "type", KeyPos: n.Pos, Value: n.text("object")})
	case kind.Is(String) && isTypeName(kind.Text) && kind.Text != "object",
		kind.Is(Array) && len(kind.Items) > 0 && !slices.ContainsFunc(kind.Items,
			func(t *Node) bool { return !t.Is(String) || t.Text == "object" || !isTypeName(t.Text) }):
		z.fail(n, kind, "type", fmt.Sprintf("tool arguments must be an object, but this schema requires %s", kind.JSON()),
			`wrap the value in an object with one property`)
	}
}

// saysObject returns a function for implies that reports whether a schema only accepts objects, by its type or its
// reference.
func (z *normaliser) saysObject() func(*Node) (yes, known bool) {
	seen := make(map[*Node]bool) // breaks loops of references
	var own func(*Node) (yes, known bool)
	own = func(n *Node) (yes, known bool) {
		if kind := n.Get("type"); kind != nil {
			return kind.IsText("object"), true
		}
		ref := n.Get("$ref")
		if !ref.Is(String) {
			return false, false
		}
		target := z.tool.Input.At(ref.Text)
		if target == nil {
			return true, true // an anchor or another document, left to the resolver
		}
		if _, known := seen[target]; !known {
			seen[target] = false
			seen[target] = implies(target, own)
		}
		return seen[target], true
	}
	return own
}
