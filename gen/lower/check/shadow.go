package check

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/gen/lower/docs"
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
			c.Warn(n, "oneOf", fmt.Sprintf("no value is accepted by this branch of oneOf: whatever fits it fits branch %d as well", j+1),
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
	ids     map[string]bool
	said    map[assertions]bool
}

// shadowPart is a schema of a conjunction. types is set if it has no other constraints.
type shadowPart struct {
	id    string
	said  assertions
	types model.JSONTypes
}

// assertions are the constraints of a schema in comparable form.
type assertions struct {
	doc   *docs.Document
	draft int
	scope *schema.Scope
	words string // "" if the keywords do not matter
}

func (c *Checker) shadow(flat schema.Conj) *shadow {
	out := &shadow{never: flat.Never(), accepts: flat.Accepts(), ids: map[string]bool{}, said: map[assertions]bool{}}
	for _, s := range flat {
		part := shadowPart{id: s.ID(), said: c.assertions(s), types: onlyTypes(s)}
		out.ids[part.id] = true
		if part.said.words != "" {
			out.said[part.said] = true
		}
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
		return !in.ids[o.id] && !in.said[o.said] && (o.types == 0 || in.accepts&^o.types != 0)
	})
}

// onlyTypes returns the types of a schema that has no other constraint, else 0.
func onlyTypes(s schema.Source) model.JSONTypes {
	for _, m := range s.Node.Members {
		if schema.Says(m.Key) && m.Key != "type" {
			return 0
		}
	}
	set, declared := schema.TypeSet(s.Get("type"))
	if declared == nil {
		return 0
	}
	return set
}

// assertions collects the constraints of a schema, independent of keyword order.
func (c *Checker) assertions(s schema.Source) assertions {
	if s.RefOnly() {
		return assertions{}
	}
	var words []string
	for _, m := range s.Node.Members {
		if schema.Says(m.Key) {
			words = append(words, strconv.Quote(m.Key)+strconv.Itoa(c.wording(m.Value)))
		}
	}
	slices.Sort(words)
	return assertions{doc: s.Doc, draft: s.Draft, scope: s.Scope, words: "{" + strings.Join(words, ",")}
}

// wordings numbers values so that equal values have equal numbers.
type wordings struct {
	of  map[*tooldef.Node]int
	all map[string]int
}

// wording returns the number of a JSON value. Each value is visited once, since its container may be compared
// as well.
func (c *Checker) wording(n *tooldef.Node) int {
	w := &c.wordings
	if number, known := w.of[n]; known {
		return number
	}
	if w.of == nil {
		w.of, w.all = map[*tooldef.Node]int{}, map[string]int{}
	}
	var b strings.Builder
	switch n.Kind {
	case tooldef.Object:
		b.WriteByte('{')
		for _, m := range n.Members {
			b.WriteString(strconv.Quote(m.Key) + strconv.Itoa(c.wording(m.Value)) + ",")
		}
	case tooldef.Array:
		b.WriteByte('[')
		for _, item := range n.Items {
			b.WriteString(strconv.Itoa(c.wording(item)) + ",")
		}
	default:
		b.WriteString(n.JSON())
	}
	number, known := w.all[b.String()]
	if !known {
		number = len(w.all)
		w.all[b.String()] = number
	}
	w.of[n] = number
	return number
}
