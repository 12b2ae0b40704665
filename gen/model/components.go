package model

import "slices"

// Below lists the schemas that a schema refers to, with repetitions.
func (t *Type) Below() []*Type { return slices.Concat(t.PartsOfValue(), t.SameValue()) }

// Components returns the strongly connected components of the schemas reachable from roots (Tarjan's
// algorithm): the schemas of a component with several members are recursive. A component comes after those that
// it refers to.
func Components(roots ...*Type) [][]*Type {
	var components [][]*Type
	var stack []*Type
	index := map[*Type]int{} // order of visits, starting at 1
	open := map[*Type]bool{} // on the stack
	var visit func(t *Type) int
	visit = func(t *Type) int { // lowest index of an open schema reachable from t
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
