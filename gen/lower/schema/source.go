package schema

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/lower/docs"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// Source is one schema object (or boolean schema) as it applies to a value: where it stands,
// which draft reads it, and the dynamic scope that led to it.
type Source struct {
	R     *Reader
	Doc   *docs.Document
	Node  *tooldef.Node
	Draft int
	Scope *Scope
	// Omit leaves out one keyword that the caller has taken apart: the anyOf or oneOf of a union,
	// or all that begin with "unevaluated".
	Omit string
	// OrNull adds null to what the source accepts: it came from "anyOf: [T, null]".
	OrNull bool
	// Followed says that what the source refers to, and its allOf, stand in the conjunction by
	// themselves, one of them perhaps with a keyword left out.
	Followed bool
}

// Unevaluated is what the two unevaluated keywords begin with.
const Unevaluated = "unevaluated"

// ID identifies a source; equal ids mean equal meaning.
func (s Source) ID() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d", s.R.ID(s.Node))
	if s.Omit != "" {
		b.WriteString("-" + s.Omit)
	}
	if s.OrNull {
		b.WriteString("+null")
	}
	if s.Followed {
		b.WriteString("+followed")
	}
	if s.Scope != nil {
		b.WriteString("@" + s.Scope.key)
	}
	return b.String()
}

// Get reads a keyword of the source, nil where it is absent, left out or not of this draft.
func (s Source) Get(keyword string) *tooldef.Node {
	if s.Node.Kind != tooldef.Object || keyword == s.Omit || s.Omit == Unevaluated && strings.HasPrefix(keyword, Unevaluated) {
		return nil
	}
	if keyword != "$ref" && s.RefOnly() || s.Doc.Ignored[keyword] {
		return nil
	}
	n := s.Node.Get(keyword)
	switch keyword {
	case "anyOf", "oneOf":
		if n != nil && (onlyBranch(s.Node, keyword) != nil || s.literals().word == keyword) {
			return nil // no choice, but what joined and enum have
		}
	case "enum":
		if n == nil {
			return s.literals().enum
		}
	}
	return n
}

// RefOnly reports whether the draft ignores everything beside $ref: JSON Schema up to draft 7
// (draft-handrews-json-schema-01, section 8.3).
func (s Source) RefOnly() bool {
	return s.Draft < 2019 && s.Node.Get("$ref") != nil && s.Node.Get("$ref").Kind == tooldef.String
}

// ByKey lists the members of patternProperties and the dependency keywords in the order of their keys,
// which means nothing: only that of properties is what a struct follows.
func ByKey(n *tooldef.Node) []tooldef.Member {
	return slices.SortedStableFunc(slices.Values(n.Members), func(a, b tooldef.Member) int { return strings.Compare(a.Key, b.Key) })
}

// Child is the subschema at a node inside the source.
func (s Source) Child(n *tooldef.Node) Source {
	c := Source{R: s.R, Doc: s.Doc, Node: n, Draft: s.Draft, Scope: s.Scope}
	return c.Enter(false)
}

// Conj is a conjunction of schemas: what one value must satisfy all together.
type Conj []Source

// One is the conjunction of a single schema.
func One(s Source) Conj { return Conj{s} }

// ID identifies a conjunction.
func (flat Conj) ID() string {
	ids := make([]string, len(flat))
	for i, s := range flat {
		ids[i] = s.ID()
	}
	return strings.Join(ids, " ")
}

// Expand follows $ref and allOf until only schema objects with keywords of their own are left.
// A loop of references adds nothing the second time around, and so ends; it is an error.
func (flat Conj) Expand() Conj { return WithKeywords(flat.Reach()) }

// WithKeywords leaves out the schemas that only annotate.
func WithKeywords(in Conj) Conj {
	return slices.DeleteFunc(in, func(s Source) bool { return s.Node.Kind == tooldef.Object && !HasOwnKeywords(s) })
}

// Reach lists the schemas that $ref and allOf lead to, those that only annotate among them.
func (flat Conj) Reach() Conj {
	var out Conj
	seen := map[string]bool{}
	var open []Source // what leads to the source at hand
	var add func(s Source)
	add = func(s Source) {
		id := s.ID()
		if seen[id] {
			s.R.refuseLoop(open, id)
			return
		}
		seen[id] = true
		s.R.visit(s)
		open = append(open, s)
		defer func() { open = open[:len(open)-1] }()
		if s.Node.Kind == tooldef.Bool {
			if !s.Node.Bool {
				out = append(out, s)
			}
			return
		}
		if s.Node.Kind != tooldef.Object {
			return
		}
		out = append(out, s)
		if s.Followed {
			return
		}
		for _, target := range s.targets() {
			target.OrNull = s.OrNull
			add(target)
		}
		for _, c := range s.joined() {
			c.OrNull = s.OrNull
			add(c)
		}
	}
	for _, s := range flat {
		add(s)
	}
	return out
}

// refuseLoop reports schemas that refer to themselves without a value in between: open leads to a
// source, and if that is among them what they say has no meaning.
func (r *Reader) refuseLoop(open []Source, id string) {
	from := slices.IndexFunc(open, func(s Source) bool { return s.ID() == id })
	if from < 0 {
		return
	}
	first := open[from].Node // the same one wherever the loop was entered
	for _, s := range open[from:] {
		if a, b := s.Node.Pos, first.Pos; s.Doc == open[from].Doc && cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column)) < 0 {
			first = s.Node
		}
	}
	keyword := "allOf"
	for _, word := range leads {
		if first.Get(word) != nil {
			keyword = word
			break
		}
	}
	r.Fail(first, keyword, EndlessProblem, EndlessFix)
}

// targets resolves the references of a source.
func (s Source) targets() []Source {
	var out []Source
	for _, word := range []string{"$ref", "$dynamicRef", "$recursiveRef"} {
		n := s.Get(word)
		if n == nil || n.Kind != tooldef.String || !refInDraft(word, s.Draft) {
			continue
		}
		if t, ok := s.resolve(word, n); ok {
			out = append(out, t)
		}
	}
	return out
}

func refInDraft(word string, draft int) bool {
	switch word {
	case "$dynamicRef":
		return draft >= 2020
	case "$recursiveRef":
		return draft == 2019
	default:
		return true
	}
}

// HasOwnKeywords reports whether a schema object says anything about values by itself.
func HasOwnKeywords(s Source) bool {
	if s.Get("enum") != nil {
		return true
	}
	for _, m := range s.Node.Members {
		if s.Get(m.Key) == nil {
			continue
		}
		k, ok := docs.Keywords[m.Key]
		if ok && k.Kind == docs.Asserts || m.Key == "x-go-type" || m.Key == docs.AnnotationWord || s.Draft == 7 && (m.Key == "contentEncoding" || m.Key == "contentMediaType") {
			return true
		}
	}
	return false
}

// Says reports whether a keyword of a schema may say something of values. Those of ours, as x-toolgen, and
// those of Kubernetes do. References are what expand has followed.
func Says(key string) bool {
	k, known := docs.Keywords[key]
	return known && (k.Kind == docs.Asserts || k.On != 0 || docs.Companions[key] != "") || strings.HasPrefix(key, "x-")
}

// What is said of schemas that lead back to themselves without a value in between.
const (
	EndlessProblem = "the schema applies itself to the same value, without end"
	EndlessFix     = "let it refer to itself below properties or items only (JSON Schema 2020-12 core, section 9.4.1)"
)
