package ecma

// node is a part of a parsed pattern. The set of implementations is closed.
type node interface{ node() }

// literal is one code point. fold is the flag i at its place, as in the nodes below.
type literal struct {
	r    rune
	fold bool
}

// class is a character class, a class escape or the dot.
type class struct {
	set     Set        // the code points that are written out
	props   []property // the properties of Unicode among its members
	negated bool       // it is everything but these; folding comes before negating
	fold    bool
	one     bool // inside the parser: a member that was written as one code point
}

// assertion is an edge of the text, of a line or of a word.
type assertion struct {
	kind  assertionKind
	lines bool // the flag m: edges of lines
	fold  bool
}

type assertionKind uint8

const (
	textStart assertionKind = iota
	textEnd
	wordEdge
	notWordEdge
)

// sequence is its parts one after the other; without parts it is the empty text.
type sequence []node

// choice is one of its alternatives, the earlier ones preferred.
type choice []node

// group is a capture group.
type group struct {
	number int // from 1, in order of the opening parenthesis
	body   node
}

// repeat is body min to max times.
type repeat struct {
	body     node
	min, max int // max is unlimited where no bound was written
	lazy     bool
}

// unlimited is the max of a repeat that has none. Counts beyond hugeCount, which no text
// reaches, are cut to it.
const (
	unlimited = -1
	hugeCount = 1 << 30
)

// look is a look-ahead or look-behind.
type look struct {
	behind, negated bool
	body            node
}

// reference matches again what a group matched. Several groups share a name only in
// different alternatives, so that at most one of numbers has a match.
type reference struct {
	numbers []int
	fold    bool
}

func (literal) node()    {}
func (class) node()      {}
func (assertion) node()  {}
func (sequence) node()   {}
func (choice) node()     {}
func (group) node()      {}
func (repeat) node()     {}
func (look) node()       {}
func (*reference) node() {}

// children lists the nodes directly inside n.
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

// contains reports whether n or a node inside it satisfies is.
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
