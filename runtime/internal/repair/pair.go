package repair

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
)

// slot is a place of an object and the value that goes there.
type slot struct {
	prop   *Property // nil for keys that are not declared
	name   string
	schema *Schema
	value  *Node
	edits  []Edit
	cost   int
	order  int  // where the call has it among the members of the object
	made   bool // the value is an object that the call does not have
	fitted fitted
}

// pairs are the members of an object that have a place, and those that have none.
type pairs struct {
	*fitter
	call   *Node
	schema *Schema
	at     string
	placed []slot
	loose  []Member
}

// pair gives every member of an object a place, as far as one is certain. The stages go from the surest to the
// boldest; each sees what those before it left over.
func pair(f *fitter, v *Node, s *Schema, at string) *pairs {
	ps := &pairs{fitter: f, call: v, schema: s, at: at, loose: v.Members}
	ps.each(ps.declared)
	ps.each(ps.spelled)
	ps.each(ps.typed)
	ps.each(ps.path)
	ps.flattened()
	ps.deeper(true)
	ps.near(close2)
	ps.deeper(false)
	ps.near(ends)
	ps.free()
	ps.last()
	return ps
}

// each passes the loose members to a stage, which reports whether it placed one.
func (ps *pairs) each(place func(Member) bool) {
	ps.loose = slices.DeleteFunc(slices.Clone(ps.loose), place)
}

// add places a value.
func (ps *pairs) add(p *Property, m Member, cost int, edits ...Edit) bool {
	sl := slot{prop: p, name: p.Name, schema: p.Schema, value: m.Value, edits: edits, cost: cost, order: ps.orderOf(m.Key)}
	ps.placed = append(ps.placed, sl)
	return true
}

func (ps *pairs) orderOf(key string) int {
	return slices.IndexFunc(ps.call.Members, func(m Member) bool { return m.Key == key })
}

// rename places a value under a declared name.
func (ps *pairs) rename(m Member, p *Property, cost int, e Edit) bool {
	e.Kind, e.Field, e.From, e.To = Rename, fieldpath.JoinKey(ps.at, p.Name), m.Value.Place, p.Name
	return ps.add(p, m, cost, e)
}

// slotOf returns the slot of a declared name, nil if it has no value yet.
func (ps *pairs) slotOf(name string) *slot {
	if i := slices.IndexFunc(ps.placed, func(sl slot) bool { return sl.name == name }); i >= 0 {
		return &ps.placed[i]
	}
	return nil
}

// absent returns the declared members that have no value yet.
func (ps *pairs) absent() (list []*Property) {
	for p := range ps.schema.properties() {
		if !p.Schema.never && ps.slotOf(p.Name) == nil {
			list = append(list, p)
		}
	}
	return list
}

// into puts a value into the object or array of a declared member, which is made where the call has none.
func (ps *pairs) into(p *Property, steps []fieldpath.Step, m Member, cost int) bool {
	sl := ps.slotOf(p.Name)
	var have *Node
	if sl != nil {
		have = sl.value
	}
	built := have.put(steps, m.Value)
	if built == nil || have.below(steps) != nil {
		return false
	}
	if sl == nil {
		ps.add(p, m, cost)
		sl = ps.slotOf(p.Name)
		sl.made = true
	} else {
		sl.cost++
	}
	field := fieldpath.Prefix(fieldpath.JoinKey(ps.at, p.Name), fieldpath.Join(steps))
	sl.value, sl.edits = built, append(slices.Clone(sl.edits), Edit{Kind: Move, Field: field, From: m.Value.Place})
	return true
}

// declared keeps keys that are declared.
func (ps *pairs) declared(m Member) bool {
	p := ps.schema.property(m.Key)
	return p != nil && !p.injected() && ps.add(p, m, 0)
}

// spelled pairs keys that differ from one name in case and separators.
func (ps *pairs) spelled(m Member) bool {
	p := only(ps.absent(), func(p *Property) bool { return plain(p.Name) == plain(m.Key) && plain(m.Key) != "" })
	if p == nil {
		return false
	}
	elsewhere := slices.ContainsFunc(ps.schema.Object.Properties, func(p Property) bool {
		return depthOf(p.Schema, plain(m.Key), maxDepth, anyProperty) > 0
	})
	return ps.rename(m, p, costSpelling, Edit{Exact: !elsewhere})
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
	if sub == nil || slices.ContainsFunc(ps.absent(), func(p *Property) bool { return p.Required && nearKey(m.Key, p.Name) <= begins }) {
		return false
	}
	cost := 0
	if o := ps.schema.Object; o != nil && len(o.Properties) > 0 {
		cost = costEdit // of two variants, the one that declares the key is meant
	}
	ps.placed = append(ps.placed, slot{name: m.Key, schema: sub, value: m.Value, cost: cost, order: ps.orderOf(m.Key)})
	return true
}

// claim is a key that may stand for a name.
type claim struct {
	member Member
	prop   *Property
	level  nearness
}

