// Package near finds the name that was probably meant.
package near

import "strings"

const longest = 100

// Name returns the candidate closest to word, "" if none is close: it may differ in case and separators, or by
// few edits relative to its length. The first of equally close candidates wins.
func Name(word string, candidates []string) string {
	word = word[:min(len(word), longest)] // longer ones are no slips, and take long to compare
	best, bestDistance := "", len(word)/3+1
	folded := fold(word)
	for _, c := range candidates {
		other := fold(c)
		if other == folded {
			return c
		}
		// Skip candidates of very different length: sources may contain a hundred thousand unknown words.
		if len(other)-len(folded) > bestDistance || len(folded)-len(other) > bestDistance {
			continue
		}
		if d := distance(folded, other); d < bestDistance || d == bestDistance && best == "" && d < len(c) {
			best, bestDistance = c, d
		}
	}
	return best
}

// fold removes case and separators.
func fold(s string) string { return separators.Replace(strings.ToLower(s)) }

var separators = strings.NewReplacer("-", "", "_", "", ".", "", " ", "")

// distance is the Damerau-Levenshtein distance (insertions, deletions, substitutions, transpositions).
func distance(a, b string) int {
	before := make([]int, len(b)+1)
	last := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
