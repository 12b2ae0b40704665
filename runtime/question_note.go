package runtime

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Descriptions are written for those who write calls, in every form: as a noun, as an order, as a question,
// in many sentences, behind "Required:". A question therefore never makes them a part of its sentence: it
// names the field by its key, and the beginning of the description stands behind that in brackets.

// maxNoteInList is the number of runes of a description in a question for several values.
const maxNoteInList = 60

// lastField is the last key of a path that is one.
func lastField(keys []string) string {
	for _, key := range slices.Backward(keys) {
		if key != itemsStep && key != restStep {
			return key
		}
	}
	return ""
}

// note is what the description of a field says of it besides its key, cut to n runes; "" for nothing.
func (f *FieldSpec) note(key string, n int) string {
	for _, text := range [...]string{f.Description, f.Title} {
		text = firstSentence(withoutLinks(withoutMarks(clip(text, 8*maxLabelInHint))))
		if text == "" || repeats(text, key) {
			continue
		}
		return cutAtWord(withoutLooseBrackets(lowerArticle(text)), n)
	}
	return ""
}

// withoutMarks takes away what marks a description as a whole: bullets and emphasis, and that the field is
// required, which who is asked for it knows.
func withoutMarks(s string) string {
	for {
		before := s
		s = strings.TrimLeft(s, " \t\r\n*`_#>-–—•·:;,.")
		bracket := strings.HasPrefix(s, "(") || strings.HasPrefix(s, "[")
		word := strings.TrimLeft(s, "([")
		for _, mark := range [...]string{"required", "optional", "mandatory"} {
			if len(word) < len(mark) || !strings.EqualFold(word[:len(mark)], mark) {
				continue
			}
			rest := strings.TrimLeft(word[len(mark):], "*_` ")
			if next, _ := utf8.DecodeRuneInString(rest); bracket && (next == ')' || next == ']') || !bracket && strings.ContainsRune(".:;,-–—!", next) {
				s = rest[utf8.RuneLen(next):]
			} else if rest == "" {
				return ""
			}
			break
		}
		if s == before {
			break
		}
	}
	for _, mark := range [...]string{"(required)", "(optional)", "[required]", "[optional]"} {
		if at := len(s) - len(mark); at > 0 && strings.EqualFold(s[at:], mark) {
			s = strings.TrimRight(s[:at], " ")
		}
	}
	return s
}

// withoutLinks leaves of links in Markdown the words that are shown, and of a text what stands before its
// first list or heading.
func withoutLinks(s string) string {
	for at := 0; ; {
		mid := strings.Index(s[at:], "](")
		if mid < 0 {
			break
		}
		mid += at
		open, end := strings.LastIndexByte(s[:mid], '['), strings.IndexByte(s[mid:], ')')
		if open < 0 || end < 0 {
			break
		}
		s, at = s[:open]+s[open+1:mid]+s[mid+end+1:], mid-1
	}
	for _, mark := range [...]string{"**", ".- ", ".* "} {
		if at := strings.Index(s, mark); at > 0 {
			s = s[:at]
		}
	}
	return s
}

// repeats reports whether a text says nothing that a key does not.
func repeats(text, key string) bool {
	have := words(key)
	for _, word := range words(text) {
		switch word {
		case "the", "a", "an", "of", "this", "your", "parameter", "field", "argument":
		default:
			if !slices.ContainsFunc(have, func(w string) bool { return w == word || strings.EqualFold(spoken(w), word) }) {
				return false
			}
		}
	}
	return true
}

// lowerArticle begins a text in lower case where its first word is an article, which is nobody's name.
func lowerArticle(s string) string {
	word, _, ok := strings.Cut(s, " ")
	switch word {
	case "The", "A", "An", "This", "Your":
		if ok {
			return strings.ToLower(word) + s[len(word):]
		}
	}
	return s
}

// withoutLooseBrackets takes the brackets out of a text that do not belong together: it stands in brackets
// itself, which end where it ends.
func withoutLooseBrackets(s string) string {
	depth := 0
	for _, r := range s {
		switch r {
		case '(':
			depth++
		case ')':
			if depth--; depth < 0 {
				return strings.NewReplacer("(", "", ")", "").Replace(s)
			}
		}
	}
	if depth != 0 {
		return strings.NewReplacer("(", "", ")", "").Replace(s)
	}
	return s
}

// cutAtWord cuts a text to n runes, at the end of a word where one is near.
func cutAtWord(s string, n int) string {
	cut := clip(s, n)
	if cut == s {
		return s
	}
	cut = strings.TrimSuffix(cut, "…")
	if at := strings.LastIndexByte(cut, ' '); at > len(cut)/2 {
		cut = cut[:at]
	}
	return withoutLooseBrackets(strings.TrimRightFunc(cut, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;:(-–—", r) })) + "…"
}
