package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/near"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// inlineWord is the keyword for annotations in a schema. In a merged tree it holds what JSON Schema cannot
// express, in the form that package lower reads.
const inlineWord = "x-toolgen"

// merger merges annotations into the tree of one tool.
type merger struct {
	*reader
	*tree
	advice []advice
}

// place is the target of an annotation.
type place struct {
	group
	path   string
	parent group  // the object that has the value as a member, or nil
	key    string // of that member
}

// put merges an annotation into the schemas of a place.
func (m *merger) put(a *annotation, p place) {
	m.putRequired(a, p)
	if a.closed != nil {
		m.putClosed(a.closed, p)
	}
	for _, word := range a.keywords {
		m.putKeyword(word, p)
	}
	for _, word := range a.sugar {
		m.putSugar(word, p)
	}
	for _, rule := range a.rules {
		m.putRule(rule, p)
	}
	for _, word := range markWords {
		if mark := a.marks[word]; mark != nil {
			m.note(p, mark).Set(word, mark.Clone())
		}
	}
	if a.marks.is("injected") {
		m.tellsOfInjected(a)
	}
	for _, remedy := range a.remedies {
		list := m.note(p, remedy)
		appendTo(list, "remedy", remedy.Clone())
	}
	for _, known := range a.known {
		appendTo(m.note(p, known), "known", known.Clone())
	}
	for i := range a.fields {
		m.putField(&a.fields[i], p)
	}
}

// tellsOfInjected warns of words that only affect hints on an injected field, which no hint mentions.
func (m *merger) tellsOfInjected(a *annotation) {
	list := a.remedies
	if question := a.marks["question"]; question != nil {
		list = append([]*tooldef.Node{question}, list...)
	}
	for _, n := range list {
		m.warn(n, "the server fills the field, so that no hint tells a model of it, and this has no effect", "drop it, or injected")
	}
}

// putField merges the annotation of the field at a path below a place.
func (m *merger) putField(f *fieldEntry, from place) {
	places := []place{from}
	for i, s := range f.steps {
		var next []place
		for _, p := range places {
			for _, g := range m.step(p.group, s) {
				to := place{group: g, path: join(p.path, s)}
				if s.kind == toProperty {
					to.parent, to.key = p.group, s.key
				}
				next = append(next, to)
			}
		}
		switch {
		case m.copies.over():
			return // reported after the merge
		case len(next) == 0:
			m.noField(f.key, places, f.steps[:i], s)
			return
		}
		places = next
	}
	for _, p := range places {
		m.put(&f.annotation, p)
	}
}

// noField reports a path that matches no field.
func (m *merger) noField(at tooldef.Member, places []place, before []step, s step) {
	where := "the arguments"
	if path := places[0].path; path != "" {
		where = path
	}
	var keys []string
	for _, p := range places {
		for _, n := range p.group {
			keys = append(keys, m.keys(n)...)
		}
	}
	problem := fmt.Sprintf("%s have no field %q", where, cut(s.key))
	if where != "the arguments" {
		problem = fmt.Sprintf("%s has no field %q", where, cut(s.key))
	}
	fix := "the schema declares no fields there"
	switch {
	case s.kind == toItems:
		problem, fix = where+" has no schema for items", "drop the [], or give the field items"
		if slices.Contains(m.types(places[0].group), "array") {
			fix = "add items to it first"
		}
	case s.kind == toRest:
		problem, fix = where+" has no schema for other keys", "drop the {}"
	case near.Name(s.key, keys) != "":
		fix = fmt.Sprintf("did you mean %s?", joinPath(append(slices.Clone(before), step{key: near.Name(s.key, keys)})))
	case len(keys) > 0:
		fix = "its fields are " + listed(keys)
	}
	if slices.Contains(m.types(places[0].group), "array") && s.kind == toProperty {
		fix = fmt.Sprintf("it is an array: write %s", joinPath(append(append(slices.Clone(before), step{kind: toItems}), s)))
	}
	m.report(model.Error, at.KeyPos, at.Value.Pointer, "fields", problem, fix)
}

// listed joins names and truncates long lists.
func listed(names []string) string {
	const few = 12
	if len(names) > few {
		return strings.Join(names[:few], ", ") + ", …"
	}
	return strings.Join(names, ", ")
}

// note returns the x-toolgen object of the schema that receives additions at a place. If that schema is a
// reference to another document, note reports it and returns a detached object.
func (m *merger) note(p place, at *tooldef.Node) *tooldef.Node {
	n := m.holder(p.group)
	if n == nil {
		m.fail(at, "the field is a reference to another document, which an annotation cannot change", "annotate the document that it leads to")
		return &tooldef.Node{Kind: tooldef.Object}
	}
	note := n.Get(inlineWord)
	if note == nil {
		note = &tooldef.Node{Kind: tooldef.Object, Pos: at.Pos, Pointer: at.Pointer}
		n.Set(inlineWord, note)
	}
	return note
}

// appendTo appends an item to a list in an object.
func appendTo(n *tooldef.Node, key string, item *tooldef.Node) {
	list := n.Get(key)
	if list == nil {
		list = &tooldef.Node{Kind: tooldef.Array, Pos: item.Pos, Pointer: item.Pointer}
		n.Set(key, list)
	}
	list.Items = append(list.Items, item)
}

// member reports whether the value at a place has a member, with an error if not.
func (m *merger) member(p place, key *tooldef.Node) bool {
	return m.memberAt(p, key.Text, key.Pos, key.Pointer)
}

func (m *merger) memberAt(p place, key string, pos model.Pos, pointer string) bool {
	s := step{key: key}
	if slices.ContainsFunc(p.group, func(n *tooldef.Node) bool { return m.has(n, s) }) {
		return true
	}
	at := tooldef.Member{Key: key, KeyPos: pos, Value: &tooldef.Node{Pos: pos, Pointer: pointer}}
	if steps, err := parsePath(key); err == nil && len(steps) > 1 {
		m.report(model.Error, pos, pointer, "", fmt.Sprintf("%q is the path of a deeper field", cut(key)),
			fmt.Sprintf("name members of the object itself; say it of %s below fields", joinPath(steps[:len(steps)-1])))
		return false
	}
	before, _ := parsePath(p.path)
	m.noField(at, []place{p}, before, s)
	return false
}
