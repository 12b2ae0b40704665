package repair

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
)

// fitted is what became of one value.
type fitted struct {
	node     *Node // nil where it is left out
	edits    []Edit
	asks     []Ask
	unplaced []Unplaced
	cost     int
}

// What an edit, a question and a value without a place weigh. The sum decides between readings.
const (
	costSpelling = 1
	costEdit     = 2
	costNear     = 3
	costLast     = 5 // a key that is paired because nothing else is left
	costAsk      = 20
	costDropped  = 26 // a value that has to be asked for again
	costUnplaced = 18
	costFilled   = 25 // a constant that nothing in the call says
)

// add takes over what became of a part.
func (f *fitted) add(part fitted) {
	f.edits = append(f.edits, part.edits...)
	f.asks = append(f.asks, part.asks...)
	f.unplaced = append(f.unplaced, part.unplaced...)
	f.cost += part.cost
}

func (f *fitted) edit(cost int, e Edit) {
	f.edits = append(f.edits, e)
	f.cost += cost
}

// asksAt reports whether the value at a place is asked for as a whole.
func (f *fitted) asksAt(at string) bool {
	return slices.ContainsFunc(f.asks, func(a Ask) bool { return a.Field == at })
}

// before puts an edit in front of the others.
func (f fitted) before(cost int, e Edit) fitted {
	f.edits = append([]Edit{e}, f.edits...)
	f.cost += cost
	return f
}

// keep takes a value as it is.
func keep(v *Node) fitted { return fitted{node: v} }

// ask leaves a value out and asks for it.
func ask(v *Node, s *Schema, at string, cause Cause) fitted {
	cost := costDropped + size(v)
	if v == nil || cause == Missing || cause == CutOff {
		cost = costAsk
	}
	if cause == OutOf || cause == NotOne {
		cost = costAsk + 1 // of the right kind at least
	}
	return fitted{asks: []Ask{{Field: at, Cause: cause, Got: v, Schema: s}}, cost: cost}
}

// lose leaves out a value that has no place.
func lose(v *Node) fitted {
	return fitted{unplaced: []Unplaced{{Place: v.Place, Value: v}}, cost: costUnplaced + size(v)}
}

// size counts the scalars of a value, up to a bound: losing an object weighs more than losing a word.
func size(v *Node) int {
	if v == nil {
		return 0
	}
	n := 0
	for _, m := range v.Members {
		if n += 2 + size(m.Value); n > 40 {
			return n
		}
	}
	for _, item := range v.Items {
		if n += 2 + size(item); n > 40 {
			return n
		}
	}
	return n
}

// fitter fits one call. It counts its steps, so that it ends.
type fitter struct {
	strict bool // words are matched by their spelling only
	tool   string
	left   int
	depth  int
	single int // arrays around the value whose items must not pair their last keys
	made   int // objects around the value that the call does not have
}

// Bounds of the search. A call beyond them is asked for where they are reached.
const (
	baseSteps   = 3_000
	nodeSteps   = 40 // for each value of the call, so that the work grows with the call
	maxFitDepth = 80
)

// fit fits a value to a schema at a place of the corrected call.
func (f *fitter) fit(v *Node, s *Schema, at string) fitted {
	f.left--
	f.depth++
	defer func() { f.depth-- }()
	switch {
	case f.left < 0 || f.depth > maxFitDepth:
		return ask(v, s, at, Undecided)
	case v.Cut && v.scalar():
		return ask(v, s, at, CutOff)
	case isPlaceholder(v):
		return ask(nil, s, at, Missing)
	case s.never:
		return lose(v)
	case len(s.Variants) > 0:
		return f.union(v, s, at)
	case v.Kind == Object && s.takes(Object):
		return f.object(v, s, at)
	case v.Kind == Array && s.takes(Array):
		return f.array(v, s, at)
	case v.scalar() && len(faults(v, s)) == 0:
		return keep(v)
	}
	return f.convert(v, s, at)
}

// usable reports whether a value was fitted, not asked for as a whole or lost.
func usable(r fitted, at string) bool {
	return r.node != nil && !r.asksAt(at)
}

