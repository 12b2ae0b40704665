package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/tooldef"
)

// maxShadowed is how many branches of one oneOf are held against each other.
const maxShadowed = 64

// warnShadowed warns of a branch of oneOf whose values all fit another branch too, as integers fit number.
// oneOf then refuses them, and the branch says nothing. Where branches merely have values in common, that
// may be meant.
func (l *lowerer) warnShadowed(s source, oneOf *tooldef.Node) {
	if oneOf.Kind != tooldef.Array || len(oneOf.Items) > maxShadowed {
		return
	}
	branches := make([]conj, len(oneOf.Items))
	for i, n := range oneOf.Items {
		branches[i] = l.expand(conj{l.child(s, n)})
	}
	for i, n := range oneOf.Items {
		for j, other := range branches {
			// Of two that are alike, the later one is told.
			if i == j || !l.within(branches[i], other) || i < j && l.within(other, branches[i]) {
				continue
			}
			l.warn(n, "oneOf", fmt.Sprintf("no value is accepted by this branch of oneOf: whatever fits it fits branch %d as well", j+1),
				"write anyOf, or correct one of the two")
			break
		}
	}
}

// within reports whether it is certain that whatever fits one conjunction fits another.
func (l *lowerer) within(in, other conj) bool {
	if l.never(in) || l.never(other) {
		return false // which is told elsewhere, or meant
	}
	for _, o := range other {
		if !slices.ContainsFunc(in, func(s source) bool { return s.id(l) == o.id(l) || l.sameAssertions(s, o) }) && !l.isTypeOf(in, o) {
			return false
		}
	}
	return true
}

// isTypeOf reports whether a schema says nothing but a type, which all values that fit a conjunction have.
func (l *lowerer) isTypeOf(in conj, o source) bool {
	for _, m := range o.node.Members {
		if says(m.Key) && m.Key != "type" {
			return false
		}
	}
	set, declared := typeSet(o.get("type"))
	return declared != nil && l.accepts(in)&^set == 0
}

// sameAssertions reports whether two schemas say the same of values, in the same words.
func (l *lowerer) sameAssertions(a, b source) bool {
	if a.doc != b.doc || a.draft != b.draft || a.scope != b.scope || a.refOnly() || b.refOnly() {
		return false
	}
	n := 0
	for _, m := range a.node.Members {
		if says(m.Key) {
			n++
			if with := b.node.Get(m.Key); with == nil || with.JSON() != m.Value.JSON() {
				return false
			}
		}
	}
	for _, m := range b.node.Members {
		if says(m.Key) {
			n--
		}
	}
	return n == 0
}

// says reports whether a keyword of a schema may say something of values. Those of ours, as x-toolgen, and
// those of Kubernetes do. References are what expand has followed.
func says(key string) bool {
	k, known := keywords[key]
	return known && (k.kind == asserts || k.on != 0 || companions[key] != "") || strings.HasPrefix(key, "x-")
}
