package lower

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// unites reports whether a schema is a union by itself.
func (l *lowerer) unites(s source) bool {
	flat := l.expand(conj{s})
	_, _, ok := l.uniting(flat, groupsOf(flat))
	return ok
}

// union makes a union of a conjunction with one choice. It reports false where a union would not be exact
// or not be useful; the choice is a constraint then.
func (l *lowerer) union(t *model.Type, flat conj) bool {
	groups := groupsOf(flat)
	branches, null, ok := l.uniting(flat, groups)
	if !ok || t.GoType != "" {
		l.narrow(t, flat, groups)
		return false
	}
	g := groups[0]
	u := &model.UnionInfo{Keyword: g.word, Pos: flat[g.index].get(g.word).Pos}
	t.Kind, t.Union = model.Union, u
	t.Accepts, t.Declared, t.Implied = 0, nil, g.word
	if null {
		t.Accepts = model.JSONNull
	}
	var nodes []*tooldef.Node
	for _, b := range branches {
		r := asVariant
		if kindOf(b.set&^model.JSONNull) == model.Struct && !slices.ContainsFunc(l.expand(b.in), namesGoType) {
			r = asValue
		}
		place := ""
		if refersToBranch(b.node) {
			place = "branch of " + flat[g.index].node.Pointer + " " // of which the other choice has a type, under another name
		}
		v := &model.Variant{Type: l.lowerAt(b.in, r, place), Kinds: b.set}
		t.Accepts |= b.set
		labelVariant(v, b.node)
		u.Variants = append(u.Variants, v)
		nodes = append(nodes, b.node)
	}
	alone := len(l.expand(flat.without(g))) == 0
	l.later = append(l.later, func() {
		l.choose(u, flat[g.index])
		l.nameVariants(t, nodes, alone)
	})
	l.wantName(t, flat)
	return true
}

// uniting gives the variants of the union that a conjunction makes, and whether it may be null; ok is false
// where it makes none.
func (l *lowerer) uniting(flat conj, groups []group) (branches []branch, null, ok bool) {
	if len(groups) != 1 || !l.shapeless(flat) && !l.shapedByBranches(flat, groups[0]) {
		return nil, false, false
	}
	g := groups[0]
	base := flat.without(g)
	if base == nil {
		return nil, false, false
	}
	if flat[g.index].orNull {
		// Null is no matter of the branches then, of which one without a type would take it, too.
		for i := range base {
			base[i].orNull = false
		}
	}
	branches, null, ok = l.branches(flat, base, g)
	null = null || flat[g.index].orNull
	return branches, null, ok && worthUnion(branches) && !(null && speaksOfNull(base))
}

// mostRepeated bounds the properties beside a choice that its variants repeat, all of them together.
const mostRepeated = 200

// shapedByBranches reports whether a choice makes variants of an object that declares properties by itself:
// where branches declare more, which another branch leaves open, no field of one struct would have a type.
// Each variant has what stands beside the choice, too.
func (l *lowerer) shapedByBranches(flat conj, g group) bool {
	if l.opts.Closed {
		return false // each variant would be closed to what the others declare
	}
	declared := map[string]bool{}
	for _, s := range flat {
		if s.get(annotationWord) != nil {
			return false // its rules may be about what one branch declares, and are about one object
		}
		for _, word := range []string{"patternProperties", "prefixItems", "items", "unevaluatedProperties", "unevaluatedItems"} {
			if s.get(word) != nil {
				return false
			}
		}
		if n := s.get("additionalProperties"); n != nil && n.Kind == tooldef.Bool && !n.Bool {
			return false // no branch can add to them
		}
		if n := s.get("properties"); n != nil {
			for _, m := range n.Members {
				declared[m.Key] = true
			}
		}
	}
	if len(declared)*len(g.items) > mostRepeated {
		return false
	}
	for _, n := range g.items {
		for _, b := range l.expand(conj{l.child(flat[g.index], n)}) {
			if p := b.get("properties"); p != nil && slices.ContainsFunc(p.Members, func(m tooldef.Member) bool { return !declared[m.Key] && m.Value.Kind == tooldef.Object }) {
				return true
			}
		}
	}
	return false
}

// speaksOfNull reports whether what stands beside a choice may refuse null for another reason than
// its type; a nullable union would have no place for that.
func speaksOfNull(base conj) bool {
	return slices.ContainsFunc(base, func(s source) bool {
		return slices.ContainsFunc([]string{"not", "if", "enum", "const"}, func(word string) bool { return s.get(word) != nil })
	})
}

// branch is one branch of a choice, joined with what stands beside the choice.
type branch struct {
	in   conj
	set  model.JSONTypes
	node *tooldef.Node
}

// branches prepares the branches of a choice; a branch that is null alone makes the union
// nullable. ok is false where a branch can be of several JSON types, so that no Go type fits.
func (l *lowerer) branches(flat, base conj, g group) (out []branch, null, ok bool) {
	var sets []model.JSONTypes
	nulls := 0 // branches that take null
	for _, n := range g.items {
		set := l.accepts(append(slices.Clone(base), l.child(flat[g.index], n)))
		sets = append(sets, set)
		if set&model.JSONNull != 0 {
			nulls++
		}
	}
	null = nulls > 0 && (g.word == "anyOf" || nulls == 1) // of several, oneOf refuses it
	for i, n := range g.items {
		if sets[i] == 0 {
			continue // can never match, and so never decides
		}
		c := l.child(flat[g.index], n)
		in := append(slices.Clone(base), c)
		if sets[i] == model.JSONNull && plainNull(c) {
			continue
		}
		if sets[i]&model.JSONNull != 0 && !l.surelyNull(in) {
			return nil, false, false
		}
		sets[i] &^= model.JSONNull
		if kindOf(sets[i]) == model.Any {
			return nil, false, false
		}
		out = append(out, branch{in: in, set: sets[i], node: n})
	}
	same := map[string]bool{}
	for _, b := range out {
		id := l.expand(b.in).id(l)
		if same[id] {
			return nil, false, false
		}
		same[id] = true
	}
	return out, null, true
}

// surelyNull reports whether a conjunction of which accepts says that null may fit takes it, too.
func (l *lowerer) surelyNull(in conj) bool {
	return !slices.ContainsFunc(l.expand(in), func(s source) bool {
		return slices.ContainsFunc([]string{"not", "if", "anyOf", "oneOf"}, func(word string) bool { return s.get(word) != nil })
	})
}

// worthUnion reports whether branches differ enough for Go types of their own: choices between
// scalars of one type are constraints on that scalar.
func worthUnion(branches []branch) bool {
	if len(branches) < 2 {
		return false
	}
	first := kindOf(branches[0].set)
	if first == model.Struct || first == model.Slice {
		return true
	}
	return slices.ContainsFunc(branches, func(b branch) bool { return kindOf(b.set) != first })
}

// shapeless reports whether nothing beside a choice declares properties or items.
func (l *lowerer) shapeless(flat conj) bool {
	for _, s := range flat {
		if n := s.get("properties"); n != nil && len(n.Members) > 0 {
			return false
		}
		for _, word := range []string{"patternProperties", "prefixItems", "items", "unevaluatedProperties", "unevaluatedItems"} {
			if s.get(word) != nil {
				return false
			}
		}
	}
	return true
}
