package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// putSugar checks the fields of exactlyOneOf and related words and records them.
func (m *merger) putSugar(word tooldef.Member, p place) {
	v := word.Value
	sound := true
	switch word.Key {
	case "requires", "excludes":
		for _, pair := range v.Members {
			sound = m.memberAt(p, pair.Key, pair.KeyPos, pair.Value.Pointer) && sound
			for _, key := range pair.Value.Items {
				sound = m.member(p, key) && sound
			}
		}
		if !sound {
			return
		}
		note := m.note(p, v)
		into := note.Get(word.Key)
		if into == nil {
			into = &tooldef.Node{Kind: tooldef.Object, Pos: v.Pos, Pointer: v.Pointer}
			note.Set(word.Key, into)
		}
		for _, pair := range v.Clone().Members {
			if old := into.Get(pair.Key); old != nil {
				old.Items = append(old.Items, pair.Value.Items...)
			} else {
				into.Members = append(into.Members, pair)
			}
			m.advisePair(p.path, word.Key, pair)
		}
	default:
		for _, key := range v.Items {
			sound = m.member(p, key) && sound
		}
		if sound {
			appendTo(m.note(p, v), word.Key, v.Clone())
			m.advise(p.path, groupSentence(p.path, word.Key, texts(v)), texts(v)...)
		}
	}
}

// advisePair states the dependencies of a field. Injected fields are always present.
func (m *merger) advisePair(path, word string, pair tooldef.Member) {
	m.advice = append(m.advice, advice{path: path, fields: []string{pair.Key}, list: texts(pair.Value), say: func(others []string) string {
		return pairSentence(path, word, pair.Key, others)
	}})
}

func texts(list *tooldef.Node) []string {
	var out []string
	for _, item := range list.Items {
		out = append(out, item.Text)
	}
	return out
}

// putRule records a rule on the value at a place.
func (m *merger) putRule(rule *tooldef.Node, p place) {
	rule = rule.Clone()
	if path := rule.Get("fieldPath"); path != nil {
		steps, ok := m.fieldPath(path, p)
		if !ok {
			return
		}
		path.Text = joinPath(steps)
	}
	appendTo(m.note(p, rule), "rules", rule)
	m.advise(p.path, ruleSentence(p.path, rule))
}

// fieldPath parses the path of a rule's field, in toolgen's syntax or Kubernetes', which has a leading dot and
// single-quoted keys.
func (m *merger) fieldPath(n *tooldef.Node, p place) ([]step, bool) {
	text := strings.TrimPrefix(n.Text, ".")
	if strings.Contains(text, "['") {
		text = strings.NewReplacer("['", `["`, "']", `"]`).Replace(text)
	}
	steps, err := parsePath(text)
	if err != nil || len(steps) == 0 {
		problem := "it is empty"
		if err != nil {
			problem = err.Error()
		}
		m.report(model.Error, n.Pos, n.Pointer, "fieldPath", fmt.Sprintf("the path %q is none: %s", cut(n.Text), problem), "write it as in Lines[].Amount")
		return nil, false
	}
	if slices.ContainsFunc(steps, func(s step) bool { return s.kind == toRest }) {
		m.report(model.Error, n.Pos, n.Pointer, "fieldPath", fmt.Sprintf("the path %q goes through any key, which no issue can name", cut(n.Text)), "name the object that has the keys")
		return nil, false
	}
	// Follow the path in a copy: a lookup must not copy definitions in the tree.
	look := &merger{reader: m.reader, tree: m.peek()}
	places := []place{{group: look.same(m.tree, p.group), path: p.path}}
	for i, s := range steps {
		var next []place
		for _, at := range places {
			for _, g := range look.step(at.group, s) {
				next = append(next, place{group: g, path: join(at.path, s)})
			}
		}
		if m.copies.over() {
			return nil, false // reported after the merge
		}
		if len(next) == 0 {
			at := tooldef.Member{Key: "fieldPath", KeyPos: n.Pos, Value: n}
			look.noField(at, places, steps[:i], s)
			return nil, false
		}
		places = next
	}
	return steps, true
}

// peek returns a copy of the tree.
func (t *tree) peek() *tree {
	p := newTree(t.root)
	p.copies = t.copies
	return p
}

// same maps a group of a copied tree to this one.
func (t *tree) same(of *tree, g group) group {
	var out group
	for _, n := range g {
		if c := t.root.At(strings.TrimPrefix(n.Pointer, of.root.Pointer)); c != nil {
			out = append(out, c)
		}
	}
	return out
}
