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
	schema *Schema // of an undeclared key
	value  *Node
	edits  []Edit
	cost   int
	made   bool // the value is an object that the call does not have
	moved  bool // its members were moved there because it declares them
}

// pairs are the members of an object that have a place, and those that have none.
type pairs struct {
	placed []slot
	loose  []Member
}

// absent gives the declared members that have no value yet.
func absent(s *Schema, placed []slot) []*Property {
	if s.Object == nil {
		return nil
	}
	var out []*Property
	for i := range s.Object.Properties {
		p := &s.Object.Properties[i]
		if !p.injected() && !p.Schema.never && !slices.ContainsFunc(placed, func(sl slot) bool { return sl.name == p.Name }) {
			out = append(out, p)
		}
	}
	return out
}

// pair gives every member of an object a place, as far as one is certain. The stages go from the
// surest to the boldest; each sees what those before it left over.
func pair(f *fitter, v *Node, s *Schema, at string) pairs {
	var ps pairs
	for _, m := range v.Members {
		if p := s.property(m.Key); p != nil && !p.injected() {
			ps.placed = append(ps.placed, slot{prop: p, name: p.Name, value: m.Value})
			continue
		}
		ps.loose = append(ps.loose, m)
	}
	ps = f.spelled(ps, s, at)
	ps = f.typed(ps, s)
	ps = f.paths(ps, s, at)
	ps = f.flattened(ps, s, at)
	ps = f.deeper(ps, s, at, true)
	ps = f.near(ps, s, at, close2)
	ps = f.deeper(ps, s, at, false)
	ps = f.near(ps, s, at, ends)
	ps = f.freed(ps, s, at)
	return f.last(ps, s, at)
}

// spelled pairs keys that differ from a name in case and separators.
func (f *fitter) spelled(ps pairs, s *Schema, at string) pairs {
	var loose []Member
	for _, m := range ps.loose {
		var one *Property
		for _, p := range absent(s, ps.placed) {
			if plain(p.Name) == plain(m.Key) && plain(m.Key) != "" {
				if one != nil {
					one = nil
					break
				}
				one = p
			}
		}
		if one == nil {
			loose = append(loose, m)
			continue
		}
		exact := !slices.ContainsFunc(s.Object.Properties, func(p Property) bool { return depthOf(p.Schema, plain(m.Key), m.Value.Kind, 3) > 0 })
		ps.placed = append(ps.placed, renamed(m, one, at, costSpelling, exact))
	}
	ps.loose = loose
	return ps
}

func renamed(m Member, p *Property, at string, cost int, exact bool) slot {
	return slot{prop: p, name: p.Name, value: m.Value, cost: cost, edits: []Edit{{
		Kind: Rename, Field: fieldpath.JoinKey(at, p.Name), From: m.Value.Place, To: p.Name, Exact: exact,
	}}}
}

// typed keeps the undeclared keys of which the schema says something, unless one is near a name that
// is required and missing.
func (f *fitter) typed(ps pairs, s *Schema) pairs {
	var loose []Member
	for _, m := range ps.loose {
		sub, typed := s.member(m.Key)
		near := slices.ContainsFunc(absent(s, ps.placed), func(p *Property) bool { return p.Required && nearKey(m.Key, p.Name) <= begins })
		if !typed || near {
			loose = append(loose, m)
			continue
		}
		cost := 0
		if s.Object != nil && len(s.Object.Properties) > 0 {
			cost = costEdit // of two variants, the one that declares the key is meant
		}
		ps.placed = append(ps.placed, slot{name: m.Key, schema: sub, value: m.Value, cost: cost})
	}
	ps.loose = loose
	return ps
}

// claim is a key that may stand for a name.
type claim struct {
	member Member
	prop   *Property
	level  nearness
}

// near pairs keys with names that are near them, up to a level: where the key is near one name alone,
// and the name to that key alone, and the value fits.
func (f *fitter) near(ps pairs, s *Schema, at string, upTo nearness) pairs {
	var claims []claim
	for _, m := range ps.loose {
		if c, ok := f.claimOf(m, absent(s, ps.placed), at, upTo); ok {
			claims = append(claims, c)
		}
	}
	for _, c := range claims {
		rival := slices.ContainsFunc(claims, func(o claim) bool {
			return o.prop == c.prop && o.member.Key != c.member.Key && o.level <= c.level
		})
		if rival {
			continue
		}
		ps.loose = slices.DeleteFunc(slices.Clone(ps.loose), func(m Member) bool { return m.Key == c.member.Key })
		ps.placed = append(ps.placed, renamed(c.member, c.prop, at, costNear, false))
	}
	return ps
}

// claimOf gives the one name that a key is near to.
func (f *fitter) claimOf(m Member, names []*Property, at string, upTo nearness) (claim, bool) {
	best := claim{member: m, level: far}
	count, required := 0, 0
	for _, p := range names {
		level := nearKey(m.Key, p.Name)
		if level > close2 && p.Schema.Title != "" && plain(p.Schema.Title) == plain(m.Key) {
			level = close2
		}
		switch {
		case level > upTo || level == ends && !p.Required:
			continue
		case level > close2 && explains(m.Key):
			continue
		}
		if level > begins {
			level = begins // the beginning and the end are as near
		}
		place := fieldpath.JoinKey(at, p.Name)
		if !decent(f.member(m.Value, p, place), place) || level > best.level {
			continue
		}
		if level < best.level {
			best.prop, best.level, count, required = nil, level, 0, 0
		}
		if count++; p.Required {
			required++
		}
		if best.prop == nil || p.Required && !best.prop.Required {
			best.prop = p
		}
	}
	return best, count == 1 || required == 1
}

