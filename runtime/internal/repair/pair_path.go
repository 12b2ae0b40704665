package repair

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/near"
)

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
		sl.made, sl.from = true, ""
	} else {
		sl.cost++
	}
	sl.value = built
	return true
}

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
		asks := ps.slot(&sl, ps.at).asks
		missing := len(asks) - len(slices.DeleteFunc(slices.Clone(asks), func(a Ask) bool { return a.Got == nil }))
		if missing < len(sl.value.Members) {
			return false
		}
		ps.loose = append(ps.loose, sl.value.Members...)
		return true
	})
}

// home returns the member that declares a key, nil if none or several do.
func (ps *pairs) home(m Member, needed bool) (best *Property) {
	least := math.MaxInt
	for p := range ps.schema.properties() {
		sl := ps.slotOf(p.Name)
		if sl != nil && (sl.value.Kind != Object || sl.value.get(m.Key) != nil) || needed && !(p.Required && (sl == nil || sl.made)) {
			continue
		}
		found := func(leaf *Property, depth int) {
			if !m.Value.scalar() && !leaf.Schema.takes(Object|Array) {
				return
			}
			rank := depth
			for _, isBetter := range []bool{p.Required, m.Value.scalar() && fits(m.Value, leaf.Schema), leaf.Required} {
				if rank *= 2; !isBetter {
					rank++
				}
			}
			if rank < least {
				least, best = rank, p
			} else if rank == least && best != p {
				best = nil
			}
		}
		p.Schema.homes(near.Fold(m.Key), 1, found)
		if to, _ := pathOf(m.Key, p.Schema); to != nil {
			found(to, maxDepth)
		}
	}
	return best
}

// homes visits the members below a schema that have a name, up to the greatest depth.
func (s *Schema) homes(word string, depth int, visit func(p *Property, depth int)) {
	if depth > maxDepth || word == "" {
		return
	}
	for p := range s.properties() {
		if near.Fold(p.Name) == word {
			visit(p, depth)
		}
		p.Schema.homes(word, depth+1, visit)
	}
	items, below := s.item(0), depth
	if items.takes(Array) {
		below++ // or arrays of themselves have no end
	}
	items.homes(word, below, visit)
	for _, v := range s.Variants {
		v.homes(word, depth, visit)
	}
}

// declares reports whether a member below a schema has a name.
func (s *Schema) declares(word string) (is bool) {
	s.homes(word, 1, func(*Property, int) { is = true })
	return is
}
