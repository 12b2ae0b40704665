package ecma

// node is a node of the syntax tree. The set of implementations is closed.
type node any

// literal is one code point. With the flag i, a code point with case variants is a class.
type literal struct{ r rune }

// class is a character class, a class escape or the dot.
type class struct {
	set     Set        // the listed code points
	props   []property // its Unicode properties
	negated bool       // complemented, after folding
	fold    bool       // the flag i in effect for the properties; the set has all case variants
}

// assertion matches at a boundary of the text, a line or a word.
type assertion struct {
	kind  assertionKind
	lines bool // the flag m: line boundaries
	fold  bool
}

type assertionKind uint8

const (
	textStart assertionKind = iota
	textEnd
	wordEdge
	notWordEdge
)

// sequence is a concatenation; an empty one matches the empty text.
type sequence []node

// choice is an ordered list of alternatives.
type choice []node

// group is a capture group.
type group struct {
	number int // from 1, in order of the opening parentheses
	body   node
}

// repeat matches body between min and max times.
type repeat struct {
	body     node
	min, max int // max is unlimited if there is no upper bound
	lazy     bool
}

// unlimited is the max of a repeat without an upper bound. Counts above hugeCount, which no text reaches, are
// reduced to it.
const (
	unlimited = -1
	hugeCount = 1 << 30
)

// look is a lookahead or lookbehind.
type look struct {
	behind, negated bool
	body            node
}

// reference is a back-reference. Groups may share a name only in different alternatives, so that at most one of
// numbers has matched.
type reference struct {
	numbers []int
	fold    bool
}

// children lists the direct children of n.
func children(n node) []node {
	switch n := n.(type) {
	case sequence:
		return n
	case choice:
		return n
	case group:
		return []node{n.body}
	case repeat:
		return []node{n.body}
	case look:
		return []node{n.body}
	}
	return nil
}

// contains reports whether n or a descendant satisfies is.
func contains(n node, is func(node) bool) bool {
	if is(n) {
		return true
	}
	for _, c := range children(n) {
		if contains(c, is) {
			return true
		}
	}
	return false
}