// last pairs a key with the one name of its type that is still required: in a small object, or where
// nothing else is missing.
func (f *fitter) last(ps pairs, s *Schema, at string) pairs {
	var missing []*Property
	for _, p := range absent(s, ps.placed) {
		if p.Required {
			missing = append(missing, p)
		}
	}
	const small = 4
	if f.single > 0 || s.Object == nil || len(missing) == 0 || len(missing) > 1 && len(s.Object.Properties) > small {
		return ps
	}
	if slices.ContainsFunc(ps.loose, func(m Member) bool { return s.ofSibling(m.Key) }) {
		return ps // another variant may be meant
	}
	may := func(m Member, p *Property) bool {
		if m.Value.Kind == String && strings.HasPrefix(strings.TrimSpace(m.Value.Text), "{") {
			return false // an envelope, rather
		}
		return !explains(m.Key) && p.Schema.takes(m.Value.Kind) && p.Schema.Types != anyKind
	}
	exact := func(m Member, p *Property) bool {
		return may(m, p) && m.Value.scalar() && fits(m.Value, p.Schema)
	}
	fit := func(m Member, p *Property) bool {
		place := fieldpath.JoinKey(at, p.Name)
		return may(m, p) && p.Schema.Enum == nil && decent(f.member(m.Value, p, place), place)
	}
	narrow := slices.DeleteFunc(slices.Clone(missing), func(p *Property) bool {
		return p.Schema.Text.Format == "" && p.Schema.Text.pattern == nil && p.Schema.Enum == nil
	})
	ps, missing = lastOf(ps, narrow, missing, at, exact, false)
	ps, _ = lastOf(ps, missing, missing, at, fit, true)
	return ps
}

// lastOf pairs names with the one key each that fits them. With alone set, the key must fit no other name that
// is missing; it need not where the name asks for more than a type and the key alone has it.
func lastOf(ps pairs, names, missing []*Property, at string, fit func(Member, *Property) bool, alone bool) (pairs, []*Property) {
	for _, p := range names {
		var one *Member
		for i := range ps.loose {
			if fit(ps.loose[i], p) {
				if one != nil {
					one = nil
					break
				}
				one = &ps.loose[i]
			}
		}
		if one == nil {
			continue
		}
		others := 0
		for _, q := range missing {
			if fit(*one, q) {
				others++
			}
		}
		if alone && others != 1 {
			continue
		}
		m := *one
		sl := renamed(m, p, at, costLast, false)
		sl.edits[0].last = true
		ps.placed = append(ps.placed, sl)
		ps.loose = slices.DeleteFunc(slices.Clone(ps.loose), func(o Member) bool { return o.Key == m.Key })
		missing = slices.DeleteFunc(slices.Clone(missing), func(q *Property) bool { return q == p })
	}
	return ps, missing
}

// freed puts keys that are none into the one required object that takes any and is missing.
func (f *fitter) freed(ps pairs, s *Schema, at string) pairs {
	var one *Property
	for _, p := range absent(s, ps.placed) {
		if p.Required && takesFree(p.Schema) {
			if one != nil {
				return ps
			}
			one = p
		}
	}
	if one == nil {
		return ps
	}
	moved, rest := unexplained(ps.loose)
	if len(moved) == 0 || len(ps.loose) == 1 && moved[0].Value.Kind == Object {
		return ps
	}
	ps.loose = rest
	return ps.into(one, moved, at, costNear)
}

// unexplained splits members into those that may be arguments and those that explain.
func unexplained(list []Member) (arguments, rest []Member) {
	for _, m := range list {
		if explains(m.Key) {
			rest = append(rest, m)
		} else {
			arguments = append(arguments, m)
		}
	}
	return arguments, rest
}

// into moves members into the object of a declared member, which is made where the call has none.
func (ps pairs) into(p *Property, list []Member, at string, cost int) pairs {
	sl := slot{prop: p, name: p.Name, made: true, cost: cost, value: &Node{Kind: Object}}
	i := slices.IndexFunc(ps.placed, func(sl slot) bool { return sl.name == p.Name })
	if i >= 0 {
		sl = ps.placed[i]
		sl.cost++
	}
	inner := *sl.value
	inner.Members = append(slices.Clone(inner.Members), list...)
	sl.value, sl.edits = &inner, slices.Clone(sl.edits)
	for _, m := range list {
		sl.edits = append(sl.edits, Edit{Kind: Move, Field: fieldpath.JoinKey(fieldpath.JoinKey(at, p.Name), m.Key), From: m.Value.Place})
	}
	if ps.placed = slices.Clone(ps.placed); i >= 0 {
		ps.placed[i] = sl
	} else {
		ps.placed = append(ps.placed, sl)
	}
	return ps
}

// takesFree reports whether a schema takes objects with any keys, itself or in a variant.
func takesFree(s *Schema) bool {
	return len(s.Variants) == 0 && s.Types != anyKind && s.free() || slices.ContainsFunc(s.Variants, takesFree)
}
