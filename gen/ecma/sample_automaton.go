package ecma

import (
	"encoding/binary"
	"slices"
)

// maxInstructions bounds an automaton: counted repetitions are spelt out in it.
const maxInstructions = 2000

// automaton is what a pattern allows, or more: the texts that one of its paths leads through.
type automaton struct {
	code    []instruction
	classes []runeClass
	negated bool // the texts are wanted that no path leads through
}

type instruction struct {
	op      operation
	class   int // of opRune
	to, alt int // where it goes on; alt is the other way of opSplit
}

type operation uint8

const (
	opRune operation = iota
	opAny
	opSplit
	opStart
	opEnd
	opAccept
)

// state is where in an automaton a text may have led to.
type state struct {
	at   []int // instructions, in order
	done bool  // whatever comes, it is accepted
}

func (s *state) appendKey(b []byte) []byte {
	if s.done {
		return append(b, 0)
	}
	b = binary.AppendUvarint(b, uint64(len(s.at))+1)
	for _, at := range s.at {
		b = binary.AppendUvarint(b, uint64(at))
	}
	return b
}

// condition is something that a pattern asks of a text, as a pattern of its own.
type condition struct {
	node    node
	negated bool
}

// conditions lists what a pattern asks for at the same time: the pattern itself without looking
// around, and what each look-around beside its parts asks of the text.
func conditions(root node) []condition {
	row := parts(root)
	rest := make([]node, 0, len(row))
	list := []condition{{}}
	for i, n := range row {
		l, isLook := n.(look)
		if !isLook {
			rest = append(rest, n)
			continue
		}
		before, after := withoutLooks(row[:i]), withoutLooks(row[i+1:])
		switch atStart := len(before) == 0 || len(before) == 1 && before[0] == node(assertion{kind: textStart}); {
		case l.behind && !l.negated:
			list = append(list, condition{node: append(sequence{l.body}, after...)})
		case l.behind:
		case !l.negated:
			list = append(list, condition{node: append(slices.Clip(before), l.body)})
		case atStart && !contains(l.body, beyondAutomaton):
			list = append(list, condition{node: sequence{assertion{kind: textStart}, l.body}, negated: true})
		}
	}
	list[0].node = sequence(rest)
	return list
}

func withoutLooks(row []node) sequence {
	return slices.DeleteFunc(slices.Clone(row), func(n node) bool { _, is := n.(look); return is })
}

// beyondAutomaton reports what an automaton does not follow, and so lets through.
func beyondAutomaton(n node) bool {
	switch n := n.(type) {
	case assertion:
		return n.lines || n.kind == wordEdge || n.kind == notWordEdge
	case look, *reference:
		return true
	}
	return false
}

// newAutomaton makes an automaton that searches for a pattern, false where it would be too large.
// root is the whole, whose groups it may refer to.
func newAutomaton(c condition, root node) (*automaton, bool) {
	b := automatonBuilder{groups: map[int]node{}}
	b.collect(root)
	b.negated = c.negated
	if row := parts(c.node); len(row) == 0 || row[0] != node(assertion{kind: textStart}) {
		b.emit(instruction{op: opSplit, to: 2, alt: 1}) // the pattern may begin anywhere
		b.emit(instruction{op: opAny, to: 0})
	}
	b.compile(c.node, 0)
	b.emit(instruction{op: opAccept})
	return &b.automaton, len(b.code) <= maxInstructions
}

type automatonBuilder struct {
	automaton
	groups map[int]node
}

func (b *automatonBuilder) collect(n node) {
	if g, ok := n.(group); ok {
		b.groups[g.number] = g.body
	}
	for _, c := range children(n) {
		b.collect(c)
	}
}

// emit adds an instruction, unless there are too many already; the caller looks at that in the end.
func (b *automatonBuilder) emit(i instruction) int {
	if len(b.code) <= maxInstructions {
		b.code = append(b.code, i)
	}
	return len(b.code) - 1
}

// maxReferences bounds how deep references are replaced by what they refer to.
const maxReferences = 3

