package repair

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/near"
)

// slot is a declared member and the value that goes there.
type slot struct {
	*Property
	value  *Node
	from   string // its place in the call, if that is another one
	cost   int
	order  int  // where the call has it among the members of the object
	made   bool // the value is an object that the call does not have
	fitted fitted
}

// isEmptied reports whether nothing of an object had a place: without members it says something else, such as a filter that
// finds everything.
func (sl *slot) isEmptied() bool {
	n := sl.fitted.node
	return n.Kind == Object && len(n.Members) == 0 && len(sl.value.Members) > 0 && len(sl.fitted.asks) == 0 && len(sl.Schema.Keys()) > 0
}

// pairs are the members of an object that have a place, and those that have none.
type pairs struct {
	*fitter
	call   *Node
	schema *Schema
	at     string
	placed []slot
	loose  []Member
	edits  []Edit // for what is left out
}

// pair gives every member of an object a place, as far as one is certain. The stages go from the surest to the
// boldest; each sees what those before it left over.
func pair(f *fitter, v *Node, s *Schema, at string) *pairs {
	ps := &pairs{fitter: f, call: v, schema: s, at: at, loose: v.Members}
	ps.each(ps.declared)
	ps.flatten()
	ps.match(slices.Collect(s.properties()), costSpelling, spelled)
	ps.each(ps.typed)
	ps.each(ps.path)
	ps.deeper(true)
	ps.near(near.Close)
	ps.deeper(false)
	ps.near(near.Ends)
	ps.free()
	ps.last()
	return ps
}

// each passes the loose members to a stage, which reports whether it placed one.
func (ps *pairs) each(place func(Member) bool) {
	ps.loose = slices.DeleteFunc(slices.Clone(ps.loose), place)
}

// add places a value.
func (ps *pairs) add(p *Property, m Member, cost int) bool {
	v, in := m.Value, ps.call.Place
	order := slices.IndexFunc(ps.call.Members, func(o Member) bool { return o.Value == v })
	sl := slot{Property: p, value: v, cost: cost, order: order}
	if v.Place != nowhere && (order < 0 || ps.call.Members[order].Key != p.Name || !fieldpath.Leads(in, v.Place)) {
		sl.from = v.Place
	}
	if order < 0 {
		sl.order = slices.IndexFunc(ps.call.Members, func(o Member) bool { return fieldpath.Leads(o.Value.Place, v.Place) })
	}
	ps.placed = append(ps.placed, sl)
	return true
}

// slotOf returns the slot of a declared name, nil if it has no value yet.
func (ps *pairs) slotOf(name string) *slot {
	if i := slices.IndexFunc(ps.placed, func(sl slot) bool { return sl.Name == name }); i >= 0 {
		return &ps.placed[i]
	}
	return nil
}

// absent returns the declared members that have no value yet.
func (ps *pairs) absent() (list []*Property) {
	for p := range ps.schema.properties() {
		if !p.Schema.never() && ps.slotOf(p.Name) == nil {
			list = append(list, p)
		}
	}
	return list
}

// moved returns the edit that brings a value to its slot, none if it is there in the call.
func (ps *pairs) moved(sl *slot) []Edit {
	e := Edit{Kind: Move, Field: fieldpath.JoinKey(ps.at, sl.Name), From: sl.from}
	if e.From == "" || e.From == e.Field {
		return nil
	}
	in := fieldpath.Join(parent(e.From))
	if key := lastKey(e.From); in == ps.call.Place || in == ps.at {
		elsewhere := func(p *Property) bool { return p.Schema.declares(near.Fold(key)) }
		e.Kind, e.To = Rename, sl.Name
		e.Exact = near.Of(key, sl.Name) == near.Spelling && !slices.ContainsFunc(ps.schema.Object.Properties, elsewhere)
	}
	return []Edit{e}
}

// declared keeps keys that are declared.
func (ps *pairs) declared(m Member) bool {
	p := ps.schema.property(m.Key)
	return p != nil && !p.injected() && ps.add(p, m, 0)
}

// flatten replaces objects that the schema does not have by their members, if a key of both makes a declared name.
func (ps *pairs) flatten() {
	isAbsent := func(word string) bool {
		return slices.ContainsFunc(ps.absent(), func(p *Property) bool { return near.Fold(p.Name) == word })
	}
	var loose []Member
	for _, m := range ps.loose {
		inner, outer, joined := slices.Clone(m.Value.Members), near.Fold(m.Key), false
		for i, sub := range inner {
			if word := outer + near.Fold(sub.Key); isAbsent(word) && !isAbsent(outer) {
				inner[i].Key, joined = word, true
			}
		}
		if !joined {
			inner = []Member{m}
		}
		loose = append(loose, inner...)
	}
	ps.loose = loose
}

