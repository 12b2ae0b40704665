package repair

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
)

// object fits an object: its keys are paired with the declared names, then each value is fitted. Where
// that leaves something over, an envelope around the fields and an object left out between them and
// the call are tried as well, and the cheapest reading counts.
func (f *fitter) object(v *Node, s *Schema, at string) fitted {
	out := f.members(v, s, at, pair(f, v, s, at))
	if out.cost == 0 || len(s.Variants) > 0 || f.depth > 40 {
		return out
	}
	all := []fitted{out}
	for _, m := range v.Members {
		if inner := envelope(v, s, m, f.tool); inner != nil {
			if r := f.object(inner, s, at); usable(r, at) {
				all = append(all, r.before(costEdit, Edit{Kind: Unwrap, Field: at, From: m.Value.Place, Exact: at == "" && !m.Value.Cut && outermost(v, m.Key, f.tool)}))
			}
		}
	}
	if len(out.unplaced) == 0 {
		return cheapest(all...)
	}
	if p, rest := f.leftOut(v, s, at); p != nil {
		if r := f.members(v, s, at, rest); len(r.unplaced) < len(out.unplaced) {
			all = append(all, r) // else the object takes none of what was left over
		}
	}
	return cheapest(all...)
}

// envelope gives the object without the layer that a key is; nil where it is none.
func envelope(v *Node, s *Schema, m Member, tool string) *Node {
	if s.property(m.Key) != nil {
		return nil
	}
	inner := m.Value
	if inner.Kind == String && strings.HasPrefix(strings.TrimSpace(inner.Text), "{") {
		r := read(inner.Text)
		if len(r.roots) != 1 || r.cut && !r.closed {
			return nil
		}
		inner = r.roots[0]
		replace(inner, m.Value.Place)
	}
	if inner.Kind != Object || len(inner.Members) == 0 {
		return nil
	}
	out := &Node{Kind: Object, Place: v.Place, Cut: v.Cut || inner.Cut, Members: slices.Clone(inner.Members)}
	for _, other := range v.Members {
		switch {
		case other.Key == m.Key:
		case other.Value.Kind == String && tool != "" && plain(other.Value.Text) == plain(tool):
		case other.Value.Kind == String && slices.Contains([]string{"id", "type", "calltype", "toolcallid"}, plain(other.Key)) && isEnvelopeName(m.Key) && s.property(other.Key) == nil:
			out.Members = append(out.Members, other)
		case inner.get(other.Key) != nil:
			return nil
		default:
			out.Members = append(out.Members, other)
		}
	}
	return out
}

// outermost reports whether a key is one that clients put around the arguments, with nothing beside it
// but the tool's name.
func outermost(v *Node, key, tool string) bool {
	known := key == tool || slices.Contains([]string{"arguments", "params", "parameters", "input"}, key)
	return known && !slices.ContainsFunc(v.Members, func(m Member) bool {
		return m.Key != key && (m.Value.Kind != String || m.Value.Text != tool)
	})
}

func isEnvelopeName(key string) bool { return slices.Contains(envelopes, strings.ToLower(key)) }

// leftOut pairs as before, but puts all that is left over into the one missing required object.
func (f *fitter) leftOut(v *Node, s *Schema, at string) (*Property, pairs) {
	ps := pair(f, v, s, at)
	var one *Property
	names := absent(s, ps.placed)
	for _, sl := range ps.placed {
		if sl.made && sl.prop != nil {
			names = append(names, sl.prop)
		}
	}
	for _, p := range names {
		if !p.Required {
			continue
		}
		if one != nil || !p.Schema.takes(Object) && !(p.Schema.takes(Array) && p.Schema.item(0).only(Object)) {
			return nil, ps
		}
		one = p
	}
	if one == nil || f.made > 3 {
		return nil, ps
	}
	if i := slices.IndexFunc(ps.placed, func(sl slot) bool { return sl.name == one.Name }); i >= 0 && ps.placed[i].value.Kind != Object {
		return nil, ps
	}
	moved, rest := unexplained(ps.loose)
	if len(moved) == 0 {
		return nil, ps
	}
	ps.loose = rest
	return one, ps.into(one, moved, at, costNear)
}

