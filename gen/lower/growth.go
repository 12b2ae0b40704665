package lower

import (
	"fmt"

	"github.com/toolgen/toolgen/gen/lower/docs"
	"github.com/toolgen/toolgen/gen/lower/schema"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// Each conjunction of schemas is a type of its own, and of n schemas there are 2^n: a schema of a
// page may ask for more types than fit into memory. A schema that is meant for somebody to read has
// about as many as it has parts.

// How many types the schema of a tool may come to: some for any, and some for each of its parts. The
// tools of hundreds of servers need less than two for each part.
const (
	typesForAny  = 5000
	typesForPart = 8
)

// How many schemas the schema of a tool may have in it. The largest that are published have twenty
// thousand; the schema library takes a time that grows with the square, and the Go compiler does so, too.
const mostSchemas = 50_000

// tooManySchemas is the fault of a tool whose schema has more, nil for any other.
func tooManySchemas(root *tooldef.Node, tool string) *model.Diagnostic {
	n := 0
	var last *tooldef.Node
	docs.WalkSchemas(root, false, func(at *tooldef.Node) bool {
		if at.Kind == tooldef.Object || at.Kind == tooldef.Bool {
			n, last = n+1, at
		}
		return n <= mostSchemas
	})
	if n <= mostSchemas {
		return nil
	}
	return &model.Diagnostic{Severity: model.Error, Pos: last.Pos, Pointer: last.Pointer, Tool: tool,
		Problem: fmt.Sprintf("this is schema number %d of the tool, and no tool may have more than %d", n, mostSchemas),
		Fix:     "make several tools of it, or leave out what no call needs",
	}
}

// growth counts the types of a schema while they are made.
type growth struct {
	types, most int
	// from counts the types that each schema took part in.
	from map[*tooldef.Node]int
}

func newGrowth(lib *docs.Library) growth {
	parts := 0
	for _, doc := range lib.Docs {
		docs.WalkNodes(doc.Node(), func(*tooldef.Node) bool { parts++; return true })
	}
	return growth{most: typesForAny + typesForPart*parts, from: map[*tooldef.Node]int{}}
}

// add counts the type of one more conjunction.
func (g *growth) add(in schema.Conj) {
	g.types++
	for _, s := range in {
		g.from[s.Node]++
	}
}

// over reports whether there are more types than there may be.
func (g *growth) over() bool { return g.most > 0 && g.types > g.most }

// diagnostic says what became too many, at the schema that takes part in most of them.
func (g *growth) diagnostic(tool string) model.Diagnostic {
	var most *tooldef.Node
	for node, n := range g.from {
		if most == nil || n > g.from[most] || n == g.from[most] && node.Pointer < most.Pointer {
			most = node
		}
	}
	d := model.Diagnostic{Severity: model.Error, Tool: tool,
		Problem: fmt.Sprintf("the schema comes to more than %d Go types, since references and allOf combine its parts ever anew", g.most),
		Fix:     "combine fewer definitions with each other, or write out what they mean together as a definition of its own",
	}
	if most != nil {
		d.Pos, d.Pointer = most.Pos, most.Pointer
		d.Problem += fmt.Sprintf("; this one is part of %d of them", g.from[most])
	}
	return d
}
