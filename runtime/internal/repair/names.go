package repair

import (
	"slices"
	"strings"
	"unicode"

	"github.com/toolgen/toolgen/runtime/internal/near"
)

// nearness is how similar a key and a declared name are, the nearest first.
type nearness uint8

const (
	spelling nearness = iota + 1 // case and separators only
	close2                       // plural, typo, abbreviation, initials, synonym
	begins                       // one is the beginning of the other
	ends                         // one is the end of the other
	far
)

// splitWords splits a name into its words, in lower case. What is too long is no name.
func splitWords(name string) []string {
	if len(name) > maxName {
		return nil
	}
	return near.Words(name)
}

// plain is a name without case and separators.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// nearKey returns how near a key is to a declared name.
func nearKey(key, name string) nearness {
	a, b := plain(key), plain(name)
	if a == "" || b == "" {
		return far
	}
	if a == b {
		return spelling
	}
	x, y := splitWords(key), splitWords(name)
	switch {
	case singular(a) == singular(b) || isTypo(a, b) || initials(x, y) || initials(y, x):
		return close2
	case len(x) == len(y) && eachLike(x, y):
		return close2
	case len(x) == 1 && len(y) == 1 && shortens(x[0], y[0]):
		return close2
	case len(x) < len(y) && eachLike(x, y[:len(x)]) || len(y) < len(x) && eachLike(y, x[:len(y)]):
		return begins
	case len(x) < len(y) && eachLike(x, y[len(y)-len(x):]) || len(y) < len(x) && eachLike(y, x[len(x)-len(y):]):
		return ends
	}
	return far
}

// eachLike reports whether words match one by one.
func eachLike(x, y []string) bool {
	for i := range x {
		if !likeWord(x[i], y[i]) {
			return false
		}
	}
	return len(x) > 0
}

// likeWord reports whether two words match: equal, plural, mistyped, abbreviated or synonyms.
func likeWord(a, b string) bool {
	if a == b || singular(a) == singular(b) || isTypo(a, b) {
		return true
	}
	if len(a) >= 2 && len(b) >= 2 && (shortens(a, b) || shortens(b, a)) {
		return true
	}
	return synonyms(singular(a), singular(b))
}

// singular cuts a plural's ending.
func singular(w string) string {
	switch {
	case len(w) > 4 && strings.HasSuffix(w, "ies"):
		return w[:len(w)-3] + "y"
	case len(w) > 4 && slices.ContainsFunc([]string{"ses", "xes", "ches", "shes"}, func(end string) bool { return strings.HasSuffix(w, end) }):
		return w[:len(w)-2]
	case len(w) > 2 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss"):
		return w[:len(w)-1]
	}
	return w
}

// shortens reports whether a word abbreviates another: its beginning, or its first letter and
// consonants of it in order.
func shortens(short, long string) bool {
	if len(short) >= len(long) || short[0] != long[0] || strings.ContainsAny(short, "0123456789") {
		return false
	}
	if strings.HasPrefix(long, short) {
		return len(short) == 1 || len(short) >= 2 && len(short) <= 4
	}
	if len(short) < 2 || len(short) > 4 || strings.ContainsAny(short[1:], "aeiou") {
		return false
	}
	for _, r := range short {
		_, after, found := strings.Cut(long, string(r))
		if !found {
			return false
		}
		long = after
	}
	return true
}

// initials reports whether one word is the initials of several.
func initials(x, y []string) bool {
	if len(x) != 1 || len(y) < 2 || len(x[0]) != len(y) {
		return false
	}
	for i, w := range y {
		if w[0] != x[0][i] {
			return false
		}
	}
	return true
}

// isTypo reports whether two names differ by a typing mistake: one letter in names of four or five, two in longer ones;
// a swap of neighbours counts as one. Names with different digits are different names.
func isTypo(a, b string) bool {
	short := min(len(a), len(b))
	limit := 0
	switch {
	case short >= 6:
		limit = 2
	case short >= 4:
		limit = 1
	}
	if limit == 0 || len(a) > 40 || len(b) > 40 || max(len(a), len(b))-short > limit || digitsOf(a) != digitsOf(b) {
		return false
	}
	return a[0] == b[0] && near.Distance(a, b, limit) <= limit
}

func digitsOf(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsDigit(r) }), "")
}

// synonymGroups are words that programmers use interchangeably in the names of arguments, whatever the tool. The list is
// short on purpose.
var synonymGroups = [][]string{
	{"title", "subject", "headline"},
	{"body", "text", "content", "message", "string"},
	{"name", "label"},
	{"item", "line", "entry", "row"},
	{"start", "from", "begin", "since"},
	{"end", "to", "until", "till"},
	{"query", "search", "keyword", "term"},
	{"path", "file", "filename", "filepath"},
	{"directory", "folder"},
	{"id", "identifier"},
	{"url", "uri", "link", "href"},
	{"price", "amount", "cost"},
	{"quantity", "count"},
	{"limit", "count", "max"},
	{"number", "no"},
	{"email", "mail"},
	{"phone", "telephone"},
	{"source", "origin", "from"},
	{"destination", "target", "to"},
	{"description", "detail"},
	{"delete", "remove"},
	{"tag", "label"},
	{"type", "kind"},
	{"state", "status"},
	{"language", "locale"},
	{"deadline", "due"},
	{"maximum", "max"},
	{"minimum", "min"},
	{"config", "setting", "option"},
	{"image", "picture", "photo"},
}

func synonyms(a, b string) bool {
	return slices.ContainsFunc(synonymGroups, func(group []string) bool { return slices.Contains(group, a) && slices.Contains(group, b) })
}

// explaining are the words of keys under which a model writes what it thinks, not an argument.
var explaining = []string{
	"reason", "reasoning", "thought", "thinking", "explanation", "explain", "justification", "rationale",
	"note", "comment", "why", "confidence", "analysis", "purpose", "intent", "remark",
}

// explains reports whether a key holds an explanation.
func explains(key string) bool {
	return slices.ContainsFunc(splitWords(key), func(w string) bool { return slices.Contains(explaining, singular(w)) })
}

// dangerous are the verbs of tools whose calls cannot be undone: for them, a word only matches an allowed value that it
// spells.
var dangerous = []string{
	"delete", "remove", "purge", "drop", "destroy", "erase", "wipe", "void", "terminate", "revoke",
	"transfer", "pay", "refund", "charge", "withdraw", "wire", "payout", "payment",
}

// isDangerous reports whether a tool deletes or moves money, by its name or the first sentence of its description.
func isDangerous(name, about string) bool {
	first, _, _ := strings.Cut(about, "\n")
	first, _, _ = strings.Cut(first, ". ")
	is := func(w string) bool { return slices.Contains(dangerous, w) }
	words := splitWords(first)
	return slices.ContainsFunc(splitWords(name), is) || len(words) > 0 && (is(words[0]) || is(singular(words[0]))) ||
		slices.Contains(words, "money") && (slices.Contains(words, "move") || slices.Contains(words, "send"))
}

// maxName bounds the bytes of a key that may stand for a name.
const maxName = 256
