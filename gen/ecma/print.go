package ecma

import (
	"strconv"
	"strings"
	"unicode"
)

// Shared code of the two printers, which differ in leaves, classes and repetitions: parentheses and case
// folding.

// piece is printed text with its properties.
type piece struct {
	text string
	bind binding
	fold folding
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

// folding is the case rule under which a piece was printed.
type folding uint8

const (
	anyCase   folding = iota // has no case
	exactCase                // must not be inside (?i:…)
	foldCase                 // must be inside (?i:…)
)

// dialect prints what the engines write differently.
type dialect interface {
	literal(literal) piece
	class(class) piece
	assertion(assertion) piece
	group(group, piece) piece
	repeat(repeat, piece) piece
	look(look, piece) piece
	reference(*reference) piece
}

// printNode prints n and its descendants.
func printNode(d dialect, n node) piece {
	switch n := n.(type) {
	case literal:
		return d.literal(n)
	case class:
		return d.class(n)
	case assertion:
		return d.assertion(n)
	case *reference:
		return d.reference(n)
	case group:
		return d.group(n, printNode(d, n.body))
	case repeat:
		return d.repeat(n, printNode(d, n.body))
	case look:
		return d.look(n, printNode(d, n.body))
	case sequence:
		parts := make([]piece, len(n))
		for i, part := range n {
			parts[i] = printNode(d, part).atLeast(bindSequence)
		}
		return join(parts, "", bindSequence)
	case choice:
		parts := make([]piece, len(n))
		for i, part := range n {
			parts[i] = printNode(d, part)
		}
		return join(parts, "|", bindChoice)
	}
	panic("ecma: unknown node")
}

// finish returns the text of a whole pattern.
func (p piece) finish() string {
	if p.fold == foldCase {
		return p.folded().text
	}
	return p.text
}

// atLeast groups p unless its precedence is sufficient.
func (p piece) atLeast(b binding) piece {
	if p.bind < b {
		p.text = "(?:" + p.text + ")"
		p.bind = bindAtom
	}
	return p
}

// folded encloses p in (?i:…).
func (p piece) folded() piece {
	p.text = "(?i:" + p.text + ")"
	p.bind = bindAtom
	p.fold = exactCase
	return p
}

// join concatenates parts. If only some ignore case, each run of those gets its own (?i:…).
func join(parts []piece, between string, bind binding) piece {
	out := piece{bind: bind, fold: sharedFolding(parts), need: 1}
	if out.fold == exactCase {
		parts = foldRuns(parts, between, bind)
	}
	texts := make([]string, len(parts))
	for i, part := range parts {
		texts[i] = part.text
		out.size += part.size + 1
		out.need = max(out.need, part.need)
	}
	out.text = strings.Join(texts, between)
	return out
}

// sharedFolding returns a case rule that suits all parts.
func sharedFolding(parts []piece) folding {
	rule := anyCase
	for _, part := range parts {
		switch {
		case part.fold == anyCase:
		case rule == anyCase:
			rule = part.fold
		case rule != part.fold:
			return exactCase
		}
	}
	return rule
}

// foldRuns replaces each run of parts that ignore case by one part in (?i:…). Caseless parts may be inside a
// run but not at its end.
func foldRuns(parts []piece, between string, bind binding) []piece {
	var out []piece
	for i := 0; i < len(parts); i++ {
		if parts[i].fold != foldCase {
			out = append(out, parts[i])
			continue
		}
		end := i + 1
		for j := end; j < len(parts) && parts[j].fold != exactCase; j++ {
			if parts[j].fold == foldCase {
				end = j + 1
			}
		}
		out = append(out, join(parts[i:end], between, bind).folded())
		i = end - 1
	}
	return out
}

// foldingOf returns the case rule of a leaf; one without case fits any.
func foldingOf(cased, fold bool) folding {
	switch {
	case !cased:
		return anyCase
	case fold:
		return foldCase
	}
	return exactCase
}

// hasCase reports whether r has case variants.
func hasCase(r rune) bool { return unicode.SimpleFold(r) != r }

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
