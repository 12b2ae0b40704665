package lower

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// never reports whether a conjunction has a false schema.
func (l *lowerer) never(flat conj) bool { return slices.ContainsFunc(flat, isFalse) }

// isFalse reports whether a schema is false, or says so in the words of drafts that had no false: {"not": {}},
// which zod and the Go SDK of MCP write.
func isFalse(s source) bool {
	if s.orNull || s.node.Kind == tooldef.Bool {
		return !s.orNull && !s.node.Bool
	}
	n := s.get("not")
	return n != nil && (n.Kind == tooldef.Bool && n.Bool || n.Kind == tooldef.Object && len(n.Members) == 0)
}

// fillNever makes a type that no value has; keyword is what an issue names.
func (l *lowerer) fillNever(t *model.Type, keyword string) {
	t.Never, t.Kind, t.Accepts, t.NeverKeyword = true, model.Any, 0, keyword
	t.GoType, t.GoImport = "", "" // which would need a value
}

// blamed is the keyword that an issue names where a conjunction has a false schema: the one that
// holds it, by its name in draft 2020-12, or allOf where that brought it in. Of a reference to a
// false schema it is the keyword that holds the reference.
func (l *lowerer) blamed(in conj) string {
	for _, s := range in {
		switch how := l.falsehood(s, map[string]bool{}); how {
		case isNot:
		case isItself:
			return holderOf(strings.TrimPrefix(s.node.Pointer, s.doc.root.Pointer))
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

func (l *lowerer) falsehood(s source, seen map[string]bool) falsehood {
	if isFalse(s) {
		return isItself
	}
	if id := s.id(l); s.node.Kind != tooldef.Object || seen[id] {
		return isNot
	} else {
		seen[id] = true
	}
	for _, target := range l.targets(s) {
		target.orNull = s.orNull
		if how := l.falsehood(target, seen); how != isNot {
			return how
		}
	}
	for _, c := range l.joined(s) {
		c.orNull = s.orNull
		if l.falsehood(c, seen) == isNot {
			continue
		}
		for _, word := range []string{"anyOf", "oneOf"} {
			if onlyBranch(s.node, word) == c.node {
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
			if i+1 < len(tokens) && isIndex(tokens[i+1]) {
				keyword = "prefixItems"
				i++
			}
		case "additionalItems":
			keyword = "items"
		}
	}
	return keyword
}
