package gencode

import (
	"strings"
	"unicode/utf8"
)

// The functions of CEL's string extension. All positions count code points.

// RuleRunes is the length of a string.
func RuleRunes(s string) int64 { return int64(utf8.RuneCountInString(s)) }

// runeOffset is where the n-th code point of s begins; the end of s where n is its length.
func runeOffset(s string, n int64) (offset int, ok bool) {
	if n < 0 {
		return 0, false
	}
	for i := range s {
		if n == 0 {
			return i, true
		}
		n--
	}
	return len(s), n == 0
}

// RuleCharAt is the character at a position; empty just after the end.
func RuleCharAt(s string, i int64) (string, bool) {
	at, ok := runeOffset(s, i)
	if !ok || at == len(s) {
		return "", ok
	}
	_, size := utf8.DecodeRuneInString(s[at:])
	return s[at : at+size], true
}

// RuleSubstring is s from start to its end.
func RuleSubstring(s string, start int64) (string, bool) {
	at, ok := runeOffset(s, start)
	return s[at:], ok
}

// RuleSubstringTo is s from start up to end, without it.
func RuleSubstringTo(s string, start, end int64) (string, bool) {
	from, ok1 := runeOffset(s, start)
	to, ok2 := runeOffset(s, end)
	if !ok1 || !ok2 || start > end {
		return "", false
	}
	return s[from:to], true
}

// RuleIndexOf is the position of the first sub in s, -1 for none.
func RuleIndexOf(s, sub string) int64 {
	at := strings.Index(s, sub)
	if at < 0 {
		return -1
	}
	return RuleRunes(s[:at])
}

// RuleIndexOfFrom is the position of the first sub in s from a position on.
func RuleIndexOfFrom(s, sub string, from int64) (int64, bool) {
	return searchFrom(s, sub, from, func(at int) int64 {
		if found := RuleIndexOf(s[at:], sub); found >= 0 {
			return from + found
		}
		return -1
	})
}

// searchFrom returns what find finds from the offset of a position on, unless the position or what is searched for decides.
func searchFrom(s, sub string, from int64, find func(at int) int64) (int64, bool) {
	at, ok := runeOffset(s, from)
	switch {
	case from < 0:
		return 0, false
	case sub == "" && !ok:
		return RuleRunes(s), true
	case sub == "":
		return from, true
	case !ok || at == len(s):
		return -1, true
	}
	return find(at), true
}

// RuleLastIndexOf is the position of the last sub in s, -1 for none.
func RuleLastIndexOf(s, sub string) int64 {
	at := strings.LastIndex(s, sub)
	if at < 0 {
		return -1
	}
	return RuleRunes(s[:at])
}

// RuleLastIndexOfFrom is the position of the last sub in s that begins at a position or before.
func RuleLastIndexOfFrom(s, sub string, from int64) (int64, bool) {
	return searchFrom(s, sub, from, func(at int) int64 { return RuleLastIndexOf(s[:min(len(s), at+len(sub))], sub) })
}

// RuleLower is s with the letters A to Z lowered.
func RuleLower(s string) string { return shiftLetters(s, 'A', 'Z', 'a'-'A') }

// RuleUpper is s with the letters a to z raised.
func RuleUpper(s string) string { return shiftLetters(s, 'a', 'z', 'A'-'a') }

func shiftLetters(s string, first, last, by rune) string {
	return strings.Map(func(r rune) rune {
		if r >= first && r <= last {
			return r + by
		}
		return r
	}, s)
}

// RuleReverse is s backwards.
func RuleReverse(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for len(s) > 0 {
		_, size := utf8.DecodeLastRuneInString(s)
		b.WriteString(s[len(s)-size:])
		s = s[:len(s)-size]
	}
	return b.String()
}

// RuleQuote is s in double quotes, with what does not print escaped as CEL spells it.
func RuleQuote(s string) string {
	return `"` + ruleQuoter.Replace(strings.ToValidUTF8(s, "\uFFFD")) + `"`
}

var ruleQuoter = strings.NewReplacer(
	"\a", `\a`, "\b", `\b`, "\f", `\f`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "\v", `\v`, `\`, `\\`, `"`, `\"`)
