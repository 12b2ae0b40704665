package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// putKeyword merges one keyword into the schemas of a place.
func (m *merger) putKeyword(word tooldef.Member, p place) {
	k, known := keywords[word.Key]
	if known && !m.speaksOf(k, p) {
		m.report(model.Error, word.KeyPos, word.Value.Pointer, word.Key,
			fmt.Sprintf("%s says nothing of %s, which is %s", word.Key, p.path, article(m.types(p.group))), "remove it, or correct the path")
		return
	}
	n := m.holder(p.group)
	if n == nil {
		m.note(p, word.Value) // reports the reason
		return
	}
	switch {
	case word.Value.Kind == tooldef.Null && word.Key != "const" && word.Key != "default":
		m.drop(word, p)
	case !known || k.merge == replaces:
		m.replace(word, p, n)
	case k.merge == addsKeys:
		m.addKeys(word, n)
	case k.merge == addsItems:
		m.addItems(word, n)
	default:
		m.replaceSchema(word, p, n)
	}
}

// speaksOf reports whether a keyword applies to some possible type of the value.
func (m *merger) speaksOf(k keyword, p place) bool {
	types := m.types(p.group)
	if k.on == 0 || len(types) == 0 {
		return true
	}
	return slices.ContainsFunc(types, func(name string) bool { return k.on&typeByName[strings.ToLower(name)] != 0 })
}

var typeByName = map[string]model.JSONTypes{
	"null": model.JSONNull, "boolean": model.JSONBoolean, "integer": model.JSONInteger, "number": numeric,
	"string": model.JSONString, "array": model.JSONArray, "object": model.JSONObject,
}

// article returns "a string" or "string or null".
func article(types []string) string {
	if len(types) == 1 {
		if strings.IndexAny(types[0], "aeiou") == 0 {
			return "an " + types[0]
		}
		return "a " + types[0]
	}
	return strings.Join(types, " or ")
}

// replace sets a keyword in every schema that applies to the value: otherwise the limit of another one would
// remain in effect.
func (m *merger) replace(word tooldef.Member, p place, holder *tooldef.Node) {
	at := m.having(p.group, func(n *tooldef.Node) bool { return n.Get(word.Key) != nil })
	for _, n := range at {
		if how := loosens(word.Key, n.Get(word.Key), word.Value); how != "" {
			m.report(model.Warning, word.KeyPos, word.Value.Pointer, word.Key,
				fmt.Sprintf("%s %s", where(p.path), how), "the server may refuse what is let through now; remove it if that is not meant")
		}
		n.Set(word.Key, word.Value.Clone())
	}
	if len(at) == 0 {
		holder.Set(word.Key, word.Value.Clone())
	}
	m.advise(p.path, sentence(p.path, word))
}

// where formats a place for a message.
func where(path string) string {
	if path == "" {
		return "the arguments"
	}
	return path
}

// drop removes a keyword that the overlay sets to null.
func (m *merger) drop(word tooldef.Member, p place) {
	at := m.having(p.group, func(n *tooldef.Node) bool { return n.Get(word.Key) != nil })
	if len(at) == 0 {
		m.report(model.Error, word.KeyPos, word.Value.Pointer, word.Key,
			fmt.Sprintf("%s has no %s that could be removed", where(p.path), word.Key), "drop the key")
		return
	}
	for _, n := range at {
		n.Remove(word.Key)
	}
	if !slices.Contains(descriptive, word.Key) && isKeyword(word.Key) {
		m.report(model.Warning, word.KeyPos, word.Value.Pointer, word.Key,
			fmt.Sprintf("%s loses the %s that its schema has", where(p.path), word.Key), "the server may refuse what is let through now; remove it if that is not meant")
	}
}

// addKeys adds members to an object of schemas or lists.
func (m *merger) addKeys(word tooldef.Member, n *tooldef.Node) {
	if word.Value.Kind != tooldef.Object {
		m.fail(word.Value, word.Key+" is "+word.Value.Describe(), "write a mapping")
		return
	}
	into := n.Get(word.Key)
	if into == nil {
		into = &tooldef.Node{Kind: tooldef.Object, Pos: word.Value.Pos, Pointer: n.Pointer + "/" + word.Key}
		n.Set(word.Key, into)
	}
	for _, member := range word.Value.Members {
		if into.Get(member.Key) != nil {
			m.report(model.Error, member.KeyPos, member.Value.Pointer, word.Key, fmt.Sprintf("%s has %q already", word.Key, cut(member.Key)), "annotate it by its own path below fields")
			continue
		}
		value := member.Value.Clone()
		repoint(value, into.Pointer+"/"+tooldef.EscapePointer(member.Key))
		into.Members = append(into.Members, tooldef.Member{Key: member.Key, KeyPos: member.KeyPos, Value: value})
	}
}

// addItems adds further schemas to allOf.
func (m *merger) addItems(word tooldef.Member, n *tooldef.Node) {
	if word.Value.Kind != tooldef.Array {
		m.fail(word.Value, word.Key+" is "+word.Value.Describe(), "write a list of schemas")
		return
	}
	into := n.Get(word.Key)
	if into == nil {
		into = &tooldef.Node{Kind: tooldef.Array, Pos: word.Value.Pos, Pointer: n.Pointer + "/" + word.Key}
		n.Set(word.Key, into)
	}
	for _, item := range word.Value.Items {
		value := item.Clone()
		repoint(value, fmt.Sprintf("%s/%d", into.Pointer, len(into.Items)))
		into.Items = append(into.Items, value)
	}
}

