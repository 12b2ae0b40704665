package rules

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// putKeyword merges one keyword into the schemas of a place.
func (m *merger) putKeyword(word tooldef.Member, p place) {
	if !m.appliesTo(tooldef.Keywords[word.Key].On, p) {
		m.failAt(word, fmt.Sprintf("%s does not apply to %s, whose type is %s", word.Key, p, strings.Join(m.types(p.group), " or ")),
			"remove it, or correct the path")
		return
	}
	n := m.holderAt(p, word.Value)
	if n == nil {
		return
	}
	at := m.having(p.group, func(n *tooldef.Node) bool { return n.Get(word.Key) != nil })
	switch {
	case word.Value.Kind == tooldef.Null && word.Key != "const" && word.Key != "default":
		m.drop(word, p, at)
	case mergingOf(word.Key) == adds:
		m.add(word, n)
	default:
		// A keyword is replaced in every schema that applies to the value; otherwise the limit of another one
		// would remain in effect.
		for _, old := range at {
			if how := loosens(word.Key, old.Get(word.Key), word.Value); how != "" {
				m.warnLooser(word, fmt.Sprintf("the %s of %s becomes %s", word.Key, p, how))
			}
			m.set(old, word)
		}
		if len(at) == 0 {
			m.set(n, word)
		}
		m.advise(p.path, nil, func([]string) string { return sentence(p.path, word) })
	}
}

// warnLooser warns that an annotation accepts more than the schema of the server.
func (m *merger) warnLooser(word tooldef.Member, problem string) {
	m.report(model.Warning, word.KeyPos, word.Value.Pointer, word.Key, problem,
		"the server may reject what is accepted now; remove this if that is not intended")
}

// set sets a keyword of a schema.
func (m *merger) set(n *tooldef.Node, word tooldef.Member) {
	value := word.Value.Clone()
	if mergingOf(word.Key) == replacesSchema {
		value.Readdress(n.Pointer + "/" + word.Key)
	}
	n.Set(word.Key, value)
}

// appliesTo reports whether a keyword applies to some possible type of the value.
func (m *merger) appliesTo(on model.JSONTypes, p place) bool {
	types := m.types(p.group)
	return on == 0 || len(types) == 0 ||
		slices.ContainsFunc(types, func(name string) bool { return on&tooldef.TypeByName[strings.ToLower(name)] != 0 })
}

// drop removes a keyword that the overlay sets to null.
func (m *merger) drop(word tooldef.Member, p place, at group) {
	if len(at) == 0 {
		m.failAt(word, fmt.Sprintf("%s has no %s to remove", p, word.Key), "remove the key")
		return
	}
	for _, n := range at {
		n.Remove(word.Key)
	}
	if mergingOf(word.Key) != describes {
		m.warnLooser(word, fmt.Sprintf("%s loses the %s of its schema", p, word.Key))
	}
}

// add adds members or items to a keyword.
func (m *merger) add(word tooldef.Member, n *tooldef.Node) {
	into, kind := n.Get(word.Key), tooldef.Object
	if word.Key == "allOf" {
		kind = tooldef.Array
	}
	if word.Value.Kind != kind {
		m.fail(word.Value, word.Key+" is "+word.Value.Describe(),
			map[tooldef.Kind]string{tooldef.Object: "write a mapping", tooldef.Array: "write a list of schemas"}[kind])
		return
	}
	if into == nil {
		into = &tooldef.Node{Kind: kind, Pos: word.Value.Pos, Pointer: n.Pointer + "/" + word.Key}
		n.Set(word.Key, into)
	}
	for _, member := range word.Value.Clone().Members {
		if into.Get(member.Key) != nil {
			m.report(model.Error, member.KeyPos, member.Value.Pointer, word.Key,
				fmt.Sprintf("%s already has %q", word.Key, model.Cut(member.Key, 80)), "annotate it by its own path below fields")
			continue
		}
		member.Value.Readdress(into.Pointer + "/" + tooldef.EscapePointer(member.Key))
		into.Members = append(into.Members, member)
	}
	for _, item := range word.Value.Clone().Items {
		item.Readdress(fmt.Sprintf("%s/%d", into.Pointer, len(into.Items)))
		into.Items = append(into.Items, item)
	}
}

// putRequired makes members required.
func (m *merger) putRequired(keys *tooldef.Node, p place) {
	var added []string
	for _, key := range keys.Items {
		if m.members(p, key) && m.require(p.group, key) {
			added = append(added, key.Text)
		}
	}
	if len(added) == 0 {
		return
	}
	m.advise(p.path, added, func(keys []string) string {
		if p.path == "" {
			return "Required: " + enumerate(keys) + "."
		}
		return "Required in " + p.path + ": " + enumerate(keys) + "."
	})
}

