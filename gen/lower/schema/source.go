package schema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/lower/docs"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// Source is a schema as it applies to a value: its position, its draft, and its dynamic scope.
type Source struct {
	R     *Reader
	Doc   *docs.Document
	Node  *tooldef.Node
	Draft int
	Scope *Scope
	// Omit is a keyword that the caller handles: the anyOf or oneOf of a union, or the prefix "unevaluated".
	Omit string
	// OrNull adds null to the accepted values, for "anyOf: [T, null]".
	OrNull bool
	// Followed means that the schemas to which the source refers are in the conjunction already, possibly with
	// a keyword omitted.
	Followed bool
}

// Unevaluated is the prefix of the two unevaluated keywords.
const Unevaluated = "unevaluated"

// ID identifies a source; equal IDs mean equal semantics.
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

// Get returns a keyword's value, nil if absent, omitted or not of this draft.
func (s Source) Get(keyword string) *tooldef.Node {
	if n := s.any(keyword); n != nil && tooldef.InDraft(keyword, s.Draft) {
		return n
	}
	return nil
}

// any is Get for keywords of all drafts: one that has no effect may still mark something as sensitive.
func (s Source) any(keyword string) *tooldef.Node {
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
			return nil // simplified by joined or literals
		}
	case "enum":
		if n == nil {
			return s.literals().enum
		}
	}
	return n
}

// RefOnly reports whether the draft ignores siblings of $ref: up to draft 7 (draft-handrews-json-schema-01,
// section 8.3).
func (s Source) RefOnly() bool {
	return s.Draft < 2019 && s.Node.Get("$ref").Is(tooldef.String)
}

// ByKey returns the members of patternProperties and dependency keywords sorted by key; only the order of
// properties is meaningful.
func ByKey(n *tooldef.Node) []tooldef.Member {
	return slices.SortedStableFunc(slices.Values(n.Entries()), func(a, b tooldef.Member) int { return strings.Compare(a.Key, b.Key) })
}

// Child returns a subschema.
func (s Source) Child(n *tooldef.Node) Source {
	c := Source{R: s.R, Doc: s.Doc, Node: n, Draft: s.Draft, Scope: s.Scope}
	return c.Enter(false)
}

// Conj is a conjunction of schemas.
type Conj []Source

// One is the conjunction of a single schema.
func One(s Source) Conj { return Conj{s} }

// First returns the value of a keyword in the first schema that has it, nil if there is none.
func (flat Conj) First(keyword string) *tooldef.Node {
	for _, s := range flat {
		if n := s.Get(keyword); n != nil {
			return n
		}
	}
	return nil
}

// ID identifies a conjunction.
func (flat Conj) ID() string {
	ids := make([]string, len(flat))
	for i, s := range flat {
		ids[i] = s.ID()
	}
	return strings.Join(ids, " ")
}

// Expand follows $ref and allOf until only schemas with keywords of their own are left.
func (flat Conj) Expand() Conj { return WithKeywords(flat.Reach()) }

// WithKeywords removes schemas without constraints.
func WithKeywords(in Conj) Conj {
	return slices.DeleteFunc(in, func(s Source) bool { return s.Node.Kind == tooldef.Object && !HasOwnKeywords(s) })
}

// Reach returns the schemas reachable by $ref and allOf, including those without constraints.
func (flat Conj) Reach() Conj {
	var out Conj
	seen := map[string]bool{}
	var add func(s Source)
	add = func(s Source) {
		id := s.ID()
		if seen[id] {
			return
		}
		seen[id] = true
		s.R.visit(s)
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

// targets resolves the references of a source.
func (s Source) targets() []Source {
	var out []Source
	for _, word := range []string{"$ref", "$dynamicRef", "$recursiveRef"} {
		n := s.Get(word)
		if !n.Is(tooldef.String) {
			continue
		}
		if t, ok := s.resolve(word, n); ok {
			out = append(out, t)
		}
	}
	return out
}

// HasOwnKeywords reports whether a schema object has constraints of its own.
func HasOwnKeywords(s Source) bool {
	if s.Get("enum") != nil {
		return true
	}
	for _, m := range s.Node.Members {
		if s.any(m.Key) == nil {
			continue
		}
		k, ok := tooldef.Keywords[m.Key]
		if ok && k.Effect == tooldef.Asserts || m.Key == "x-go-type" || m.Key == tooldef.AnnotationWord ||
			s.Draft == 7 && (m.Key == "contentEncoding" || m.Key == "contentMediaType") {
			return true
		}
	}
	return false
}

// Says reports whether a keyword may constrain values, including x-toolgen and Kubernetes rules but not
// references.
func Says(key string) bool {
	k, known := tooldef.Keywords[key]
	return known && (k.Effect == tooldef.Asserts || k.On != 0 || tooldef.Companions[key] != "") || strings.HasPrefix(key, "x-")
}
