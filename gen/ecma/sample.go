package ecma

import (
	"encoding/binary"
	"slices"
	"unicode"
)

// Bounds of the search for a sample.
const (
	maxSampleLength = 300   // runes of a text
	maxSampleNodes  = 20000 // ways to begin a text that are kept
	maxSampleTries  = 500   // texts that are held against the patterns
)

// Wanted is what a sample has to be.
type Wanted struct {
	Patterns    []string // each of them, in ECMA-262, matches
	Least, Most int      // the length in runes
	Accept      func(text string) bool
	Steps       *int // what the search may still do; it counts down
}

// Sample makes a text that all patterns match, the shortest that is found. It is false where there is
// none, where the patterns have what it cannot follow, and where the search takes too long: how much
// it may do is counted and not timed, so that the answer is always the same.
//
// The search runs the patterns side by side, as automata that are made as they are needed. Those may
// allow more than their pattern does, so that each text is held against the patterns themselves.
func Sample(w Wanted) (text string, ok bool) {
	s := sampler{Wanted: w, seen: map[string]bool{}, inexact: w.Accept != nil}
	s.Most = min(s.Most, maxSampleLength)
	for _, source := range w.Patterns {
		if len(source) > maxSource {
			return "", false
		}
		p, err := parse(source)
		if err != nil || contains(p.root, beyondMatching) {
			return "", false
		}
		s.patterns = append(s.patterns, p)
		s.inexact = s.inexact || contains(p.root, beyondAutomaton)
		for _, part := range conditions(p.root) {
			a, ok := newAutomaton(part, p.root)
			if !ok {
				return "", false
			}
			s.automata = append(s.automata, a)
		}
	}
	return s.search()
}

// sampler is one search.
type sampler struct {
	Wanted
	patterns []*pattern
	automata []*automaton
	nodes    []sampleNode
	seen     map[string]bool
	tries    int
	inexact  bool // a text that the automata allow may yet be refused
}

// sampleNode is one way to begin a text.
type sampleNode struct {
	states []state // one of each automaton
	before int     // the node with one rune less, -1 for none
	last   rune
	length int
}

// search looks at the texts in order of their length, those of nicer runes first.
func (s *sampler) search() (string, bool) {
	first := sampleNode{before: -1}
	for _, a := range s.automata {
		first.states = append(first.states, a.start(s.Steps))
	}
	runes := s.alphabet()
	s.add(first)
	for i := 0; i < len(s.nodes); i++ {
		if text, ok := s.accepted(i); ok {
			return text, true
		}
		if s.nodes[i].length == s.Most {
			continue
		}
		tried := map[string]bool{} // what the automata see no difference to, serves once
		for _, r := range runes {
			seen, live := s.view(i, r)
			if *s.Steps <= 0 || s.tries > maxSampleTries || len(s.nodes) > maxSampleNodes {
				return "", false
			}
			if !live || tried[seen] {
				continue
			}
			tried[seen] = true
			next := sampleNode{before: i, last: r, length: s.nodes[i].length + 1}
			for k, a := range s.automata {
				next.states = append(next.states, a.step(s.nodes[i].states[k], r, s.Steps))
			}
			s.add(next)
		}
	}
	return "", false
}

// add keeps a node unless one that leads as far is kept already: a shorter one where that will do as well.
func (s *sampler) add(n sampleNode) {
	length := n.length
	if !s.inexact {
		length = min(length, s.Least)
	}
	key := binary.AppendUvarint(nil, uint64(length))
	for i := range n.states {
		key = n.states[i].appendKey(key)
	}
	if *s.Steps -= len(key); s.seen[string(key)] {
		return
	}
	s.seen[string(key)] = true
	s.nodes = append(s.nodes, n)
}

// view tells what the automata see of a rune behind a node, and whether all can go on with it.
func (s *sampler) view(i int, r rune) (seen string, live bool) {
	var b []byte
	for k, a := range s.automata {
		st := &s.nodes[i].states[k]
		from := len(b)
		b = a.appendView(b, st, r, s.Steps)
		if dead := len(b) == from && !st.done; a.negated && st.done || dead && !a.negated {
			return "", false
		}
		b = append(b, 0xff)
	}
	return string(b), true
}

// accepted reports whether a node is a text that will do.
func (s *sampler) accepted(i int) (string, bool) {
	n := &s.nodes[i]
	if n.length < s.Least || n.length > s.Most {
		return "", false
	}
	for k, a := range s.automata {
		if a.accepts(n.states[k], n.length == 0, s.Steps) == a.negated {
			return "", false
		}
	}
	s.tries++
	text := make([]rune, n.length)
	for at := i; s.nodes[at].before >= 0; at = s.nodes[at].before {
		text[s.nodes[at].length-1] = s.nodes[at].last
	}
	for _, p := range s.patterns {
		if !p.matches(text, s.Steps) {
			return "", false
		}
	}
	return string(text), s.Accept == nil || s.Accept(string(text))
}

// alphabet lists the runes that texts are made of, the nicest first: those of ASCII that print, and of
// each class that has none of those, some of its own.
func (s *sampler) alphabet() []rune {
	list := []rune("abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_.@/: ")
	ascii := len(list)
	for r := '!'; r < unicode.MaxASCII; r++ {
		if !slices.Contains(list[:ascii], r) {
			list = append(list, r)
		}
	}
	ascii = len(list)
	for _, a := range s.automata {
		for _, c := range a.classes {
			*s.Steps -= ascii
			if slices.ContainsFunc(list[:ascii], c.has) {
				continue
			}
			for _, r := range c.some() {
				if !slices.Contains(list[ascii:], r) {
					list = append(list, r)
				}
			}
			if len(list) > 4*ascii {
				return list
			}
		}
	}
	return list
}
