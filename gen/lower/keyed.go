package lower

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// keyed is a conjunction of schemas of objects, ready to be asked for one key after the other: what it
// takes to answer depends on the schemas that have something to say of the key, and not on how many
// keys and schemas there are.
type keyed struct {
	l    *lowerer
	flat conj
	// named are the properties of each key, in the order of flat.
	named map[string][]property
	// open are the schemas that speak of keys which they do not name.
	open []openObject
	left []leftover
}

// property is the schema of a key in the schema at an index of a conjunction.
type property struct {
	index int
	node  *tooldef.Node
}

// openObject is a schema that has patternProperties, in the order of byKey, or additionalProperties.
type openObject struct {
	index    int
	patterns []tooldef.Member
	rest     *tooldef.Node
}

func (l *lowerer) keyed(flat conj) *keyed {
	k := &keyed{l: l, flat: flat, named: map[string][]property{}, left: l.leftovers(flat, "unevaluatedProperties")}
	for i, s := range flat {
		if n := s.get("properties"); n != nil {
			for _, m := range n.Members {
				k.named[m.Key] = append(k.named[m.Key], property{i, m.Value})
			}
		}
		o := openObject{index: i, rest: s.get("additionalProperties")}
		if n := s.get("patternProperties"); n != nil {
			o.patterns = byKey(n)
		}
		if len(o.patterns) > 0 || o.rest != nil {
			k.open = append(k.open, o)
		}
	}
	return k
}

// applicable gathers the schemas that apply to one key: of each schema object its property, the
// patterns that match the key, and additionalProperties where neither is there (JSON Schema
// 2020-12, section 10.3.2); unevaluatedProperties where nothing looks at the key.
func (k *keyed) applicable(key string) conj {
	var in conj
	named, open := k.named[key], k.open
	for len(named) > 0 || len(open) > 0 {
		i := -1
		if len(open) > 0 {
			i = open[0].index
		}
		covered := false
		if len(named) > 0 && (i < 0 || named[0].index <= i) {
			i = named[0].index
			in = append(in, k.l.child(k.flat[i], named[0].node))
			covered = true
			named = named[1:]
		}
		if len(open) > 0 && open[0].index == i {
			in = append(in, k.others(open[0], key, covered)...)
			open = open[1:]
		}
	}
	for _, left := range k.left {
		if !left.covers(&k.l.lib.patterns, key) {
			in = append(in, k.l.child(left.source, left.node))
		}
	}
	return in
}

// others are the patterns of a schema that match a key, or additionalProperties where nothing covers it.
func (k *keyed) others(o openObject, key string, covered bool) (in conj) {
	s := k.flat[o.index]
	for _, m := range o.patterns {
		match, ok := k.l.lib.patterns.match(m.Key, key)
		if !ok {
			k.l.refuseUndecided(m)
		}
		if match {
			in = append(in, k.l.child(s, m.Value))
			covered = true
		}
	}
	if o.rest != nil && !covered {
		in = append(in, k.l.child(s, o.rest))
	}
	return in
}

// everyKey is the schema of the one pattern of an object that fits every key, nil where there is none: it
// says of the keys what additionalProperties does. (The dot matches no line break, so that ^.*$ is not one.)
func everyKey(s source) *tooldef.Node {
	n := s.get("patternProperties")
	if n == nil || len(n.Members) != 1 || s.get("properties") != nil || s.get("unevaluatedProperties") != nil || s.get("propertyNames") != nil {
		return nil
	}
	if m := n.Members[0]; fitsEveryKey(m.Key) && m.Value.Kind == tooldef.Object {
		return m.Value
	}
	return nil
}

// onePattern reports whether a conjunction says of the undeclared keys of an object only what one pattern
// does: the values under keys that match have its schema, and there are no others, or hardly any.
func onePattern(flat conj) bool {
	var of source
	for _, s := range flat {
		for _, word := range []string{"patternProperties", "additionalProperties", "unevaluatedProperties"} {
			if s.get(word) == nil {
				continue
			}
			if of.node != nil && of.node != s.node {
				return false
			}
			of = s
		}
	}
	n, rest := of.get("patternProperties"), of.get("additionalProperties")
	if n == nil || len(n.Members) != 1 || of.get("unevaluatedProperties") != nil {
		return false
	}
	if rest != nil {
		return rest.Kind == tooldef.Bool && !rest.Bool
	}
	return fitsMostKeys(n.Members[0].Key) && !countsKeys(flat)
}

// countsKeys reports whether a conjunction says more of an object than what its values are: an object
// that lost some of its keys may then be judged otherwise.
func countsKeys(flat conj) bool {
	return slices.ContainsFunc(flat, func(s source) bool {
		return slices.ContainsFunc(s.node.Members, func(m tooldef.Member) bool {
			k := keywords[m.Key]
			return k.kind == asserts && (k.on == 0 || k.on&model.JSONObject != 0) && m.Key != "type" && m.Key != "patternProperties"
		})
	})
}

func fitsEveryKey(pattern string) bool {
	inner, whole := innerPattern(pattern)
	return !whole && (inner == "" || inner == ".*")
}

// fitsMostKeys reports whether a pattern fits every key that has no line break and is not empty.
func fitsMostKeys(pattern string) bool {
	inner, whole := innerPattern(pattern)
	return inner == ".*" || inner == ".+" || !whole && inner == ""
}

// innerPattern takes the anchors and the group off a pattern; whole says that it has both anchors.
func innerPattern(pattern string) (inner string, whole bool) {
	inner, start := strings.CutPrefix(pattern, "^")
	inner, end := strings.CutSuffix(inner, "$")
	if group, ok := strings.CutPrefix(inner, "("); ok && strings.HasSuffix(group, ")") {
		inner = strings.TrimPrefix(strings.TrimSuffix(group, ")"), "?:")
	}
	return inner, start && end
}
