package rules

import (
	"slices"

	"github.com/toolgen/toolgen/gen/tooldef"
)

// advertise returns the schema that models see: rules are stated as keywords where JSON Schema has them, and
// injected fields are removed.
func (t *tree) advertise(blank bool) *tooldef.Node {
	shown := t.inKeywords(blank, true)
	shown.visit(func(n *tooldef.Node) {
		for _, word := range notShown {
			n.Remove(word)
		}
	})
	return shown.root
}

// marked returns the advertised schema with the injected fields and the annotations of fields, or nil where no
// field is annotated. Hints and repairs use it.
func (t *tree) marked(blank bool) *tooldef.Node {
	full, found := t.inKeywords(blank, false), false
	full.visit(func(n *tooldef.Node) {
		note := n.Get(inlineWord)
		for _, word := range notShown {
			n.Remove(word)
		}
		if note == nil {
			return
		}
		kept := *note
		kept.Members = slices.DeleteFunc(slices.Clone(note.Members), func(m tooldef.Member) bool { return !slices.Contains(markWords, m.Key) })
		if len(kept.Members) > 0 {
			n.Set(inlineWord, &kept)
			found = true
		}
	})
	if !found {
		return nil
	}
	return full.root
}

// markWords are the field annotations that tell how a value is handled rather than constrain it.
var markWords = []string{"sensitive", "injected", "question"}

// inKeywords returns a copy of the tree with the rules stated as keywords where JSON Schema has them.
func (t *tree) inKeywords(blank, withdraw bool) *tree {
	shown := newTree(t.root)
	shown.visit(func(n *tooldef.Node) {
		note := n.Get(inlineWord)
		if note == nil {
			return
		}
		for _, m := range note.Members {
			for _, extra := range shown.sugarKeywords(m) {
				addConjunct(n, extra)
			}
		}
	})
	if withdraw {
		shown.withdrawInjected()
	}
	if blank {
		shown.refuseBlank()
	}
	return shown
}

// notShown are keywords that carry no information for a model.
var notShown = []string{inlineWord, kubernetesWord, "x-go-name", "x-go-type", "x-go-type-import"}

// addConjunct adds keywords to a schema: directly if it has none of them, otherwise in allOf.
func addConjunct(n, extra *tooldef.Node) {
	if !slices.ContainsFunc(extra.Members, func(m tooldef.Member) bool { return n.Get(m.Key) != nil }) {
		n.Members = append(n.Members, extra.Members...)
		return
	}
	if all := extra.Get("allOf"); all != nil && n.Get("allOf") != nil && len(extra.Members) == 1 {
		n.Get("allOf").Items = append(n.Get("allOf").Items, all.Items...)
		return
	}
	if into := n.Get("dependentRequired"); into != nil && extra.Get("dependentRequired") != nil {
		clash := false
		for _, m := range extra.Get("dependentRequired").Members {
			clash = clash || into.Get(m.Key) != nil
		}
		if !clash {
			into.Members = append(into.Members, extra.Get("dependentRequired").Members...)
			return
		}
	}
	appendTo(n, "allOf", extra)
}

// sugarKeywords translates one annotation member to JSON Schema keywords.
func (t *tree) sugarKeywords(m tooldef.Member) []*tooldef.Node {
	at := m.Value
	object := func(members ...tooldef.Member) *tooldef.Node {
		return &tooldef.Node{Kind: tooldef.Object, Pos: at.Pos, Pointer: at.Pointer, Members: members}
	}
	list := func(items ...*tooldef.Node) *tooldef.Node {
		return &tooldef.Node{Kind: tooldef.Array, Pos: at.Pos, Pointer: at.Pointer, Items: items}
	}
	member := func(key string, value *tooldef.Node) tooldef.Member {
		return tooldef.Member{Key: key, KeyPos: at.Pos, Value: value}
	}
	text := func(s string) *tooldef.Node {
		return &tooldef.Node{Kind: tooldef.String, Pos: at.Pos, Pointer: at.Pointer, Text: s}
	}
	required := func(keys ...*tooldef.Node) *tooldef.Node { return object(member("required", list(keys...))) }
	notBoth := func(a, b *tooldef.Node) *tooldef.Node { return object(member("not", required(a, b))) }

	var out []*tooldef.Node
	switch m.Key {
	case "exactlyOneOf", "atLeastOneOf":
		word := map[string]string{"exactlyOneOf": "oneOf", "atLeastOneOf": "anyOf"}[m.Key]
		for _, g := range at.Items {
			choice := list()
			for _, key := range g.Items {
				choice.Items = append(choice.Items, required(key))
			}
			out = append(out, object(member(word, choice)))
		}
	case "atMostOneOf":
		for _, g := range at.Items {
			none := list()
			for i, a := range g.Items {
				for _, b := range g.Items[i+1:] {
					none.Items = append(none.Items, notBoth(a, b))
				}
			}
			out = append(out, object(member("allOf", none)))
		}
	case "requires":
		word := "dependentRequired"
		if !t.siblings {
			word = "dependencies"
		}
		needs := object()
		for _, pair := range at.Members {
			needs.Members = append(needs.Members, member(pair.Key, list(pair.Value.Items...)))
		}
		out = append(out, object(member(word, needs)))
	case "excludes":
		none := list()
		for _, pair := range at.Members {
			for _, other := range pair.Value.Items {
				none.Items = append(none.Items, notBoth(text(pair.Key), other))
			}
		}
		out = append(out, object(member("allOf", none)))
	}
	return out
}

// refuseBlank adds minLength 1 to required strings without a limit of their own.
func (t *tree) refuseBlank() {
	t.visit(func(n *tooldef.Node) {
		list, p := n.Get("required"), n.Get("properties")
		if list == nil || p == nil {
			return
		}
		for _, key := range list.Items {
			f := p.Get(key.Text)
			if f == nil || f.Kind != tooldef.Object {
				continue
			}
			kind := f.Get("type")
			silent := !slices.ContainsFunc([]string{"minLength", "enum", "const", "format", "pattern"}, func(w string) bool { return f.Get(w) != nil })
			if isText(kind) && kind.Text == "string" && silent {
				f.Set("minLength", &tooldef.Node{Kind: tooldef.Number, Text: "1", Pos: key.Pos, Pointer: key.Pointer})
			}
		}
	})
}
