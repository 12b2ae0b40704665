package plan

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
)

// graph is the reference graph of the schemas of a tool.
type graph struct {
	order      []*model.Type       // topological, except for cycles
	references map[*model.Type]int // number of references to a schema
	cyclic     map[*model.Type]bool
}

// explore builds the graph.
func explore(tool *model.Tool) *graph {
	g := &graph{references: map[*model.Type]int{}, cyclic: map[*model.Type]bool{}}
	roots := slices.Concat([]*model.Type{tool.Args, tool.Result}, tool.Types, tool.ResultTypes)
	for _, component := range model.Components(roots...) {
		g.order = append(g.order, component...)
		for _, t := range component {
			g.cyclic[t] = len(component) > 1
			for _, part := range t.Below() {
				g.references[part]++
				g.cyclic[t] = g.cyclic[t] || part == t
			}
		}
	}
	return g
}
