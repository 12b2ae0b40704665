package lower

import (
	"fmt"

	"github.com/toolgen/toolgen/gen/lower/docs"
	"github.com/toolgen/toolgen/gen/lower/schema"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// Each conjunction of schemas is a type, and n schemas have 2^n conjunctions: a one-page schema may need more
// types than fit into memory. Readable schemas have about as many types as parts.

// Limits for the number of types of a tool: a constant, and a multiple of the schema's parts. The tools of
// hundreds of servers need less than two types per part.
const (
	typesForAny  = 5000
	typesForPart = 8
)

// mostSchemas is the maximum number of schemas in a tool's schema. The largest published tools have twenty
// thousand; the schema library and the Go compiler take quadratic time.
const mostSchemas = 50_000

// tooManySchemas returns the diagnostic for a tool that exceeds mostSchemas, or nil.
func tooManySchemas(root *tooldef.Node, tool string) *model.Diagnostic {
	n := 0
	var last *tooldef.Node
	for at := range root.Schemas() {
		if n, last = n+1, at; n > mostSchemas {
			break
		}
	}
	if n <= mostSchemas {
		return nil
	}
	return &model.Diagnostic{Severity: model.Error, Pos: last.Pos, Pointer: last.Pointer, Tool: tool,
		Problem: fmt.Sprintf("this is schema number %d of the tool, and no tool may have more than %d", n, mostSchemas),
		Fix:     "split the tool, or remove parts that no call needs",
	}
}

// growth counts types while they are created.
type growth struct {
	types, most int
	// from counts the types to which each schema contributed.
	from map[*tooldef.Node]int
}

func newGrowth(lib *docs.Library) growth {
	parts := 0
	for _, doc := range lib.Docs {
		for range doc.Node().All() {
			parts++
		}
	}
	return growth{most: typesForAny + typesForPart*parts, from: map[*tooldef.Node]int{}}
}

// add counts the type of a conjunction.
func (g *growth) add(in schema.Conj) {
	g.types++
	for _, s := range in {
		g.from[s.Node]++
	}
}

// over reports whether the limit is exceeded.
func (g *growth) over() bool { return g.most > 0 && g.types > g.most }

// diagnostic reports the schema that contributes to most types.
func (g *growth) diagnostic(tool string) model.Diagnostic {
	var most *tooldef.Node
	for node, n := range g.from {
		if most == nil || n > g.from[most] || n == g.from[most] && node.Pointer < most.Pointer {
			most = node
		}
	}
	d := model.Diagnostic{Severity: model.Error, Tool: tool,
		Problem: fmt.Sprintf("the schema needs more than %d Go types, since references and allOf combine its parts in too many ways", g.most),
		Fix:     "combine fewer definitions with each other, or write out what they mean together as a definition of its own",
	}
	if most != nil {
		d.Pos, d.Pointer = most.Pos, most.Pointer
		d.Problem += fmt.Sprintf("; this one is part of %d of them", g.from[most])
	}
	return d
}