// decent reports whether a value is of the kind that its place takes, though it may break a bound.
func decent(r fitted, at string) bool {
	for _, a := range r.asks {
		if a.Field == at && a.Cause != OutOf && a.Cause != CutOff {
			return false
		}
	}
	return r.node != nil || r.asksAt(at)
}

// cheapest gives the reading of the least cost, the first of equals.
func cheapest(all ...fitted) fitted {
	best := all[0]
	for _, r := range all[1:] {
		if r.cost < best.cost {
			best = r
		}
	}
	return best
}

// member fits the value of a declared member. A value that says that there is none is left out.
func (f *fitter) member(v *Node, p *Property, at string) fitted {
	s := p.Schema
	if !isNullish(v) || v.Cut || fits(v, s) {
		return f.fit(v, s, at)
	}
	null := &Node{Kind: Null, Place: v.Place}
	switch {
	case s.takes(Null) && v.Kind == String:
		return fitted{node: null}.before(costEdit, Edit{Kind: Convert, Field: at, From: v.JSON(), To: "null"})
	case p.Required:
		return ask(v, s, at, Missing)
	}
	return fitted{}.before(costSpelling, Edit{Kind: Remove, Field: at, From: v.JSON(), Exact: v.Kind == Null || v.Text == "null" || v.Text == "None"})
}

// array fits items.
func (f *fitter) array(v *Node, s *Schema, at string) fitted {
	out := f.items(v, s, at)
	if differ(out.edits) {
		f.single++
		out = f.items(v, s, at)
		f.single--
	}
	broken := faults(out.node, s)
	switch {
	case len(broken) == 0:
		return out
	case broken[0] == "minItems" && v.Cut:
		return ask(v, s, at, CutOff)
	}
	return ask(v, s, at, OutOf)
}

// differ reports whether items pair different keys with one name for the only reason that nothing else
// is left: then they do not mean the same.
func differ(edits []Edit) bool {
	type pairing struct{ name, key string }
	first := map[string]string{}
	seen := map[pairing]bool{}
	for _, e := range edits {
		if !e.last {
			continue
		}
		p := pairing{e.To, plain(lastKey(e.From))}
		if seen[p] {
			continue
		}
		seen[p] = true
		if key, ok := first[e.To]; ok && !likeWord(key, p.key) {
			return true
		}
		first[e.To] = p.key
	}
	return false
}

// items fits each item.
func (f *fitter) items(v *Node, s *Schema, at string) fitted {
	n := &Node{Kind: Array, Place: v.Place, Cut: v.Cut}
	out := fitted{node: n}
	for i, item := range v.Items {
		if s.item(i).never { // the array must end before it
			for _, more := range v.Items[i:] {
				out.add(lose(more))
			}
			break
		}
		place := joinIndex(at, len(n.Items))
		r := f.fit(item, s.item(i), place)
		out.add(r)
		switch {
		case r.node != nil:
			n.Items = append(n.Items, r.node)
		case len(r.asks) > 0:
			n.Items = append(n.Items, &Node{Kind: Null, Place: item.Place})
		}
	}
	return out
}

// union fits a value to the variant that it is nearest to. A constant that the value has picks its
// variants.
func (f *fitter) union(v *Node, s *Schema, at string) fitted {
	variants := s.Variants
	if !v.scalar() && s.takes(v.Kind) {
		variants = slices.DeleteFunc(slices.Clone(variants), func(variant *Schema) bool { return !variant.takes(v.Kind) })
	}
	if picked := pick(v, variants); picked != nil {
		variants = picked
	}
	var all []fitted
	for _, variant := range variants {
		all = append(all, f.fit(v, variant, at))
		if all[len(all)-1].cost == 0 {
			break
		}
	}
	best := cheapest(all...)
	ties := slices.DeleteFunc(slices.Clone(all), func(r fitted) bool { return r.cost != best.cost })
	if len(ties) > 1 && f.single == 0 && slices.ContainsFunc(ties, func(r fitted) bool { return r.pairsLast() && !sameNode(r.node, best.node) }) {
		f.single++ // which key is left over depends on the variant
		defer func() { f.single-- }()
		return f.union(v, s, at)
	}
	if best.asksAt(at) {
		return ask(v, s, at, best.asks[0].Cause)
	}
	return f.widen(best.or(all, at), s, at, len(ties) > 1)
}

