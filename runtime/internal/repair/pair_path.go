package repair

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
)

// paths puts the value of a key that spells a path where the path leads: a.b, a[0].b, a.0.b, a[b], and
// a_b where a is declared and declares b.
func (f *fitter) paths(ps pairs, s *Schema, at string) pairs {
	var loose []Member
	for _, m := range ps.loose {
		p, steps := f.pathOf(m.Key, s)
		if p == nil {
			loose = append(loose, m)
			continue
		}
		i := slices.IndexFunc(ps.placed, func(sl slot) bool { return sl.name == p.Name })
		var have *Node
		if i >= 0 {
			have = ps.placed[i].value
		}
		built := have.put(steps, m.Value)
		if built == nil || have.below(steps) != nil {
			loose = append(loose, m)
			continue
		}
		field := fieldpath.Prefix(fieldpath.JoinKey(at, p.Name), fieldpath.Join(steps))
		edit := Edit{Kind: Move, Field: field, From: m.Value.Place}
		if i < 0 {
			ps.placed = append(ps.placed, slot{prop: p, name: p.Name, value: built, edits: []Edit{edit}, cost: costEdit, made: true})
			continue
		}
		placed := slices.Clone(ps.placed)
		placed[i].value, placed[i].cost = built, placed[i].cost+costEdit
		placed[i].edits = append(slices.Clone(placed[i].edits), edit)
		ps.placed = placed
	}
	ps.loose = loose
	return ps
}

// pathOf gives the declared member that a key begins with, and the steps from there.
func (f *fitter) pathOf(key string, s *Schema) (*Property, []fieldpath.Step) {
	if s.Object == nil {
		return nil, nil
	}
	if strings.ContainsAny(key, ".[/") {
		text := strings.ReplaceAll(strings.Trim(key, "/"), "/", ".")
		steps := fieldpath.Split(text)
		if len(steps) > 1 && len(steps) <= 8 {
			for i := range steps[1:] {
				st := &steps[i+1]
				st.Key = strings.Trim(st.Key, "[]") // a[b]
				if n, err := strconv.Atoi(st.Key); err == nil && n >= 0 && !st.IsIndex {
					*st = fieldpath.Step{Index: n, IsIndex: true}
				}
			}
			for i := range s.Object.Properties {
				p := &s.Object.Properties[i]
				if plain(p.Name) == plain(steps[0].Key) && p.Schema.takes(Object|Array) {
					return p, steps[1:]
				}
			}
		}
	}
	ws := splitWords(key)
	for cut := len(ws) - 1; cut > 0; cut-- {
		head, tail := strings.Join(ws[:cut], ""), strings.Join(ws[cut:], "")
		for i := range s.Object.Properties {
			p := &s.Object.Properties[i]
			if singular(plain(p.Name)) != singular(head) || !p.Schema.takes(Object) || p.Schema.takes(String) {
				continue
			}
			if name := declared(p.Schema, tail); name != "" {
				return p, []fieldpath.Step{{Key: name}}
			}
		}
	}
	return nil, nil
}

// declared gives the name of the schema, or of a variant, that spells a word.
func declared(s *Schema, word string) string {
	if s.Object != nil {
		for _, p := range s.Object.Properties {
			if plain(p.Name) == word {
				return p.Name
			}
		}
	}
	for _, v := range s.Variants {
		if name := declared(v, word); name != "" {
			return name
		}
	}
	return ""
}

// flattened takes the members out of an object that is none in the schema: its key and theirs make the
// declared names.
func (f *fitter) flattened(ps pairs, s *Schema, at string) pairs {
	var loose []Member
	for _, m := range ps.loose {
		if m.Value.Kind != Object {
			loose = append(loose, m)
			continue
		}
		var rest []Member
		found := false
		for _, sub := range m.Value.Members {
			i := slices.IndexFunc(absent(s, ps.placed), func(p *Property) bool { return plain(p.Name) == plain(m.Key)+plain(sub.Key) })
			if i < 0 {
				rest = append(rest, sub)
				continue
			}
			p := absent(s, ps.placed)[i]
			found = true
			ps.placed = append(ps.placed, slot{prop: p, name: p.Name, value: sub.Value, cost: costEdit, edits: []Edit{{
				Kind: Move, Field: fieldpath.JoinKey(at, p.Name), From: sub.Value.Place,
			}}})
		}
		if !found {
			loose = append(loose, m)
			continue
		}
		loose = append(loose, rest...)
	}
	ps.loose = loose
	return ps
}

