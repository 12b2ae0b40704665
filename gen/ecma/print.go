package ecma

import (
	"strconv"
	"strings"
)

// Shared code of the two printers, which differ in leaves, classes and repetitions.

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
