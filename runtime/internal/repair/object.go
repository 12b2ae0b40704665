package repair

import (
	"cmp"
	"slices"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/near"
)

// object fits an object: its keys are paired with the declared names, then each value is fitted. If that leaves
// something over, an envelope around the fields and an object left out between them and the call are tried as well,
// and the cheapest reading counts.
func (f *fitter) object(v *Node, s *Schema, at string) fitted {
	out := f.members(pair(f, v, s, at))
	if out.cost == 0 || f.depth > maxFitDepth/2 {
		return out
	}
	all := []fitted{out}
	var inner []fitted // readings without a layer; if they differ, none counts
	for _, m := range v.Members {
		if in := envelope(v, s, m, f.tool); in != nil {
			r := f.object(in, s, at)
			around := at == "" && isOutermost(v, m.Key, f.tool)
			r = r.before(costEdit, Edit{Kind: Unwrap, Field: at, From: m.Value.Place, Exact: around && !m.Value.Cut})
			if around && len(v.Members) > 1 {
				return r // the tool's name beside it is no argument
			}
			if r.node != nil && r.cost < out.cost {
				inner = append(inner, r)
			}
		}
	}
	if !slices.ContainsFunc(inner, func(r fitted) bool { return !equal(r.node, inner[0].node) }) {
		all = append(all, inner...)
	}
	key, value := pairFields(s)
	if pairs := pairsOf(v, s); len(pairs) == 1 && isKeyWord(key) && isValueWord(value) { // a map of one entry
		if r := f.object(pairs[0], s, at); r.node != nil && len(r.asks)+len(r.unplaced) == 0 {
			all = append(all, r.before(costNear, Edit{Kind: Wrap, Field: at, From: v.JSON(), To: pairs[0].JSON()}))
		}
	}
	if len(out.unplaced) > 0 {
		if ps := pair(f, v, s, at); ps.leftOut() {
			if r := f.members(ps); len(r.unplaced) < len(out.unplaced) {
				all = append(all, r) // else the object takes none of what was left over
			}
		}
	}
	return cheapest(all)
}

// envelope returns the object without the layer that a key is; nil if it is none.
func envelope(v *Node, s *Schema, m Member, tool string) *Node {
	inner, _ := parsed(m.Value)
	if inner = cmp.Or(inner, m.Value); s.property(m.Key) != nil || s.isMap() || len(inner.Members) == 0 {
		return nil
	}
	out := &Node{Kind: Object, Place: inner.Place, Members: slices.Clone(inner.Members)}
	for _, other := range v.Members {
		named := other.Value.Kind == String && tool != "" && near.Fold(other.Value.Text) == near.Fold(tool)
		switch {
		case other.Key == m.Key || named:
		case inner.get(other.Key) != nil:
			return nil
		default:
			out.Members = append(out.Members, other)
		}
	}
	return out
}

// isOutermost reports whether a key is one that clients put around the arguments, with nothing beside it but the
// tool's name.
func isOutermost(v *Node, key, tool string) bool {
	known := key == tool || slices.Contains([]string{"arguments", "params", "parameters", "input"}, key)
	return known && !slices.ContainsFunc(v.Members, func(m Member) bool {
		return m.Key != key && (m.Value.Kind != String || m.Value.Text != tool)
	})
}

// leftOut puts all that is left over into the one required object that the call does not have. It reports whether there
// is one: else the members need not be fitted again, which at each level would double the work.
func (ps *pairs) leftOut() bool {
	var missing []*Property
	for p := range ps.schema.properties() {
		if sl := ps.slotOf(p.Name); p.Required && (sl == nil || sl.made) {
			missing = append(missing, p)
		}
	}
	if len(missing) != 1 || ps.fitter.made > 3 {
		return false
	}
	before := len(ps.loose)
	if s := missing[0].Schema; s.takes(Object) || s.takes(Array) && s.item(0).only(Object) {
		ps.all(missing[0])
	}
	return len(ps.loose) < before
}