// members fits the values of paired members.
func (f *fitter) members(v *Node, s *Schema, at string, ps pairs) fitted {
	n := &Node{Kind: Object, Place: v.Place, Cut: v.Cut}
	out := fitted{node: n}
	var results []fitted
	for _, sl := range ps.placed {
		results = append(results, f.slot(sl, at))
	}
	for i, sl := range ps.placed {
		if sl.prop != nil && sl.value.scalar() && isOneOfSeveral(results[i], sl.prop.Schema, ps.loose) {
			results[i] = ask(sl.value, sl.prop.Schema, fieldpath.JoinKey(at, sl.name), Unfit)
		}
	}
	for _, p := range absent(s, ps.placed) {
		if sl, ok := f.raise(p, results, at); ok {
			ps.placed = append(ps.placed, sl)
			results = append(results, f.slot(sl, at))
		}
	}
	for _, i := range inOrder(v, ps.placed) {
		sl, r := ps.placed[i], results[i]
		out.edits = append(out.edits, sl.edits...)
		out.cost += sl.cost
		out.add(r)
		if r.node != nil {
			n.Members = append(n.Members, Member{sl.name, r.node})
		}
	}
	left := absent(s, ps.placed)
	var names []string
	for _, p := range left {
		names = append(names, p.Name)
		if !p.Required {
			continue
		}
		if len(p.Schema.Enum) == 1 {
			to := *p.Schema.Enum[0]
			n.Members = append(n.Members, Member{p.Name, &to})
			out.edit(costFilled, Edit{Kind: Convert, Field: fieldpath.JoinKey(at, p.Name), To: to.JSON()})
			continue
		}
		out.add(ask(nil, p.Schema, fieldpath.JoinKey(at, p.Name), Missing))
	}
	for _, m := range ps.loose {
		r := lose(m.Value)
		r.unplaced[0].Unknown = names
		if s.Object != nil && s.Object.Names != nil && len(faults(&Node{Kind: String, Text: m.Key}, s.Object.Names)) > 0 {
			r.unplaced[0].Names = s.Demand("propertyNames")
		}
		out.add(r)
	}
	return out
}

// isOneOfSeveral reports whether a scalar was put into an object that declares keys which stand beside it: then
// nobody knows which of its fields the scalar was meant for.
func isOneOfSeveral(r fitted, s *Schema, loose []Member) bool {
	if !slices.ContainsFunc(r.edits, func(e Edit) bool { return e.Kind == Wrap }) {
		return false
	}
	return slices.ContainsFunc(loose, func(m Member) bool { return depthOf(s, plain(m.Key), m.Value.Kind, 2) > 0 })
}

// inOrder gives the indices of slots in the order in which the call has their values.
func inOrder(v *Node, placed []slot) []int {
	rank := make([]int, len(placed))
	order := make([]int, len(placed))
	for i, sl := range placed {
		order[i], rank[i] = i, len(v.Members)
		for j := len(v.Members) - 1; j >= 0; j-- {
			m := v.Members[j].Value
			if m == sl.value || slices.ContainsFunc(sl.edits, func(e Edit) bool { return e.From == m.Place || within(e.From, m.Place) }) {
				rank[i] = j
			}
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return rank[a] - rank[b] })
	return order
}

// slot fits the value of one slot.
func (f *fitter) slot(sl slot, at string) fitted {
	place := fieldpath.JoinKey(at, sl.name)
	if sl.made {
		f.made++
		defer func() { f.made-- }()
	}
	if sl.prop == nil {
		return f.fit(sl.value, sl.schema, place)
	}
	return f.member(sl.value, sl.prop, place)
}

// raise looks among what the members could not place for the value of a name that is declared here:
// one value, or one that comes with each item.
func (f *fitter) raise(p *Property, results []fitted, at string) (slot, bool) {
	var found *Node
	var edits []Edit
	for _, r := range results {
		for _, u := range r.unplaced {
			key := lastKey(u.Place)
			if u.Second || plain(key) != plain(p.Name) || key == "" {
				continue
			}
			if found != nil && !equal(found, u.Value) {
				return slot{}, false
			}
			if found == nil {
				found = u.Value
				edits = append(edits, Edit{Kind: Move, Field: fieldpath.JoinKey(at, p.Name), From: u.Place, Exact: key == p.Name})
			} else {
				edits = append(edits, Edit{Kind: Remove, Field: u.Place, From: u.Value.JSON()})
			}
		}
	}
	if found == nil || !decent(f.member(found, p, fieldpath.JoinKey(at, p.Name)), fieldpath.JoinKey(at, p.Name)) {
		return slot{}, false
	}
	for i := range results {
		kept := results[i].unplaced[:0:0]
		for _, u := range results[i].unplaced {
			if plain(lastKey(u.Place)) == plain(p.Name) && !u.Second {
				results[i].cost -= costUnplaced
				continue
			}
			kept = append(kept, u)
		}
		results[i].unplaced = kept
	}
	return slot{prop: p, name: p.Name, value: found, edits: edits, cost: costEdit}, true
}
