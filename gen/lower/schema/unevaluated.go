package schema

import (
	"maps"
	"slices"

	"github.com/toolgen/toolgen/gen/lower/docs"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// What unevaluatedProperties and unevaluatedItems speak of depends on which keywords have looked at
// a value (JSON Schema 2020-12, section 11). Where that is the same for every value, the two say no
// more than additionalProperties and items do, and become that: a closed object, a typed map, a
// typed list. Only the rest is tracked while a value is checked.

// looked is what the keywords of some schemas look at in every value that satisfies them.
type looked struct {
	all      bool
	Keys     map[string]bool
	Patterns map[string]*tooldef.Node // patternProperties, by pattern
	Prefix   int                      // items before this index
}

// Leftover is a keyword that speaks of what nothing else has looked at, where that is known.
type Leftover struct {
	looked
	Source Source
	Node   *tooldef.Node // the schema for what is left
}

// Leftovers gives the unevaluated keywords of a conjunction that are known at generation.
func (flat Conj) Leftovers(word string) (list []Leftover) {
	for _, s := range flat {
		if left, known, _ := s.Leftover(word); known && !left.all {
			list = append(list, left)
		}
	}
	return list
}

// Leftover works out what an unevaluated keyword of a source speaks of; known is false where that
// depends on the value.
func (s Source) Leftover(word string) (left Leftover, known, there bool) {
	n := s.Get(word)
	if n == nil || s.Draft < 2019 {
		return Leftover{}, false, false
	}
	left = Leftover{Source: s, Node: n, looked: looked{Keys: map[string]bool{}, Patterns: map[string]*tooldef.Node{}}}
	s.Omit, s.Followed = Unevaluated, false
	flat := One(s).Expand()
	for _, part := range flat {
		part.look(word, &left.looked)
	}
	for pattern := range left.Patterns {
		if _, ok := s.R.Lib.Patterns.Match(pattern, ""); !ok {
			return left, false, true
		}
	}
	return left, left.all || flat.nothingMore(word, &left.looked, map[string]bool{}), true
}

// look adds what the keywords of one schema object look at by themselves.
func (s Source) look(word string, seen *looked) {
	if s.Get(word) != nil && s.Draft >= 2019 {
		seen.all = true
	}
	if word == "unevaluatedItems" {
		parts := PartsOf(s)
		seen.Prefix = max(seen.Prefix, len(parts.Prefix))
		seen.all = seen.all || parts.Rest != nil
		return
	}
	seen.all = seen.all || s.Get("additionalProperties") != nil
	if n := s.Get("properties"); n != nil {
		for _, m := range n.Members {
			seen.Keys[m.Key] = true
		}
	}
	if n := s.Get("patternProperties"); n != nil {
		for _, m := range n.Members {
			seen.Patterns[m.Key] = m.Value
		}
	}
}

// nothingMore reports whether the schemas that apply to some values only look at nothing beyond what
// is looked at in all of them.
func (flat Conj) nothingMore(word string, always *looked, open map[string]bool) bool {
	for _, s := range flat {
		if open[s.ID()] {
			continue
		}
		open[s.ID()] = true
		if word == "unevaluatedItems" && s.Get("contains") != nil && s.Draft >= 2020 {
			return false
		}
		for _, n := range sometimes(s) {
			inner := One(s.Child(n)).Expand()
			more := looked{Keys: maps.Clone(always.Keys), Patterns: maps.Clone(always.Patterns), Prefix: always.Prefix}
			for _, part := range inner {
				part.look(word, &more)
			}
			if more.all || len(more.Keys) > len(always.Keys) || len(more.Patterns) > len(always.Patterns) || more.Prefix > always.Prefix {
				return false
			}
			if !inner.nothingMore(word, always, open) {
				return false
			}
		}
	}
	return true
}

// sometimes lists the schemas that a schema object applies to the same value under some condition.
func sometimes(s Source) (list []*tooldef.Node) {
	for _, word := range []string{"anyOf", "oneOf"} {
		if n := s.Get(word); n != nil {
			list = append(list, n.Items...)
		}
	}
	for _, word := range []string{"if", "then", "else"} {
		if n := s.Get(word); n != nil {
			list = append(list, n)
		}
	}
	for _, word := range []string{"dependentSchemas", "dependencies"} {
		if n := s.Get(word); n != nil {
			for _, m := range ByKey(n) {
				if m.Value.Kind != tooldef.Array {
					list = append(list, m.Value)
				}
			}
		}
	}
	return list
}

// covers reports whether some keyword looks at the value under a key.
func (k *looked) covers(by *docs.Matcher, key string) bool {
	return k.Keys[key] || slices.ContainsFunc(slices.Collect(maps.Keys(k.Patterns)), func(pattern string) bool {
		match, _ := by.Match(pattern, key)
		return match
	})
}
