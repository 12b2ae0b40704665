package schema

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// Degenerate unions are simplified. One with a single branch is equivalent to allOf, as for a discriminated
// union of one class. One of literal values is an enum, as TypeBox, zod and schemars write it. Both give the
// same Go as the simpler form.

// onlyBranch returns the only branch of a union whose schema object has no other constraint than a type, else
// nil. Merging branches with siblings could create a type for each path through them.
func onlyBranch(schema *tooldef.Node, word string) *tooldef.Node {
	choice := schema.Get(word)
	if !choice.Is(tooldef.Array) || len(choice.Items) != 1 || choice.Items[0].Kind != tooldef.Object {
		return nil
	}
	for _, m := range schema.Members {
		if m.Key != word && m.Key != "type" && Says(m.Key) {
			return nil
		}
	}
	return choice.Items[0]
}

// joined returns the schemas that hold together with a source: those of allOf, and an only branch.
func (s Source) joined() (list []Source) {
	if s.RefOnly() {
		return nil
	}
	list = s.Children("allOf")
	for _, word := range []string{"anyOf", "oneOf"} {
		if n := onlyBranch(s.Node, word); n != nil && s.Omit != word && !s.Doc.Ignored[word] {
			list = append(list, s.Child(n))
		}
	}
	return list
}

// literals is a union that is equivalent to an enum.
type literals struct {
	word string // anyOf or oneOf
	enum *tooldef.Node
}

// literals returns the union of a source that is equivalent to an enum; its word is empty if there is none.
func (s Source) literals() literals {
	if s.Node.Get("anyOf") == nil && s.Node.Get("oneOf") == nil || s.Node.Get("enum") != nil {
		return literals{}
	}
	for _, word := range []string{"anyOf", "oneOf"} {
		n := s.Node.Get(word)
		if !n.Is(tooldef.Array) || len(n.Items) < 2 || s.Doc.Ignored[word] {
			continue
		}
		if len(n.Items) == 2 && slices.ContainsFunc(n.Items, isNull) {
			continue // nullable alone does not limit the values
		}
		if enum := enumOf(n, word, n.Items, s.Draft); enum != nil {
			return literals{word, enum}
		}
	}
	return literals{}
}

// enumOf returns the values of branches as an enum; nil if a branch is not a list of values, or if oneOf
// rejects a duplicate.
func enumOf(choice *tooldef.Node, word string, branches []*tooldef.Node, draft int) *tooldef.Node {
	enum := &tooldef.Node{Kind: tooldef.Array, Pos: choice.Pos, Pointer: choice.Pointer}
	in := map[string]bool{}
	for _, b := range branches {
		values := valuesOf(b, draft)
		if values == nil {
			return nil
		}
		own := map[string]bool{}
		for _, v := range values {
			key := v.CanonicalJSON()
			if in[key] && word == "oneOf" {
				return nil
			}
			if !in[key] && !own[key] {
				enum.Items = append(enum.Items, v)
			}
			own[key] = true
		}
		for key := range own {
			in[key] = true
		}
	}
	return enum
}

// valuesOf returns the values of a schema that has no constraint but a list of values, else nil.
func valuesOf(n *tooldef.Node, draft int) []*tooldef.Node {
	if isNull(n) {
		return []*tooldef.Node{{Kind: tooldef.Null, Pos: n.Pos, Pointer: n.Pointer}}
	}
	var values []*tooldef.Node
	lists := 0
	set := model.JSONAll
	for _, m := range n.Members {
		k, known := tooldef.Keywords[m.Key]
		switch {
		case m.Key == "const" && draft >= 6:
			values = []*tooldef.Node{m.Value}
			lists++
		case m.Key == "enum" && m.Value.Kind == tooldef.Array:
			values = m.Value.Items
			lists++
		case m.Key == "type":
			set, _ = TypeSet(m.Value)
		case !known || k.Effect != tooldef.Annotates || m.Key[0] == '$' && m.Key != "$comment" || m.Key == "id" ||
			tooldef.Companions[m.Key] != "":
			return nil // it has, or may have, other constraints
		}
	}
	if lists != 1 {
		return nil
	}
	var fit []*tooldef.Node
	for _, v := range values {
		if v.Kind == tooldef.Array || v.Kind == tooldef.Object {
			return nil
		}
		if NodeType(v)&set != 0 {
			fit = append(fit, v)
		}
	}
	return fit
}

// isNull reports whether a schema only allows null.
func isNull(n *tooldef.Node) bool {
	if set, _ := TypeSet(n.Get("type")); set != model.JSONNull {
		return false
	}
	return !slices.ContainsFunc(n.Members, func(m tooldef.Member) bool {
		k, known := tooldef.Keywords[m.Key]
		return m.Key != "type" && (!known || k.Effect != tooldef.Annotates)
	})
}

// mergedLiterals returns the branches of a union with literal strings merged into one.
func (s Source) mergedLiterals(choice *tooldef.Node, word string) []*tooldef.Node {
	if found, known := s.R.merged[choice]; known {
		return found
	}
	merged := flattened(choice, word)
	var texts, list []*tooldef.Node
	for _, b := range merged {
		values := valuesOf(b, s.Draft)
		if len(values) == 0 || slices.ContainsFunc(values, func(v *tooldef.Node) bool { return v.Kind != tooldef.String }) {
			list = append(list, b)
			continue
		}
		if texts = append(texts, b); len(texts) == 1 {
			list = append(list, b) // placeholder
		}
	}
	if len(texts) > 1 && len(list) > 1 {
		if enum := enumOf(choice, word, texts, s.Draft); enum != nil {
			one := &tooldef.Node{Kind: tooldef.Object, Pos: texts[0].Pos, Pointer: texts[0].Pointer,
				Members: []tooldef.Member{{Key: "enum", KeyPos: texts[0].Pos, Value: enum}}}
			list[slices.Index(list, texts[0])], merged = one, list
		}
	}
	s.R.merged[choice] = merged
	return merged
}

// flattened returns the branches of a union with nested anyOf flattened, as zod nests unions.
func flattened(choice *tooldef.Node, word string) []*tooldef.Node {
	if word != "anyOf" {
		return choice.Items
	}
	var list []*tooldef.Node
	for _, b := range choice.Items {
		inner := b.Get("anyOf")
		if !inner.Is(tooldef.Array) || len(inner.Items) == 0 || slices.ContainsFunc(b.Members, func(m tooldef.Member) bool {
			return m.Key != "anyOf" && (m.Key[:min(1, len(m.Key))] == "$" && m.Key != "$comment" || m.Key == "id" ||
				tooldef.Keywords[m.Key].Effect != tooldef.Annotates || tooldef.Companions[m.Key] != "" || strings.HasPrefix(m.Key, "x-"))
		}) {
			list = append(list, b)
			continue
		}
		list = append(list, flattened(inner, word)...)
	}
	return list
}
