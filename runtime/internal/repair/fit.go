package repair

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/near"
)

// fitted is the result of fitting one value.
type fitted struct {
	node     *Node // nil if it is left out
	edits    []Edit
	asks     []Ask
	unplaced []Unplaced
	cost     int
}

// The costs of edits, questions and values without a place. Their sum decides between readings.
const (
	costSpelling = 1
	costEdit     = 2
	costNear     = 3
	costLast     = 5 // a key that is paired because nothing else is left
	costAsk      = 20
	costDropped  = 26 // a value of another kind, which has to be asked for again
	costUnplaced = 18
	costFilled   = 25 // a constant that nothing in the call says
)

// add takes over the result of a part.
func (f *fitted) add(part fitted) {
	f.edits = append(f.edits, part.edits...)
	f.asks = append(f.asks, part.asks...)
	f.unplaced = append(f.unplaced, part.unplaced...)
	f.cost += part.cost
}

// before puts an edit in front of the others.
func (f fitted) before(cost int, e Edit) fitted {
	f.edits = append([]Edit{e}, f.edits...)
	f.cost += cost
	return f
}

// asksAt reports whether the value at a place is asked for as a whole.
func (f *fitted) asksAt(at string) bool {
	return slices.ContainsFunc(f.asks, func(a Ask) bool { return a.Field == at })
}

// ask leaves a value out and asks for it.
func ask(v *Node, s *Schema, at string, cause Cause) fitted {
	cost := costDropped
	switch {
	case cause == OutOf || cause == NotOne:
		cost = costAsk + 1 // it is of the right kind at least
	case v == nil || cause == Missing || cause == CutOff:
		cost = costAsk
	}
	return fitted{asks: []Ask{{Field: at, Cause: cause, Got: v, Schema: s}}, cost: cost}
}

// lose leaves out a value that has no place.
func lose(v *Node) (out fitted) {
	if v.Place == nowhere {
		for _, m := range v.Members {
			out.add(lose(m.Value))
		}
		for _, item := range v.Items {
			out.add(lose(item))
		}
		return out
	}
	out = fitted{unplaced: []Unplaced{{Place: v.Place, Value: v}}, cost: costUnplaced}
	if v.Again != nil {
		out.add(lose(v.Again))
	}
	return out
}

// fitter fits one call. It counts its steps, so that it ends.
type fitter struct {
	strict bool                  // words are matched by their spelling only
	secret func(key string) bool // its value may be one that is not shown
	tool   string
	left   int
	depth  int
	single int // unions and arrays around the value whose objects must not pair their last keys
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
	case v.Garbled:
		return ask(v, s, at, Garbled)
	case v.Again != nil:
		return ask(v, s, at, Twice)
	case isPlaceholder(v):
		return ask(v, s, at, Missing)
	case s.never():
		return lose(v)
	case len(s.Variants) > 0:
		return f.union(v, s, at)
	case v.Kind == Object && s.takes(Object):
		return f.object(v, s, at)
	case v.Kind == Array && s.takes(Array):
		return f.array(v, s, at)
	case len(faults(v, s)) == 0:
		return fitted{node: v}
	}
	return f.convert(v, s, at)
}

// cheapest returns the reading with the least cost, the first of equals.
func cheapest(all []fitted) fitted {
	return slices.MinFunc(all, func(a, b fitted) int { return a.cost - b.cost })
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
	exact := v.Kind == Null || v.Text == "null" || v.Text == "None"
	return fitted{}.before(costSpelling, Edit{Kind: Remove, Field: at, From: v.JSON(), Exact: exact})
}

// array fits items.
func (f *fitter) array(v *Node, s *Schema, at string) fitted {
	if differ(v, s) {
		f.single++
		defer func() { f.single-- }()
	}
	out := f.items(v, s, at)
	if len(faults(out.node, s)) > 0 {
		return ask(v, s, at, OutOf)
	}
	return out
}

// differ reports whether items that lack the same members have different undeclared keys. Such keys do not all mean the
// one name that is left.
func differ(v *Node, s *Schema) bool {
	item := s.item(len(s.Array.Prefix))
	declared, required, first := item.Keys(), item.required(), map[string]string{} // the key, by what is missing
	for _, n := range v.Items {
		lacks := strings.Join(slices.DeleteFunc(slices.Clone(required), func(name string) bool { return n.get(name) != nil }), "\x00")
		loose := slices.DeleteFunc(slices.Clone(n.Members), func(m Member) bool { return slices.Contains(declared, m.Key) || explains(m.Key) })
		if len(loose) != 1 {
			continue
		}
		key := loose[0].Key
		if other, ok := first[lacks]; ok && near.Of(other, key) > near.Close {
			return true
		}
		first[lacks] = key
	}
	return false
}