// near pairs keys with names that are near them, up to a level: where the key is near one name alone, and the name
// to that key alone, and the value fits.
func (ps *pairs) near(upTo nearness) {
	var claims []claim
	for _, m := range ps.loose {
		if c := ps.claimOf(m, upTo); c.prop != nil {
			claims = append(claims, c)
		}
	}
	ps.each(func(m Member) bool {
		i := slices.IndexFunc(claims, func(c claim) bool { return c.member.Key == m.Key })
		if i < 0 {
			return false
		}
		c := claims[i]
		rival := slices.ContainsFunc(claims, func(o claim) bool { return o.prop == c.prop && o.member.Key != m.Key && o.level <= c.level })
		return !rival && ps.rename(m, c.prop, costNear, Edit{})
	})
}

// claimOf returns the one name that a key is near to, a required one rather than another.
func (ps *pairs) claimOf(m Member, upTo nearness) claim {
	best := claim{member: m, level: far}
	var names []*Property
	for _, p := range ps.absent() {
		level := nearKey(m.Key, p.Name)
		switch {
		case level > close2 && p.Schema.Title != "" && plain(p.Schema.Title) == plain(m.Key):
			level = close2
		case level > upTo || level == ends && !p.Required || level > close2 && explains(m.Key):
			continue
		case level == ends:
			level = begins // which is as near
		}
		if level > best.level || !ps.suits(m, p) {
			continue
		}
		if level < best.level {
			best.level, names = level, nil
		}
		names = append(names, p)
	}
	if best.prop = only(names, func(p *Property) bool { return p.Required }); len(names) == 1 {
		best.prop = names[0]
	}
	return best
}

// suits reports whether the value of a member is of the kind that a declared name takes.
func (ps *pairs) suits(m Member, p *Property) bool {
	place := fieldpath.JoinKey(ps.at, p.Name)
	return decent(ps.member(m.Value, p, place), place)
}

// last pairs keys with the names of their types that are required and still missing: in a small object, or where
// one name alone is missing.
func (ps *pairs) last() {
	missing := slices.DeleteFunc(ps.absent(), func(p *Property) bool { return !p.Required })
	const small = 4
	if ps.single > 0 || len(missing) == 0 || len(missing) > 1 && len(ps.schema.Object.Properties) > small ||
		slices.ContainsFunc(ps.loose, func(m Member) bool { return ps.schema.ofSibling(m.Key) }) { // another variant may be meant
		return
	}
	may := func(m Member, p *Property) bool {
		envelope := m.Value.Kind == String && strings.HasPrefix(strings.TrimSpace(m.Value.Text), "{")
		return !envelope && !explains(m.Key) && p.Schema.takes(m.Value.Kind) && p.Schema.Types != anyKind
	}
	// Some names ask for more than a type. A key that is the only one to have it belongs there.
	ps.lastOf(missing, false, func(m Member, p *Property) bool {
		narrow := p.Schema.Text.Format != "" || p.Schema.Text.pattern != nil || p.Schema.Enum != nil
		return narrow && may(m, p) && m.Value.scalar() && fits(m.Value, p.Schema)
	})
	ps.lastOf(missing, true, func(m Member, p *Property) bool {
		return may(m, p) && p.Schema.Enum == nil && ps.suits(m, p)
	})
}

// lastOf pairs names with the one key each that fits them. With alone set, the key must fit no other name.
func (ps *pairs) lastOf(missing []*Property, alone bool, fit func(Member, *Property) bool) {
	isLeft := func(p *Property) bool { return ps.slotOf(p.Name) == nil }
	for _, p := range missing {
		var keys []*Member
		for i := range ps.loose {
			keys = append(keys, &ps.loose[i])
		}
		m := only(keys, func(m *Member) bool { return fit(*m, p) })
		if !isLeft(p) || m == nil || alone && only(missing, func(q *Property) bool { return isLeft(q) && fit(*m, q) }) == nil {
			continue
		}
		ps.rename(*m, p, costLast, Edit{last: true})
		key := m.Key
		ps.each(func(m Member) bool { return m.Key == key })
	}
}

// free puts keys that have no name into the one required object that takes any and is missing.
func (ps *pairs) free() {
	p := only(ps.absent(), func(p *Property) bool { return p.Required && takesFree(p.Schema) })
	if p == nil || len(ps.loose) == 1 && ps.loose[0].Value.Kind == Object {
		return
	}
	ps.all(p)
}

// all puts all loose members that may be arguments into a declared member.
func (ps *pairs) all(p *Property) {
	ps.each(func(m Member) bool {
		return !explains(m.Key) && ps.into(p, []fieldpath.Step{{Key: m.Key}}, m, costNear)
	})
}

// takesFree reports whether a schema takes objects with any keys, itself or in a variant.
func takesFree(s *Schema) bool {
	return len(s.Variants) == 0 && s.Types != anyKind && s.free() || slices.ContainsFunc(s.Variants, takesFree)
}
