package schema

import (
	"github.com/toolgen/toolgen/gen/lower/docs"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// Reader answers what the schemas of one document, and those that they refer to, say of values.
type Reader struct {
	*docs.Findings
	Lib     *docs.Library
	dynamic bool // some document has dynamic anchors
	closed  bool // objects that say nothing of additional properties are closed
	IDs     map[*tooldef.Node]int
	Visited []Source               // in the order of their first visit, each node once
	seen    map[*tooldef.Node]bool // those of visited
	// acceptable are the JSON types that conjunctions accept, by their ids.
	acceptable map[string]model.JSONTypes
	// merged are the branches of choices, with those that are strings written out as one.
	merged map[*tooldef.Node][]*tooldef.Node
	// undecided are the schemas of patterns that take too long on some key; tooManyMatches says that there were
	// too many keys to match all patterns.
	undecided      map[*tooldef.Node]bool
	tooManyMatches bool
}

// NewReader returns a reader of the schemas of a tool. Closed objects take declared keys only.
func NewReader(tool string, closed bool) *Reader {
	return &Reader{
		Findings:   &docs.Findings{Tool: tool},
		closed:     closed,
		IDs:        map[*tooldef.Node]int{},
		seen:       map[*tooldef.Node]bool{},
		acceptable: map[string]model.JSONTypes{},
		merged:     map[*tooldef.Node][]*tooldef.Node{},
		undecided:  map[*tooldef.Node]bool{},
	}
}

// Open makes the reader ready, and gives the schema as a whole. Files may have dynamic anchors that are not
// known before they are read.
func (r *Reader) Open(lib *docs.Library, files bool) Source {
	doc := lib.Docs[docs.SchemaURL]
	r.Lib, r.dynamic = lib, files || hasDynamicAnchors(doc.Root)
	return Source{R: r, Doc: doc, Node: doc.Root, Draft: lib.Draft}
}

// visit notes a schema object.
func (r *Reader) visit(s Source) {
	if s.Node.Kind == tooldef.Object && !r.seen[s.Node] {
		r.seen[s.Node] = true
		r.Visited = append(r.Visited, s)
	}
}

// ID numbers nodes in the order of first use.
func (r *Reader) ID(n *tooldef.Node) int {
	id, ok := r.IDs[n]
	if !ok {
		id = len(r.IDs) + 1
		r.IDs[n] = id
	}
	return id
}
