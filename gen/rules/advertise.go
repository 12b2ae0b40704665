package rules

import (
	"slices"

	"github.com/toolgen/toolgen/gen/tooldef"
)

// view returns a copy of the schema in which rules are stated as keywords where JSON Schema has them. Without
// marks it is what models see, without injected fields; hints and repairs use one with the marks of fields.
// marked tells that there are any.
func (t *tree) view(blank bool, marks ...string) (root *tooldef.Node, marked bool) {
	shown := newTree(t.root)
	for _, n := range shown.schemas() {
		for _, m := range n.Get(inlineWord).Entries() {
			for _, extra := range shown.sugarKeywords(m) {
				addConjunct(n, extra)
			}
		}
	}
	if len(marks) == 0 {
		shown.withdrawInjected()
	}
	if blank {
		shown.refuseBlank()
	}
	for _, n := range shown.schemas() {
		note := n.Get(inlineWord)
		for _, word := range notShown {
			n.Remove(word)
		}
		if note == nil {
			continue
		}
		note.Members = slices.DeleteFunc(note.Members, func(m tooldef.Member) bool { return !slices.Contains(marks, m.Key) })
		if len(note.Members) > 0 {
			n.Set(inlineWord, note)
			marked = true
		}
	}
	return shown.root, marked
}

// markWords are the field annotations that tell how a value is handled rather than constrain it.
var markWords = []string{"sensitive", "injected", "question"}

// notShown are keywords that carry no information for a model.
var notShown = []string{inlineWord, kubernetesWord, "x-go-name", "x-go-type", "x-go-type-import"}

// addConjunct adds a keyword to a schema: directly if it does not have it, otherwise in allOf.
func addConjunct(n *tooldef.Node, extra tooldef.Member) {
	switch old := n.Get(extra.Key); {
	case old == nil:
		n.Members = append(n.Members, extra)
	case extra.Key == "allOf":
		old.Items = append(old.Items, extra.Value.Items...)
	default:
		appendTo(n, "allOf", object(extra.Value, extra))
	}
}

func object(at *tooldef.Node, members ...tooldef.Member) *tooldef.Node {
	return &tooldef.Node{Kind: tooldef.Object, Pos: at.Pos, Pointer: at.Pointer, Members: members}
}

// requiring is {"required": keys}.
func requiring(keys ...*tooldef.Node) *tooldef.Node {
	return object(keys[0], tooldef.Member{Key: "required", KeyPos: keys[0].Pos, Value: asList(keys[0], keys[1:]...)})
}

// sugarKeywords translates one annotation member to JSON Schema keywords.
func (t *tree) sugarKeywords(m tooldef.Member) []tooldef.Member {
	var out []tooldef.Member
	add := func(word string, value *tooldef.Node) {
		out = append(out, tooldef.Member{Key: word, KeyPos: m.Value.Pos, Value: value})
	}
	none := &tooldef.Node{Kind: tooldef.Array, Pos: m.Value.Pos, Pointer: m.Value.Pointer}
	exclude := func(a, b *tooldef.Node) {
		none.Items = append(none.Items, object(a, tooldef.Member{Key: "not", KeyPos: a.Pos, Value: requiring(a, b)}))
	}
	switch m.Key {
	case "exactlyOneOf", "atLeastOneOf":
		for _, group := range m.Value.Items {
			choice := &tooldef.Node{Kind: tooldef.Array, Pos: group.Pos, Pointer: group.Pointer}
			for _, key := range group.Items {
				choice.Items = append(choice.Items, requiring(key))
			}
			add(map[string]string{"exactlyOneOf": "oneOf", "atLeastOneOf": "anyOf"}[m.Key], choice)
		}
	case "atMostOneOf":
		for _, group := range m.Value.Items {
			for i, a := range group.Items {
				for _, b := range group.Items[i+1:] {
					exclude(a, b)
				}
			}
		}
	case "requires":
		word := "dependentRequired"
		if !t.siblings {
			word = "dependencies"
		}
		add(word, m.Value)
	case "excludes":
		for _, pair := range m.Value.Members {
			key := &tooldef.Node{Kind: tooldef.String, Pos: pair.KeyPos, Pointer: pair.Value.Pointer, Text: pair.Key}
			for _, other := range pair.Value.Items {
				exclude(key, other)
			}
		}
	}
	if len(none.Items) > 0 {
		add("allOf", none)
	}
	return out
}

// refuseBlank adds minLength 1 to required strings without a limit of their own.
func (t *tree) refuseBlank() {
	for _, n := range t.schemas() {
		list, p := n.Get("required"), n.Get("properties")
		if list == nil || p == nil {
			continue
		}
		for _, key := range list.Items {
			f := p.Get(key.Text)
			if !f.Is(tooldef.Object) {
				continue
			}
			kind := f.Get("type")
			silent := !slices.ContainsFunc([]string{"minLength", "enum", "const", "format", "pattern"},
				func(w string) bool { return f.Get(w) != nil })
			if kind.IsText("string") && silent {
				f.Set("minLength", &tooldef.Node{Kind: tooldef.Number, Text: "1", Pos: key.Pos, Pointer: key.Pointer})
			}
		}
	}
}