// replaceSchema sets a keyword whose value contains schemas.
func (m *merger) replaceSchema(word tooldef.Member, p place, holder *tooldef.Node) {
	at := m.having(p.group, func(n *tooldef.Node) bool { return n.Get(word.Key) != nil })
	for _, n := range at {
		m.report(model.Warning, word.KeyPos, word.Value.Pointer, word.Key,
			fmt.Sprintf("this replaces the %s that the schema of %s has", word.Key, where(p.path)), "use allOf for what has to hold as well")
		n.Remove(word.Key)
	}
	value := word.Value.Clone()
	repoint(value, holder.Pointer+"/"+word.Key)
	holder.Set(word.Key, value)
}

// putRequired makes members required, and the field itself required or optional.
func (m *merger) putRequired(a *annotation, p place) {
	var added []string
	for _, key := range a.requiredKeys {
		if m.member(p, key) && m.require(p.group, key) {
			added = append(added, key.Text)
		}
	}
	if len(added) > 0 {
		m.adviseOf(p.path, added, func(keys []string) string { return requiredSentence(p.path, keys) })
	}
	switch flag := a.required; {
	case flag == nil:
	case p.parent == nil:
		m.fail(flag, fmt.Sprintf("%s is no member of an object, so that it can be neither required nor optional", p.path), "remove it")
	case flag.Bool:
		key := &tooldef.Node{Kind: tooldef.String, Pos: flag.Pos, Pointer: flag.Pointer, Text: p.key}
		if m.require(p.parent, key) {
			m.advise(p.path, "Required: "+p.path+".")
		}
	default:
		m.optional(flag, p)
	}
}

// require makes a key of an object required and reports whether it was not before.
func (m *merger) require(object group, key *tooldef.Node) bool {
	is := func(item *tooldef.Node) bool { return item.Text == key.Text }
	for _, n := range object {
		all, _ := m.conjunction(n)
		for _, s := range all {
			if list := s.Get("required"); list != nil && slices.ContainsFunc(list.Items, is) {
				return false
			}
		}
	}
	if n := m.holder(object); n != nil {
		appendTo(n, "required", key.Clone())
		return true
	}
	m.note(place{group: object}, key)
	return false
}

// optional makes a field optional.
func (m *merger) optional(flag *tooldef.Node, p place) {
	is := func(item *tooldef.Node) bool { return item.Text == p.key }
	at := m.having(p.parent, func(n *tooldef.Node) bool {
		list := n.Get("required")
		return list != nil && slices.ContainsFunc(list.Items, is)
	})
	if len(at) == 0 {
		m.warn(flag, p.path+" is not required by the schema", "remove it")
		return
	}
	for _, n := range at {
		list := n.Get("required")
		if list.Items = slices.DeleteFunc(list.Items, is); len(list.Items) == 0 {
			n.Remove("required")
		}
	}
	m.warn(flag, p.path+" is required by the schema and becomes optional", "the server may refuse what is let through now; remove it if that is not meant")
}

// putClosed closes or opens an object.
func (m *merger) putClosed(flag *tooldef.Node, p place) {
	if !m.speaksOf(keyword{on: model.JSONObject}, p) {
		m.fail(flag, fmt.Sprintf("closed says nothing of %s, which is %s", p.path, article(m.types(p.group))), "remove it, or correct the path")
		return
	}
	n := m.holder(p.group)
	if n == nil {
		m.note(p, flag)
		return
	}
	word := "additionalProperties"
	if flag.Bool {
		var all, branches []*tooldef.Node
		for _, s := range p.group {
			more, choices := m.conjunction(s)
			all, branches = append(all, more...), append(branches, choices...)
		}
		if declaring := slices.DeleteFunc(all, func(s *tooldef.Node) bool { return s.Get("properties") == nil }); len(branches) > 0 || len(declaring) > 1 || len(declaring) == 1 && declaring[0] != n {
			// additionalProperties only sees the properties of its own schema object.
			word = "unevaluatedProperties"
			if !m.siblings {
				m.fail(flag, "the object is made of several schemas, which this draft of JSON Schema cannot close together", "use draft 2019-09 or later, or close it in the schema itself")
				return
			}
		}
		n.Set(word, &tooldef.Node{Kind: tooldef.Bool, Pos: flag.Pos, Pointer: n.Pointer + "/" + word})
		m.advise(p.path, closedSentence(p.path))
		return
	}
	closes := func(s *tooldef.Node) bool {
		return isFalse(s.Get("additionalProperties")) || isFalse(s.Get("unevaluatedProperties"))
	}
	for _, s := range m.having(p.group, closes) {
		m.warn(flag, where(p.path)+" refuses unknown keys in its schema and will take them", "the server may refuse what is let through now; remove it if that is not meant")
		if isFalse(s.Get("additionalProperties")) {
			s.Remove("additionalProperties")
		}
		if isFalse(s.Get("unevaluatedProperties")) {
			s.Remove("unevaluatedProperties")
		}
	}
	n.Set(word, &tooldef.Node{Kind: tooldef.Bool, Bool: true, Pos: flag.Pos, Pointer: n.Pointer + "/" + word})
}

func isFalse(n *tooldef.Node) bool { return n != nil && n.Kind == tooldef.Bool && !n.Bool }
