package schema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/ecma"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// keyed is an index of object schemas by key, so that the cost of a lookup depends only on the schemas that
// concern the key.
type keyed struct {
	flat Conj
	// named are the properties of each key, in the order of the conjunction.
	named map[string][]property
	// open are the schemas that concern unnamed keys.
	open []openObject
	left []Leftover
}

// property is a key's schema in the schema at an index of the conjunction.
type property struct {
	index int
	node  *tooldef.Node
}

// openObject is a schema with patternProperties (in the order of ByKey) or additionalProperties.
type openObject struct {
	index    int
	patterns []tooldef.Member
	rest     *tooldef.Node
}

// Keyed indexes the member schemas of a conjunction.
func (flat Conj) Keyed() *keyed {
	k := &keyed{flat: flat, named: map[string][]property{}, left: flat.Leftovers("unevaluatedProperties")}
	for i, s := range flat {
		for _, m := range s.Get("properties").Entries() {
			k.named[m.Key] = append(k.named[m.Key], property{i, m.Value})
		}
		o := openObject{index: i, patterns: ByKey(s.Get("patternProperties")), rest: s.Get("additionalProperties")}
		if len(o.patterns) > 0 || o.rest != nil {
			k.open = append(k.open, o)
		}
	}
	return k
}

// Applicable returns the schemas that apply to a key: of each schema object its property, the matching
// patterns, or else additionalProperties (JSON Schema 2020-12, section 10.3.2), and unevaluatedProperties if
// nothing evaluates the key.
func (k *keyed) Applicable(key string) Conj {
	type indexed struct {
		index  int
		source Source
	}
	var found []indexed
	covered := map[int]bool{}
	for _, p := range k.named[key] {
		found = append(found, indexed{p.index, k.flat[p.index].Child(p.node)})
		covered[p.index] = true
	}
	for _, o := range k.open {
		for _, s := range k.others(o, key, covered[o.index]) {
			found = append(found, indexed{o.index, s})
		}
	}
	slices.SortStableFunc(found, func(a, b indexed) int { return a.index - b.index })
	var in Conj
	for _, f := range found {
		in = append(in, f.source)
	}
	for _, left := range k.left {
		if !left.covers(&left.Source.R.Lib.Patterns, key) {
			in = append(in, left.Source.Child(left.Node))
		}
	}
	return in
}

// others returns the matching patterns for a key, or additionalProperties if nothing covers it.
func (k *keyed) others(o openObject, key string, covered bool) (in Conj) {
	s := k.flat[o.index]
	for _, m := range o.patterns {
		match, ok := s.R.Lib.Patterns.Match(m.Key, key)
		if !ok {
			s.R.refuseUndecided(m)
		}
		if match {
			in = append(in, s.Child(m.Value))
			covered = true
		}
	}
	if o.rest != nil && !covered {
		in = append(in, s.Child(o.rest))
	}
	return in
}

// refuseUndecided reports the first pattern for which it cannot be decided whether it matches a declared key. Patterns that do
// not compile are reported elsewhere.
func (r *Reader) refuseUndecided(m tooldef.Member) {
	if r.undecided {
		return
	}
	if _, err := ecma.Translate(m.Key); err == nil {
		r.undecided = true
		r.Fail(m.Value, "patternProperties", fmt.Sprintf("matching the pattern %q with the keys under properties takes too long",
			model.Cut(m.Key, 80)), "write the patterns without repetitions within repetitions, or split the object into several")
	}
}

// EveryKey returns the schema of an object's only pattern if that matches every key, else nil: it is equivalent
// to additionalProperties. (The dot does not match line breaks, so ^.*$ does not match every key.)
func EveryKey(s Source) *tooldef.Node {
	n := s.Get("patternProperties")
	if n == nil || len(n.Members) != 1 || s.Get("properties") != nil || s.Get("unevaluatedProperties") != nil ||
		s.Get("propertyNames") != nil {
		return nil
	}
	if m := n.Members[0]; fitsEveryKey(m.Key) && m.Value.Kind == tooldef.Object {
		return m.Value
	}
	return nil
}

// OnePattern reports whether one pattern determines the undeclared keys of a conjunction: matching keys have
// its schema, and (almost) no others are allowed.
func OnePattern(flat Conj) bool {
	var of Source
	for _, s := range flat {
		for _, word := range []string{"patternProperties", "additionalProperties", "unevaluatedProperties"} {
			if s.Get(word) == nil {
				continue
			}
			if of.Node != nil && of.Node != s.Node {
				return false
			}
			of = s
		}
	}
	n, rest := of.Get("patternProperties"), of.Get("additionalProperties")
	if n == nil || len(n.Members) != 1 || of.Get("unevaluatedProperties") != nil {
		return false
	}
	if rest != nil {
		return rest.Kind == tooldef.Bool && !rest.Bool
	}
	return fitsMostKeys(n.Members[0].Key) && !countsKeys(flat)
}

// countsKeys reports whether a conjunction constrains more than the values of members, so that dropping keys
// may change the result.
func countsKeys(flat Conj) bool {
	return slices.ContainsFunc(flat, func(s Source) bool {
		return slices.ContainsFunc(s.Node.Members, func(m tooldef.Member) bool {
			k := tooldef.Keywords[m.Key]
			return k.Effect == tooldef.Asserts && (k.On == 0 || k.On&model.JSONObject != 0) && m.Key != "type" && m.Key != "patternProperties"
		})
	})
}

func fitsEveryKey(pattern string) bool {
	inner, whole := innerPattern(pattern)
	return !whole && (inner == "" || inner == ".*")
}

// fitsMostKeys reports whether a pattern matches every non-empty key without line breaks.
func fitsMostKeys(pattern string) bool {
	inner, whole := innerPattern(pattern)
	return inner == ".*" || inner == ".+" || !whole && inner == ""
}

// innerPattern strips anchors and group from a pattern; whole means that both anchors are present.
func innerPattern(pattern string) (inner string, whole bool) {
	inner, start := strings.CutPrefix(pattern, "^")
	inner, end := strings.CutSuffix(inner, "$")
	if group, ok := strings.CutPrefix(inner, "("); ok && strings.HasSuffix(group, ")") {
		inner = strings.TrimPrefix(strings.TrimSuffix(group, ")"), "?:")
	}
	return inner, start && end
}
