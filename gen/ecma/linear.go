package ecma

import (
	"slices"
	"strings"
)

// maxSource is the maximum length of a linear pattern in bytes; beyond it a regexp is shorter.
const maxSource = 1000

// Linear compiles a pattern that is a row of texts, repeated characters and lists of words, in which the next rune
// decides how to continue. It returns false for all others, including invalid ones.
func Linear(source string) (Program, bool) {
	if len(source) > maxSource {
		return Program{}, false
	}
	parsed, err := parse(source)
	if err != nil {
		return Program{}, false
	}
	var p Program
	row := parts(parsed.root)
	for len(row) > 0 && row[0] == node(assertion{kind: textStart}) {
		p.Start, row = true, row[1:]
	}
	for len(row) > 0 && row[len(row)-1] == node(assertion{kind: textEnd}) {
		p.End, row = true, row[:len(row)-1]
	}
	for _, n := range row {
		step, ok := stepOf(n)
		if !ok {
			return Program{}, false
		}
		if run, ok := step.(Run); !ok || run.Max != 0 {
			p.Steps = append(p.Steps, step)
		}
	}
	p.trim()
	if !p.decided() {
		return Program{}, false
	}
	p.Steps = mergeTexts(p.Steps)
	if p.Start || len(p.Steps) == 0 {
		return p, true
	}
	if _, isText := p.Steps[0].(Text); !isText || len(p.Steps) > 1 {
		return Program{}, false
	}
	return p, true
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

func stepOf(n node) (Step, bool) {
	if c, ok := n.(choice); ok {
		return wordsOf(c)
	}
	times := repeat{body: n, min: 1, max: 1}
	if r, ok := n.(repeat); ok {
		times = r
	}
	row := parts(times.body)
	if len(row) != 1 {
		return nil, false
	}
	set, ok := single(row[0])
	return Run{Set: set, Min: times.min, Max: times.max}, ok
}

// single returns the set of a node that matches exactly one rune, unless the set depends on Unicode tables.
func single(n node) (Set, bool) {
	switch n := n.(type) {
	case literal:
		return Set{{n.r, n.r}}, !surrogateSet.Contains(n.r)
	case class:
		set, ok := n.plain()
		return set, ok && len(set) > 0
	}
	return nil, false
}

// wordsOf converts alternatives to fixed texts, longest first.
func wordsOf(alternatives choice) (Step, bool) {
	var words Words
	for _, a := range alternatives {
		var word strings.Builder
		for _, n := range parts(a) {
			set, ok := single(n)
			if !ok || !set.single() {
				return nil, false
			}
			word.WriteRune(set[0].Lo)
		}
		if word.Len() == 0 {
			return nil, false
		}
		if !slices.Contains(words, word.String()) {
			words = append(words, word.String())
		}
	}
	slices.SortStableFunc(words, func(a, b string) int { return len(b) - len(a) })
	return words, true
}

// trim reduces the steps at an open end to the fewest runes, since anything may stand before or after them.
func (p *Program) trim() {
	for !p.End && len(p.Steps) > 0 && reduce(p.Steps, len(p.Steps)-1) {
		p.Steps = p.Steps[:len(p.Steps)-1]
	}
	for !p.Start && len(p.Steps) > 0 && reduce(p.Steps, 0) {
		p.Steps = p.Steps[1:]
	}
}

// reduce limits a run to its minimum and reports whether that is nothing.
func reduce(steps []Step, at int) bool {
	run, ok := steps[at].(Run)
	if ok {
		run.Max = run.Min
		steps[at] = run
	}
	return ok && run.Min == 0
}

// decided reports whether the next rune decides how to continue after each step.
func (p *Program) decided() bool {
	var follow Set // what may follow a step
	if !p.End {
		follow = anySet
	}
	for _, step := range slices.Backward(p.Steps) {
		switch step := step.(type) {
		case Run:
			if step.Min != step.Max && !step.Set.disjoint(follow) {
				return false
			}
			if step.Min > 0 {
				follow = nil
			}
			follow = follow.union(step.Set)
		case Words:
			var first Set
			for i, long := range step {
				first = first.union(firstRune(long))
				for _, short := range step[i+1:] {
					if rest, ok := strings.CutPrefix(long, short); ok && !firstRune(rest).disjoint(follow) {
						return false
					}
				}
			}
			follow = first
		}
	}
	return true
}

// firstRune returns the set of the first rune of a text.
func firstRune(text string) Set {
	r := []rune(text)[0]
	return Set{{r, r}}
}

// mergeTexts turns runs of exactly one rune into texts and joins adjacent texts.
func mergeTexts(steps []Step) []Step {
	var out []Step
	for _, s := range steps {
		r, isRun := s.(Run)
		if !isRun || r.Min != 1 || r.Max != 1 || !r.Set.single() {
			out = append(out, s)
			continue
		}
		text := Text(string(r.Set[0].Lo))
		if last := len(out) - 1; last >= 0 {
			if before, isText := out[last].(Text); isText {
				out[last] = before + text
				continue
			}
		}
		out = append(out, text)
	}
	return out
}
