package ecma

import (
	"strings"
	"unicode/utf8"
)

// Program decides a simple pattern in one pass, without an engine. Its steps match one after the other, from the start of
// the text. They do not backtrack: if a step fails, the text does not match, because [Linear] accepts only patterns whose
// next rune decides how to continue.
type Program struct {
	Start bool // anchored at the start of the text; otherwise, a Text is the only step, if there is one
	End   bool // anchored at the end of the text
	Steps []Step
}

// Step is Text, Run or Words; the set is closed.
type Step interface {
	// from matches a prefix of s[i:] and returns the position after it.
	from(s string, i int) (int, bool)
}

// Text is a fixed text.
type Text string

// Run matches between Min and Max runes of a set, as many as there are. A Set that is ASCII() can be tested byte by byte.
type Run struct {
	Set Set
	Min int
	Max int // Unbounded without a limit
}

// Words matches the first of several non-empty texts. Words come before their own prefixes, so their order matters.
type Words []string

// Unbounded is the Max of a step without limit.
const Unbounded = unlimited

// Match reports whether the pattern matches anywhere in s.
func (p Program) Match(s string) bool {
	if !p.Start {
		text := Text("")
		if len(p.Steps) > 0 {
			text = p.Steps[0].(Text)
		}
		if p.End {
			return strings.HasSuffix(s, string(text))
		}
		return strings.Contains(s, string(text))
	}
	i, ok := 0, true
	for _, step := range p.Steps {
		if i, ok = step.from(s, i); !ok {
			return false
		}
	}
	return !p.End || i == len(s)
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
	n := 0
	for n != r.Max && i < len(s) {
		next, size := utf8.DecodeRuneInString(s[i:])
		if !r.Set.Contains(next) {
			break
		}
		n, i = n+1, i+size
	}
	return i, n >= r.Min
}
