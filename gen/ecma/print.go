package ecma

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// maxRE2Size bounds the program after counted repetitions are expanded. In the worst case, package regexp
// visits the whole program for each character.
const maxRE2Size = 10_000

// maxRE2Count is the maximum count of package regexp, as the product of nested counts.
const maxRE2Count = 1000

// printer prints a pattern for package regexp or, with backtracking, for regexp2 with the options ECMAScript and
// Unicode, which implement the strict syntax of the flag u. Lenient input is normalized for both.
type printer struct {
	backtracking bool
	// captures: a reference needs the groups and their numbers. Otherwise groups do not capture.
	captures bool
	unable   bool // package regexp cannot express the pattern
}

// printRE2 prints a pattern for package regexp, if that engine can express it. Lazy repetitions become greedy, since only
// the verdict matters.
func printRE2(root node) (string, bool) {
	d := &printer{}
	p := d.node(root)
	return p.text, !d.unable && p.size <= maxRE2Size
}

// printBacktracking prints a pattern for regexp2.
func printBacktracking(root node) string {
	d := &printer{backtracking: true, captures: contains(root, func(n node) bool {
		_, ok := n.(*reference)
		return ok
	})}
	return d.node(root).text
}

// piece is printed text with its properties.
type piece struct {
	text string
	bind binding
	size int // approximate number of RE2 instructions
	need int // the largest product of nested counts in RE2
}

// binding is the precedence of a piece.
type binding uint8

const (
	bindChoice binding = iota
	bindSequence
	bindRepeat
	bindAtom
)

// node prints n and its descendants.
func (d *printer) node(n node) piece {
	switch n := n.(type) {
	case literal:
		if surrogateSet.Contains(n.r) {
			return d.class(class{})
		}
		return leaf(d.rune(n.r), false)
	case class:
		return d.class(n)
	case assertion:
		return d.assertion(n)
	case *reference:
		return d.reference(n)
	case group:
		body := d.node(n.body)
		if d.captures {
			body.text, body.bind = "("+body.text+")", bindAtom
		}
		return body
	case repeat:
		return d.repeat(n, d.node(n.body))
	case look:
		return d.look(n, d.node(n.body))
	case sequence:
		parts := make([]piece, len(n))
		for i, part := range n {
			parts[i] = d.node(part).atLeast(bindSequence)
		}
		return join(parts, "", bindSequence)
	case choice:
		parts := make([]piece, len(n))
		for i, part := range n {
			parts[i] = d.node(part)
		}
		return join(parts, "|", bindChoice)
	}
	panic("ecma: unknown node")
}

// atLeast groups p unless its precedence is sufficient.
func (p piece) atLeast(b binding) piece {
	if p.bind < b {
		p.text = "(?:" + p.text + ")"
		p.bind = bindAtom
	}
	return p
}

// join concatenates parts.
func join(parts []piece, between string, bind binding) piece {
	out := piece{bind: bind, need: 1}
	texts := make([]string, len(parts))
	for i, part := range parts {
		texts[i] = part.text
		out.size += part.size + 1
		out.need = max(out.need, part.need)
	}
	out.text = strings.Join(texts, between)
	return out
}

// leaf returns the piece of a single instruction, which ignores case if fold is set.
func leaf(text string, fold bool) piece {
	if fold {
		text = "(?i:" + text + ")"
	}
	return piece{text: text, bind: bindAtom, size: 1, need: 1}
}

// rune prints a code point, in hexadecimal beyond ASCII, so that generated code contains no invisible characters.
func (d *printer) rune(r rune) string {
	switch {
	case r >= ' ' && r <= '~':
		return regexp.QuoteMeta(string(r))
	case d.backtracking:
		return fmt.Sprintf(`\u{%X}`, r)
	}
	return fmt.Sprintf(`\x{%X}`, r)
}

