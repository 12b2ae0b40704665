package schema

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// unites reports whether a schema is a union by itself.
func (s Source) unites() bool {
	flat := One(s).Expand()
	_, _, ok := flat.Variants(GroupsOf(flat))
	return ok
}

// Variants returns the variants of the union formed by a conjunction, and whether it is nullable; ok is false
// if there is none.
func (flat Conj) Variants(groups []Group) (branches []branch, null, ok bool) {
	if len(groups) != 1 || flat.shapesParts() || flat.declares() && !flat.shapedByBranches(groups[0]) {
		return nil, false, false
	}
	g := groups[0]
	base := flat.Without(g)
	if base == nil {
		return nil, false, false
	}
	if flat[g.Index].OrNull {
		// The union itself accepts null; otherwise untyped branches would accept it as well.
		for i := range base {
			base[i].OrNull = false
		}
	}
	branches, null, ok = flat.branches(base, g)
	null = null || flat[g.Index].OrNull
	return branches, null, ok && worthUnion(branches) && !(null && speaksOfNull(base))
}

// mostRepeated bounds the properties next to a union that are repeated in its variants, in total.
const mostRepeated = 200

// shapedByBranches reports whether the union makes an object with properties a union of structs: if branches
// declare properties that other branches leave open, a single struct could not type them. Each variant includes
// the object's own properties.
func (flat Conj) shapedByBranches(g Group) bool {
	if flat[0].R.closed {
		return false // each variant would reject the others' properties
	}
	declared := map[string]bool{}
	for _, s := range flat {
		if s.Get(tooldef.AnnotationWord) != nil {
			return false // rules on the object may concern several branches
		}
		if n := s.Get("additionalProperties"); n.Is(tooldef.Bool) && !n.Bool {
			return false // branches cannot add to them
		}
		for _, m := range s.Get("properties").Entries() {
			declared[m.Key] = true
		}
	}
	if len(declared)*len(g.Items) > mostRepeated {
		return false
	}
	for _, n := range g.Items {
		for _, b := range One(flat[g.Index].Child(n)).Expand() {
			if p := b.Get("properties"); p != nil && slices.ContainsFunc(p.Members,
				func(m tooldef.Member) bool { return !declared[m.Key] && m.Value.Kind == tooldef.Object }) {
				return true
			}
		}
	}
	return false
}

// speaksOfNull reports whether a union's siblings may reject null for another reason than its type, which a
// nullable union cannot represent.
func speaksOfNull(base Conj) bool {
	return slices.ContainsFunc(base, func(s Source) bool {
		return slices.ContainsFunc([]string{"not", "if", "enum", "const"}, func(word string) bool { return s.Get(word) != nil })
	})
}

// branch is a branch of a union, merged with its siblings.
type branch struct {
	In   Conj
	Set  model.JSONTypes
	Node *tooldef.Node
}

// branches prepares the branches of a union; a null branch makes it nullable. ok is false if a branch may have
// several JSON types, which no Go type fits.
func (flat Conj) branches(base Conj, g Group) (out []branch, null, ok bool) {
	var sets []model.JSONTypes
	nulls := 0 // branches that accept null
	for _, n := range g.Items {
		set := append(slices.Clone(base), flat[g.Index].Child(n)).Accepts()
		sets = append(sets, set)
		if set&model.JSONNull != 0 {
			nulls++
		}
	}
	null = nulls > 0 && (g.Word == "anyOf" || nulls == 1) // oneOf rejects null if several branches accept it
	for i, n := range g.Items {
		if sets[i] == 0 {
			continue // it never matches
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

// surelyNull reports whether a conjunction accepts null, whatever its other keywords.
func (flat Conj) surelyNull() bool {
	return !slices.ContainsFunc(flat.Expand(), func(s Source) bool {
		return slices.ContainsFunc([]string{"not", "if", "anyOf", "oneOf"}, func(word string) bool { return s.Get(word) != nil })
	})
}

// worthUnion reports whether branches differ enough for Go types of their own: unions of scalars of one type
// become constraints.
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

// declares reports whether a conjunction declares properties.
func (flat Conj) declares() bool {
	return slices.ContainsFunc(flat, func(s Source) bool { return len(s.Get("properties").Entries()) > 0 })
}

// shapesParts reports whether a conjunction describes items, or keys other than properties.
func (flat Conj) shapesParts() bool {
	return slices.ContainsFunc(flat, func(s Source) bool {
		return slices.ContainsFunc([]string{"patternProperties", "prefixItems", "items", "unevaluatedProperties", "unevaluatedItems"},
			func(word string) bool { return s.Get(word) != nil })
	})
}
