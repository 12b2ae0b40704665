package fields

import (
	"fmt"
	"regexp"
	"slices"
)

// hiding is a set of what annotations hide.
type hiding uint8

const (
	hidesValue hiding = 1 << iota // sensitive
	isFilled                      // injected
)

// place is a place of the arguments: all schemas that may apply to the values there. Places of equal
// schemas are one, so that a recursive schema has few. A nil place is one that holds nothing hidden.
type place struct {
	id    string
	all   []*node
	flags hiding // of the values there
	holds hiding // the same, with all that is below
	keys  []string
	below map[string]*place
	rest  *place // the values under other keys
	items *place
}

// is reports whether the values of a place are themselves hidden.
func (p *place) is(h hiding) bool { return p != nil && p.flags&h != 0 }

// under is the place of one key.
func (p *place) under(key string) *place {
	if p == nil {
		return nil
	}
	if c, declared := p.below[key]; declared {
		return c
	}
	return p.rest
}

func (p *place) itemsPlace() *place {
	if p == nil {
		return nil
	}
	return p.items
}

func (p *place) restPlace() *place {
	if p == nil {
		return nil
	}
	return p.rest
}

// places finds the places of one schema.
type places struct {
	doc   *document
	holds map[*node]hiding // of each schema, with all that it leads to
	made  map[string]*place
}

// maxPlaces bounds the places of one schema: sets of schemas can be many more than schemas. What is beyond
// it is hidden.
const maxPlaces = 5_000

func newPlaces(doc *document) *places {
	p := &places{doc: doc, holds: map[*node]hiding{}, made: map[string]*place{}}
	from := map[*node][]*node{} // the schemas that lead to one
	seen := map[*node]bool{doc.root: true}
	queue := []*node{doc.root}
	var add func(n *node, h hiding)
	add = func(n *node, h hiding) {
		if p.holds[n]&h == h {
			return
		}
		p.holds[n] |= h
		for _, by := range from[n] {
			add(by, h)
		}
	}
	for i := 0; i < len(queue); i++ {
		n := queue[i]
		for _, next := range slices.Concat(p.doc.beside(n), inside(n), n.members("properties"), restOf([]*node{n}), itemsOf([]*node{n})) {
			from[next] = append(from[next], n)
			if !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	for _, n := range queue {
		add(n, p.marks(n))
	}
	return p
}

// marks is what a schema says of the value itself. A reference that leads out of the document may lead to
// anything.
func (p *places) marks(n *node) (h hiding) {
	note := n.get("x-toolgen")
	if note.get("sensitive").isTrue() {
		h |= hidesValue
	}
	if note.get("injected").isTrue() {
		h |= isFilled
	}
	if _, known := p.doc.targets(n); !known {
		h |= hidesValue
	}
	return h
}

// beside lists the schemas that the same value may be compared with.
func (d *document) beside(n *node) []*node {
	list, _ := d.targets(n)
	list = append(list, n.children("allOf", "anyOf", "oneOf", "if", "then", "else", "not")...)
	return append(append(list, n.members("dependentSchemas")...), n.members("dependencies")...)
}

// inside lists the schemas for what is no value of its own: the keys of an object, and what a string
// holds. What they hide, hides the whole.
func inside(n *node) []*node { return n.children("propertyNames", "contentSchema") }

// closure lists the schemas that may apply to a value that some schemas apply to.
func (d *document) closure(nodes []*node) (all []*node) {
	seen := map[*node]bool{}
	for list := slices.Clone(nodes); len(list) > 0; {
		n := list[0]
		list = list[1:]
		if seen[n] || n.obj == nil {
			continue
		}
		seen[n] = true
		all = append(all, n)
		list = append(list, d.beside(n)...)
	}
	return all
}

// at is the place that schemas describe, nil where they hide nothing.
func (p *places) at(nodes []*node) *place {
	all := p.doc.closure(nodes)
	var holds hiding
	for _, n := range all {
		holds |= p.holds[n]
	}
	if holds == 0 {
		return nil
	}
	id := idOf(all)
	if made := p.made[id]; made != nil {
		return made
	}
	made := &place{id: id, all: all, holds: holds, below: map[string]*place{}}
	p.made[made.id] = made
	if len(p.made) > maxPlaces {
		made.flags = hidesValue
		return made
	}
	p.fill(made)
	return made
}

// idOf is equal for schemas that mean the same: a reference is what it leads to.
func idOf(nodes []*node) string {
	var ids []int
	for _, n := range nodes {
		if slices.ContainsFunc(n.keys, func(key string) bool { return !slices.Contains(meaningless, key) }) {
			ids = append(ids, n.id)
		}
	}
	slices.Sort(ids)
	return fmt.Sprint(ids)
}

// meaningless are the keywords that say nothing of what is below a value, or are followed.
var meaningless = []string{
	"$ref", "$dynamicRef", "$recursiveRef", "allOf", "$defs", "definitions", "$id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$schema", "$comment",
	"title", "description", "default", "examples", "deprecated",
}

// fill finds what is below a place.
func (p *places) fill(made *place) {
	for _, n := range made.all {
		made.flags |= p.marks(n)
		for _, in := range inside(n) {
			made.flags |= p.holds[in] & hidesValue
		}
		if props := n.get("properties"); props != nil {
			for _, key := range props.keys {
				if !slices.Contains(made.keys, key) {
					made.keys = append(made.keys, key)
				}
			}
		}
	}
	for _, key := range made.keys {
		var in []*node
		for _, n := range made.all {
			in = append(in, p.under(n, key)...)
		}
		made.below[key] = p.at(in)
	}
	made.rest, made.items = p.at(restOf(made.all)), p.at(itemsOf(made.all))
}

// under lists the schemas that one schema has for one key.
func (p *places) under(n *node, key string) (list []*node) {
	covered := false
	if m := n.get("properties").get(key); m.isSchema() {
		list, covered = append(list, m), true
	}
	if patterns := n.get("patternProperties"); patterns != nil {
		for _, source := range patterns.keys {
			if match, ok := matches(source, key); match || !ok {
				list = append(list, patterns.obj[source])
				covered = covered || ok
			}
		}
	}
	if !covered {
		list = append(list, n.children("additionalProperties")...)
	}
	left := n.children("unevaluatedProperties")
	if len(left) > 0 && !slices.ContainsFunc(p.doc.closure([]*node{n}), func(m *node) bool { return m.get("properties").get(key) != nil }) {
		list = append(list, left...)
	}
	return list
}

// matches reports whether a pattern matches a key; ok is false where that is not known.
func matches(pattern, key string) (match, ok bool) {
	re, err := regexp.Compile(pattern)
	if err != nil {
		return false, false
	}
	return re.MatchString(key), true
}
