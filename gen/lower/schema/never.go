package schema

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/lower/docs"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// Never reports whether a conjunction has a false schema.
func (flat Conj) Never() bool { return slices.ContainsFunc(flat, isFalse) }

// isFalse reports whether a schema is false, or says so in the words of drafts that had no false: {"not": {}},
// which zod and the Go SDK of MCP write.
func isFalse(s Source) bool {
	if s.OrNull || s.Node.Kind == tooldef.Bool {
		return !s.OrNull && !s.Node.Bool
	}
	n := s.Get("not")
	return n != nil && (n.Kind == tooldef.Bool && n.Bool || n.Kind == tooldef.Object && len(n.Members) == 0)
}

// Blamed is the keyword that an issue names where a conjunction has a false schema: the one that
// holds it, by its name in draft 2020-12, or allOf where that brought it in. Of a reference to a
// false schema it is the keyword that holds the reference.
func (flat Conj) Blamed() string {
	for _, s := range flat {
		switch how := s.falsehood(map[string]bool{}); how {
		case isNot:
		case isItself:
			return holderOf(strings.TrimPrefix(s.Node.Pointer, s.Doc.Root.Pointer))
		default:
			return string(how)
		}
	}
	return "not"
}

// falsehood is how a schema comes to refuse everything: it is false, or refers to what is, or has a false
// schema under the keyword that this is.
type falsehood string

const (
	isNot    falsehood = ""
	isItself falsehood = "false"
)

func (s Source) falsehood(seen map[string]bool) falsehood {
	if isFalse(s) {
		return isItself
	}
	id := s.ID()
	if s.Node.Kind != tooldef.Object || seen[id] {
		return isNot
	}
	seen[id] = true
	for _, target := range s.targets() {
		target.OrNull = s.OrNull
		if how := target.falsehood(seen); how != isNot {
			return how
		}
	}
	for _, c := range s.joined() {
		c.OrNull = s.OrNull
		if c.falsehood(seen) == isNot {
			continue
		}
		for _, word := range []string{"anyOf", "oneOf"} {
			if onlyBranch(s.Node, word) == c.Node {
				return falsehood(word)
			}
		}
		return "allOf"
	}
	return isNot
}

// holderOf names the keyword that holds the schema at a pointer within a schema, as draft 2020-12
// calls it: a property may have the name of a keyword, so that the way there decides.
func holderOf(pointer string) string {
	keyword := "not" // nothing is what a document of false accepts
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
