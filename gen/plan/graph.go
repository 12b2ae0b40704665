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
	parent     map[*model.Type]*model.Type // some referrer: the only one if references is 1
}

// explore builds the graph.
func explore(tool *model.Tool) *graph {
	g := &graph{references: map[*model.Type]int{}, cyclic: map[*model.Type]bool{}, parent: map[*model.Type]*model.Type{}}
	roots := slices.Concat([]*model.Type{tool.Args, tool.Result}, tool.Types, tool.ResultTypes)
	for _, component := range model.Components(roots...) {
		g.order = append(g.order, component...)
		for _, t := range component {
			g.cyclic[t] = len(component) > 1
			for _, part := range t.Below() {
				g.references[part]++
				g.parent[part] = t
				g.cyclic[t] = g.cyclic[t] || part == t
			}
		}
	}
	return g
}

// once reports whether the typed checks of a schema are generated in one place: in the methods of a struct or
// union, otherwise wherever a value of the type occurs.
func (g *graph) once(t *model.Type) bool {
	for steps := 0; g.references[t] == 1 && steps < len(g.order); steps++ {
		if parent := g.parent[t]; hasMethods(parent) {
			return true
		}
		t = g.parent[t]
	}
	return g.references[t] == 0
}

func hasMethods(t *model.Type) bool {
	return t.Name != "" && (t.Kind == model.Struct || t.Kind == model.Union)
}
