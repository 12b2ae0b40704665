// Package near finds the name that was probably meant by one that does not exist.
package near

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxSuggestLength is the longest word that is compared: what is longer is no slip of a word, and
// comparing it would cost the square of its length.
const maxLength = 64

// Word finds the candidate that was probably meant by word: the same but for case and
// separators, else a few letters away, else made of the same words and some more. ok is false where
// none is near or two are equally near; a wrong guess is worse than none.
func Word(word string, candidates []string) (candidate string, ok bool) {
	return Folded(word, candidates, nil)
}

// Folded is [Word] for candidates whose folded forms may be known.
func Folded(word string, candidates, folded []string) (candidate string, ok bool) {
	var room [2]Suggestion
	if list := appendNearest(room[:0], word, candidates, folded, 2); len(list) == 1 || len(list) == 2 && list[0].Distance < list[1].Distance {
		return list[0].Word, true
	}
	return "", false
}

// Suggestion is a candidate and how far it is from the word, in comparable steps.
type Suggestion struct {
	Word     string
	Distance int
}

// Distances that no edit distance within reach takes.
const (
	sameFolded  = 0
	sharesWords = 50
)

// Few lists at most n candidates that are near word, the nearest first, equally near ones
// in the order of candidates.
func Few(word string, candidates []string, n int) []Suggestion {
	return appendNearest(nil, word, candidates, nil, n)
}

func appendNearest(list []Suggestion, word string, candidates, folded []string, n int) []Suggestion {
	if word == "" || len(word) > maxLength {
		return nil
	}
	bare := Fold(word)
	for i, c := range candidates {
		if len(c) > maxLength {
			continue
		}
		other := ""
		if folded != nil {
			other = folded[i]
		} else {
			other = Fold(c)
		}
		d, ok := distanceBetween(word, bare, c, other)
		if !ok {
			continue
		}
		at := len(list)
		for at > 0 && list[at-1].Distance > d {
			at--
		}
		if at < n {
			list = append(list, Suggestion{})
			copy(list[at+1:], list[at:])
			list[at] = Suggestion{c, d}
			list = list[:min(len(list), n)]
		}
	}
	return list
}

// distanceBetween says how far the candidate is from word, and whether that is near. folded
// and other are their folded forms.
func distanceBetween(word, folded, candidate, other string) (distance int, near bool) {
	if other == folded {
		if folded == "" {
			return 0, word == candidate
		}
		return sameFolded, true
	}
	allowed := 0
	switch n := min(utf8.RuneCountInString(folded), utf8.RuneCountInString(other)); {
	case n <= 2:
	case n <= 4:
		allowed = 1
	case n <= 8:
		allowed = 2
	default:
		allowed = 3
	}
	if d := editDistance(folded, other, allowed); d <= allowed {
		return d, true
	}
	if IsWord(word) && IsWord(candidate) || !sharesEnd(folded, other) {
		return 0, false
	}
	if parts, others := Words(word), Words(candidate); wordsWithin(parts, others) || wordsWithin(others, parts) {
		return sharesWords, true
	}
	return 0, false
}

// Fold drops case and separators: what models and people most often get wrong in a name.
func Fold(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r):
			return unicode.ToLower(r)
		case unicode.IsDigit(r):
			return r
		case r == '_' || r == '-' || r == '.' || r == ' ' || r == '/':
			return -1
		default:
			return r
		}
	}, s)
}

// Words splits a name at separators and at changes of case, in lower case: "invoiceLineID" and
// "invoice_line_id" give the same.
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

// IsWord reports whether a name is a single word for sure.
func IsWord(s string) bool {
	for i := range len(s) {
		if c := s[i]; !('a' <= c && c <= 'z' || '0' <= c && c <= '9') {
			return false
		}
	}
	return true
}

// sharesEnd reports whether two folded names begin or end with the same letter or digit: where they
// do not, neither is made of words of the other.
func sharesEnd(a, b string) bool {
	i, j := strings.IndexFunc(a, isWordRune), strings.IndexFunc(b, isWordRune)
	if i < 0 || j < 0 {
		return false
	}
	first, _ := utf8.DecodeRuneInString(a[i:])
	other, _ := utf8.DecodeRuneInString(b[j:])
	if first == other {
		return true
	}
	first, _ = utf8.DecodeRuneInString(a[strings.LastIndexFunc(a, isWordRune):])
	other, _ = utf8.DecodeRuneInString(b[strings.LastIndexFunc(b, isWordRune):])
	return first == other
}

// wordsWithin reports whether part is a proper beginning or end of whole.
func wordsWithin(part, whole []string) bool {
	if len(part) == 0 || len(part) >= len(whole) || len(part) == 1 && len(part[0]) < 4 {
		return false
	}
	begins, ends := true, true
	for i := range part {
		begins = begins && part[i] == whole[i]
		ends = ends && part[i] == whole[len(whole)-len(part)+i]
	}
	return begins || ends
}

// Distance counts the insertions, deletions, replacements and swaps of neighbours between two names; it is more than
// limit where they are farther apart, or too long to be compared.
func Distance(a, b string, limit int) int {
	if max(len(a), len(b)) > maxLength {
		return limit + 1
	}
	return editDistance(a, b, limit)
}

// editDistance counts the insertions, deletions, replacements and swaps of neighbours that lead
// from a to b (optimal string alignment). Above limit it stops and returns limit+1. Neither is
// longer than maxSuggestLength.
func editDistance(a, b string, limit int) int {
	if allASCII(a) && allASCII(b) {
		if d := len(a) - len(b); d > limit || -d > limit {
			return limit + 1
		}
		var rooms [2][maxLength]byte
		return distance(append(rooms[0][:0], a...), append(rooms[1][:0], b...), limit)
	}
	var rooms [2][maxLength]rune
	return distance(appendRunes(rooms[0][:0], a), appendRunes(rooms[1][:0], b), limit)
}

func appendRunes(list []rune, s string) []rune {
	for _, r := range s {
		list = append(list, r)
	}
	return list
}

// distance is editDistance for the letters of two words.
func distance[T byte | rune](x, y []T, limit int) int {
	if d := len(x) - len(y); d > limit || -d > limit {
		return limit + 1
	}
	var rows [3][maxLength + 1]uint8
	before, last, row := &rows[0], &rows[1], &rows[2]
	for j := range len(y) + 1 {
		last[j] = uint8(j)
	}
	for i := 1; i <= len(x); i++ {
		row[0] = uint8(i)
		least := row[0]
		for j := 1; j <= len(y); j++ {
			cost := uint8(1)
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			least = min(least, row[j])
		}
		if int(least) > limit {
			return limit + 1
		}
		before, last, row = last, row, before
	}
	return int(last[len(y)])
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// Key is the known key that was perhaps meant, or "". A key that spells a path means none that it only begins with.
func Key(key string, known []string) string {
	list := Few(key, known, 2)
	if len(list) == 0 || len(list) == 2 && list[0].Distance == list[1].Distance || list[0].Distance == sharesWords && strings.ContainsAny(key, ".[") {
		return ""
	}
	return list[0].Word
}

func allASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
