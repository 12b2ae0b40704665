package plan

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
)

// graph is how the schemas of a tool refer to each other.
type graph struct {
	order      []*model.Type       // each after those that it refers to, as far as it does not lead back to itself
	references map[*model.Type]int // how many places refer to a schema
	cyclic     map[*model.Type]bool
	parent     map[*model.Type]*model.Type // a schema that refers to it: the only one where references is 1
}

// explore visits the schemas of a tool.
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

// once reports whether the typed checks of a schema are written at one place: those of a struct or a
// union are in its methods, those of any other type wherever a value of it is.
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