// spelled reports a key that differs from a name in case and separators at most.
func spelled(m Member, p *Property) near.Nearness {
	if level := near.Of(m.Key, p.Name); level == near.Spelling {
		return level
	}
	return near.Far
}

// only returns the one element of a list that is of a kind, nil if none or several are.
func only[T any](list []*T, is func(*T) bool) *T {
	i := slices.IndexFunc(list, is)
	if i < 0 || slices.ContainsFunc(list[i+1:], is) {
		return nil
	}
	return list[i]
}

// typed keeps undeclared keys for which the schema has a type, unless one is near a name that is required and
// missing.
func (ps *pairs) typed(m Member) bool {
	sub := ps.schema.member(m.Key)
	if sub == nil || slices.ContainsFunc(ps.absent(), func(p *Property) bool { return p.Required && near.Of(m.Key, p.Name) <= near.Begins }) {
		return false
	}
	return ps.add(&Property{Name: m.Key, Schema: sub, Required: true}, m, 0)
}

// match pairs keys with the names that they are nearest to: where a key is nearest to one name alone, a required one
// rather than others, and no other key with another value is as near to that name. Keys that spell the same name share
// its slot.
func (ps *pairs) match(names []*Property, cost int, level func(Member, *Property) near.Nearness) {
	type claim struct {
		value *Node
		names []*Property // all that are as near
		prop  *Property   // the one that is meant, nil if several are
		level near.Nearness
	}
	claims := map[string]claim{} // by key
	for _, m := range ps.loose {
		c := claim{value: m.Value, level: near.Far}
		for _, p := range names {
			l := level(m, p)
			isSecret := ps.secret(m.Key) && !p.Schema.Marks.Sensitive // and must not become public
			hasUnit := p.Schema.takes(Number) && near.OtherUnit(p.Name, m.Key)
			if l == near.Far || l > near.Spelling && (isSecret || hasUnit || differs(m, p)) {
				continue
			}
			if l < c.level {
				c = claim{value: m.Value, level: l}
			}
			if l == c.level {
				c.names = append(c.names, p)
			}
		}
		if c.prop = only(c.names, func(p *Property) bool { return p.Required }); len(c.names) == 1 {
			c.prop = c.names[0]
		}
		claims[m.Key] = c
	}
	ps.each(func(m Member) bool {
		c := claims[m.Key]
		if c.prop == nil {
			return false
		}
		for _, o := range claims {
			isSame := o.level == c.level && (c.level == near.Spelling || equal(o.value, m.Value))
			isRival := o.prop == c.prop || o.level < c.level && slices.Contains(o.names, c.prop)
			if o.level <= c.level && isRival && !isSame {
				return false
			}
		}
		if sl := ps.slotOf(c.prop.Name); sl != nil {
			return ps.share(sl, m)
		}
		return ps.add(c.prop, m, cost)
	})
}

// differs reports whether a key denies what a name says, or says another unit.
func differs(m Member, p *Property) bool {
	return near.Opposite(m.Key, p.Name) || p.Schema.takes(Number) && near.OtherUnit(m.Key, p.Name)
}

// share gives a slot that has a value one more: one of them is left out if they are the same or it says that there is
// none, and both are asked about if neither has the declared name.
func (ps *pairs) share(sl *slot, m Member) bool {
	gone := m.Value
	isNone := func(v *Node) bool { return isNullish(v) && !fits(v, sl.Schema) }
	switch {
	case equal(sl.value, m.Value) || isNone(m.Value):
	case isNone(sl.value):
		gone, sl.value, sl.from = sl.value, m.Value, m.Value.Place
	case sl.from == "":
		return false
	default:
		both := *m.Value
		both.Again, sl.value = sl.value, &both
		return true
	}
	ps.edits = append(ps.edits, Edit{Kind: Remove, Field: gone.Place, From: gone.JSON()})
	return true
}

