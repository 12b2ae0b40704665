package lower

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// group is one anyOf or oneOf in a conjunction.
type group struct {
	index int // of its source
	word  string
	items []*tooldef.Node
}

func groupsOf(flat conj) []group {
	var out []group
	for i, s := range flat {
		for _, word := range []string{"anyOf", "oneOf"} {
			if n := s.get(word); n != nil && n.Kind == tooldef.Array && len(n.Items) > 0 {
				out = append(out, group{i, word, s.mergedLiterals(n, word)})
			}
		}
	}
	return out
}

// without gives the conjunction, which is an expanded one, less one group.
func (c conj) without(g group) conj {
	out := slices.Clone(c)
	if out[g.index].omit != "" {
		return nil
	}
	out[g.index].omit = g.word
	for i, s := range out {
		// Followed once more, it would bring the group back.
		out[i].followed = s.followed || slices.ContainsFunc(leads, func(word string) bool { return s.leads(word) })
	}
	return out
}

// leads are the keywords that may lead to more schemas of the same conjunction.
var leads = []string{"$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf"}

// leads reports whether a keyword leads to more schemas of the same conjunction.
func (s source) leads(word string) bool {
	if word == "anyOf" || word == "oneOf" {
		return s.omit != word && onlyBranch(s.node, word) != nil
	}
	return s.get(word) != nil
}

// accepts gives the JSON types that a conjunction can accept at most, choices included.
func (l *lowerer) accepts(in conj) model.JSONTypes {
	flat := l.expand(in)
	if l.never(flat) {
		return 0
	}
	key := flat.id(l)
	if set, ok := l.acceptable[key]; ok {
		return set
	}
	var t model.Type
	l.types(&t, flat)
	set := t.Accepts
	// A choice that leads back to itself narrows nothing the second time around.
	l.acceptable[key] = set
	for _, g := range groupsOf(flat) {
		var any model.JSONTypes
		for _, n := range g.items {
			any |= l.accepts(conj{l.child(flat[g.index], n)})
		}
		if flat[g.index].orNull {
			any |= model.JSONNull
		}
		set &= any
	}
	l.acceptable[key] = set
	return set
}

// nullableChoice recognises anyOf or oneOf of one schema and null: a nullable type and no union.
func (l *lowerer) nullableChoice(t *model.Type, flat conj) (rest conj, branch source, ok bool) {
	for _, g := range groupsOf(flat) {
		if len(g.items) != 2 {
			continue
		}
		for i, n := range g.items {
			null, other := l.child(flat[g.index], n), l.child(flat[g.index], g.items[1-i])
			if l.accepts(conj{null}) != model.JSONNull || !plainNull(null) {
				continue
			}
			set := l.accepts(conj{other})
			if kindOf(set&^model.JSONNull) == model.Any && !l.unites(other) || g.word == "oneOf" && set&model.JSONNull != 0 {
				continue
			}
			if rest = flat.without(g); rest == nil {
				continue
			}
			if l.accepts(rest)&model.JSONNull == 0 {
				continue
			}
			return rest, other, true
		}
	}
	return nil, source{}, false
}

// plainNull reports whether a null schema says nothing beyond its type.
func plainNull(s source) bool {
	for _, m := range s.node.Members {
		if k := keywords[m.Key]; k.kind != annotates && m.Key != "type" && m.Key != "const" && m.Key != "enum" {
			return false
		}
	}
	return true
}

// onlyPossible finds a choice of which one branch can match beside what else is said.
func (l *lowerer) onlyPossible(flat conj) (rest conj, branch source, ok bool) {
	for _, g := range groupsOf(flat) {
		base := flat.without(g)
		if base == nil || flat[g.index].orNull || len(g.items) == 1 || len(g.items) > mostRepeated {
			continue
		}
		var possible []source
		for _, n := range g.items {
			c := l.child(flat[g.index], n)
			if l.accepts(append(slices.Clone(base), c)) != 0 {
				possible = append(possible, c)
			}
		}
		if len(possible) == 1 {
			return base, possible[0], true
		}
	}
	return nil, source{}, false
}

// narrow limits the accepted types to those that some branch of each choice accepts, which often
// leaves one scalar type; a value outside breaks the choice.
func (l *lowerer) narrow(t *model.Type, flat conj, groups []group) {
	for _, g := range groups {
		var any model.JSONTypes
		for _, n := range g.items {
			any |= l.accepts(conj{l.child(flat[g.index], n)})
		}
		if flat[g.index].orNull {
			any |= model.JSONNull
		}
		if t.Accepts&^any != 0 && t.Accepts&any != 0 {
			t.Accepts &= any
			if t.Implied == "" {
				t.Implied = g.word
			}
		}
	}
}
