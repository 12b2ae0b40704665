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
const inlineWord = tooldef.AnnotationWord

// merger merges annotations into the tree of one tool.
type merger struct {
	*reader
	*tree
	advice   []advice
	injected []string // paths of injected fields
}

// place is the target of an annotation.
type place struct {
	group
	path   string
	parent group  // the object that has the value as a member, or nil
	key    string // of that member
}

// String formats the place for a message.
func (p place) String() string {
	if p.path == "" {
		return "the arguments"
	}
	return p.path
}

// put merges an annotation into the schemas of a place.
func (m *merger) put(a *annotation, p place) {
	for _, word := range a.words {
		m.putWord(word, p)
		if word.Key == "injected" {
			m.injected = slices.DeleteFunc(m.injected, func(path string) bool { return path == p.path })
			if word.Value.Bool {
				m.injected = append(m.injected, p.path)
				m.warnInjected(a)
			}
		}
	}
	for i := range a.fields {
		m.putField(&a.fields[i], p)
	}
}

func (m *merger) putWord(word tooldef.Member, p place) {
	v := word.Value
	switch word.Key {
	case "required":
		if v.Kind == tooldef.Array {
			m.putRequired(v, p)
		} else {
			m.putOptional(v, p)
		}
	case "closed":
		m.putClosed(v, p)
	case "exactlyOneOf", "atLeastOneOf", "atMostOneOf":
		if m.members(p, v.Items...) {
			appendTo(m.note(p, v), word.Key, v.Clone())
			m.advise(p.path, nil, func([]string) string { return within(p.path, groupWords[word.Key]+enumerate(v.Strings())) }, v.Strings()...)
		}
	case "requires", "excludes":
		m.putPair(word, p)
	case "rules":
		for _, rule := range v.Items {
			appendTo(m.note(p, rule), word.Key, rule.Clone())
			m.advise(p.path, nil, func([]string) string { return ruleSentence(p.path, rule) })
		}
	case "sensitive", "injected", "question":
		m.note(p, v).Set(word.Key, v.Clone())
	case "remedy", "known":
		for _, item := range v.Items {
			appendTo(m.note(p, item), word.Key, item.Clone())
		}
	default:
		m.putKeyword(word, p)
	}
}

// putPair merges one pair of requires or excludes.
func (m *merger) putPair(word tooldef.Member, p place) {
	pair := word.Value.Clone().Members[0]
	key := &tooldef.Node{Text: pair.Key, Pos: pair.KeyPos, Pointer: pair.Value.Pointer}
	if !m.members(p, append([]*tooldef.Node{key}, pair.Value.Items...)...) {
		return
	}
	note := m.note(p, word.Value)
	switch into := note.Get(word.Key); {
	case into == nil:
		note.Set(word.Key, object(word.Value, pair))
	case into.Get(pair.Key) != nil:
		old := into.Get(pair.Key)
		old.Items = append(old.Items, pair.Value.Items...)
	default:
		into.Members = append(into.Members, pair)
	}
	m.advise(p.path, word.Value.Members[0].Value.Strings(), func(others []string) string {
		if word.Key == "requires" {
			return within(p.path, pair.Key+" needs "+enumerate(others)+" too")
		}
		return within(p.path, pair.Key+" excludes "+enumerate(others))
	}, pair.Key)
}

// warnInjected warns of words that only affect hints on an injected field, which no hint mentions.
func (m *merger) warnInjected(a *annotation) {
	for _, word := range a.words {
		if word.Key == "question" || word.Key == "remedy" {
			m.warn(word.Value, "this has no effect: the server fills the field, and no hint mentions it", "remove it, or injected")
		}
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
		case m.over():
			return // reported after the merge
		case len(next) == 0:
			m.noField(f.key, places, f.steps[:i], s)
			return
		}
		places = next
	}
	for _, p := range places {
		m.put(f.annotation, p)
	}
}

// noField reports a path that matches no field.
func (m *merger) noField(at tooldef.Member, places []place, before []step, s step) {
	where, has := places[0].String(), "has"
	if places[0].path == "" {
		has = "have"
	}
	var keys []string
	for _, p := range places {
		for _, n := range p.group {
			keys = append(keys, m.keys(n)...)
		}
	}
	sibling := func(s step) string { return joinPath(append(slices.Clone(before), s)) }
	isArray := slices.Contains(m.types(places[0].group), "array")
	problem, fix := fmt.Sprintf("%s %s no field %q", where, has, model.Cut(s.key, 80)), "the schema declares no fields there"
	switch {
	case s.kind == toItems:
		problem, fix = where+" has no schema for items", "remove the [], or give the field items"
	case s.kind == toRest:
		problem, fix = where+" has no schema for other keys", "remove the {}"
	case isArray:
		fix = fmt.Sprintf("it is an array: write %s.%s", sibling(step{kind: toItems}), s)
	case near.Name(s.key, keys) != "":
		fix = fmt.Sprintf("did you mean %s?", sibling(step{key: near.Name(s.key, keys)}))
	case len(keys) > 0:
		fix = "its fields are " + listed(keys)
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
	n := m.holderAt(p, at)
	if n == nil {
		return &tooldef.Node{Kind: tooldef.Object}
	}
	note := n.Get(inlineWord)
	if note == nil {
		note = &tooldef.Node{Kind: tooldef.Object, Pos: at.Pos, Pointer: at.Pointer}
		n.Set(inlineWord, note)
	}
	return note
}

// holderAt returns the schema that receives additions at a place, or nil with an error.
func (m *merger) holderAt(p place, at *tooldef.Node) *tooldef.Node {
	n := m.holder(p.group)
	if n == nil {
		m.fail(at, "the field is a reference to another document, which an annotation cannot change", "annotate that document")
	}
	return n
}

// appendTo appends an item to a list in an object.
func appendTo(n *tooldef.Node, key string, item *tooldef.Node) {
	if list := n.Get(key); list != nil {
		list.Items = append(list.Items, item)
		return
	}
	n.Set(key, asList(item))
}

// members reports whether the value at a place has all these members, with an error for each that it lacks.
func (m *merger) members(p place, keys ...*tooldef.Node) bool {
	sound := true
	for _, key := range keys {
		s := step{key: key.Text}
		if slices.ContainsFunc(p.group, func(n *tooldef.Node) bool { return m.has(n, s) }) {
			continue
		}
		sound = false
		if steps, err := parsePath(key.Text); err == nil && len(steps) > 1 {
			m.fail(key, fmt.Sprintf("%q is the path of a deeper field", model.Cut(key.Text, 80)),
				fmt.Sprintf("only name members of the object itself here, and those of %s below fields", joinPath(steps[:len(steps)-1])))
			continue
		}
		before, _ := parsePath(p.path)
		m.noField(tooldef.Member{Key: key.Text, KeyPos: key.Pos, Value: key}, []place{p}, before, s)
	}
	return sound
}
