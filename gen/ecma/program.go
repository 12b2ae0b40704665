package ecma

import (
	"strings"
	"unicode/utf8"
)

// Program decides a simple pattern in one pass, without an engine. A text matches if one of
// the branches matches.
//
// # The shape, for a printer
//
// A branch is a row of steps over a position i in the text, which begins at 0. Steps do not backtrack: if a step fails,
// the branch fails, because [Linear] accepts only patterns whose next rune decides how to continue.
//
//	Text        strings.HasPrefix(s[i:], text), then i += len(text)
//	Run         take runes while they are in Set and fewer than Max were taken; fail if fewer
//	            than Min were. If Last is not empty, fail unless the last one taken is in Last;
//	            Min is at least 1 then. A Set that is ASCII() can be tested byte by byte.
//	Words       the first word, in the given order, that s[i:] begins with; fail without one.
//	            A word comes before its own prefixes, so the order must be kept.
//	Group       up to Max times: look at the next rune; the alternative whose First holds it is
//	            run, and its failure is the branch's; without such an alternative, or at the end
//	            of the text, stop. Fail if fewer than Min rounds were made.
//
// After the steps a branch with End fails unless i is at the end of the text. A branch without
// Start may begin at any rune, the end of the text included; its steps then take a bounded
// number of runes, so that trying each place stays cheap. A branch without Start whose only step
// is a Text is strings.Contains, and with End strings.HasSuffix; a branch with Start and End
// whose only step is Words is a switch.
type Program struct {
	Branches []Branch
}

// Branch is one alternative of a program.
type Branch struct {
	Start bool // anchored at the start of the text
	End   bool // anchored at the end of the text
	Steps []Step
}

// Step is Text, Run, Words or Group; the set is closed.
type Step interface {
	// from matches a prefix of s[i:] and returns the position after it.
	from(s string, i int) (int, bool)
}

// Text is a fixed text.
type Text string

// Run matches between Min and Max runes of a set.
type Run struct {
	Set  Set
	Min  int
	Max  int // Unbounded without a limit
	Last Set // an additional set for the last rune, or empty
}

// Words matches one of several non-empty texts.
type Words []string

// Group matches between Min and Max rounds, each one of its alternatives.
type Group struct {
	Min          int
	Max          int // Unbounded without a limit
	Alternatives []Alternative
}

// Alternative is selected if the next rune is in First, which is disjoint from that of its siblings.
type Alternative struct {
	First Set
	Steps []Step
}

// Unbounded is the Max of a step without limit.
const Unbounded = unlimited

// Match reports whether the pattern matches anywhere in s.
func (p Program) Match(s string) bool {
	for _, b := range p.Branches {
		if b.match(s) {
			return true
		}
	}
	return false
}

func (b Branch) match(s string) bool {
	for i := 0; ; {
		if end, ok := walk(b.Steps, s, i); ok && (!b.End || end == len(s)) {
			return true
		}
		if b.Start || i == len(s) {
			return false
		}
		_, size := utf8.DecodeRuneInString(s[i:])
		i += size
	}
}

// walk runs the steps in order.
func walk(steps []Step, s string, i int) (int, bool) {
	ok := true
	for _, step := range steps {
		if i, ok = step.from(s, i); !ok {
			return i, false
		}
	}
	return i, true
}

func (t Text) from(s string, i int) (int, bool) {
	return i + len(t), strings.HasPrefix(s[i:], string(t))
}

func (w Words) from(s string, i int) (int, bool) {
	for _, word := range w {
		if strings.HasPrefix(s[i:], word) {
			return i + len(word), true
		}
	}
	return i, false
}

func (r Run) from(s string, i int) (int, bool) {
	n, last := 0, rune(-1)
	for n != r.Max && i < len(s) {
		next, size := utf8.DecodeRuneInString(s[i:])
		if !r.Set.Contains(next) {
			break
		}
		n, last, i = n+1, next, i+size
	}
	return i, n >= r.Min && (len(r.Last) == 0 || r.Last.Contains(last))
}

func (g Group) from(s string, i int) (int, bool) {
	n := 0
	for ; n != g.Max && i < len(s); n++ {
		next, _ := utf8.DecodeRuneInString(s[i:])
		chosen := g.choose(next)
		if chosen == nil {
			break
		}
		var ok bool
		if i, ok = walk(chosen.Steps, s, i); !ok {
			return i, false
		}
	}
	return i, n >= g.Min
}

// choose returns the alternative that begins with r.
func (g Group) choose(r rune) *Alternative {
	for i := range g.Alternatives {
		if g.Alternatives[i].First.Contains(r) {
			return &g.Alternatives[i]
		}
	}
	return nil
}