// members fits the values of paired members.
func (f *fitter) members(ps *pairs) fitted {
	n := &Node{Kind: Object, Place: ps.call.Place}
	for i := range ps.placed {
		sl := &ps.placed[i]
		sl.fitted = f.slot(sl, ps.at)
		isWrapped := sl.value.scalar() && slices.ContainsFunc(sl.fitted.edits, func(e Edit) bool { return e.Kind == Wrap })
		if isWrapped && slices.ContainsFunc(ps.loose, func(m Member) bool { return sl.Schema.declares(near.Fold(m.Key)) }) {
			// The object that it was put into also declares keys beside it, so it may be meant for another of its fields.
			sl.fitted = ask(sl.value, sl.Schema, fieldpath.JoinKey(ps.at, sl.Name), Unfit)
		}
	}
	ps.placed = slices.DeleteFunc(ps.placed, func(sl slot) bool {
		isVain := sl.made && sl.fitted.node == nil
		if isVain {
			ps.loose = append(slices.Clone(ps.loose), sl.value.Members...)
		}
		return isVain
	})
	for _, p := range ps.absent() {
		ps.raise(p)
	}
	out := fitted{node: n, edits: ps.edits}
	slices.SortStableFunc(ps.placed, func(a, b slot) int { return a.order - b.order })
	for i := range ps.placed {
		sl := &ps.placed[i]
		out.add(fitted{edits: ps.moved(sl), cost: sl.cost})
		out.add(sl.fitted)
		switch {
		case sl.fitted.node == nil:
		case sl.isEmptied() && sl.Required:
			out.add(ask(sl.value, sl.Schema, fieldpath.JoinKey(ps.at, sl.Name), Unfit))
		case !sl.isEmptied():
			n.Members = append(n.Members, Member{sl.Name, sl.fitted.node})
		}
	}
	free := ps.absent()
	for _, p := range free {
		place := fieldpath.JoinKey(ps.at, p.Name)
		switch {
		case p.Required && len(p.Schema.Enum) == 1:
			to := *p.Schema.Enum[0]
			n.Members = append(n.Members, Member{p.Name, &to})
			out.add(fitted{}.before(costFilled, Edit{Kind: Convert, Field: place, To: to.JSON()}))
		case p.Required:
			out.add(ask(nil, p.Schema, place, Missing))
		}
	}
	for _, m := range ps.loose {
		r := lose(m.Value)
		for i := range r.unplaced {
			u := &r.unplaced[i]
			u.Unknown, u.Why = ps.takers(m, free), ps.why(m)
			u.Narrows = ps.fitter.strict && len(free) > 0 && !explains(m.Key) && !isNullish(m.Value)
		}
		out.add(r)
	}
	return out
}

// takers returns the names that may be meant by a key without a place: those that it is like, else those that take its
// value, if that says more than yes or no; no more of them than tell that they are many. An explanation has none.
func (ps *pairs) takers(m Member, free []*Property) (names []string) {
	if explains(m.Key) || isNullish(m.Value) {
		return nil
	}
	free = slices.DeleteFunc(slices.Clone(free), func(p *Property) bool { return differs(m, p) })
	alike := func(p *Property) bool { return near.Of(m.Key, p.Name) < near.Far }
	isLike := slices.ContainsFunc(free, alike)
	for _, p := range free {
		if len(names) > maxFree {
			break
		}
		if alike(p) || !isLike && m.Value.Kind != Bool && fits(m.Value, p.Schema) {
			names = append(names, p.Name)
		}
	}
	return names
}

// why says why a declared name does not take a key, "" if there is none.
func (ps *pairs) why(m Member) string {
	i := slices.IndexFunc(ps.placed, func(sl slot) bool { return spelled(m, sl.Property) < near.Far })
	switch {
	case i >= 0:
		return "leave it out; it is another spelling of " + quoteName(ps.placed[i].Name) + ", which the call also has"
	case !ps.schema.allowsKey(m.Key):
		return ps.schema.keyWords()
	case ps.schema.ofSibling(m.Key):
		return "does not go with the other keys beside it"
	}
	return ""
}

// slot fits the value of one slot.
func (f *fitter) slot(sl *slot, at string) fitted {
	if sl.made {
		f.made++
		defer func() { f.made-- }()
	}
	return f.member(sl.value, sl.Property, fieldpath.JoinKey(at, sl.Name))
}

// raise looks among what the members could not place for the value of a name that is declared here: one value, or
// one that comes with each item.
func (ps *pairs) raise(p *Property) {
	isIt := func(u Unplaced) bool { return near.Of(lastKey(u.Place), p.Name) == near.Spelling }
	var found []Unplaced
	for _, sl := range ps.placed {
		found = append(found, slices.DeleteFunc(slices.Clone(sl.fitted.unplaced), func(u Unplaced) bool { return !isIt(u) })...)
	}
	differs := func(u Unplaced) bool { return !equal(u.Value, found[0].Value) }
	if len(found) == 0 || slices.ContainsFunc(found, differs) || !ps.suits(Member{Value: found[0].Value}, p) {
		return
	}
	for i := range ps.placed {
		r := &ps.placed[i].fitted
		before := len(r.unplaced)
		r.unplaced = slices.DeleteFunc(slices.Clone(r.unplaced), isIt)
		r.cost -= costUnplaced * (before - len(r.unplaced))
	}
	for _, u := range found[1:] {
		ps.edits = append(ps.edits, Edit{Kind: Remove, Field: u.Place, From: u.Value.JSON()})
	}
	ps.add(p, Member{p.Name, found[0].Value}, costEdit)
	sl := &ps.placed[len(ps.placed)-1]
	sl.fitted = ps.slot(sl, ps.at)
}
