package plan

import "github.com/toolgen/toolgen/gen/model"

// graph is how the schemas of a tool refer to each other.
type graph struct {
	order      []*model.Type       // each after those that it refers to, as far as it does not lead back to itself
	references map[*model.Type]int // how many places refer to a schema
	cyclic     map[*model.Type]bool
	parent     map[*model.Type]*model.Type // a schema that refers to it: the only one where references is 1
}

// explore visits the schemas of a tool. It is Tarjan's algorithm for strongly connected components: the
// schemas of a component of several lead back to themselves, as does one that refers to itself.
func explore(tool *model.Tool) *graph {
	g := &graph{references: map[*model.Type]int{}, cyclic: map[*model.Type]bool{}, parent: map[*model.Type]*model.Type{}}
	index, low := map[*model.Type]int{}, map[*model.Type]int{}
	var stack []*model.Type
	open := map[*model.Type]bool{}
	var visit func(t *model.Type)
	visit = func(t *model.Type) {
		index[t] = len(index) + 1
		low[t] = index[t]
		stack, open[t] = append(stack, t), true
		for _, part := range below(t) {
			g.references[part]++
			g.parent[part] = t
			switch {
			case part == t:
				g.cyclic[t] = true
			case index[part] == 0:
				visit(part)
				low[t] = min(low[t], low[part])
			case open[part]:
				low[t] = min(low[t], index[part])
			}
		}
		g.order = append(g.order, t)
		if low[t] < index[t] {
			return
		}
		for i := len(stack) - 1; ; i-- {
			open[stack[i]] = false
			if stack[i] == t {
				if i < len(stack)-1 {
					for _, member := range stack[i:] {
						g.cyclic[member] = true
					}
				}
				stack = stack[:i]
				return
			}
		}
	}
	root := func(list ...*model.Type) {
		for _, t := range list {
			if t != nil && index[t] == 0 {
				visit(t)
			}
		}
	}
	root(tool.Args, tool.Result)
	root(tool.Types...)
	root(tool.ResultTypes...)
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

// below are the schemas that a schema refers to, one that it refers to twice two times.
func below(t *model.Type) []*model.Type {
	var list []*model.Type
	add := func(types ...*model.Type) {
		for _, sub := range types {
			if sub != nil {
				list = append(list, sub)
			}
		}
	}
	for _, field := range t.Fields {
		add(field.Type)
	}
	for _, set := range t.Patterns {
		for _, p := range set.Patterns {
			add(p.Type)
		}
		add(set.Additional)
	}
	if t.KeyPattern() == nil { // whose type is Additional
		add(t.Additional)
	}
	add(t.Items)
	add(t.Prefix...)
	if t.Union != nil {
		for _, v := range t.Union.Variants {
			add(v.Type)
		}
	}
	for _, c := range t.Constraints {
		switch c := c.(type) {
		case model.Contains:
			add(c.Type)
		case model.PropertyNames:
			add(c.Type)
		case model.DependentSchema:
			add(c.Type)
		case model.Choice:
			add(c.Branches...)
		case model.Not:
			add(c.Type)
		case model.Conditional:
			add(c.If, c.Then, c.Else)
		case model.Unevaluated:
			add(c.Scope, c.Type)
		}
	}
	return list
}
