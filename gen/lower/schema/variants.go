package schema

import (
	"slices"

	"github.com/toolgen/toolgen/gen/lower/docs"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// unites reports whether a schema is a union by itself.
func (s Source) unites() bool {
	flat := One(s).Expand()
	_, _, ok := flat.Variants(GroupsOf(flat))
	return ok
}

// Variants gives the variants of the union that a conjunction makes, and whether it may be null; ok is false
// where it makes none.
func (flat Conj) Variants(groups []Group) (branches []branch, null, ok bool) {
	if len(groups) != 1 || !flat.shapeless() && !flat.shapedByBranches(groups[0]) {
		return nil, false, false
	}
	g := groups[0]
	base := flat.Without(g)
	if base == nil {
		return nil, false, false
	}
	if flat[g.Index].OrNull {
		// The union itself takes null then; a branch without a type would take it as well.
		for i := range base {
			base[i].OrNull = false
		}
	}
	branches, null, ok = flat.branches(base, g)
	null = null || flat[g.Index].OrNull
	return branches, null, ok && worthUnion(branches) && !(null && speaksOfNull(base))
}

// mostRepeated bounds the properties beside a choice that its variants repeat, all of them together.
const mostRepeated = 200

// shapedByBranches reports whether a choice makes variants of an object that declares properties by itself:
// where branches declare more, which another branch leaves open, no field of one struct would have a type.
// Each variant has what stands beside the choice, too.
func (flat Conj) shapedByBranches(g Group) bool {
	if flat[0].R.closed {
		return false // each variant would be closed to what the others declare
	}
	declared := map[string]bool{}
	for _, s := range flat {
		if s.Get(docs.AnnotationWord) != nil {
			return false // its rules may be about what one branch declares, and are about one object
		}
		for _, word := range []string{"patternProperties", "prefixItems", "items", "unevaluatedProperties", "unevaluatedItems"} {
			if s.Get(word) != nil {
				return false
			}
		}
		if n := s.Get("additionalProperties"); n != nil && n.Kind == tooldef.Bool && !n.Bool {
			return false // no branch can add to them
		}
		if n := s.Get("properties"); n != nil {
			for _, m := range n.Members {
				declared[m.Key] = true
			}
		}
	}
	if len(declared)*len(g.Items) > mostRepeated {
		return false
	}
	for _, n := range g.Items {
		for _, b := range One(flat[g.Index].Child(n)).Expand() {
			if p := b.Get("properties"); p != nil && slices.ContainsFunc(p.Members, func(m tooldef.Member) bool { return !declared[m.Key] && m.Value.Kind == tooldef.Object }) {
				return true
			}
		}
	}
	return false
}

// speaksOfNull reports whether what stands beside a choice may refuse null for another reason than
// its type; a nullable union would have no place for that.
func speaksOfNull(base Conj) bool {
	return slices.ContainsFunc(base, func(s Source) bool {
		return slices.ContainsFunc([]string{"not", "if", "enum", "const"}, func(word string) bool { return s.Get(word) != nil })
	})
}

// branch is one branch of a choice, joined with what stands beside the choice.
type branch struct {
	In   Conj
	Set  model.JSONTypes
	Node *tooldef.Node
}

// branches prepares the branches of a choice; a branch that is null alone makes the union
// nullable. ok is false where a branch can be of several JSON types, so that no Go type fits.
func (flat Conj) branches(base Conj, g Group) (out []branch, null, ok bool) {
	var sets []model.JSONTypes
	nulls := 0 // branches that take null
	for _, n := range g.Items {
		set := append(slices.Clone(base), flat[g.Index].Child(n)).Accepts()
		sets = append(sets, set)
		if set&model.JSONNull != 0 {
			nulls++
		}
	}
	null = nulls > 0 && (g.Word == "anyOf" || nulls == 1) // of several, oneOf refuses it
	for i, n := range g.Items {
		if sets[i] == 0 {
			continue // can never match, and so never decides
		}
		c := flat[g.Index].Child(n)
		in := append(slices.Clone(base), c)
		if sets[i] == model.JSONNull && plainNull(c) {
			continue
		}
		if sets[i]&model.JSONNull != 0 && !in.surelyNull() {
			return nil, false, false
		}
		sets[i] &^= model.JSONNull
		if KindOf(sets[i]) == model.Any {
			return nil, false, false
		}
		out = append(out, branch{In: in, Set: sets[i], Node: n})
	}
	same := map[string]bool{}
	for _, b := range out {
		id := b.In.Expand().ID()
		if same[id] {
			return nil, false, false
		}
		same[id] = true
	}
	return out, null, true
}

// surelyNull reports whether a conjunction that may accept null accepts it whatever its other keywords say.
func (flat Conj) surelyNull() bool {
	return !slices.ContainsFunc(flat.Expand(), func(s Source) bool {
		return slices.ContainsFunc([]string{"not", "if", "anyOf", "oneOf"}, func(word string) bool { return s.Get(word) != nil })
	})
}

// worthUnion reports whether branches differ enough for Go types of their own: choices between
// scalars of one type are constraints on that scalar.
func worthUnion(branches []branch) bool {
	if len(branches) < 2 {
		return false
	}
	first := KindOf(branches[0].Set)
	if first == model.Struct || first == model.Slice {
		return true
	}
	return slices.ContainsFunc(branches, func(b branch) bool { return KindOf(b.Set) != first })
}

// shapeless reports whether nothing beside a choice declares properties or items.
func (flat Conj) shapeless() bool {
	for _, s := range flat {
		if n := s.Get("properties"); n != nil && len(n.Members) > 0 {
			return false
		}
		for _, word := range []string{"patternProperties", "prefixItems", "items", "unevaluatedProperties", "unevaluatedItems"} {
			if s.Get(word) != nil {
				return false
			}
		}
	}
	return true
}
