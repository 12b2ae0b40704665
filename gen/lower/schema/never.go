package schema

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/lower/docs"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// Never reports whether a conjunction contains a false schema.
func (flat Conj) Never() bool { return slices.ContainsFunc(flat, isFalse) }

// isFalse reports whether a schema is false, or {"not": {}}, as in drafts without false; zod and the MCP Go SDK
// write that.
func isFalse(s Source) bool {
	if s.OrNull || s.Node.Kind == tooldef.Bool {
		return !s.OrNull && !s.Node.Bool
	}
	n := s.Get("not")
	return n != nil && (n.Kind == tooldef.Bool && n.Bool || n.Kind == tooldef.Object && len(n.Members) == 0)
}

// Blamed returns the keyword that issues name for a false schema: the one that contains it, named as in draft
// 2020-12, or allOf. For a reference to a false schema it is the keyword that contains the reference.
func (flat Conj) Blamed() string {
	for _, s := range flat {
		switch {
		case !One(s).Expand().Never():
		case isFalse(s), len(s.targets()) > 0:
			return holderOf(strings.TrimPrefix(s.Node.Pointer, s.Doc.Root.Pointer))
		default:
			for _, word := range []string{"anyOf", "oneOf"} {
				if onlyBranch(s.Node, word) != nil {
					return word
				}
			}
			return "allOf"
		}
	}
	return "not"
}

// holderOf returns the keyword, named as in draft 2020-12, that contains the schema at a pointer. Properties
// may be named like keywords, so it parses the pointer from the start.
func holderOf(pointer string) string {
	keyword := "not" // fallback
	tokens := strings.Split(pointer, "/")[1:]
	for i := 0; i < len(tokens); i++ {
		keyword = tokens[i]
		switch keyword {
		case "properties", "patternProperties", "dependentSchemas", "$defs", "definitions", "allOf", "anyOf", "oneOf", "prefixItems":
			i++ // a key, or an index
		case "dependencies":
			keyword = "dependentSchemas"
			i++
		case "items":
			if i+1 < len(tokens) && docs.IsIndex(tokens[i+1]) {
				keyword = "prefixItems"
				i++
			}
		case "additionalItems":
			keyword = "items"
		}
	}
	return keyword
}