// pairsLast reports whether a key was paired because nothing else was left.
func (f fitted) pairsLast() bool {
	return slices.ContainsFunc(f.edits, func(e Edit) bool { return e.last })
}

func sameNode(a, b *Node) bool { return a == nil && b == nil || a != nil && b != nil && equal(a, b) }

// or says at the first member that is asked for what other variants ask for instead, where they differ in nothing
// else.
func (f fitted) or(all []fitted, at string) fitted {
	missing := func(r fitted) (names []string, ok bool) {
		for _, a := range r.asks {
			if key := lastKey(a.Field); a.Cause == Missing && a.Got == nil && a.Schema.Enum == nil && a.Field == fieldpath.JoinKey(at, key) {
				names = append(names, key)
			}
		}
		return names, len(names) == len(r.asks) && len(names) > 0
	}
	own, ok := missing(f)
	var others []string
	for _, o := range all {
		names, same := missing(o)
		words := enumerated(names)
		if ok && same && !slices.Contains(names, own[0]) && !slices.Contains(others, words) && len(o.edits) == len(f.edits) && sameNode(o.node, f.node) {
			others = append(others, words)
		}
	}
	if len(others) > 0 && len(others) <= maxVariantNouns {
		verb := " is given"
		if strings.Contains(others[len(others)-1], " and ") {
			verb = " are given"
		}
		f.asks = slices.Clone(f.asks)
		f.asks[0].Or = strings.Join(others, " or ") + verb
	}
	return f
}

// pick gives the variants whose constants the value has, nil where none has.
func pick(v *Node, variants []*Schema) []*Schema {
	if v.Kind != Object {
		return nil
	}
	most := 0
	var picked []*Schema
	for _, variant := range variants {
		if variant.Object == nil {
			continue
		}
		n := 0
		for _, p := range variant.Object.Properties {
			if !p.Required || p.Schema.Enum == nil {
				continue
			}
			val := v.get(p.Name)
			if val == nil {
				continue
			}
			if isAllowed(val, p.Schema) {
				n += 2
			} else if val.Kind == String {
				if _, exact := matchWord(val.Text, p.Schema, true); exact {
					n++
				}
			}
		}
		if n > most {
			most, picked = n, nil
		}
		if n == most && n > 0 {
			picked = append(picked, variant)
		}
	}
	return picked
}

// widen makes a question about a constant of the chosen variant one about all the variants'. Where the
// variants tie, a constant that was filled in is asked for.
func (f *fitter) widen(r fitted, s *Schema, at string, tie bool) fitted {
	all := func(name string) *Schema {
		wide := &Schema{Text: Text{Max: -1}}
		for _, variant := range s.Variants {
			p := variant.property(name)
			if p == nil {
				continue
			}
			if p.Schema.Enum == nil {
				return nil
			}
			for _, e := range p.Schema.Enum {
				if !isAllowed(e, wide) {
					wide.Enum = append(wide.Enum, e)
				}
			}
			wide.Types |= p.Schema.Types
		}
		if len(wide.Enum) < 2 {
			return nil
		}
		return wide
	}
	for i, a := range r.asks {
		if a.Schema == nil || a.Schema.Enum == nil {
			continue
		}
		if key := lastKey(a.Field); a.Field == fieldpath.JoinKey(at, key) {
			if wide := all(key); wide != nil {
				r.asks[i].Schema = wide
			}
		}
	}
	if !tie || r.node == nil {
		return r
	}
	for i := 0; i < len(r.edits); i++ {
		e := r.edits[i]
		key := lastKey(e.Field)
		if e.Kind != Convert || e.From != "" || e.Field != fieldpath.JoinKey(at, key) {
			continue
		}
		if wide := all(key); wide != nil {
			r.edits = slices.Delete(slices.Clone(r.edits), i, i+1)
			r.node = without(r.node, key)
			r.asks = append(r.asks, Ask{Field: e.Field, Schema: wide})
			i--
		}
	}
	return r
}
