package model

import "slices"

// Below lists the schemas that a schema refers to, each as often as it refers to it.
func (t *Type) Below() []*Type { return slices.Concat(t.PartsOfValue(), t.SameValue()) }

// Components lists the schemas that roots lead to, grouped by whether they lead to each other: the schemas of a
// component of several lead back to themselves. A component comes after those that it leads to. It is Tarjan's
// algorithm for strongly connected components.
func Components(roots ...*Type) [][]*Type {
	var components [][]*Type
	var stack []*Type
	index := map[*Type]int{} // in the order of visits, from 1
	open := map[*Type]bool{} // on the stack
	var visit func(t *Type) int
	visit = func(t *Type) int { // the least index of an open schema that t leads to
		index[t] = len(index) + 1
		low, from := index[t], len(stack)
		stack, open[t] = append(stack, t), true
		for _, next := range t.Below() {
			switch {
			case index[next] == 0:
				low = min(low, visit(next))
			case open[next]:
				low = min(low, index[next])
			}
		}
		if low == index[t] {
			component := slices.Clone(stack[from:])
			stack = stack[:from]
			for _, member := range component {
				open[member] = false
			}
			components = append(components, component)
		}
		return low
	}
	for _, t := range roots {
		if t != nil && index[t] == 0 {
			visit(t)
		}
	}
	return components
}
