package check

import (
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/gen/lower/schema"
	"github.com/toolgen/toolgen/gen/model"
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
	branches := make([]*shadow, len(oneOf.Items))
	size := 0
	for i, n := range oneOf.Items {
		flat := schema.One(s.Child(n)).Expand()
		if size += len(flat); size*len(branches) > maxShadowSteps {
			return
		}
		branches[i] = c.shadow(flat)
	}
	for i, n := range oneOf.Items {
		for j, other := range branches {
			// Of two equal branches, the later one is reported.
			if i == j || !branches[i].within(other) || i < j && other.within(branches[i]) {
				continue
			}
			c.Warn(n, "oneOf", fmt.Sprintf("this branch of oneOf accepts no value: every value that matches it also matches oneOf/%d", j),
				"write anyOf, or correct one of the two")
			break
		}
	}
}

// shadow is a conjunction prepared for comparison.
type shadow struct {
	never   bool
	accepts model.JSONTypes
	parts   []shadowPart
	said    map[string]bool
}

// shadowPart is a schema of a conjunction. types is set if it has no other constraints.
type shadowPart struct {
	said  string // equal for equal constraints
	types model.JSONTypes
}

func (c *Checker) shadow(flat schema.Conj) *shadow {
	out := &shadow{never: flat.Never(), accepts: flat.Accepts(), said: map[string]bool{}}
	for _, s := range flat {
		part := shadowPart{said: c.constraints(s), types: s.OnlyTypes()}
		out.said[part.said] = true
		out.parts = append(out.parts, part)
	}
	return out
}

// within reports whether all values of one conjunction certainly satisfy another.
func (in *shadow) within(other *shadow) bool {
	if in.never || other.never {
		return false // reported elsewhere, or intended
	}
	return !slices.ContainsFunc(other.parts, func(o shadowPart) bool {
		return !in.said[o.said] && (o.types == 0 || in.accepts&^o.types != 0)
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
