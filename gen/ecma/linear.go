package ecma

// Limits of what is worth straight code: beyond them a regexp is shorter and not much slower.
const (
	maxBranches = 16
	maxSteps    = 64   // of a program, nested ones included
	maxAttempts = 200  // rows that are tried while looking for branches
	maxFloating = 64   // runes that a branch without Start may take
	maxSource   = 1000 // bytes of a pattern
)

// Linear makes a program of a pattern that one pass can decide. It is false for everything
// else, and for what is no pattern at all.
func Linear(source string) (Program, bool) {
	if len(source) > maxSource {
		return Program{}, false
	}
	p, err := parse(source)
	if err != nil {
		return Program{}, false
	}
	l := &linear{}
	branches, ok := l.branches(parts(p.root))
	if !ok || countSteps(branches) > maxSteps {
		return Program{}, false
	}
	return Program{Branches: branches}, true
}

// linear looks for the branches of a program.
type linear struct {
	attempts int
}

// parts spreads a node into the row of nodes that it is, without groups around them.
func parts(n node) []node {
	switch n := n.(type) {
	case group:
		return parts(n.body)
	case sequence:
		var out []node
		for _, part := range n {
			out = append(out, parts(part)...)
		}
		return out
	case repeat:
		if n.min == 1 && n.max == 1 {
			return parts(n.body)
		}
	}
	return []node{n}
}

// branches makes one branch of a row or, if that cannot be decided in one pass, multiplies its
// first choice out and makes branches of the resulting rows. That also gives alternatives their
// own edges of the text, as in ^$|^https://.
func (l *linear) branches(row []node) ([]Branch, bool) {
	if l.attempts++; l.attempts > maxAttempts {
		return nil, false
	}
	if b, ok := branchOf(row); ok {
		return []Branch{b}, true
	}
	for i, n := range row {
		alternatives := alternativesOf(n)
		if alternatives == nil {
			continue
		}
		var out []Branch
		for _, a := range alternatives {
			longer := append(append(append([]node(nil), row[:i]...), a...), row[i+1:]...)
			more, ok := l.branches(longer)
			if !ok || len(out)+len(more) > maxBranches {
				return nil, false
			}
			out = append(out, more...)
		}
		return out, true
	}
	return nil, false
}

// alternativesOf gives the rows that a choice or an optional part stands for.
func alternativesOf(n node) [][]node {
	switch n := n.(type) {
	case choice:
		var out [][]node
		for _, a := range n {
			out = append(out, parts(a))
		}
		return out
	case repeat:
		if n.min == 0 && n.max == 1 {
			return [][]node{{}, parts(n.body)}
		}
	}
	return nil
}

// branchOf makes a branch of a row that one pass can decide.
func branchOf(row []node) (b Branch, ok bool) {
	for len(row) > 0 && row[0] == node(assertion{kind: textStart}) {
		b.Start, row = true, row[1:]
	}
	for len(row) > 0 && row[len(row)-1] == node(assertion{kind: textEnd}) {
		b.End, row = true, row[:len(row)-1]
	}
	for _, n := range row {
		if contains(n, beyondLinear) {
			return b, false
		}
	}
	var follow Set
	if !b.End {
		// Whatever comes after the match, so the match need not be longer than it must.
		row, follow = trim(row, true), anySet
	}
	if !b.Start {
		row = trim(row, false)
	}
	if b.Steps, ok = rowSteps(row, follow); !ok {
		return b, false
	}
	b.Steps = mergeTexts(b.Steps)
	if !b.Start {
		if n := longest(b.Steps); n > maxFloating {
			return b, false
		}
	}
	return b, true
}

// beyondLinear reports what no step can do: edges inside a row, look-around, references, and
// members that depend on tables or case.
func beyondLinear(n node) bool {
	switch n := n.(type) {
	case assertion, look, *reference:
		return true
	case literal:
		return n.fold && hasCase(n.r) || surrogateSet.Contains(n.r)
	case class:
		set, ok := n.plain()
		return !ok || len(set) == 0
	}
	return false
}

// trim shortens an open end of a row to the least that must be there: nullable parts fall away
// and repetitions drop to their lower bound.
func trim(row []node, tail bool) []node {
	for len(row) > 0 {
		at := 0
		if tail {
			at = len(row) - 1
		}
		n := row[at]
		rest := row[1:]
		if tail {
			rest = row[:at]
		}
		if nullable(n) {
			row = rest
			continue
		}
		r, ok := n.(repeat)
		if !ok || r.min == r.max {
			return row
		}
		r.max = r.min
		least := parts(r)
		if tail {
			row = append(append([]node(nil), rest...), least...)
		} else {
			row = append(append([]node(nil), least...), rest...)
		}
	}
	return row
}

// countSteps counts the steps of branches, nested ones included.
func countSteps(branches []Branch) int {
	n := 0
	for _, b := range branches {
		n += countIn(b.Steps)
	}
	return n
}

func countIn(steps []Step) int {
	n := len(steps)
	for _, s := range steps {
		if g, ok := s.(Group); ok {
			for _, a := range g.Alternatives {
				n += countIn(a.Steps)
			}
		}
	}
	return n
}

// longest is the greatest number of runes, or more than maxFloating, that steps can take.
func longest(steps []Step) int {
	n := 0
	for _, s := range steps {
		switch s := s.(type) {
		case Text:
			n += len(s)
		case Words:
			longestWord := 0
			for _, w := range s {
				longestWord = max(longestWord, len(w))
			}
			n += longestWord
		case Run:
			n += limit(s.Max)
		case Group:
			round := 0
			for _, a := range s.Alternatives {
				round = max(round, longest(a.Steps))
			}
			n += limit(s.Max) * round
		}
		n = min(n, maxFloating+1)
	}
	return n
}

// limit cuts a count to where it no longer makes a difference to longest.
func limit(count int) int {
	if count == unlimited {
		return maxFloating + 1
	}
	return min(count, maxFloating+1)
}
