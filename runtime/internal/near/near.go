// Package near finds the name that was probably meant by one that does not exist.
package near

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// Nearness is how similar two names are, the nearest first.
type Nearness uint8

// The degrees of nearness.
const (
	Spelling Nearness = iota + 1 // they differ in case and separators only
	Close                        // plural, typo, abbreviation, initials, synonym
	Begins                       // one is the beginning of the other
	Ends                         // one is the end of the other
	Far
)

// maxLength bounds the bytes of names that are compared for more than their spelling: a longer one is no slip, and the
// cost grows with its square.
const maxLength = 64

// Of returns how near two names of arguments are, to which the same may be given.
func Of(key, name string) Nearness { return compare(key, name, likeWord) }

// OtherUnit reports whether a key says a unit that a name does not say.
func OtherUnit(key, name string) bool { return unitOf(key) >= 0 && unitOf(key) != unitOf(name) }

// units are words at the end of names that say in what a value is counted.
var units = [][]string{
	{"ms", "milli", "millisecond"}, {"s", "sec", "second"}, {"minute", "mins"}, {"h", "hr", "hrs", "hour"}, {"day"}, {"week"}, {"month"}, {"year"},
	{"byte"}, {"kb", "kilobyte"}, {"mb", "megabyte"}, {"gb", "gigabyte"}, {"percent", "pct"}, {"cent"}, {"px", "pixel"},
	{"mm", "millimeter"}, {"cm", "centimeter"}, {"m", "meter"}, {"km", "kilometer"}, {"ft", "feet"}, {"mi", "mile"},
	{"g", "gram"}, {"kg", "kilogram"}, {"oz", "ounce"}, {"lb", "pound"}, {"c", "celsius"}, {"f", "fahrenheit"},
}

// unitOf returns which unit ends a name, -1 if it says none.
func unitOf(name string) int {
	words := append([]string{""}, Words(name)...)
	last := words[len(words)-1]
	return slices.IndexFunc(units, func(unit []string) bool {
		return slices.Contains(unit, last) || slices.Contains(unit, Singular(last))
	})
}

// Opposite reports whether one of two names says no to what the other says: "no_retry" and "retry", "disabled" and
// "enabled".
func Opposite(a, b string) bool {
	return negated(a) != negated(b) || denies(Fold(a), Fold(b)) || denies(Fold(b), Fold(a))
}

// negated reports whether a name begins with a word that denies the others.
func negated(name string) bool {
	words := Words(name)
	return len(words) > 1 && slices.Contains([]string{"no", "not", "never", "without", "exclude", "except", "skip", "disable", "ignore"}, words[0])
}

func denies(a, b string) bool {
	return slices.ContainsFunc([]string{"un", "in", "non", "dis"}, func(prefix string) bool {
		rest, ok := strings.CutPrefix(a, prefix)
		return ok && (rest == b || "en"+rest == b)
	})
}

// kindWords are words of names that say what kind of value it is, rather than what it is for.
var kindWords = []string{"id", "name", "date", "time", "at", "number", "text", "value"}

// IsKind reports whether a key says what kind of value it has, and nothing of what the value is for.
func IsKind(key string) bool { return slices.Contains(kindWords, Fold(key)) }

// Means reports whether a key stands for a whole name: a word of the name is in it, or a synonym of all that the name
// says. "deadline" means "due_date"; "quantity" does not mean "count_rule".
func Means(key, name string) bool {
	said := slices.DeleteFunc(Words(name), func(w string) bool { return slices.Contains(kindWords, w) })
	return compare(key, name, sameWord) < Far || Of(key, strings.Join(said, " ")) <= Close
}

// compare returns how near two names are whose words are compared one by one.
func compare(key, name string, like func(a, b string) bool) Nearness {
	a, b := Fold(key), Fold(name)
	switch {
	case a == b && (a != "" || key == name):
		return Spelling
	case a == "" || b == "" || max(len(a), len(b)) > maxLength:
		return Far
	}
	x, y := Words(key), Words(name)
	if len(x) > len(y) {
		x, y = y, x
	}
	switch n := len(x); {
	case n < len(y) && slices.Equal(x, y[:n]): // no typo, but a word more
		return Begins
	case Singular(a) == Singular(b) || isTypo(a, b) || initials(x, y):
		return Close
	case n == len(y) && (slices.EqualFunc(x, y, like) || n == 1 && shortens(x[0], y[0])):
		return Close
	case n < len(y) && slices.EqualFunc(x, y[:n], like):
		return Begins
	case n < len(y) && slices.EqualFunc(x, y[len(y)-n:], like):
		return Ends
	}
	return Far
}

// Key returns the known key that was probably meant by another one. It is "" if none is near or two are equally near: a
// wrong guess is worse than none. A key that spells a path means none that it only begins with.
func Key(key string, known []string) string {
	level := func(name string) Nearness { return compare(key, name, sameWord) }
	list := Few(key, known, 2)
	if len(list) == 0 || len(list) == 2 && level(list[0]) == level(list[1]) || level(list[0]) >= Begins && strings.ContainsAny(key, ".[") {
		return ""
	}
	return list[0]
}

// Few lists at most n candidates that are near a word, the nearest first, equally near ones in their order.
func Few(word string, candidates []string, n int) []string {
	level := map[string]Nearness{}
	var list []string
	for _, c := range candidates {
		if level[c] = compare(word, c, sameWord); level[c] < Far {
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(level[a], level[b]) })
	return list[:min(n, len(list))]
}

// Fold is a name without case and separators.
func Fold(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
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

// Index is where words stand one after the other in others, -1 for nowhere.
func Index(words, part []string) int {
	for i := 0; i+len(part) <= len(words); i++ {
		if slices.Equal(words[i:i+len(part)], part) {
			return i
		}
	}
	return -1
}

// likeWord reports whether two words match: equal, plural, mistyped, abbreviated or synonyms.
func likeWord(a, b string) bool { return sameWord(a, b) || synonyms(Singular(a), Singular(b)) }

// sameWord is likeWord without synonyms.
func sameWord(a, b string) bool {
	return Singular(a) == Singular(b) || isTypo(a, b) || len(a) >= 2 && len(b) >= 2 && (shortens(a, b) || shortens(b, a))
}

// Singular cuts a plural's ending.
func Singular(w string) string {
	ends := func(endings ...string) bool {
		return slices.ContainsFunc(endings, func(end string) bool { return strings.HasSuffix(w, end) })
	}
	switch {
	case w == "indices":
		return "index"
	case len(w) > 4 && ends("ies"):
		return w[:len(w)-3] + "y"
	case len(w) > 4 && ends("sses", "xes", "ches", "shes"):
		return w[:len(w)-2]
	case w == "ids" || len(w) > 3 && ends("s") && !ends("ss", "us", "is"):
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
	return limit > 0 && a[0] == b[0] && digitsOf(a) == digitsOf(b) && within([]rune(a), []rune(b), limit)
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

// within reports whether at most n insertions, deletions, replacements and swaps of neighbours lead from a to b. Its work
// grows with the powers of n, which is small.
func within(a, b []rune, n int) bool {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	if n == 0 || len(a) == 0 || len(b) == 0 {
		return len(a)+len(b) <= n
	}
	isSwap := len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0]
	return within(a[1:], b, n-1) || within(a, b[1:], n-1) || within(a[1:], b[1:], n-1) || isSwap && within(a[2:], b[2:], n-1)
}
