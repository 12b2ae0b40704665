package ecma

import (
	"maps"
	"slices"
	"unicode"
)

// Matches reports whether a pattern is sure to match somewhere in a text, and takes no more than some
// steps for it. Unlike an engine with a time limit it always says the same.
func Matches(source, text string, steps *int) bool {
	if len(source) > maxSource {
		return false
	}
	p, err := parse(source)
	return err == nil && !contains(p.root, beyondMatching) && p.matches([]rune(text), steps)
}

// matches reports whether the pattern matches somewhere in a text. It goes back and tries again, as
// long as it has steps left; where none are left it says no. Not for patterns that are beyondMatching.
func (p *pattern) matches(text []rune, steps *int) bool {
	for i := 0; i <= len(text); i++ {
		m := matcher{text: text, steps: steps, groups: map[int][2]int{}}
		if m.match(p.root, i, func(int) bool { return true }) {
			return true
		}
	}
	return false
}

type matcher struct {
	text   []rune
	steps  *int
	groups map[int][2]int // where each group has matched
}

// match reports whether a node matches at a place and what follows does behind it.
func (m *matcher) match(n node, i int, then func(i int) bool) bool {
	if *m.steps--; *m.steps < 0 {
		return false
	}
	switch n := n.(type) {
	case literal:
		return i < len(m.text) && (runeClass{literal: n}).has(m.text[i]) && then(i+1)
	case class:
		return i < len(m.text) && (runeClass{class: &n}).has(m.text[i]) && then(i+1)
	case assertion:
		return m.edge(n, i) && then(i)
	case sequence:
		if len(n) == 0 {
			return then(i)
		}
		return m.match(n[0], i, func(i int) bool { return m.match(n[1:], i, then) })
	case choice:
		return slices.ContainsFunc(n, func(a node) bool { return m.match(a, i, then) })
	case group:
		return m.match(n.body, i, func(end int) bool {
			before, had := m.groups[n.number]
			m.groups[n.number] = [2]int{i, end}
			if then(end) {
				return true
			}
			if m.groups[n.number] = before; !had {
				delete(m.groups, n.number)
			}
			return false
		})
	case repeat:
		return m.repeat(n, 0, i, then)
	case look:
		return m.look(n, i) && then(i)
	case *reference:
		for _, number := range n.numbers {
			at, has := m.groups[number]
			if !has {
				continue
			}
			for _, r := range m.text[at[0]:at[1]] {
				if i == len(m.text) || !(runeClass{literal: literal{r: r, fold: n.fold}}).has(m.text[i]) {
					return false
				}
				i++
			}
			break
		}
		return then(i)
	}
	return false
}

// repeat is match for what is left of a repetition of which some rounds are made. Each forgets what its
// groups have matched before.
func (m *matcher) repeat(n repeat, rounds, i int, then func(int) bool) bool {
	again := func() bool {
		if rounds == n.max {
			return false
		}
		before := maps.Clone(m.groups)
		m.forget(n.body)
		if m.match(n.body, i, func(end int) bool {
			switch {
			case end > i:
				return m.repeat(n, rounds+1, end, then)
			case rounds < n.min:
				return then(end) // as would the other rounds
			}
			return false
		}) {
			return true
		}
		m.groups = before
		return false
	}
	switch {
	case rounds < n.min:
		return again()
	case n.lazy:
		return then(i) || again()
	}
	return again() || then(i)
}

// forget takes back what the groups of a node have matched.
func (m *matcher) forget(n node) {
	if *m.steps--; len(m.groups) == 0 {
		return
	}
	if g, ok := n.(group); ok {
		delete(m.groups, g.number)
	}
	for _, c := range children(n) {
		m.forget(c)
	}
}

// look reports whether a look-around holds at a place.
func (m *matcher) look(n look, i int) bool {
	before := maps.Clone(m.groups)
	found := false
	if n.behind {
		for from := i; from >= 0 && !found; from-- {
			found = m.match(n.body, from, func(end int) bool { return end == i })
		}
	} else {
		found = m.match(n.body, i, func(int) bool { return true })
	}
	if !found || n.negated {
		m.groups = before
	}
	return found != n.negated && *m.steps >= 0
}

// edge reports whether an assertion holds at a place.
func (m *matcher) edge(n assertion, i int) bool {
	switch n.kind {
	case textStart:
		return i == 0 || n.lines && lineEnds.Contains(m.text[i-1])
	case textEnd:
		return i == len(m.text) || n.lines && lineEnds.Contains(m.text[i])
	}
	word := wordRunes
	if n.fold {
		word = foldedWord
	}
	before, after := i > 0 && word.Contains(m.text[i-1]), i < len(m.text) && word.Contains(m.text[i])
	return (before != after) == (n.kind == wordEdge)
}

// runeClass is a node that takes one rune: the class or, where that is nil, the literal.
type runeClass struct {
	class   *class
	literal literal
}

// has reports whether the node takes a rune.
func (c runeClass) has(r rune) bool {
	if c.class == nil {
		return c.literal.r == r || c.literal.fold && folds(r, func(f rune) bool { return f == c.literal.r })
	}
	in := c.class.member(r) || c.class.fold && folds(r, c.class.member)
	return in != c.class.negated
}

// folds reports whether a rune that is the same but for its case satisfies is.
func folds(r rune, is func(rune) bool) bool {
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		if is(f) {
			return true
		}
	}
	return false
}

// member reports whether a rune is written among the members of the class.
func (c *class) member(r rune) bool {
	return c.set.Contains(r) || slices.ContainsFunc(c.props, func(p property) bool {
		return unicode.Is(p.table(), r) != p.negated
	})
}

// table is the property's table, nil where there is none.
func (p property) table() *unicode.RangeTable {
	if t := unicode.Categories[p.re2]; t != nil {
		return t
	}
	return unicode.Scripts[p.re2]
}

// beyondMatching reports what a matcher does not understand: a class with a property of which nothing is
// known here, and groups within a look-behind, which match from the right.
func beyondMatching(n node) bool {
	switch n := n.(type) {
	case class:
		return slices.ContainsFunc(n.props, func(p property) bool { return p.table() == nil })
	case look:
		return n.behind && contains(n, func(n node) bool { _, is := n.(group); return is })
	}
	return false
}

// maxOfClass is how many runes of a class are looked at.
const maxOfClass = 8

// some lists a few runes of the class: of each part some that print.
func (c runeClass) some() (list []rune) {
	if c.class == nil {
		return []rune{c.literal.r}
	}
	try := func(r rune) {
		if len(list) < maxOfClass && unicode.IsPrint(r) && c.has(r) {
			list = append(list, r)
		}
	}
	part := func(lo, hi rune) {
		try(lo)
		try(lo + (hi-lo)/2) // which in an alphabet often is a letter of the other case
	}
	for _, r := range c.class.set {
		part(r.Lo, r.Hi)
	}
	for _, p := range c.class.props {
		for _, r := range p.table().R16 {
			part(rune(r.Lo), rune(r.Hi))
		}
	}
	for _, r := range "é中あ\u0431\u05d0 \u00a0\t\n" {
		try(r)
	}
	if len(list) == 0 && len(c.class.set) > 0 && c.has(c.class.set[0].Lo) {
		list = append(list, c.class.set[0].Lo) // that does not print, but there is no other
	}
	return list
}
