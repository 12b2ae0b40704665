package lower

import (
	"maps"
	"slices"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// What unevaluatedProperties and unevaluatedItems speak of depends on which keywords have looked at
// a value (JSON Schema 2020-12, section 11). Where that is the same for every value, the two say no
// more than additionalProperties and items do, and become that: a closed object, a typed map, a
// typed list. Only the rest is tracked while a value is checked.

// looked is what the keywords of some schemas look at in every value that satisfies them.
type looked struct {
	all      bool
	keys     map[string]bool
	patterns map[string]*tooldef.Node // patternProperties, by pattern
	prefix   int                      // items before this index
}

// leftover is a keyword that speaks of what nothing else has looked at, where that is known.
type leftover struct {
	looked
	source source
	node   *tooldef.Node // the schema for what is left
}

// leftovers gives the unevaluated keywords of a conjunction that are known at generation.
func (l *lowerer) leftovers(flat conj, word string) (list []leftover) {
	for _, s := range flat {
		if left, known, _ := l.leftover(s, word); known && !left.all {
			list = append(list, left)
		}
	}
	return list
}

// leftover works out what an unevaluated keyword of a source speaks of; known is false where that
// depends on the value.
func (l *lowerer) leftover(s source, word string) (left leftover, known, there bool) {
	n := s.get(word)
	if n == nil || s.draft < 2019 {
		return leftover{}, false, false
	}
	left = leftover{source: s, node: n, looked: looked{keys: map[string]bool{}, patterns: map[string]*tooldef.Node{}}}
	s.omit, s.followed = unevaluated, false
	flat := l.expand(conj{s})
	for _, part := range flat {
		l.look(part, word, &left.looked)
	}
	for pattern := range left.patterns {
		if _, ok := l.lib.patterns.match(pattern, ""); !ok {
			return left, false, true
		}
	}
	return left, left.all || l.nothingMore(flat, word, &left.looked, map[string]bool{}), true
}

// look adds what the keywords of one schema object look at by themselves.
func (l *lowerer) look(s source, word string, seen *looked) {
	if s.get(word) != nil && s.draft >= 2019 {
		seen.all = true
	}
	if word == "unevaluatedItems" {
		parts := partsOf(s)
		seen.prefix = max(seen.prefix, len(parts.prefix))
		seen.all = seen.all || parts.rest != nil
		return
	}
	seen.all = seen.all || s.get("additionalProperties") != nil
	if n := s.get("properties"); n != nil {
		for _, m := range n.Members {
			seen.keys[m.Key] = true
		}
	}
	if n := s.get("patternProperties"); n != nil {
		for _, m := range n.Members {
			seen.patterns[m.Key] = m.Value
		}
	}
}

// nothingMore reports whether the schemas that apply to some values only look at nothing beyond what
// is looked at in all of them.
func (l *lowerer) nothingMore(flat conj, word string, always *looked, open map[string]bool) bool {
	for _, s := range flat {
		if open[s.id(l)] {
			continue
		}
		open[s.id(l)] = true
		if word == "unevaluatedItems" && s.get("contains") != nil && s.draft >= 2020 {
			return false
		}
		for _, n := range sometimes(s) {
			inner := l.expand(conj{l.child(s, n)})
			more := looked{keys: maps.Clone(always.keys), patterns: maps.Clone(always.patterns), prefix: always.prefix}
			for _, part := range inner {
				l.look(part, word, &more)
			}
			if more.all || len(more.keys) > len(always.keys) || len(more.patterns) > len(always.patterns) || more.prefix > always.prefix {
				return false
			}
			if !l.nothingMore(inner, word, always, open) {
				return false
			}
		}
	}
	return true
}

// sometimes lists the schemas that a schema object applies to the same value under some condition.
func sometimes(s source) (list []*tooldef.Node) {
	for _, word := range []string{"anyOf", "oneOf"} {
		if n := s.get(word); n != nil {
			list = append(list, n.Items...)
		}
	}
	for _, word := range []string{"if", "then", "else"} {
		if n := s.get(word); n != nil {
			list = append(list, n)
		}
	}
	for _, word := range []string{"dependentSchemas", "dependencies"} {
		if n := s.get(word); n != nil {
			for _, m := range byKey(n) {
				if m.Value.Kind != tooldef.Array {
					list = append(list, m.Value)
				}
			}
		}
	}
	return list
}

// covers reports whether some keyword looks at the value under a key.
func (k *looked) covers(by *matcher, key string) bool {
	return k.keys[key] || slices.ContainsFunc(slices.Collect(maps.Keys(k.patterns)), func(pattern string) bool {
		match, _ := by.match(pattern, key)
		return match
	})
}

// leftoverSet is an unevaluatedProperties beside patterns: like additionalProperties, it is about the
// keys that no property and no pattern covers.
func (l *lowerer) leftoverSet(left leftover) (set model.PatternSet, ok bool) {
	for _, pattern := range slices.Sorted(maps.Keys(left.patterns)) {
		p, ok := l.pattern(left.patterns[pattern], pattern)
		if !ok {
			return set, false
		}
		set.Patterns = append(set.Patterns, model.PatternProperty{Pattern: p, Type: anything()})
	}
	set.Keys = slices.Sorted(maps.Keys(left.keys))
	set.Additional = l.lower(conj{l.child(left.source, left.node)}, asSchema)
	return set, true
}
