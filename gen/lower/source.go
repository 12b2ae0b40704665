package lower

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// source is one schema object (or boolean schema) as it applies to a value: where it stands,
// which draft reads it, and the dynamic scope that led to it.
type source struct {
	doc   *document
	node  *tooldef.Node
	draft int
	scope *scope
	// omit leaves out one keyword that the caller has taken apart: the anyOf or oneOf of a union,
	// or all that begin with "unevaluated".
	omit string
	// orNull adds null to what the source accepts: it came from "anyOf: [T, null]".
	orNull bool
	// followed says that what the source refers to, and its allOf, stand in the conjunction by
	// themselves, one of them perhaps with a keyword left out.
	followed bool
}

// unevaluated is what the two unevaluated keywords begin with.
const unevaluated = "unevaluated"

// id identifies a source; equal ids mean equal meaning.
func (s source) id(l *lowerer) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d", l.nodeID(s.node))
	if s.omit != "" {
		b.WriteString("-" + s.omit)
	}
	if s.orNull {
		b.WriteString("+null")
	}
	if s.followed {
		b.WriteString("+followed")
	}
	if s.scope != nil {
		b.WriteString("@" + s.scope.key)
	}
	return b.String()
}

// nodeID numbers nodes in the order of first use.
func (l *lowerer) nodeID(n *tooldef.Node) int {
	id, ok := l.nodeIDs[n]
	if !ok {
		id = len(l.nodeIDs) + 1
		l.nodeIDs[n] = id
	}
	return id
}

// get reads a keyword of the source, nil where it is absent, left out or not of this draft.
func (s source) get(keyword string) *tooldef.Node {
	if s.node.Kind != tooldef.Object || keyword == s.omit || s.omit == unevaluated && strings.HasPrefix(keyword, unevaluated) {
		return nil
	}
	if keyword != "$ref" && s.refOnly() || s.doc.ignored[keyword] {
		return nil
	}
	n := s.node.Get(keyword)
	switch keyword {
	case "anyOf", "oneOf":
		if n != nil && (onlyBranch(s.node, keyword) != nil || s.literals().word == keyword) {
			return nil // no choice, but what joined and enum have
		}
	case "enum":
		if n == nil {
			return s.literals().enum
		}
	}
	return n
}

// refOnly reports whether the draft ignores everything beside $ref: JSON Schema up to draft 7
// (draft-handrews-json-schema-01, section 8.3).
func (s source) refOnly() bool {
	return s.draft < 2019 && s.node.Get("$ref") != nil && s.node.Get("$ref").Kind == tooldef.String
}

// byKey lists the members of patternProperties and the dependency keywords in the order of their keys,
// which means nothing: only that of properties is what a struct follows.
func byKey(n *tooldef.Node) []tooldef.Member {
	return slices.SortedStableFunc(slices.Values(n.Members), func(a, b tooldef.Member) int { return strings.Compare(a.Key, b.Key) })
}

// child is the subschema at a node inside the source.
func (l *lowerer) child(s source, n *tooldef.Node) source {
	c := source{doc: s.doc, node: n, draft: s.draft, scope: s.scope}
	return l.enter(c, false)
}

// conj is a conjunction of schemas: what one value must satisfy all together.
type conj []source

// id identifies a conjunction.
func (c conj) id(l *lowerer) string {
	ids := make([]string, len(c))
	for i, s := range c {
		ids[i] = s.id(l)
	}
	return strings.Join(ids, " ")
}

// expand follows $ref and allOf until only schema objects with keywords of their own are left.
// A loop of references adds nothing the second time around, and so ends; it is an error.
func (l *lowerer) expand(in conj) conj { return withKeywords(l.reach(in)) }

// withKeywords leaves out the schemas that only annotate.
func withKeywords(in conj) conj {
	return slices.DeleteFunc(in, func(s source) bool { return s.node.Kind == tooldef.Object && !hasOwnKeywords(s) })
}

// reach lists the schemas that $ref and allOf lead to, those that only annotate among them.
func (l *lowerer) reach(in conj) conj {
	var out conj
	seen := map[string]bool{}
	var open []source // what leads to the source at hand
	var add func(s source)
	add = func(s source) {
		id := s.id(l)
		if seen[id] {
			l.refuseLoop(open, id)
			return
		}
		seen[id] = true
		l.checkKeywords(s) // of each schema, since many that say nothing come to one type
		open = append(open, s)
		defer func() { open = open[:len(open)-1] }()
		if s.node.Kind == tooldef.Bool {
			if !s.node.Bool {
				out = append(out, s)
			}
			return
		}
		if s.node.Kind != tooldef.Object {
			return
		}
		out = append(out, s)
		if s.followed {
			return
		}
		for _, target := range l.targets(s) {
			target.orNull = s.orNull
			add(target)
		}
		for _, c := range l.joined(s) {
			c.orNull = s.orNull
			add(c)
		}
	}
	for _, s := range in {
		add(s)
	}
	return out
}

// refuseLoop reports schemas that refer to themselves without a value in between: open leads to a
// source, and if that is among them what they say has no meaning.
func (l *lowerer) refuseLoop(open []source, id string) {
	from := slices.IndexFunc(open, func(s source) bool { return s.id(l) == id })
	if from < 0 {
		return
	}
	first := open[from].node // the same one wherever the loop was entered
	for _, s := range open[from:] {
		if a, b := s.node.Pos, first.Pos; s.doc == open[from].doc && cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column)) < 0 {
			first = s.node
		}
	}
	keyword := "allOf"
	for _, word := range leads {
		if first.Get(word) != nil {
			keyword = word
			break
		}
	}
	l.fail(first, keyword, endlessProblem, endlessFix)
}

// targets resolves the references of a source.
func (l *lowerer) targets(s source) []source {
	var out []source
	for _, word := range []string{"$ref", "$dynamicRef", "$recursiveRef"} {
		n := s.get(word)
		if n == nil || n.Kind != tooldef.String || !refInDraft(word, s.draft) {
			continue
		}
		if t, ok := l.resolve(s, word, n); ok {
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

// hasOwnKeywords reports whether a schema object says anything about values by itself.
func hasOwnKeywords(s source) bool {
	if s.get("enum") != nil {
		return true
	}
	for _, m := range s.node.Members {
		if s.get(m.Key) == nil {
			continue
		}
		k, ok := keywords[m.Key]
		if ok && k.kind == asserts || m.Key == "x-go-type" || m.Key == annotationWord || s.draft == 7 && (m.Key == "contentEncoding" || m.Key == "contentMediaType") {
			return true
		}
	}
	return false
}

// fail records an error diagnostic for the tool that is being lowered.
func (l *lowerer) fail(n *tooldef.Node, keyword, problem, fix string) {
	d := at(n, keyword, problem, fix)
	d.Tool = l.tool
	l.report(d)
}

// warn records a warning for the tool that is being lowered.
func (l *lowerer) warn(n *tooldef.Node, keyword, problem, fix string) {
	if l.broken {
		return
	}
	d := at(n, keyword, problem, fix)
	d.Severity = model.Warning
	d.Tool = l.tool
	l.report(d)
}

// report keeps a diagnostic once: shared definitions are visited more than once.
func (l *lowerer) report(d model.Diagnostic) {
	if l.told == nil {
		l.told = map[model.Diagnostic]bool{}
	}
	if !l.told[d] {
		l.told[d] = true
		l.diags = append(l.diags, d)
	}
}
