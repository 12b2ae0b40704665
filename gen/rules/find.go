package rules

import (
	"slices"

	"github.com/toolgen/toolgen/gen/tooldef"
)

// group holds the schemas that apply to one value together. An annotation has to change all of them to take
// effect; additions go to the first one.
type group []*tooldef.Node

// child returns the schema below n for a step, or nil.
func child(n *tooldef.Node, s step) *tooldef.Node {
	if n.Kind != tooldef.Object {
		return nil
	}
	var c *tooldef.Node
	switch s.kind {
	case toItems:
		c = n.Get("items")
	case toRest:
		c = n.Get("additionalProperties")
	default:
		c = n.Get("properties").Get(s.key)
	}
	if !c.Is(tooldef.Object) && !c.True() {
		return nil
	}
	return c
}

// conjunction lists the schemas that apply together with n, n first, and the branches of choices among them. It
// follows references without copying their targets.
func (t *tree) conjunction(n *tooldef.Node) (all, branches []*tooldef.Node) {
	seen := map[*tooldef.Node]bool{}
	var add func(n *tooldef.Node)
	add = func(n *tooldef.Node) {
		if !n.Is(tooldef.Object) || seen[n] {
			return
		}
		seen[n] = true
		if t.speaks(n) {
			all = append(all, n)
			for _, word := range []string{"anyOf", "oneOf"} {
				branches = append(branches, n.Get(word).List()...)
			}
			for _, item := range n.Get("allOf").List() {
				add(item)
			}
		}
		if target, _ := t.reference(n); target != nil {
			add(target)
		}
	}
	add(n)
	return all, branches
}

// possible lists the schemas that may apply with n: its conjunction, and those of the branches of choices.
func (t *tree) possible(n *tooldef.Node) []*tooldef.Node {
	list, open := t.conjunction(n)
	for i := 0; i < len(open); i++ {
		all, branches := t.conjunction(open[i])
		for _, s := range all {
			if !slices.Contains(list, s) {
				list = append(list, s)
			}
		}
		for _, b := range branches {
			if !slices.Contains(open, b) {
				open = append(open, b)
			}
		}
	}
	return list
}

// has reports whether a step is possible from a schema.
func (t *tree) has(n *tooldef.Node, s step) bool {
	return slices.ContainsFunc(t.possible(n), func(n *tooldef.Node) bool { return child(n, s) != nil })
}

// step follows a step from a group. Each resulting group is one alternative: its schemas apply together, and
// different groups belong to different branches of a choice. All are owned.
func (t *tree) step(from group, s step) []group {
	var together group
	var ways []group
	for _, n := range from {
		t.take(n, nil, s, &together, &ways, nil)
	}
	if len(together) > 0 {
		ways = append([]group{together}, ways...)
	}
	return ways
}

// take collects the targets of a step from n, which was reached by via.
func (t *tree) take(n, via *tooldef.Node, s step, together *group, ways *[]group, open []*tooldef.Node) {
	t.visit(n, via, func(n *tooldef.Node) bool { return t.has(n, s) }, open, func(n *tooldef.Node, open []*tooldef.Node) {
		if c := child(n, s); c != nil {
			if c = t.own(c, nil); !slices.Contains(*together, c) {
				*together = append(*together, c)
			}
		}
		for _, word := range []string{"anyOf", "oneOf"} {
			for _, item := range n.Get(word).List() {
				var branch group
				t.take(item, nil, s, &branch, ways, open)
				if len(branch) > 0 {
					*ways = append(*ways, branch)
				}
			}
		}
	})
}

// having lists the owned schemas that apply with a group and satisfy want.
func (t *tree) having(g group, want func(*tooldef.Node) bool) group {
	var out group
	leads := func(n *tooldef.Node) bool {
		all, _ := t.conjunction(n)
		return slices.ContainsFunc(all, want)
	}
	for _, n := range g {
		t.visit(n, nil, leads, nil, func(n *tooldef.Node, _ []*tooldef.Node) {
			if want(n) && !slices.Contains(out, n) {
				out = append(out, n)
			}
		})
	}
	return out
}

// visit owns the schemas that apply together with n, which was reached by via, and calls f for each whose keywords apply.
// Schemas that lead nowhere are not copied. open are those being visited.
func (t *tree) visit(n, via *tooldef.Node, leads func(*tooldef.Node) bool, open []*tooldef.Node, f func(*tooldef.Node, []*tooldef.Node)) {
	if t.over() || slices.Contains(open, n) || !leads(n) {
		return
	}
	n = t.own(n, via)
	open = append(slices.Clip(open), n)
	if target, text := t.reference(n); target != nil {
		t.visit(target, text, leads, open, f)
	}
	if !t.speaks(n) {
		return
	}
	f(n, open)
	for _, item := range n.Get("allOf").List() {
		t.visit(item, nil, leads, open, f)
	}
}

// holder returns the schema of a group that receives additions, or nil where it is a reference to another
// document.
func (t *tree) holder(g group) *tooldef.Node {
	for _, n := range g {
		if t.speaks(n) {
			return t.own(n, nil)
		}
	}
	const maxHops = 32 // a chain of references may be cyclic
	for n, hops := g[0], 0; hops < maxHops; hops++ {
		target, text := t.reference(n)
		if target == nil {
			break
		}
		if n = t.own(target, text); t.speaks(n) {
			return n
		}
	}
	return nil
}

// keys lists the declared properties of a schema in source order, for suggestions.
func (t *tree) keys(n *tooldef.Node) []string {
	var keys []string
	for _, s := range t.possible(n) {
		for _, m := range s.Get("properties").Entries() {
			if !slices.Contains(keys, m.Key) {
				keys = append(keys, m.Key)
			}
		}
	}
	return keys
}

// types returns the possible JSON types of a value, or nil if unrestricted.
func (t *tree) types(g group) []string {
	var types []string
	for _, n := range g {
		all, _ := t.conjunction(n)
		for _, s := range all {
			switch kind := s.Get("type"); {
			case kind.Is(tooldef.String):
				return []string{kind.Text}
			case kind != nil:
				types = nil
				for _, item := range kind.Items {
					types = append(types, item.Text)
				}
				return types
			}
		}
	}
	return types
}
