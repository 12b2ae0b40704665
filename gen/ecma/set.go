package ecma

import (
	"cmp"
	"slices"
	"unicode"
)

// Range is a range of code points, both ends included.
type Range struct {
	Lo, Hi rune
}

// Set is a set of code points: ascending ranges that are neither overlapping nor adjacent.
type Set []Range

// setOf normalizes ranges in any order to a Set.
func setOf(ranges ...Range) Set {
	slices.SortFunc(ranges, func(a, b Range) int { return cmp.Compare(a.Lo, b.Lo) })
	var s Set
	for _, r := range ranges {
		if last := len(s) - 1; last >= 0 && r.Lo <= s[last].Hi+1 {
			s[last].Hi = max(s[last].Hi, r.Hi)
			continue
		}
		s = append(s, r)
	}
	return s
}

// Contains reports whether r is in the set.
func (s Set) Contains(r rune) bool {
	for _, x := range s {
		if r <= x.Hi {
			return r >= x.Lo
		}
	}
	return false
}

// ASCII reports whether the set holds ASCII only, so that it can be tested byte by byte.
func (s Set) ASCII() bool {
	return len(s) == 0 || s[len(s)-1].Hi <= unicode.MaxASCII
}

// Complement returns all code points that are not in the set. A printer tests whichever has fewer ranges.
func (s Set) Complement() Set {
	var out Set
	next := rune(0)
	for _, r := range s {
		if r.Lo > next {
			out = append(out, Range{next, r.Lo - 1})
		}
		next = r.Hi + 1
	}
	if next <= unicode.MaxRune {
		out = append(out, Range{next, unicode.MaxRune})
	}
	return out
}

// union returns the code points in s or t.
func (s Set) union(t Set) Set {
	return setOf(slices.Concat(s, t)...)
}

// disjoint reports whether s and t have no code point in common.
func (s Set) disjoint(t Set) bool {
	for i, j := 0, 0; i < len(s) && j < len(t); {
		switch {
		case s[i].Hi < t[j].Lo:
			i++
		case t[j].Hi < s[i].Lo:
			j++
		default:
			return false
		}
	}
	return true
}

// single reports whether the set holds one code point.
func (s Set) single() bool { return len(s) == 1 && s[0].Lo == s[0].Hi }

// full reports whether the set contains all code points.
func (s Set) full() bool {
	return len(s) == 1 && s[0] == Range{0, unicode.MaxRune}
}

// cased are the code points with case variants. Unicode has no mapping for ß, which is a variant of ẞ.
var cased = append([]unicode.CaseRange{{Lo: 'ß', Hi: 'ß'}}, unicode.CaseRanges...)

// folded returns the set with all case variants. It visits the code points with case only, which are few.
func (s Set) folded() Set {
	ranges := slices.Clone(s)
	for _, r := range s {
		for _, both := range cased {
			for c := max(r.Lo, rune(both.Lo)); c <= min(r.Hi, rune(both.Hi)); c++ {
				for f := unicode.SimpleFold(c); f != c; f = unicode.SimpleFold(f) {
					ranges = append(ranges, Range{f, f})
				}
			}
		}
	}
	return setOf(ranges...)
}

// The sets of the class escapes and the dot, in the order of section 22.2.2 of ECMA-262.
var (
	anySet     = Set{{0, unicode.MaxRune}}
	lineEnds   = setOf(Range{'\n', '\n'}, Range{'\r', '\r'}, Range{0x2028, 0x2029})
	digits     = setOf(Range{'0', '9'})
	wordRunes  = setOf(Range{'0', '9'}, Range{'A', 'Z'}, Range{'_', '_'}, Range{'a', 'z'})
	foldedWord = wordRunes.union(setOf(Range{0x17F, 0x17F}, Range{0x212A, 0x212A})) // fold to s and k
	spaces     = setOf(Range{'\t', '\r'}, Range{' ', ' '}, Range{0xA0, 0xA0}, Range{0x1680, 0x1680}, Range{0x2000, 0x200A},
		Range{0x2028, 0x2029}, Range{0x202F, 0x202F}, Range{0x205F, 0x205F}, Range{0x3000, 0x3000}, Range{0xFEFF, 0xFEFF})
	surrogateSet = setOf(Range{0xD800, 0xDFFF})
)
