package ecma

import (
	"slices"
	"strings"
)

// single returns the set of a node that matches exactly one rune.
func single(n node) (Set, bool) {
	switch n := n.(type) {
	case literal:
		return Set{{n.r, n.r}}, true
	case class:
		return n.plain()
	}
	return nil, false
}

// runOf converts a repetition of one set to a Run.
func runOf(n node) (Run, bool) {
	if set, ok := single(n); ok {
		return Run{Set: set, Min: 1, Max: 1}, true
	}
	r, ok := n.(repeat)
	if !ok {
		return Run{}, false
	}
	row := parts(r.body)
	if len(row) != 1 {
		return Run{}, false
	}
	set, ok := single(row[0])
	return Run{Set: set, Min: r.min, Max: r.max}, ok
}

// nullable reports whether n can match the empty text. It expects nodes that a step can express.
func nullable(n node) bool {
	switch n := n.(type) {
	case sequence:
		return !slices.ContainsFunc(n, func(part node) bool { return !nullable(part) })
	case choice:
		return slices.ContainsFunc(n, nullable)
	case group:
		return nullable(n.body)
	case repeat:
		return n.min == 0 || nullable(n.body)
	}
	return false
}

// first returns the set of runes that a row can begin with.
func first(row []node) Set {
	var out Set
	for _, n := range row {
		out = out.union(firstOf(n))
		if !nullable(n) {
			break
		}
	}
	return out
}

func firstOf(n node) Set {
	if set, ok := single(n); ok {
		return set
	}
	switch n := n.(type) {
	case sequence:
		return first(n)
	case group:
		return firstOf(n.body)
	case repeat:
		if n.max != 0 {
			return firstOf(n.body)
		}
	case choice:
		var out Set
		for _, a := range n {
			out = out.union(firstOf(a))
		}
		return out
	}
	return nil
}

// rowSteps compiles a row that is followed by a rune of follow or the end of the text. It fails if the next
// rune does not decide how to continue.
func rowSteps(row []node, follow Set) ([]Step, bool) {
	var steps []Step // of the row from some part on
	var after Set    // what follows the first step, if that is a run of the row itself
	joinable := false
	for i := len(row) - 1; i >= 0; i-- {
		n := row[i]
		run, isRun := runOf(n)
		var more []Step
		switch {
		case isRun && run.Max == 0:
			continue
		case isRun && run.Min != run.Max && !run.Set.disjoint(follow):
			joined, ok := joinRuns(run, steps, after)
			if !ok || !joinable {
				return nil, false
			}
			steps[0] = joined
			follow = joined.Set
			continue
		case isRun:
			more = []Step{run}
		default:
			alternatives, low, high := roundsOf(n)
			var ok bool
			if more, ok = groupSteps(alternatives, low, high, follow); !ok {
				return nil, false
			}
		}
		steps = append(more, steps...)
		after, joinable = follow, isRun
		if nullable(n) {
			follow = follow.union(firstOf(n))
		} else {
			follow = firstOf(n)
		}
	}
	return steps, true
}

// joinRuns merges a run and the step after it, as in [a-z0-9-]*[a-z0-9]: all runes are in the larger set, the
// last one in the smaller.
func joinRuns(run Run, steps []Step, after Set) (Run, bool) {
	if len(steps) == 0 {
		return run, false
	}
	next, ok := steps[0].(Run)
	if !ok || next.Min != 1 || len(next.Last) > 0 || !next.Set.within(run.Set) || !run.Set.disjoint(after) {
		return run, false
	}
	switch {
	case run.Max == unlimited && (next.Max == 1 || next.Max == unlimited):
	case next.Max == 1:
		run.Max++
	default:
		return run, false
	}
	run.Min++
	if !run.Set.within(next.Set) {
		run.Last = next.Set
	}
	return run, true
}

// roundsOf interprets a choice or repetition as rounds of alternatives.
func roundsOf(n node) (alternatives [][]node, low, high int) {
	low, high = 1, 1
	if r, ok := n.(repeat); ok {
		low, high = r.min, r.max
		n = r.body
	}
	row := parts(n)
	if len(row) == 1 {
		if c, ok := row[0].(choice); ok {
			return alternativesOf(c), low, high
		}
	}
	return [][]node{row}, low, high
}

