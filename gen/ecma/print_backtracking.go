package ecma

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// backtracking prints for regexp2 with the options ECMAScript and Unicode, which implement the strict syntax of
// the flag u; lenient input is normalized.
type backtracking struct {
	captures bool // a reference needs the groups and their numbers
}

// printBacktracking prints a pattern for regexp2.
func printBacktracking(root node) string {
	d := &backtracking{captures: contains(root, func(n node) bool {
		_, ok := n.(*reference)
		return ok
	})}
	return printNode(d, root).text
}

func (d *backtracking) literal(n literal) piece {
	if surrogateSet.Contains(n.r) {
		return leaf("[]", false)
	}
	text := regexp.QuoteMeta(string(n.r))
	if n.r < ' ' || n.r > '~' {
		text = fmt.Sprintf(`\u{%X}`, n.r)
	}
	return leaf(text, false)
}

func (d *backtracking) class(n class) piece {
	set, negated := n.set, n.negated
	if len(n.props) == 0 {
		set, negated = shorter(n)
		set = evadeSingle(set, negated)
	}
	var b strings.Builder
	b.WriteByte('[')
	if negated {
		b.WriteByte('^')
	}
	for _, r := range set {
		writeRange(&b, r, backtrackingClassRune)
	}
	for _, p := range n.props {
		escape := `\p{`
		if p.negated {
			escape = `\P{`
		}
		b.WriteString(escape + p.name + "}")
	}
	b.WriteByte(']')
	return leaf(b.String(), n.fold)
}

// evadeSingle works around an optimization of the engine for classes that lack a single character. It derives
// the possible first characters of a match from such a class, and if the character is \u{FFFF} or beyond, it
// loses everything above. Adding surrogates is harmless, since no text contains them.
func evadeSingle(set Set, negated bool) Set {
	lacks := set
	if !negated {
		lacks = set.Complement()
	}
	if len(lacks) != 1 || lacks[0].Lo != lacks[0].Hi || lacks[0].Lo < 0xFFFF {
		return set
	}
	lacks = lacks.union(surrogateSet)
	if negated {
		return lacks
	}
	return lacks.Complement()
}

func backtrackingClassRune(r rune) string {
	if isLetter(r) || isDigit(r) || r == '_' {
		return string(r)
	}
	return fmt.Sprintf(`\u{%X}`, r)
}

func (d *backtracking) assertion(n assertion) piece {
	text := [...]string{textStart: "^", textEnd: "$", wordEdge: `\b`, notWordEdge: `\B`}[n.kind]
	if n.lines {
		text = "(?m:" + text + ")"
	}
	edge := leaf(text, n.fold)
	edge.bind = bindRepeat // the dialect does not allow quantified assertions
	return edge
}

func (d *backtracking) group(_ group, body piece) piece {
	if !d.captures {
		return body
	}
	body.text = "(" + body.text + ")"
	body.bind = bindAtom
	return body
}

func (d *backtracking) look(n look, body piece) piece {
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
func (d *backtracking) reference(n *reference) piece {
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

func (d *backtracking) repeat(n repeat, body piece) piece {
	if n.max >= hugeCount {
		n.max = unlimited
	}
	body = body.atLeast(bindAtom)
	body.text += bounds(n.min, n.max)
	if n.lazy {
		body.text += "?"
	}
	body.bind = bindRepeat
	return body
}