// classRune prints a code point in a class.
func (d *printer) classRune(r rune) string {
	switch {
	case strings.ContainsRune(`\]^-[`, r):
		return `\` + string(r)
	case r >= ' ' && r <= '~':
		return string(r)
	}
	return d.rune(r)
}

func (d *printer) class(n class) piece {
	if len(n.props) == 0 {
		// The class or its complement, whichever has fewer ranges.
		if c := n.set.Complement(); len(c) < len(n.set) || n.set.full() {
			n.set, n.negated = c, !n.negated
		}
		switch {
		case d.backtracking:
			n.set = evadeSingle(n.set, n.negated)
		case len(n.set) == 0 && n.negated:
			return leaf("(?s:.)", false)
		case len(n.set) == 0: // never matches
			n.set, n.negated = anySet, true
		}
	}
	var b strings.Builder
	for _, r := range n.set {
		b.WriteString(d.classRune(r.Lo))
		if r.Hi > r.Lo+1 {
			b.WriteByte('-')
		}
		if r.Hi > r.Lo {
			b.WriteString(d.classRune(r.Hi))
		}
	}
	for _, p := range n.props {
		name := p.name
		if !d.backtracking {
			name = p.re2
			// With the flag i, ECMA-262 complements before folding, package regexp after.
			d.unable = d.unable || name == "" || p.negated && n.fold
		}
		escape := `\p{`
		if p.negated {
			escape = `\P{`
		}
		b.WriteString(escape + name + "}")
	}
	switch {
	case n.negated:
		return leaf("[^"+b.String()+"]", n.fold)
	case len(n.props) == 1 && len(n.set) == 0:
		return leaf(b.String(), n.fold)
	}
	return leaf("["+b.String()+"]", n.fold)
}

// evadeSingle works around an optimization of regexp2 for classes that lack a single character. It derives the
// possible first characters of a match from such a class, and if the character is \u{FFFF} or beyond, it loses
// everything above. Adding surrogates is harmless, since no text contains them.
func evadeSingle(set Set, negated bool) Set {
	lacks := set
	if !negated {
		lacks = set.Complement()
	}
	if !lacks.single() || lacks[0].Lo < 0xFFFF {
		return set
	}
	lacks = lacks.union(surrogateSet)
	if negated {
		return lacks
	}
	return lacks.Complement()
}

func (d *printer) assertion(n assertion) piece {
	// The only line boundary of package regexp is \n, and its word boundaries know ASCII letters only.
	d.unable = d.unable || n.lines || n.fold
	text := [...]string{textStart: "^", textEnd: "$", wordEdge: `\b`, notWordEdge: `\B`}[n.kind]
	if n.lines {
		text = "(?m:" + text + ")"
	}
	edge := leaf(text, n.fold)
	edge.bind = bindRepeat // regexp2 does not allow quantified assertions
	return edge
}

func (d *printer) look(n look, body piece) piece {
	d.unable = true
	open := "(?"
	if n.behind {
		open += "<"
	}
	if n.negated {
		open += "!"
	} else {
		open += "="
	}
	body.text = open + body.text + ")"
	body.bind = bindRepeat
	return body
}

// reference prints one reference per group: of groups that share a name at most one has matched, and a
// reference to an unmatched group matches the empty text.
func (d *printer) reference(n *reference) piece {
	d.unable = true
	var b strings.Builder
	for _, number := range n.numbers {
		b.WriteString(`(?:\` + strconv.Itoa(number) + ")")
	}
	p := leaf(b.String(), n.fold)
	if len(n.numbers) > 1 && !n.fold {
		p.bind = bindSequence
	}
	return p
}

func (d *printer) repeat(n repeat, body piece) piece {
	low, high := n.min, n.max
	if high >= hugeCount {
		high = unlimited
	}
	if d.backtracking {
		body = body.atLeast(bindAtom)
		body.text += bounds(low, high)
		if n.lazy {
			body.text += "?"
		}
		body.bind = bindRepeat
		return body
	}
	if body.size == 0 {
		return body // empty in any case; the engine would expand it
	}
	count := max(low, high, 1)
	if d.unable || body.size > maxRE2Size/count { // the product might overflow an int
		d.unable = true
		return leaf("", false)
	}
	out := piece{bind: bindRepeat, size: body.size*count + 1, need: body.need}
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

// inChunks repeats unit low to high times with counts of at most chunk, the limit of package regexp.
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

// bounds formats a quantifier.
func bounds(low, high int) string {
	switch {
	case low == 0 && high == 1:
		return "?"
	case low == 0 && high == unlimited:
		return "*"
	case low == 1 && high == unlimited:
		return "+"
	case high == unlimited:
		return "{" + strconv.Itoa(low) + ",}"
	case low == high:
		return "{" + strconv.Itoa(low) + "}"
	}
	return "{" + strconv.Itoa(low) + "," + strconv.Itoa(high) + "}"
}