// groupSteps compiles rounds of alternatives.
func groupSteps(alternatives [][]node, low, high int, follow Set) ([]Step, bool) {
	if high == 0 {
		return nil, true
	}
	var begin Set
	var solid [][]node // the non-empty alternatives
	for _, row := range alternatives {
		begin = begin.union(first(row))
		if nullable(sequence(row)) {
			// One empty round is the same as none; several would not terminate.
			if high != 1 {
				return nil, false
			}
			low = 0
		}
		if len(row) > 0 {
			solid = append(solid, row)
		}
	}
	if low != high && !begin.disjoint(follow) {
		return nil, false
	}
	inside := follow
	if high != 1 {
		inside = follow.union(begin)
	}
	if words, ok := wordsOf(solid, inside); ok {
		return rounds([]Alternative{{First: begin, Steps: []Step{words}}}, low, high), true
	}
	var out []Alternative
	var taken Set
	for _, row := range factor(solid) {
		f := first(row)
		steps, ok := rowSteps(row, inside)
		if !ok || !f.disjoint(taken) {
			return nil, false
		}
		taken = taken.union(f)
		out = append(out, Alternative{First: f, Steps: mergeTexts(steps)})
	}
	return rounds(out, low, high), true
}

// rounds returns a group, or the steps of its only alternative if nothing is to be decided.
func rounds(alternatives []Alternative, low, high int) []Step {
	switch {
	case len(alternatives) == 0:
		return nil
	case len(alternatives) == 1 && low == 1 && high == 1:
		return alternatives[0].Steps
	}
	return []Step{Group{Min: low, Max: high, Alternatives: alternatives}}
}

// wordsOf converts rows to fixed texts. A text that is a prefix of another must not be followed by the rune
// with which the other continues.
func wordsOf(rows [][]node, follow Set) (Words, bool) {
	var words Words
	for _, row := range rows {
		word, ok := textOf(row)
		if !ok {
			return nil, false
		}
		words = append(words, word)
	}
	if len(words) < 2 {
		return nil, false
	}
	// Longest first, otherwise in pattern order.
	slices.SortStableFunc(words, func(a, b string) int { return len(b) - len(a) })
	var unique Words
	for i, long := range words {
		if slices.Contains(unique, long) {
			continue
		}
		unique = append(unique, long)
		for _, short := range words[i+1:] {
			if rest, ok := strings.CutPrefix(long, short); ok && rest != "" && follow.Contains([]rune(rest)[0]) {
				return nil, false
			}
		}
	}
	return unique, true
}

// textOf returns the fixed text of a row, if it is one.
func textOf(row []node) (string, bool) {
	var b strings.Builder
	for _, n := range row {
		set, ok := single(n)
		if !ok || set[0].Lo != set[len(set)-1].Hi {
			return "", false
		}
		b.WriteRune(set[0].Lo)
	}
	return b.String(), b.Len() > 0
}

// factor merges rows with a common first part, so that the first difference decides.
func factor(rows [][]node) [][]node {
	var out [][]node
	var keys []string
	shared := map[string]choice{}
	begin := map[string]node{}
	for _, row := range rows {
		key, _ := printRE2(row[0])
		if shared[key] == nil {
			keys = append(keys, key)
			begin[key] = row[0]
		}
		shared[key] = append(shared[key], sequence(row[1:]))
	}
	for _, key := range keys {
		if rests := shared[key]; len(rests) == 1 {
			out = append(out, append([]node{begin[key]}, rests[0].(sequence)...))
		} else {
			out = append(out, []node{begin[key], rests})
		}
	}
	return out
}

// mergeTexts turns runs of exactly one rune into texts and joins adjacent texts.
func mergeTexts(steps []Step) []Step {
	var out []Step
	for _, s := range steps {
		text, ok := s.(Text)
		if r, isRun := s.(Run); isRun && r.Min == 1 && r.Max == 1 && len(r.Set) == 1 && r.Set[0].Lo == r.Set[0].Hi {
			text, ok = Text(string(r.Set[0].Lo)), true
		}
		if last := len(out) - 1; ok && last >= 0 {
			if before, isText := out[last].(Text); isText {
				out[last] = before + text
				continue
			}
		}
		if ok {
			s = text
		}
		out = append(out, s)
	}
	return out
}
