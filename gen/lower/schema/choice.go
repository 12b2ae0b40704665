package schema

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// Group is an anyOf or oneOf of a conjunction.
type Group struct {
	Index int // in its source
	Word  string
	Items []*tooldef.Node
}

// GroupsOf returns the anyOf and oneOf of a conjunction.
func GroupsOf(flat Conj) []Group {
	var out []Group
	for i, s := range flat {
		for _, word := range []string{"anyOf", "oneOf"} {
			if n := s.Get(word); n.Is(tooldef.Array) && len(n.Items) > 0 {
				out = append(out, Group{i, word, s.mergedLiterals(n, word)})
			}
		}
	}
	return out
}

// Without returns an expanded conjunction without one group.
func (flat Conj) Without(g Group) Conj {
	out := slices.Clone(flat)
	if out[g.Index].Omit != "" {
		return nil
	}
	out[g.Index].Omit = g.Word
	for i, s := range out {
		// Following it again would restore the group.
		out[i].Followed = s.Followed || slices.ContainsFunc(leads, func(word string) bool { return s.leads(word) })
	}
	return out
}

// leads are the keywords that may add schemas to the conjunction.
var leads = []string{"$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf"}

// leads reports whether a keyword adds schemas to the conjunction.
func (s Source) leads(word string) bool {
	if word == "anyOf" || word == "oneOf" {
		return s.Omit != word && onlyBranch(s.Node, word) != nil
	}
	return s.Get(word) != nil
}

// Accepts returns an upper bound of the accepted JSON types, unions included.
func (flat Conj) Accepts() model.JSONTypes {
	flat = flat.Expand()
	if flat.Never() {
		return 0
	}
	if len(flat) == 0 {
		return model.JSONAll
	}
	r, key := flat[0].R, flat.ID()
	if set, ok := r.acceptable[key]; ok {
		return set
	}
	set := flat.Types().Accepts
	// A recursive union adds no restriction the second time.
	r.acceptable[key] = set
	for _, g := range GroupsOf(flat) {
		set &= flat.AcceptedBy(g)
	}
	r.acceptable[key] = set
	return set
}

// AcceptedBy returns an upper bound of the JSON types that a group accepts.
func (flat Conj) AcceptedBy(g Group) (set model.JSONTypes) {
	for _, n := range g.Items {
		set |= One(flat[g.Index].Child(n)).Accepts()
	}
	if flat[g.Index].OrNull {
		set |= model.JSONNull
	}
	return set
}

// NullableChoice recognizes anyOf or oneOf of one schema and null, which is a nullable type rather than a
// union.
func (flat Conj) NullableChoice() (rest Conj, branch Source, ok bool) {
	for _, g := range GroupsOf(flat) {
		if len(g.Items) != 2 {
			continue
		}
		for i, n := range g.Items {
			null, other := flat[g.Index].Child(n), flat[g.Index].Child(g.Items[1-i])
			if One(null).Accepts() != model.JSONNull || !plainNull(null) {
				continue
			}
			set := One(other).Accepts()
			if KindOf(set&^model.JSONNull) == model.Any && !other.unites() || g.Word == "oneOf" && set&model.JSONNull != 0 {
				continue
			}
			if rest = flat.Without(g); rest == nil {
				continue
			}
			if rest.Accepts()&model.JSONNull == 0 {
				continue
			}
			return rest, other, true
		}
	}
	return nil, Source{}, false
}

// plainNull reports whether a null schema has no other constraint.
func plainNull(s Source) bool {
	for _, m := range s.Node.Members {
		if k := tooldef.Keywords[m.Key]; k.Effect != tooldef.Annotates && m.Key != "type" && m.Key != "const" && m.Key != "enum" {
			return false
		}
	}
	return true
}

// OnlyPossible finds a union with only one branch that can match, given the rest of the conjunction.
func (flat Conj) OnlyPossible() (rest Conj, branch Source, ok bool) {
	for _, g := range GroupsOf(flat) {
		base := flat.Without(g)
		if base == nil || flat[g.Index].OrNull || len(g.Items) == 1 || len(g.Items) > mostRepeated {
			continue
		}
		var possible []Source
		for _, n := range g.Items {
			c := flat[g.Index].Child(n)
			if append(slices.Clone(base), c).Accepts() != 0 {
				possible = append(possible, c)
			}
		}
		if len(possible) == 1 {
			return base, possible[0], true
		}
	}
	return nil, Source{}, false
}

// OrNull returns the branch of a union with null that has no siblings and refers to a shared schema.
func (flat Conj) OrNull() (branch Source, ok bool) {
	if len(flat) != 1 || flat[0].OrNull {
		return Source{}, false
	}
	rest, branch, ok := flat.NullableChoice()
	if !ok || len(rest.Expand()) > 0 || len(branch.targets()) == 0 && HasOwnKeywords(branch) {
		return Source{}, false
	}
	branch.OrNull = true
	return branch, true
}
