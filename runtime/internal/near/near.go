// Package near finds the name that was probably meant by one that does not exist.
package near

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxLength is the longest name that is compared: a longer one is no slip, and the cost grows with its square.
const maxLength = 64

// Suggestion is a candidate and how far it is from the word, in comparable steps.
type Suggestion struct {
	Word     string
	Distance int
}

// Distances that no edit distance within reach has.
const (
	sameFolded  = 0
	sharesWords = 50
)

// Key returns the known key that was probably meant by another: the same but for case and separators, else a few
// letters away, else made of the same words and some more. It is "" if none is near or two are equally near: a wrong
// guess is worse than none. A key that spells a path means none that it only begins with.
func Key(key string, known []string) string {
	list := Few(key, known, 2)
	tie := len(list) == 2 && list[0].Distance == list[1].Distance
	if len(list) == 0 || tie || list[0].Distance == sharesWords && strings.ContainsAny(key, ".[") {
		return ""
	}
	return list[0].Word
}

// Few lists at most n candidates that are near word, the nearest first, equally near ones in the order of candidates.
func Few(word string, candidates []string, n int) []Suggestion {
	var list []Suggestion
	for _, c := range candidates {
		if d, ok := distanceBetween(word, c); ok {
			list = append(list, Suggestion{c, d})
		}
	}
	slices.SortStableFunc(list, func(a, b Suggestion) int { return cmp.Compare(a.Distance, b.Distance) })
	return list[:min(n, len(list))]
}

// distanceBetween returns how far the candidate is from word, and whether that is near.
func distanceBetween(word, candidate string) (distance int, near bool) {
	if word == "" || max(len(word), len(candidate)) > maxLength {
		return 0, false
	}
	folded, other := Fold(word), Fold(candidate)
	if other == folded {
		return sameFolded, folded != "" || word == candidate
	}
	allowed := 3
	switch n := min(utf8.RuneCountInString(folded), utf8.RuneCountInString(other)); {
	case n <= 2:
		allowed = 0
	case n <= 4:
		allowed = 1
	case n <= 8:
		allowed = 2
	}
	if d := Distance(folded, other, allowed); d <= allowed {
		return d, true
	}
	words, others := Words(word), Words(candidate)
	return sharesWords, wordsWithin(words, others) || wordsWithin(others, words)
}

// Fold drops case and separators: what models and people most often get wrong in a name.
func Fold(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("_-. /", r) {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}

// Words splits a name at separators and at changes of case, in lower case: "invoiceLineID" and "invoice_line_id" give
// the same.
func Words(s string) []string {
	var list []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			list = append(list, strings.ToLower(string(word)))
		}
		word = nil
	}
	rs := []rune(s)
	for i, r := range rs {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
			continue
		case i > 0 && unicode.IsUpper(r) && (!unicode.IsUpper(rs[i-1]) || i+1 < len(rs) && unicode.IsLower(rs[i+1])):
			flush()
		}
		word = append(word, r)
	}
	flush()
	return list
}

// wordsWithin reports whether part is a proper beginning or end of whole.
func wordsWithin(part, whole []string) bool {
	n := len(part)
	if n == 0 || n >= len(whole) || n == 1 && len(part[0]) < 4 {
		return false
	}
	return slices.Equal(part, whole[:n]) || slices.Equal(part, whole[len(whole)-n:])
}

// Distance counts the insertions, deletions, replacements and swaps of neighbours that lead from a to b (optimal
// string alignment). It is more than limit if they are farther apart, or too long to be compared.
func Distance(a, b string, limit int) int {
	x, y := []rune(a), []rune(b)
	if d := len(x) - len(y); max(len(a), len(b)) > maxLength || d > limit || -d > limit {
		return limit + 1
	}
	var rows [3][maxLength + 1]int
	before, last, row := &rows[0], &rows[1], &rows[2]
	for j := range len(y) + 1 {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		if slices.Min(row[:len(y)+1]) > limit {
			return limit + 1
		}
		before, last, row = last, row, before
	}
	return last[len(y)]
}
