package ecma

// Limits for straight-line code: beyond them a regexp is shorter and not much slower.
const (
	maxBranches = 16
	maxSteps    = 64   // of a program, including nested ones
	maxAttempts = 200  // rows tried in the search for branches
	maxFloating = 64   // runes matched by a branch without Start
	maxSource   = 1000 // length of a pattern in bytes
)

// Linear compiles a pattern that one pass can decide. It returns false for all others, including invalid ones.
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

// linear searches for the branches of a program.
type linear struct {
	attempts int
}

// parts flattens a node into a row of nodes, dropping groups.
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

// branches compiles a row to one branch or, if one pass cannot decide it, expands its first choice and compiles
// the resulting rows. This also handles alternatives with their own anchors, as in ^$|^https://.
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

// alternativesOf expands a choice or an optional node to rows.
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

// branchOf compiles a row that one pass can decide to a branch.
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
		// Anything may follow the match, so the shortest match suffices.
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

// beyondLinear reports what no step can express: anchors inside a row, lookaround, references, and sets that
// depend on tables or case.
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

// trim reduces an open end of a row to its minimum: nullable parts are dropped and repetitions reduced to their
// lower bound.
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

// countSteps counts the steps of branches, including nested ones.
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

// longest returns the maximum number of runes that steps match, or more than maxFloating.
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

// limit caps a count beyond which longest does not change.
func limit(count int) int {
	if count == unlimited {
		return maxFloating + 1
	}
	return min(count, maxFloating+1)
}