// putOptional makes a field required or optional.
func (m *merger) putOptional(flag *tooldef.Node, p place) {
	is := func(item *tooldef.Node) bool { return item.Text == p.key }
	if p.parent == nil {
		m.fail(flag, fmt.Sprintf("%s is not a member of an object, so it can be neither required nor optional", p), "remove it")
		return
	}
	if flag.Bool {
		if m.require(p.parent, &tooldef.Node{Kind: tooldef.String, Pos: flag.Pos, Pointer: flag.Pointer, Text: p.key}) {
			m.advise(p.path, nil, func([]string) string { return "Required: " + p.path + "." })
		}
		return
	}
	at := m.having(p.parent, func(n *tooldef.Node) bool {
		return n.Get("required") != nil && slices.ContainsFunc(n.Get("required").Items, is)
	})
	if len(at) == 0 {
		m.warn(flag, p.path+" is already optional in the schema", "remove it")
		return
	}
	for _, n := range at {
		list := n.Get("required")
		if list.Items = slices.DeleteFunc(list.Items, is); len(list.Items) == 0 {
			n.Remove("required")
		}
	}
	m.warnLooser(tooldef.Member{KeyPos: flag.Pos, Value: flag}, p.path+" is required in the schema and becomes optional")
}

// require makes a key of an object required and reports whether it was not before.
func (m *merger) require(object group, key *tooldef.Node) bool {
	for _, n := range object {
		all, _ := m.conjunction(n)
		for _, s := range all {
			if list := s.Get("required"); list != nil && slices.Contains(list.Strings(), key.Text) {
				return false
			}
		}
	}
	n := m.holderAt(place{group: object}, key)
	if n != nil {
		appendTo(n, "required", key.Clone())
	}
	return n != nil
}

// putClosed closes or opens an object.
func (m *merger) putClosed(flag *tooldef.Node, p place) {
	if !m.appliesTo(model.JSONObject, p) {
		m.fail(flag, fmt.Sprintf("closed does not apply to %s, whose type is %s", p, strings.Join(m.types(p.group), " or ")), "remove it, or correct the path")
		return
	}
	n := m.holderAt(p, flag)
	if n == nil {
		return
	}
	word := "additionalProperties"
	if flag.Bool {
		if m.isSpread(p.group, n) {
			// additionalProperties only sees the properties of its own schema object.
			word = "unevaluatedProperties"
			if !m.siblings {
				m.fail(flag, "the object combines several schemas, which this draft of JSON Schema cannot close together",
					"use draft 2019-09 or later, or close it in the schema itself")
				return
			}
		}
		m.advise(p.path, nil, func([]string) string {
			if p.path == "" {
				return "There are no other arguments."
			}
			return p.path + " has no other fields."
		})
	} else {
		closes := func(word string) func(*tooldef.Node) bool {
			return func(n *tooldef.Node) bool {
				return n.Get(word).Is(tooldef.Bool) && !n.Get(word).Bool
			}
		}
		for _, word := range []string{word, "unevaluatedProperties"} {
			for _, s := range m.having(p.group, closes(word)) {
				m.warnLooser(tooldef.Member{KeyPos: flag.Pos, Value: flag}, p.String()+" rejects unknown keys in its schema and will accept them")
				s.Remove(word)
			}
		}
	}
	n.Set(word, &tooldef.Node{Kind: tooldef.Bool, Bool: !flag.Bool, Pos: flag.Pos, Pointer: n.Pointer + "/" + word})
}

// isSpread reports whether an object declares properties in other schemas than n.
func (m *merger) isSpread(g group, n *tooldef.Node) bool {
	for _, s := range g {
		all, branches := m.conjunction(s)
		if len(branches) > 0 || slices.ContainsFunc(all, func(s *tooldef.Node) bool { return s != n && s.Get("properties") != nil }) {
			return true
		}
	}
	return false
}

// loosens describes a new value of a keyword that accepts more than the old one, or is not comparable; "" if it
// is stricter.
func loosens(word string, before, after *tooldef.Node) string {
	if before.CanonicalJSON() == after.CanonicalJSON() {
		return ""
	}
	list := func(n *tooldef.Node) []*tooldef.Node {
		if n.Kind == tooldef.Array {
			return n.Items
		}
		return []*tooldef.Node{n}
	}
	looser := true
	switch mergingOf(word) {
	case bounds:
		x, _ := strconv.ParseFloat(before.Text, 64)
		y, _ := strconv.ParseFloat(after.Text, 64)
		looser = y > x
		if strings.HasPrefix(word, "min") || word == "exclusiveMinimum" {
			looser = y < x
		}
		if word == "multipleOf" {
			looser = math.Abs(y/x-math.Round(y/x)) > 1e-9
		}
	case chooses:
		was := list(before)
		looser = slices.ContainsFunc(list(after), func(v *tooldef.Node) bool {
			return !slices.ContainsFunc(was, func(o *tooldef.Node) bool {
				return o.CanonicalJSON() == v.CanonicalJSON() || word == "type" && o.Text == "number" && v.Text == "integer"
			})
		})
	case describes:
		looser = false
	}
	if word == "uniqueItems" {
		looser = before.Bool
	}
	if !looser {
		return ""
	}
	return model.Cut(after.JSON(), 80) + " instead of " + model.Cut(before.JSON(), 80)
}
