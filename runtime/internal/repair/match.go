package repair

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/near"
)

// fillers are words that allowed values may leave out.
var fillers = []string{"and", "the", "of", "a", "an", "or"}

// matchWord returns the one allowed value that a word spells. It is exact if only case and separators differ. A strict
// match accepts case, separators and plural alone.
func matchWord(word string, s *Schema, strict bool) (value *Node, exact bool) {
	p := near.Fold(word)
	named := func(e *Node) bool { return e.Kind == String && wordsAt(word, e.Text) >= 0 }
	if p == "" {
		return nil, false
	}
	const few = 3 // with fewer letters, a prefix that is not a whole word says too little
	for i, is := range []func(allowed string) bool{
		func(a string) bool { return near.Fold(a) == p },
		func(a string) bool { return near.Singular(near.Fold(a)) == near.Singular(p) },
		func(a string) bool { return stems(a) == stems(word) && len(stems(a)) > 2 },
		func(a string) bool {
			q := near.Fold(a)
			return wordsAt(a, word) == 0 || wordsAt(word, a) == 0 || len(p) >= few && strings.HasPrefix(q, p) ||
				len(q) >= few && strings.HasPrefix(p, q)
		},
	} {
		isIt := func(e *Node) bool { return e.Kind == String && sign(e.Text) == sign(word) && is(e.Text) }
		value = only(s.Enum, isIt)
		several := slices.ContainsFunc(s.Enum, named) && only(s.Enum, named) == nil ||
			slices.ContainsFunc(s.Enum, isIt) // that differ in case alone
		if value != nil || i == 0 && several || strict && i == 1 {
			return value, i == 0 && value != nil
		}
	}
	return nil, false
}

// sign returns what a text has before its words that is no separator: "-" of "-created".
func sign(text string) string {
	return text[:len(text)-len(strings.TrimLeft(text, "-+!<>"))]
}

// wordsAt returns where a text has the words of another one, if it has more than these; else -1.
func wordsAt(text, of string) int {
	all, part := near.Words(text), near.Words(of)
	if len(part) == 0 || len(part) == len(all) {
		return -1
	}
	return near.Index(all, part)
}

// stems is a text without fillers, and without the endings of what is left.
func stems(text string) string {
	ws := slices.DeleteFunc(near.Words(text), func(w string) bool { return slices.Contains(fillers, w) })
	return stem(strings.Join(ws, ""))
}

// stem removes the endings of verbs and adverbs.
func stem(w string) string {
	w = near.Singular(w)
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