// deeper puts keys into the member that declares them, where one alone does at the least depth. With
// needed set, only members that are required and missing are looked at.
func (f *fitter) deeper(ps pairs, s *Schema, at string, needed bool) pairs {
	if s.Object == nil || f.made > 3 {
		return ps
	}
	var loose []Member
	for _, m := range ps.loose {
		p := f.home(m, s, ps.placed, needed)
		if p == nil {
			loose = append(loose, m)
			continue
		}
		made := !slices.ContainsFunc(ps.placed, func(sl slot) bool { return sl.name == p.Name })
		if ps = ps.into(p, []Member{m}, at, costEdit); made {
			ps.placed[len(ps.placed)-1].moved = true
		}
	}
	ps.loose = loose
	return f.unneeded(ps, at)
}

// unneeded takes back what was moved into a member that is not required, where that would only raise
// the question for the other members of it.
func (f *fitter) unneeded(ps pairs, at string) pairs {
	var placed []slot
	for _, sl := range ps.placed {
		moved := sl.made && sl.prop != nil && !sl.prop.Required && sl.value.Kind == Object && sl.value.Place == "" && sl.moved
		asks := func() bool {
			return slices.ContainsFunc(f.slot(sl, at).asks, func(a Ask) bool { return a.Cause == Missing && a.Got == nil })
		}
		if moved && asks() {
			ps.loose = append(slices.Clone(ps.loose), sl.value.Members...)
			continue
		}
		placed = append(placed, sl)
	}
	ps.placed = placed
	return ps
}

// home gives the member that declares a key, nil where none or several do.
func (f *fitter) home(m Member, s *Schema, placed []slot, needed bool) *Property {
	const deepest = 3
	var one *Property
	least := deepest + 1
	for i := range s.Object.Properties {
		p := &s.Object.Properties[i]
		if p.injected() {
			continue
		}
		at := slices.IndexFunc(placed, func(sl slot) bool { return sl.name == p.Name })
		if at >= 0 && (placed[at].value.Kind != Object || placed[at].value.get(m.Key) != nil) {
			continue
		}
		if needed && !(p.Required && (at < 0 || placed[at].made)) {
			continue
		}
		d := depthOf(p.Schema, plain(m.Key), m.Value.Kind, deepest)
		if to, _ := f.pathOf(m.Key, p.Schema); d == 0 && to != nil {
			d = deepest
		}
		switch {
		case d == 0 || d > least:
		case d < least:
			one, least = p, d
		default:
			if one != nil && one.Required == p.Required {
				one = nil
			} else if p.Required {
				one = p
			}
		}
	}
	return one
}

// depthOf says how deep below a schema a name is declared, 0 where it is not.
func depthOf(s *Schema, word string, kind Kind, left int) int {
	if left <= 0 || word == "" {
		return 0
	}
	best := 0
	try := func(d int) {
		if d > 0 && (best == 0 || d < best) {
			best = d
		}
	}
	if s.Object != nil {
		for i := range s.Object.Properties {
			p := &s.Object.Properties[i]
			if p.injected() {
				continue
			}
			if plain(p.Name) == word {
				return 1
			}
			if d := depthOf(p.Schema, word, kind, left-1); d > 0 {
				try(d + 1)
			}
		}
	}
	if s.takes(Array) && s.Array != nil && s.Array.Items != nil {
		try(depthOf(s.Array.Items, word, kind, left-1))
	}
	for _, v := range s.Variants {
		try(depthOf(v, word, kind, left-1))
	}
	return best
}
