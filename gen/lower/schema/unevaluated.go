package schema

import (
	"maps"
	"slices"

	"github.com/toolgen/toolgen/gen/lower/docs"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// unevaluatedProperties and unevaluatedItems depend on which keywords evaluate a value (JSON Schema 2020-12,
// section 11). If that is the same for all values, they are equivalent to additionalProperties and items, and
// become a closed object, a typed map or a typed list. Only the rest is tracked at run time.

// looked is what some schemas evaluate in every valid value.
type looked struct {
	all      bool
	Keys     map[string]bool
	Patterns map[string]*tooldef.Node // patternProperties, by pattern
	Prefix   int                      // items before this index
}

// Leftover is an unevaluated keyword whose scope is known.
type Leftover struct {
	looked
	Source Source
	Node   *tooldef.Node // schema of the rest
}

// Leftovers returns the unevaluated keywords whose scope is known at generation time.
func (flat Conj) Leftovers(word string) (list []Leftover) {
	for _, s := range flat {
		if left, known, _ := s.Leftover(word); known && !left.all {
			list = append(list, left)
		}
	}
	return list
}

// Leftover computes the scope of an unevaluated keyword; known is false if it depends on the value.
func (s Source) Leftover(word string) (left Leftover, known, there bool) {
	n := s.Get(word)
	if n == nil {
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

// look adds what the keywords of a schema object evaluate.
func (s Source) look(word string, seen *looked) {
	seen.all = seen.all || s.Get(word) != nil
	if word == "unevaluatedItems" {
		parts := PartsOf(s)
		seen.Prefix = max(seen.Prefix, len(parts.Prefix))
		seen.all = seen.all || parts.Rest != nil
		return
	}
	seen.all = seen.all || s.Get("additionalProperties") != nil
	for _, m := range s.Get("properties").Entries() {
		seen.Keys[m.Key] = true
	}
	for _, m := range s.Get("patternProperties").Entries() {
		seen.Patterns[m.Key] = m.Value
	}
}

// nothingMore reports whether schemas that apply conditionally evaluate nothing beyond what is always
// evaluated.
func (flat Conj) nothingMore(word string, always *looked, open map[string]bool) bool {
	for _, s := range flat {
		if open[s.ID()] {
			continue
		}
		open[s.ID()] = true
		if word == "unevaluatedItems" && s.Get("contains") != nil && s.Draft >= 2020 {
			return false
		}
		for _, c := range s.InPlace() {
			inner := One(c).Expand()
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

// covers reports whether a keyword evaluates the value of a key.
func (k *looked) covers(by *docs.Matcher, key string) bool {
	return k.Keys[key] || slices.ContainsFunc(slices.Collect(maps.Keys(k.Patterns)), func(pattern string) bool {
		match, _ := by.Match(pattern, key)
		return match
	})
}
