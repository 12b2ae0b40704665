package repair

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/near"
)

// slot is a place of an object and the value that goes there.
type slot struct {
	*Property
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
	ps.spelled()
	ps.each(ps.typed)
	ps.each(ps.path)
	ps.flattened()
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
func (ps *pairs) add(p *Property, m Member, cost int, edits ...Edit) bool {
	order := slices.IndexFunc(ps.call.Members, func(o Member) bool { return o.Key == m.Key })
	ps.placed = append(ps.placed, slot{Property: p, value: m.Value, edits: edits, cost: cost, order: order})
	return true
}

// rename places a value under a declared name.
func (ps *pairs) rename(m Member, p *Property, cost int, e Edit) bool {
	e.Kind, e.Field, e.From, e.To = Rename, fieldpath.JoinKey(ps.at, p.Name), m.Value.Place, p.Name
	return ps.add(p, m, cost, e)
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
func (ps *pairs) spelled() {
	ps.match(ps.absent(), func(m Member, p *Property) near.Nearness {
		if near.Of(m.Key, p.Name) == near.Spelling {
			return near.Spelling
		}
		return near.Far
	}, func(m Member, p *Property) bool {
		elsewhere := slices.ContainsFunc(ps.schema.Object.Properties, func(p *Property) bool {
			return len(p.Schema.homes(near.Fold(m.Key), maxDepth)) > 0
		})
		return ps.rename(m, p, costSpelling, Edit{Exact: !elsewhere})
	})
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
	cost := 0
	if len(ps.schema.Object.Properties) > 0 {
		cost = costEdit // of two variants, the one that declares the key is meant
	}
	return ps.add(&Property{Name: m.Key, Schema: sub, Required: true}, m, cost)
}

// match pairs keys with the names that they are nearest to: where a key is nearest to one name alone, a required one
// rather than others, and no other key is as near to that name, unless its value is the same.
func (ps *pairs) match(names []*Property, level func(Member, *Property) near.Nearness, pair func(Member, *Property) bool) {
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
			if l < c.level {
				c = claim{value: m.Value, level: l}
			}
			if l == c.level && l < near.Far {
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
		for key, o := range claims {
			isSame := o.level == c.level && equal(o.value, m.Value)
			if key != m.Key && o.level <= c.level && slices.Contains(o.names, c.prop) && !isSame {
				return false
			}
		}
		if c.prop == nil {
			return false
		}
		if sl := ps.slotOf(c.prop.Name); sl != nil {
			sl.edits = append(slices.Clone(sl.edits), Edit{Kind: Remove, Field: m.Value.Place, From: m.Value.JSON()})
			return true
		}
		return pair(m, c.prop)
	})
}

// near pairs keys with names that are near them, up to a level, if their values fit. If a key is only a part of an
// optional name, it has to mean that name, whose schema has to take the value as it is: more would be two guesses.
func (ps *pairs) near(upTo near.Nearness) {
	ps.match(ps.absent(), func(m Member, p *Property) near.Nearness {
		level := near.Of(m.Key, p.Name)
		switch {
		case level > near.Close && p.Schema.Title != "" && near.Fold(p.Schema.Title) == near.Fold(m.Key):
			level = near.Close
		case level > upTo || level == near.Ends && !p.Required || level > near.Close && explains(m.Key),
			level > near.Close && !p.Required && (!near.Means(m.Key, p.Name) || !p.Schema.takes(m.Value.Kind)):
			return near.Far
		case level == near.Ends:
			level = near.Begins // which is as near
		}
		if !ps.suits(m, p) {
			return near.Far
		}
		return level
	}, func(m Member, p *Property) bool { return ps.rename(m, p, costNear, Edit{}) })
}

// suits reports whether the value of a member is of the kind that a declared name takes.
func (ps *pairs) suits(m Member, p *Property) bool {
	place := fieldpath.JoinKey(ps.at, p.Name)
	return decent(ps.member(m.Value, p, place), place)
}

// last pairs keys with the names of their types that are required and still missing: in a small object, or where
// one name alone is missing.
func (ps *pairs) last() {
	missing := func() []*Property {
		return slices.DeleteFunc(ps.absent(), func(p *Property) bool { return !p.Required })
	}
	const small = 4
	if n := len(missing()); ps.single > 0 || n == 0 || n > 1 && len(ps.schema.Object.Properties) > small {
		return
	}
	reads := func(m Member, p *Property) near.Nearness {
		switch {
		case m.Value.scalar() && fits(m.Value, p.Schema):
			return near.Begins
		case m.Value.Kind == String && ps.spells(m.Value, p.Schema):
			return near.Ends
		}
		return near.Far
	}
	may := func(m Member, p *Property) bool {
		envelope := m.Value.Kind == String && strings.HasPrefix(strings.TrimSpace(m.Value.Text), "{")
		return !envelope && !explains(m.Key) && p.Schema.Types != anyKind
	}
	pair := func(m Member, p *Property) bool { return ps.rename(m, p, costLast, Edit{last: true}) }
	// Some names ask for more than a type. A key that is the only one to have it belongs there.
	ps.match(missing(), func(m Member, p *Property) near.Nearness {
		narrow := p.Schema.Text("format") != "" || p.Schema.pattern != nil || p.Schema.Enum != nil
		if !narrow || !may(m, p) {
			return near.Far
		}
		return reads(m, p)
	}, pair)
	ps.match(missing(), func(m Member, p *Property) near.Nearness {
		switch {
		case !may(m, p):
			return near.Far
		case p.Schema.takes(m.Value.Kind) && p.Schema.Enum == nil && ps.suits(m, p):
			return near.Begins
		}
		return reads(m, p)
	}, pair)
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
