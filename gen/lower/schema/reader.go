package schema

import (
	"github.com/toolgen/toolgen/gen/lower/docs"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// Reader analyses the schemas of a document and those that it refers to.
type Reader struct {
	*tooldef.Findings
	Lib     *docs.Library
	dynamic bool // a document has dynamic anchors
	closed  bool // close objects that do not mention additional properties
	ids     map[*tooldef.Node]int
	Visited []Source               // in order of first visit
	seen    map[*tooldef.Node]bool // set of Visited
	// acceptable caches the accepted JSON types of conjunctions.
	acceptable map[string]model.JSONTypes
	// merged caches the branches of unions with literal strings merged.
	merged map[*tooldef.Node][]*tooldef.Node
	// undecided means that a pattern could not be matched with the declared keys within the limits.
	undecided bool
}

// NewReader returns a Reader for a tool's schemas. closed closes objects by default.
func NewReader(tool string, closed bool) *Reader {
	return &Reader{
		Findings:   &tooldef.Findings{Tool: tool},
		closed:     closed,
		ids:        map[*tooldef.Node]int{},
		seen:       map[*tooldef.Node]bool{},
		acceptable: map[string]model.JSONTypes{},
		merged:     map[*tooldef.Node][]*tooldef.Node{},
	}
}

// Open returns the schema as a whole. files means that files may have dynamic anchors.
func (r *Reader) Open(lib *docs.Library, files bool) Source {
	doc := lib.Docs[docs.SchemaURL]
	r.Lib, r.dynamic = lib, files || hasDynamicAnchors(doc.Root)
	return Source{R: r, Doc: doc, Node: doc.Root, Draft: lib.Draft}
}

// visit records a schema object.
func (r *Reader) visit(s Source) {
	if s.Node.Kind == tooldef.Object && !r.seen[s.Node] {
		r.seen[s.Node] = true
		r.Visited = append(r.Visited, s)
	}
}

// ID numbers nodes in order of first use.
func (r *Reader) ID(n *tooldef.Node) int {
	id, ok := r.ids[n]
	if !ok {
		id = len(r.ids) + 1
		r.ids[n] = id
	}
	return id
}
