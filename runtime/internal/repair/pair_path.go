package repair

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
)

// path puts the value of a key that spells a path where the path leads: a.b, a[0].b, a.0.b, a[b], a/b, and a_b where
// a is declared and declares b.
func (ps *pairs) path(m Member) bool {
	p, steps := pathOf(m.Key, ps.schema)
	return p != nil && ps.into(p, steps, m, costEdit)
}

// pathOf returns the declared member that a key begins with, and the steps from there.
func pathOf(key string, s *Schema) (*Property, []fieldpath.Step) {
	if strings.ContainsAny(key, ".[/") {
		steps := fieldpath.Split(strings.ReplaceAll(strings.Trim(key, "/"), "/", "."))
		if len(steps) > 1 && len(steps) <= 8 {
			for i := range steps[1:] {
				st := &steps[i+1]
				st.Key = strings.Trim(st.Key, "[]") // a[b]
				if n, err := strconv.Atoi(st.Key); err == nil && n >= 0 && !st.IsIndex {
					*st = fieldpath.Step{Index: n, IsIndex: true}
				}
			}
			for p := range s.properties() {
				if plain(p.Name) == plain(steps[0].Key) && p.Schema.takes(Object|Array) {
					return p, steps[1:]
				}
			}
		}
	}
	ws := splitWords(key)
	for cut := len(ws) - 1; cut > 0; cut-- {
		head, tail := strings.Join(ws[:cut], ""), strings.Join(ws[cut:], "")
		for p := range s.properties() {
			if singular(plain(p.Name)) == singular(head) && p.Schema.takes(Object) && !p.Schema.takes(String) {
				for _, q := range p.Schema.Root().Properties() {
					if plain(q.Name) == tail {
						return p, []fieldpath.Step{{Key: q.Name}}
					}
				}
			}
		}
	}
	return nil, nil
}

// flattened takes the members out of an object that the schema does not have: its key and theirs make the declared
// names.
func (ps *pairs) flattened() {
	var rest []Member
	ps.each(func(m Member) bool {
		if m.Value.Kind != Object {
			return false
		}
		before := len(ps.placed)
		var others []Member
		for _, sub := range m.Value.Members {
			p := only(ps.absent(), func(p *Property) bool { return plain(p.Name) == plain(m.Key)+plain(sub.Key) })
			if p == nil {
				others = append(others, sub)
				continue
			}
			ps.add(p, Member{m.Key, sub.Value}, costEdit, Edit{Kind: Move, Field: fieldpath.JoinKey(ps.at, p.Name), From: sub.Value.Place})
		}
		if len(ps.placed) == before {
			return false
		}
		rest = append(rest, others...)
		return true
	})
	ps.loose = append(ps.loose, rest...)
}

// maxDepth bounds the levels below an object at which a key may be declared.
const maxDepth = 3

// deeper puts keys into the member that declares them, where one alone does at the least depth. With needed set,
// only members that are required and missing are considered.
func (ps *pairs) deeper(needed bool) {
	if ps.fitter.made > 3 {
		return
	}
	var made []string
	ps.each(func(m Member) bool {
		p := ps.home(m, needed)
		if p != nil && !p.Required && ps.slotOf(p.Name) == nil {
			made = append(made, p.Name)
		}
		return p != nil && ps.into(p, []fieldpath.Step{{Key: m.Key}}, m, costEdit)
	})
	// An object that is not required is not made where it would lack more than it gets.
	ps.placed = slices.DeleteFunc(slices.Clone(ps.placed), func(sl slot) bool {
		if !slices.Contains(made, sl.name) {
			return false
		}
		missing := 0
		for _, a := range ps.slot(&sl, ps.at).asks {
			if a.Cause == Missing && a.Got == nil {
				missing++
			}
		}
		if missing == 0 || missing < len(sl.value.Members) {
			return false
		}
		ps.loose = append(ps.loose, sl.value.Members...)
		return true
	})
}

// home returns the member that declares a key, nil if none or several do.
func (ps *pairs) home(m Member, needed bool) *Property {
	var homes []*Property
	least := maxDepth + 1
	for p := range ps.schema.properties() {
		sl := ps.slotOf(p.Name)
		if sl != nil && (sl.value.Kind != Object || sl.value.get(m.Key) != nil) || needed && !(p.Required && (sl == nil || sl.made)) {
			continue
		}
		depth := depthOf(p.Schema, plain(m.Key), maxDepth, func(q *Property) bool { return m.Value.scalar() || q.Schema.takes(Object|Array) })
		if to, _ := pathOf(m.Key, p.Schema); depth == 0 && to != nil {
			depth = maxDepth
		}
		if depth == 0 || depth > least {
			continue
		}
		if depth < least {
			homes, least = nil, depth
		}
		homes = append(homes, p)
	}
	leaf := func(is func(*Property) bool) func(*Property) bool {
		return func(p *Property) bool { return depthOf(p.Schema, plain(m.Key), maxDepth, is) == least }
	}
	for _, isBetter := range []func(*Property) bool{
		func(p *Property) bool { return p.Required },
		leaf(func(q *Property) bool { return m.Value.scalar() && fits(m.Value, q.Schema) }),
		leaf(func(q *Property) bool { return q.Required }),
	} {
		if slices.ContainsFunc(homes, isBetter) {
			homes = slices.DeleteFunc(homes, func(p *Property) bool { return !isBetter(p) })
		}
	}
	if len(homes) == 1 {
		return homes[0]
	}
	return nil
}

// anyProperty is a property of any kind.
func anyProperty(*Property) bool { return true }

// depthOf returns how many levels below a schema a name is declared for a property of a kind, 0 if it is not.
func depthOf(s *Schema, word string, left int, is func(*Property) bool) int {
	if left <= 0 || word == "" {
		return 0
	}
	best := 0
	try := func(depth int) {
		if depth > 0 && (best == 0 || depth < best) {
			best = depth
		}
	}
	for p := range s.properties() {
		if plain(p.Name) == word && is(p) {
			return 1
		}
		if depth := depthOf(p.Schema, word, left-1, is); depth > 0 {
			try(depth + 1)
		}
	}
	if s.takes(Array) && s.Array != nil && s.Array.Items != nil {
		try(depthOf(s.Array.Items, word, left-1, is))
	}
	for _, v := range s.Variants {
		try(depthOf(v, word, left-1, is))
	}
	return best
}
