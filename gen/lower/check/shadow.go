package check

import (
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/gen/lower/schema"
	"github.com/toolgen/toolgen/gen/tooldef"
)

const (
	// maxShadowed is the maximum number of branches of a oneOf that are compared.
	maxShadowed = 64
	// maxShadowSteps bounds the number of schemas in all branches, each of which is searched in every branch.
	maxShadowSteps = 200_000
)

// warnShadowed warns about a branch of oneOf that another branch includes, as number includes integer: oneOf
// then rejects its values. A partial overlap may be intended.
func (c *Checker) warnShadowed(s schema.Source, oneOf *tooldef.Node) {
	if oneOf.Kind != tooldef.Array || len(oneOf.Items) > maxShadowed {
		return
	}
	branches := make([]schema.Conj, len(oneOf.Items))
	size := 0
	for i, n := range oneOf.Items {
		branches[i] = schema.One(s.Child(n)).Expand()
		if size += len(branches[i]); size*len(branches) > maxShadowSteps {
			return
		}
	}
	for i, n := range oneOf.Items {
		for j, other := range branches {
			// Of two equal branches, the later one is reported.
			if i == j || !c.within(branches[i], other) || i < j && c.within(other, branches[i]) {
				continue
			}
			c.Warn(n, "oneOf", fmt.Sprintf("this branch of oneOf accepts no value: every value that matches it also matches oneOf/%d", j),
				"write anyOf, or correct one of the two")
			break
		}
	}
}

// within reports whether all values of one conjunction certainly satisfy another. It is false for schemas that accept nothing,
// which are reported elsewhere, or intended.
func (c *Checker) within(in, other schema.Conj) bool {
	if in.Never() || other.Never() {
		return false
	}
	said, accepts := map[string]bool{}, in.Accepts()
	for _, s := range in {
		said[c.constraints(s)] = true
	}
	return !slices.ContainsFunc(other, func(s schema.Source) bool {
		types := s.OnlyTypes()
		return !said[c.constraints(s)] && (types == 0 || accepts&^types != 0)
	})
}

// constraints returns the constraints of a schema in comparable form.
func (c *Checker) constraints(s schema.Source) string {
	if s.RefOnly() {
		return s.ID()
	}
	words, known := c.wordings[s.Node]
	if !known {
		said := tooldef.Node{Kind: tooldef.Object}
		for _, m := range s.Node.Members {
			if schema.Says(m.Key) {
				said.Members = append(said.Members, m)
			}
		}
		words = said.CanonicalJSON()
		c.wordings[s.Node] = words
	}
	return fmt.Sprintf("%p %d %p %s", s.Doc, s.Draft, s.Scope, words)
}