// items fits each item.
func (f *fitter) items(v *Node, s *Schema, at string) fitted {
	n := &Node{Kind: Array, Place: v.Place}
	out := fitted{node: n}
	for i, item := range v.Items {
		if s.item(i).never() { // the array must end before it
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

// union fits a value to the variant that it is nearest to. A constant that the value has picks its variants, else a key
// that one variant alone declares; keys of several contradict each other if no value may match two of them.
func (f *fitter) union(v *Node, s *Schema, at string) fitted {
	variants := s.Variants
	if !v.scalar() && s.takes(v.Kind) {
		variants = slices.DeleteFunc(slices.Clone(variants), func(o *Schema) bool { return !o.takes(v.Kind) })
	}
	if picked := pick(v, variants); picked != nil {
		variants = picked
	}
	if own := owners(v, variants); own != nil {
		isOpen := func(o *Schema) bool { return !o.Object.Closed }
		if variants = own; len(own) > 1 && (s.node.get("oneOf") != nil || !slices.ContainsFunc(own, isOpen)) {
			return ask(v, s, at, Several)
		}
	}
	if len(variants) == 1 {
		return f.fit(v, variants[0], at).widen(s, at, false)
	}
	f.single++
	defer func() { f.single-- }()
	var all []fitted
	for _, variant := range variants {
		all = append(all, f.fit(v, variant, at))
		if all[len(all)-1].cost == 0 {
			break
		}
	}
	best := cheapest(all)
	if best.asksAt(at) {
		return ask(v, s, at, best.asks[0].Cause)
	}
	return best.or(all, at).widen(s, at, true)
}

// owners returns the variants that have a key of a value for themselves, except those that another one contradicts.
func owners(v *Node, variants []*Schema) (own []*Schema) {
	for _, m := range v.Members {
		s := only(variants, func(s *Schema) bool { return s.property(m.Key) != nil })
		if s != nil && !slices.Contains(own, s) && !s.contradicts(v.get) {
			own = append(own, s)
		}
	}
	return own
}

// or notes at the first member that is asked for what other variants ask for instead, if they differ in nothing else.
func (f fitted) or(all []fitted, at string) fitted {
	own := f.missing(at)
	var others []string
	for _, o := range all {
		if names := o.missing(at); own != nil && names != nil && !slices.Contains(names, own[0]) && equal(o.node, f.node) {
			others = append(others, enumerated(names))
		}
	}
	if others = slices.Compact(others); len(others) > 0 && len(others) <= maxVariantNouns {
		f.asks = slices.Clone(f.asks)
		f.asks[0].Or = strings.Join(others, " or ")
	}
	return f
}

// missing names the members that are missing, nil if anything else is asked for.
func (f *fitted) missing(at string) (names []string) {
	for _, a := range f.asks {
		key := lastKey(a.Field)
		if a.Cause != Missing || a.Got != nil || a.Schema.Enum != nil || a.Field != fieldpath.JoinKey(at, key) {
			return nil
		}
		names = append(names, key)
	}
	return names
}

// pick returns the variants whose constants the value has, nil if none has.
func pick(v *Node, variants []*Schema) (picked []*Schema) {
	most := 1
	for _, variant := range variants {
		n := 0
		for p := range variant.properties() {
			if val := v.get(p.Name); val != nil && p.Required {
				if _, exact := matchWord(val.Text, p.Schema, true); exact || isAllowed(val, p.Schema) {
					n++
				}
			}
		}
		if n > most {
			most, picked = n, nil
		}
		if n == most {
			picked = append(picked, variant)
		}
	}
	return picked
}

// widen makes a question about a constant of the chosen variant one about those of all variants. If the variant is a
// guess, a constant that was filled in is asked for.
func (f fitted) widen(s *Schema, at string, guess bool) fitted {
	wide := func(field string) *Schema {
		if key := lastKey(field); field == fieldpath.JoinKey(at, key) {
			return s.constants(key)
		}
		return nil
	}
	for i, a := range f.asks {
		if all := wide(a.Field); all != nil && a.Schema != nil && a.Schema.Enum != nil {
			f.asks[i].Schema = all
		}
	}
	if !guess || f.node == nil {
		return f
	}
	f.edits = slices.DeleteFunc(slices.Clone(f.edits), func(e Edit) bool {
		all := wide(e.Field)
		if e.Kind != Convert || e.From != "" || all == nil {
			return false
		}
		f.node = without(f.node, lastKey(e.Field))
		f.asks = append(f.asks, Ask{Field: e.Field, Schema: all})
		return true
	})
	return f
}
