package repair

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/near"
)

// path puts the value of a key that spells a path where the path leads: a.b, a[0].b, a.0.b, a[b], a/b, and a_b where
// a is declared and declares b.
func (ps *pairs) path(m Member) bool {
	p, steps := pathOf(m.Key, ps.schema)
	return p != nil && ps.into(p, steps, m, costEdit)
}

// pathOf returns the declared member that a key begins with, and the steps from there.
func pathOf(key string, s *Schema) (*Property, []fieldpath.Step) {
	parts := strings.FieldsFunc(key, func(r rune) bool { return strings.ContainsRune(`.[]/"`, r) })
	for p := range s.properties() {
		if len(parts) < 2 || len(parts) > maxParts || near.Fold(p.Name) != near.Fold(parts[0]) || !p.Schema.takes(Object|Array) {
			continue
		}
		var steps []fieldpath.Step
		for _, part := range parts[1:] {
			n, err := strconv.Atoi(part)
			if err != nil || n < 0 {
				steps = append(steps, fieldpath.Step{Key: part})
			} else {
				steps = append(steps, fieldpath.Step{Index: n, IsIndex: true})
			}
		}
		return p, steps
	}
	for p := range s.properties() {
		if p.Schema.takes(String) || !p.Schema.takes(Object) {
			continue
		}
		for _, q := range p.Schema.Root().Properties() {
			head, ok := strings.CutSuffix(near.Fold(key), near.Fold(q.Name))
			if ok && head != "" && near.Singular(head) == near.Singular(near.Fold(p.Name)) {
				return p, []fieldpath.Step{{Key: q.Name}}
			}
		}
	}
	return nil, nil
}

// maxParts bounds the parts of a path in a key.
const maxParts = 8

// flattened takes the members out of an object that the schema does not have: its key and theirs make the declared
// names.
func (ps *pairs) flattened() {
	for _, m := range ps.loose {
		if m.Value.Kind != Object {
			continue
		}
		var rest []Member
		for _, sub := range m.Value.Members {
			p := only(ps.absent(), func(p *Property) bool { return near.Fold(p.Name) == near.Fold(m.Key)+near.Fold(sub.Key) })
			if p == nil {
				rest = append(rest, sub)
				continue
			}
			ps.add(p, Member{m.Key, sub.Value}, costEdit, Edit{Kind: Move, Field: fieldpath.JoinKey(ps.at, p.Name), From: sub.Value.Place})
		}
		if len(rest) < len(m.Value.Members) {
			ps.each(func(o Member) bool { return o.Key == m.Key })
			ps.loose = append(ps.loose, rest...)
		}
	}
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
		if !slices.Contains(made, sl.Name) {
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

// home is a place below an object at which a key is declared.
type home struct {
	top, leaf *Property // the member that leads there, and the one that is declared
	depth     int
}

// home returns the member that declares a key, nil if none or several do.
func (ps *pairs) home(m Member, needed bool) *Property {
	var list []home
	for p := range ps.schema.properties() {
		sl := ps.slotOf(p.Name)
		if sl != nil && (sl.value.Kind != Object || sl.value.get(m.Key) != nil) || needed && !(p.Required && (sl == nil || sl.made)) {
			continue
		}
		found := p.Schema.homes(near.Fold(m.Key), maxDepth)
		if to, _ := pathOf(m.Key, p.Schema); to != nil {
			found = append(found, home{leaf: to, depth: maxDepth})
		}
		for _, h := range found {
			if h.top = p; m.Value.scalar() || h.leaf.Schema.takes(Object|Array) {
				list = append(list, h)
			}
		}
	}
	least := maxDepth
	for _, h := range list {
		least = min(least, h.depth)
	}
	for _, isBetter := range []func(home) bool{
		func(h home) bool { return h.depth == least },
		func(h home) bool { return h.top.Required },
		func(h home) bool { return m.Value.scalar() && fits(m.Value, h.leaf.Schema) },
		func(h home) bool { return h.leaf.Required },
	} {
		if slices.ContainsFunc(list, isBetter) {
			list = slices.DeleteFunc(list, func(h home) bool { return !isBetter(h) })
		}
	}
	if len(list) == 0 || slices.ContainsFunc(list, func(h home) bool { return h.top != list[0].top }) {
		return nil
	}
	return list[0].top
}

// homes lists the places below a schema, up to some levels, at which a name is declared.
func (s *Schema) homes(word string, left int) (list []home) {
	if left <= 0 || word == "" {
		return nil
	}
	for p := range s.properties() {
		if near.Fold(p.Name) == word {
			list = append(list, home{leaf: p, depth: 1})
		}
		for _, h := range p.Schema.homes(word, left-1) {
			h.depth++
			list = append(list, h)
		}
	}
	items, below := s.item(0), left
	if items.takes(Array) {
		below-- // or arrays of themselves have no end
	}
	list = append(list, items.homes(word, below)...)
	for _, v := range s.Variants {
		list = append(list, v.homes(word, left)...)
	}
	return list
}
