package repair

import (
	"slices"
	"strings"
)

// fillers are words that allowed values may leave out.
var fillers = []string{"and", "the", "of", "a", "an", "or"}

// matchWord gives the one allowed value that a word spells. It is exact where only case and
// separators differ. A strict match takes case, separators and plural alone.
func matchWord(word string, s *Schema, strict bool) (value *Node, exact bool) {
	var texts []*Node
	for _, e := range s.Enum {
		if e.Kind == String {
			texts = append(texts, e)
		}
	}
	find := func(is func(allowed string) bool) *Node {
		var found *Node
		for _, e := range texts {
			if is(e.Text) {
				if found != nil {
					return nil
				}
				found = e
			}
		}
		return found
	}
	p := plain(word)
	if p == "" {
		return nil, false
	}
	if v := find(func(a string) bool { return plain(a) == p }); v != nil {
		return v, true
	}
	if slices.ContainsFunc(texts, func(e *Node) bool { return plain(e.Text) == p }) {
		return nil, false // two that differ in case alone
	}
	if v := find(func(a string) bool { return singular(plain(a)) == singular(p) }); v != nil || strict {
		return v, false
	}
	if v := find(func(a string) bool { return bare(a) == bare(word) }); v != nil {
		return v, false
	}
	if v := find(func(a string) bool { return stem(plain(a)) == stem(p) && len(stem(p)) > 2 }); v != nil {
		return v, false
	}
	const few = 3 // letters that say too little
	return find(func(a string) bool {
		q := plain(a)
		return len(p) >= few && strings.HasPrefix(q, p) || len(q) >= few && strings.HasPrefix(p, q) && wholeWord(word, a)
	}), false
}

// wholeWord reports whether the allowed value ends in the word where a word ends, or an ending.
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

// stem cuts the endings of verbs and adverbs.
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

// boolWord gives the allowed value that stands for a bool, where one of the values says yes and one no.
func boolWord(is bool, s *Schema) *Node {
	var yes, no *Node
	for _, e := range s.Enum {
		if e.Kind != String {
			continue
		}
		switch b, _, ok := boolOf(e.Text); {
		case !ok:
		case b && yes == nil:
			yes = e
		case !b && no == nil:
			no = e
		default:
			return nil
		}
	}
	if yes == nil || no == nil {
		return nil
	}
	if is {
		return yes
	}
	return no
}

// isNullish reports whether a value says that there is none.
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
