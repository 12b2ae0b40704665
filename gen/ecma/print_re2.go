package ecma

import (
	"fmt"
	"regexp"
	"strings"
)

// maxRE2Size bounds the program after counted repetitions are expanded. In the worst case, package regexp
// visits the whole program for each character.
const maxRE2Size = 10_000

// maxRE2Count is the maximum count of package regexp, as the product of nested counts.
const maxRE2Count = 1000

// re2 prints for package regexp. Capture groups become non-capturing, since nothing refers to them, and lazy
// repetitions greedy, since only the verdict matters.
type re2 struct {
	unable bool // the pattern cannot be expressed
}

// printRE2 prints a pattern for package regexp, if that engine can express it.
func printRE2(root node) (string, bool) {
	d := &re2{}
	p := printNode(d, root)
	return p.text, !d.unable && p.size <= maxRE2Size
}

// nothing is an empty class, which never matches.
const nothing = `[^\x00-\x{10FFFF}]`

func (d *re2) literal(n literal) piece {
	if surrogateSet.Contains(n.r) {
		return leaf(nothing, false)
	}
	return leaf(re2Rune(n.r), false)
}

func (d *re2) class(n class) piece {
	for _, p := range n.props {
		// With the flag i, ECMA-262 complements before folding, the engine after.
		if p.re2 == "" || p.negated && n.fold {
			d.unable = true
		}
	}
	if len(n.props) == 0 {
		set, negated := shorter(n)
		switch {
		case len(set) == 0 && negated:
			return leaf("(?s:.)", false)
		case len(set) == 0:
			return leaf(nothing, false)
		}
		return leaf(brackets(set, nil, negated), false)
	}
	return leaf(brackets(n.set, n.props, n.negated), n.fold)
}

// shorter returns the class or its complement, whichever has fewer ranges.
func shorter(n class) (set Set, negated bool) {
	if c := n.set.Complement(); len(c) < len(n.set) || n.set.full() {
		return c, !n.negated
	}
	return n.set, n.negated
}

// brackets formats a class for package regexp.
func brackets(set Set, props []property, negated bool) string {
	if len(props) == 1 && len(set) == 0 && !negated {
		return re2Property(props[0])
	}
	var b strings.Builder
	b.WriteByte('[')
	if negated {
		b.WriteByte('^')
	}
	for _, r := range set {
		writeRange(&b, r, re2ClassRune)
	}
	for _, p := range props {
		b.WriteString(re2Property(p))
	}
	b.WriteByte(']')
	return b.String()
}

// writeRange formats one range of a class.
func writeRange(b *strings.Builder, r Range, escape func(rune) string) {
	b.WriteString(escape(r.Lo))
	if r.Hi > r.Lo {
		if r.Hi > r.Lo+1 {
			b.WriteByte('-')
		}
		b.WriteString(escape(r.Hi))
	}
}

func re2Property(p property) string {
	if p.negated {
		return `\P{` + p.re2 + `}`
	}
	return `\p{` + p.re2 + `}`
}

// re2Rune formats a literal, in hexadecimal beyond ASCII, so that generated code contains no invisible
// characters.
func re2Rune(r rune) string {
	if r < ' ' || r > '~' {
		return fmt.Sprintf(`\x{%X}`, r)
	}
	return regexp.QuoteMeta(string(r))
}

func re2ClassRune(r rune) string {
	if strings.ContainsRune(`\]^-[`, r) {
		return `\` + string(r)
	}
	if r < ' ' || r > '~' {
		return fmt.Sprintf(`\x{%X}`, r)
	}
	return string(r)
}

func (d *re2) assertion(n assertion) piece {
	// The engine's only line boundary is \n, and its word boundaries know ASCII letters only.
	if n.lines || n.fold && (n.kind == wordEdge || n.kind == notWordEdge) {
		d.unable = true
	}
	return leaf([...]string{textStart: "^", textEnd: "$", wordEdge: `\b`, notWordEdge: `\B`}[n.kind], false)
}

func (d *re2) group(_ group, body piece) piece { return body }

func (d *re2) look(look, piece) piece {
	d.unable = true
	return leaf("", false)
}

func (d *re2) reference(*reference) piece {
	d.unable = true
	return leaf("", false)
}

// repeat splits counts beyond the engine's limit into consecutive repetitions.
func (d *re2) repeat(n repeat, body piece) piece {
	if body.size == 0 {
		return body // empty in any case; the engine would expand it
	}
	low, high := n.min, n.max
	if high >= hugeCount {
		high = unlimited
	}
	count := max(low, high, 1)
	if d.unable || body.size > maxRE2Size/count { // the product might overflow an int
		d.unable = true
		return leaf("", false)
	}
	out := piece{bind: bindRepeat, size: body.size*count + 1, need: body.need}
	if out.size > maxRE2Size {
		d.unable = true
		return out
	}
	unit := body.atLeast(bindAtom).text
	if chunk := maxRE2Count / body.need; count > chunk {
		out.bind = bindSequence
		out.text = inChunks(unit, low, high, max(chunk, 1))
		out.need = maxRE2Count
		return out
	}
	out.text = unit + bounds(low, high)
	if low > 1 || high > 1 {
		out.need = count * body.need
	}
	return out
}

// inChunks repeats unit low to high times with counts of at most chunk.
func inChunks(unit string, low, high, chunk int) string {
	var b strings.Builder
	write := func(low, high int) {
		b.WriteString(unit)
		if high != 1 || low != 1 {
			b.WriteString(bounds(low, high))
		}
	}
	for rest := low; rest > 0; rest -= chunk {
		write(min(rest, chunk), min(rest, chunk))
	}
	if high == unlimited {
		write(0, unlimited)
		return b.String()
	}
	for rest := high - low; rest > 0; rest -= chunk {
		write(0, min(rest, chunk))
	}
	return b.String()
}
