package repair

import (
	"slices"
	"strings"
)

// fillers are words that allowed values may leave out.
var fillers = []string{"and", "the", "of", "a", "an", "or"}

// matchWord returns the one allowed value that a word spells. It is exact if only case and separators differ. A strict
// match accepts case, separators and plural alone.
func matchWord(word string, s *Schema, strict bool) (value *Node, exact bool) {
	p := plain(word)
	if p == "" {
		return nil, false
	}
	const few = 3 // with fewer letters, a prefix says too little
	for i, is := range []func(allowed string) bool{
		func(a string) bool { return plain(a) == p },
		func(a string) bool { return singular(plain(a)) == singular(p) },
		func(a string) bool { return bare(a) == bare(word) },
		func(a string) bool { return stem(plain(a)) == stem(p) && len(stem(p)) > 2 },
		func(a string) bool {
			q := plain(a)
			return len(p) >= few && strings.HasPrefix(q, p) || len(q) >= few && strings.HasPrefix(p, q) && wholeWord(word, a)
		},
	} {
		isIt := func(e *Node) bool { return e.Kind == String && is(e.Text) }
		value = only(s.Enum, isIt)
		several := i == 0 && slices.ContainsFunc(s.Enum, isIt) // that differ in case alone
		if value != nil || several || strict && i == 1 {
			return value, i == 0 && value != nil
		}
	}
	return nil, false
}

// wholeWord reports whether an allowed value, which the word begins with, ends at the end of a word or before an ending.
func wholeWord(word, allowed string) bool {
	a, b := splitWords(word), splitWords(allowed)
	if len(a) > len(b) && slices.Equal(a[:len(b)], b) {
		return true
	}
	rest := strings.TrimPrefix(plain(word), plain(allowed))
	return len(rest) <= 3
}

func bare(word string) string {
	ws := slices.DeleteFunc(splitWords(word), func(w string) bool { return slices.Contains(fillers, w) })
	return strings.Join(ws, "")
}

// stem removes the endings of verbs and adverbs.
func stem(w string) string {
	w = singular(w)
	for _, ending := range []string{"ing", "ed", "ly", "er", "e", "d"} {
		if len(w) > len(ending)+2 && strings.HasSuffix(w, ending) {
			return w[:len(w)-len(ending)]
		}
	}
	return w
}

// boolOf reads a word for true or false.
func boolOf(text string) (is, exact, ok bool) {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "true":
		return true, true, true
	case "false":
		return false, true, true
	case "yes", "on":
		return true, false, true
	case "no", "off":
		return false, false, true
	}
	return false, false, false
}

// boolWord returns the allowed value that stands for a bool, if one of the values says yes and one no.
func boolWord(is bool, s *Schema) *Node {
	word := func(is bool) *Node {
		return only(s.Enum, func(e *Node) bool {
			b, _, ok := boolOf(e.Text)
			return ok && b == is && e.Kind == String
		})
	}
	if word(!is) == nil {
		return nil
	}
	return word(is)
}

// isNullish reports whether a value stands for no value.
func isNullish(v *Node) bool {
	if v.Kind == Null {
		return true
	}
	if v.Kind != String {
		return false
	}
	switch strings.ToLower(strings.TrimSpace(v.Text)) {
	case "", "null", "none", "nil", "n/a", "undefined":
		return true
	}
	return false
}
