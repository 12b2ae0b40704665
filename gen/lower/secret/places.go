package secret

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/lower/schema"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// Sensitive and injected values must stay hidden wherever a schema that marks them applies: in a branch of a union,
// under undeclared keys, or in a definition that a pattern refers to. When a value is shown, its branch is unknown, so
// every branch counts. Places are computed from the schemas, not from the types, because types omit what does not
// affect validity, such as a branch that accepts everything.

// hiding is a set of reasons for hiding a value.
type hiding uint8

const (
	hidesValue hiding = 1 << iota // sensitive
	isFilled                      // injected
)

// place is a place in the arguments with all schemas that may apply there. Places with equal schemas are
// shared, so recursive schemas have few. A nil place contains nothing hidden.
type place struct {
	id    string
	all   []schema.Source
	flags hiding // of the values themselves
	holds hiding // including everything below

	keys  []string // declared keys, in source order
	below map[string]*place
	rest  *place // values of other keys
	items *place
}

// places finds the places of a schema.
type places struct {
	r      *schema.Reader
	types  map[*model.Type]schema.Conj
	holds  map[string]hiding          // by source, including everything reachable
	next   map[string][]schema.Source // by source: schemas that may apply to the same value
	made   map[string]*place
	failed bool
}

// maxPlaces bounds the places of a schema, since a schema has exponentially many sets of subschemas.
const maxPlaces = 5_000

// placesOf finds the places below a schema, nil if nothing is hidden.
func placesOf(root schema.Source, types map[*model.Type]schema.Conj) *places {
	marked := false
	for _, d := range root.R.Lib.Docs {
		for n := range d.Root.All() {
			marked = marked || marksOf(n.Get(tooldef.AnnotationWord)) != 0
		}
	}
	if !marked {
		return nil
	}
	p := &places{r: root.R, types: types, holds: map[string]hiding{}, next: map[string][]schema.Source{}, made: map[string]*place{}}
	p.spread(root)
	if p.holds[root.ID()] == 0 {
		return nil
	}
	return p
}

// marksOf returns the marks in the annotations of a schema.
func marksOf(note *tooldef.Node) (h hiding) {
	if note.Get("sensitive").True() {
		h |= hidesValue
	}
	if note.Get("injected").True() {
		h |= isFilled
	}
	return h
}

// spread computes for each source what it hides, including everything reachable.
func (p *places) spread(root schema.Source) {
	sources := map[string]schema.Source{}
	order := []string{}
	from := map[string][]string{} // reverse edges
	var reach func(s schema.Source, by string)
	queue := []schema.Source{}
	reach = func(s schema.Source, by string) {
		id := s.ID()
		if by != "" {
			from[id] = append(from[id], by)
		}
		if _, known := sources[id]; !known {
			sources[id] = s
			order = append(order, id)
			queue = append(queue, s)
		}
	}
	reach(root, "")
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		id := s.ID()
		p.next[id] = s.Beside()
		for _, next := range slices.Concat(p.next[id], s.Inside(), s.Children("properties"), s.Rest(), s.Items()) {
			reach(next, id)
		}
	}
	var add func(id string, h hiding)
	add = func(id string, h hiding) {
		if p.holds[id]&h == h {
			return
		}
		p.holds[id] |= h
		for _, by := range from[id] {
			add(by, h)
		}
	}
	for _, id := range order {
		add(id, marksOf(sources[id].Get(tooldef.AnnotationWord)))
	}
}

// at returns the place that sources describe, nil if they hide nothing.
func (p *places) at(sources []schema.Source) *place {
	var all []schema.Source
	ids := []string{}
	seen := map[string]bool{}
	var holds hiding
	for list := slices.Clone(sources); len(list) > 0; {
		s := list[0]
		list = list[1:]
		s.Omit, s.OrNull, s.Followed = "", false, false
		id := s.ID()
		if seen[id] || s.Node.Kind != tooldef.Object {
			continue
		}
		seen[id] = true
		all = append(all, s)
		if schema.HasOwnKeywords(s) || s.Get("contentSchema") != nil { // a reference is equivalent to its target
			ids = append(ids, id)
		}
		holds |= p.holds[id]
		next, known := p.next[id]
		if !known {
			next = s.Beside()
			p.next[id] = next
		}
		list = append(list, next...)
	}
	if holds == 0 {
		return nil
	}
	slices.Sort(ids)
	id := strings.Join(ids, " ")
	if made := p.made[id]; made != nil {
		return made
	}
	made := &place{id: id, all: all, holds: holds, below: map[string]*place{}}
	p.made[id] = made
	if len(p.made) > maxPlaces {
		if !p.failed {
			p.failed = true
			p.r.Fail(all[0].Node, tooldef.AnnotationWord, "what is sensitive or injected is nested in too many ways",
				"mark a schema further out, or write the schema with fewer alternatives")
		}
		return made
	}
	p.fill(made)
	return made
}

// fill computes the places below a place.
func (p *places) fill(made *place) {
	var rest, items []schema.Source
	for _, s := range made.all {
		made.flags |= marksOf(s.Get(tooldef.AnnotationWord))
		for _, in := range s.Inside() {
			h := p.holds[in.ID()]
			made.flags |= h & hidesValue
			p.refuseFilled(in, h)
		}
		for _, m := range s.Get("properties").Entries() {
			if !slices.Contains(made.keys, m.Key) {
				made.keys = append(made.keys, m.Key)
			}
		}
		rest = append(rest, s.Rest()...)
		items = append(items, s.Items()...)
		unplaced := []string{"contains", "not", "prefixItems", "additionalItems"}
		if n := s.Get("items"); n.Is(tooldef.Array) {
			unplaced = append(unplaced, "items")
		}
		for _, s := range s.Children(unplaced...) {
			p.refuseFilled(s, p.holds[s.ID()])
		}
	}
	for _, key := range made.keys {
		var in []schema.Source
		for _, s := range made.all {
			in = append(in, s.Under(key)...)
		}
		made.below[key] = p.at(in)
	}
	made.rest, made.items = p.at(rest), p.at(items)
}

// refuseFilled reports injected values that the server cannot fill because they have no path.
func (p *places) refuseFilled(s schema.Source, h hiding) {
	if h&isFilled != 0 {
		p.r.Fail(s.Node, tooldef.AnnotationWord, "nothing here can be injected: no path leads to it", "mark a property of an object instead")
	}
}

// has reports whether a place has hidden values, itself or below.
func (p *place) has(h hiding) bool { return p != nil && p.holds&h != 0 }

// is reports whether the values of a place are hidden themselves.
func (p *place) is(h hiding) bool { return p != nil && p.flags&h != 0 }

// under returns the place of a key.
func (p *place) under(key string) *place {
	if p == nil {
		return nil
	}
	if c, declared := p.below[key]; declared {
		return c
	}
	return p.rest
}