// near pairs keys with names that are near them, up to a level, if their values fit, or a required scalar would have to be
// asked for anyway. If a key is only a part of an optional name, it has to mean that name and begin no other, and the value
// has to be one that the name takes, or a text that spells it.
func (ps *pairs) near(upTo near.Nearness) {
	beginsOther := func(key string, p *Property) bool {
		return slices.ContainsFunc(ps.absent(), func(o *Property) bool { return o != p && near.Of(key, o.Name) <= near.Begins })
	}
	ps.match(ps.absent(), costNear, func(m Member, p *Property) near.Nearness {
		level := near.Of(m.Key, p.Name)
		reads := p.Schema.takes(m.Value.Kind) || m.Value.Kind == String && ps.spells(m.Value, p.Schema)
		switch {
		case level > near.Close && p.Schema.Title != "" && near.Fold(p.Schema.Title) == near.Fold(m.Key):
			level = near.Close
		case level > upTo || level == near.Ends && !p.Required || level > near.Close && explains(m.Key),
			level > near.Close && !p.Required && (!near.Means(m.Key, p.Name) || beginsOther(m.Key, p) || !reads):
			return near.Far
		case level == near.Ends:
			level = near.Begins // which is as near
		}
		if isAsked := level <= near.Close && p.Required && m.Value.scalar() && !p.Schema.takes(Object|Array); !isAsked && !ps.suits(m, p) {
			return near.Far
		}
		return level
	})
}

// suits reports whether the value of a member is of the kind that a declared name takes, though it may break a bound.
func (ps *pairs) suits(m Member, p *Property) bool {
	place := fieldpath.JoinKey(ps.at, p.Name)
	r := ps.member(m.Value, p, place)
	return (r.node != nil || r.asksAt(place)) && !slices.ContainsFunc(r.asks, func(a Ask) bool { return a.Field == place && a.Cause != OutOf && a.Cause != CutOff })
}

// last pairs keys with the names of their types that are required and still missing: in a small object, or where
// one name alone is missing. An optional object takes the only key that is left if it is the only name, and all fits.
func (ps *pairs) last() {
	missing := func() []*Property {
		list := ps.absent()
		if len(list) == 1 && len(ps.loose) == 1 && ps.loose[0].Value.Kind == Object && ps.schema.Object.Closed {
			if r := ps.member(ps.loose[0].Value, list[0], fieldpath.JoinKey(ps.at, list[0].Name)); len(r.asks)+len(r.unplaced) == 0 {
				return list
			}
		}
		return slices.DeleteFunc(list, func(p *Property) bool { return !p.Required })
	}
	const small = 4
	if n := len(missing()); ps.single > 0 || n == 0 || n > 1 && len(ps.schema.Object.Properties) > small {
		return
	}
	level := func(m Member, p *Property) near.Nearness { // it only orders what fits
		v, s := m.Value, p.Schema
		envelope := v.Kind == String && strings.HasPrefix(strings.TrimSpace(v.Text), "{")
		reads := v.scalar() && (fits(v, s) || ps.spells(v, s) && (v.Kind == String || !ps.wanted(v)))
		switch {
		case envelope || explains(m.Key) || s.Types == anyKind || isSentence(v) && isID(p.Name) || ps.schema.ofSibling(m.Key):
			return near.Far
		case reads && (s.Text("format") != "" || s.pattern != nil || s.Enum != nil):
			return near.Close
		case s.takes(v.Kind) && s.Enum == nil && ps.suits(m, p):
			return near.Begins
		case reads:
			return near.Ends
		}
		return near.Far
	}
	for range 2 { // where the first has taken a key and a name, another key may have one name left
		ps.match(missing(), costLast, level)
	}
}

// wanted reports whether an absent member takes a value as it is.
func (ps *pairs) wanted(v *Node) bool {
	return slices.ContainsFunc(ps.absent(), func(p *Property) bool { return fits(v, p.Schema) })
}

// free puts keys that have no name into the one required object that takes any and is missing.
func (ps *pairs) free() {
	p := only(ps.absent(), func(p *Property) bool { return p.Required && takesFree(p.Schema) })
	if p != nil && (len(ps.loose) != 1 || ps.loose[0].Value.Kind != Object) {
		ps.all(p)
	}
}

// all puts all loose members that may be arguments into a declared member.
func (ps *pairs) all(p *Property) {
	ps.each(func(m Member) bool {
		return !explains(m.Key) && ps.into(p, []fieldpath.Step{{Key: m.Key}}, m, costNear)
	})
}

// takesFree reports whether a schema takes objects with any keys, itself or in a variant.
func takesFree(s *Schema) bool {
	return s.Types != anyKind && s.free() || slices.ContainsFunc(s.Variants, takesFree)
}