// compile adds the code of a node, which goes on behind it.
func (b *automatonBuilder) compile(n node, references int) {
	if len(b.code) > maxInstructions {
		return
	}
	switch n := n.(type) {
	case literal:
		b.rune(runeClass{literal: n})
	case class:
		b.rune(runeClass{class: &n})
	case assertion:
		switch at := len(b.code) + 1; {
		case n.lines:
		case n.kind == textStart:
			b.emit(instruction{op: opStart, to: at})
		case n.kind == textEnd:
			b.emit(instruction{op: opEnd, to: at})
		}
	case sequence:
		for _, part := range n {
			b.compile(part, references)
		}
	case choice:
		b.choice(len(n), func(i int) { b.compile(n[i], references) })
	case group:
		b.compile(n.body, references)
	case *reference:
		// It matches what its group has matched, or nothing where that has not matched.
		if references < maxReferences {
			b.choice(len(n.numbers)+1, func(i int) {
				if i < len(n.numbers) && b.groups[n.numbers[i]] != nil {
					b.compile(b.groups[n.numbers[i]], references+1)
				}
			})
		}
	case repeat:
		for i := 0; i < n.min && len(b.code) <= maxInstructions; i++ {
			before := len(b.code)
			if b.compile(n.body, references); len(b.code) == before {
				break // of nothing, once is enough
			}
		}
		if n.max == unlimited {
			from := b.emit(instruction{op: opSplit, to: len(b.code) + 1})
			b.compile(n.body, references)
			b.emit(instruction{op: opSplit, to: from, alt: from})
			b.code[from].alt = len(b.code)
			return
		}
		var exits []int
		for i := n.min; i < n.max && len(b.code) <= maxInstructions; i++ {
			exits = append(exits, b.emit(instruction{op: opSplit, to: len(b.code) + 1}))
			b.compile(n.body, references)
		}
		for _, at := range exits {
			b.code[at].alt = len(b.code)
		}
	}
}

// choice adds the code of one of several ways.
func (b *automatonBuilder) choice(n int, compile func(i int)) {
	var ends []int
	for i := range n {
		split := -1
		if i < n-1 {
			split = b.emit(instruction{op: opSplit, to: len(b.code) + 1})
		}
		compile(i)
		if split >= 0 {
			ends = append(ends, b.emit(instruction{op: opSplit}))
			b.code[split].alt = len(b.code)
		}
	}
	for _, at := range ends {
		b.code[at].to, b.code[at].alt = len(b.code), len(b.code)
	}
}

func (b *automatonBuilder) rune(c runeClass) {
	b.classes = append(b.classes, c)
	b.emit(instruction{op: opRune, class: len(b.classes) - 1, to: len(b.code) + 1})
}

// start is the state before the first rune.
func (a *automaton) start(steps *int) state { return a.close([]int{0}, true, steps) }

// step is the state behind a rune.
func (a *automaton) step(s state, r rune, steps *int) state {
	if s.done {
		return s
	}
	var next []int
	for _, at := range s.at {
		if i := &a.code[at]; i.op == opAny || i.op == opRune && a.classes[i.class].has(r) {
			next = append(next, i.to)
		}
	}
	return a.close(next, false, steps)
}

// close adds what is reached without a rune. The end of the text is waited for.
func (a *automaton) close(list []int, atStart bool, steps *int) state {
	reached := make(map[int]bool, len(list))
	var s state
	for len(list) > 0 {
		at := list[len(list)-1]
		list = list[:len(list)-1]
		if *steps--; reached[at] || *steps < 0 {
			continue
		}
		reached[at] = true
		switch i := &a.code[at]; i.op {
		case opSplit:
			list = append(list, i.to, i.alt)
		case opStart:
			if atStart {
				list = append(list, i.to)
			}
		case opAccept:
			return state{done: true}
		default:
			s.at = append(s.at, at)
		}
	}
	slices.Sort(s.at)
	return s
}

// accepts reports whether a text may end in a state.
func (a *automaton) accepts(s state, empty bool, steps *int) bool {
	for {
		if s.done {
			return true
		}
		var next []int
		for _, at := range s.at {
			if i := &a.code[at]; i.op == opEnd {
				next = append(next, i.to)
			}
		}
		if len(next) == 0 {
			return false
		}
		s = a.close(next, empty, steps)
	}
}

// appendView adds which instructions of a state go on with a rune.
func (a *automaton) appendView(b []byte, s *state, r rune, steps *int) []byte {
	*steps -= 1 + len(s.at)
	for n, at := range s.at {
		if i := &a.code[at]; i.op == opAny || i.op == opRune && a.classes[i.class].has(r) {
			b = binary.AppendUvarint(b, uint64(n))
		}
	}
	return b
}
