package foreign

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// byIdentifier finds the argument whose name a text has as an identifier, which no word of prose is.
func byIdentifier(args []Argument, text string) *Argument {
	for i := range args {
		if name := args[i].Name(); isIdentifier(name) && wordAt(text, name, false, false) >= 0 {
			args[i].Named = true
			return &args[i]
		}
	}
	return nil
}

// samePath reports whether a path ends in the keys of another, as far as these are spelt alike.
func samePath(path, end []Step) bool {
	keys := func(steps []Step) (list []string) {
		for _, s := range steps {
			if !s.IsIndex {
				list = append(list, plainKey(s.Key))
			}
		}
		return list
	}
	p, e := keys(path), keys(end)
	return len(e) > 0 && len(p) >= len(e) && slices.Equal(p[len(p)-len(e):], e) && !path[len(path)-1].IsIndex
}

// byValue finds the argument whose value a text has as a whole word: the first one, or of a URL the last one.
// Parts of a longer word, such as those of a path, count where loose is set.
func byValue(args []Argument, text string, last, loose bool) *Argument {
	best, at, width := -1, 0, 0
	for i := range args {
		v := strings.TrimSpace(args[i].Value)
		if len(v) < minValue || len(v) > maxValue {
			continue
		}
		pos := wordAt(text, v, last, loose)
		if pos < 0 {
			continue
		}
		nearer := pos < at
		if last {
			nearer = pos > at
		}
		if best >= 0 && pos == at && len(v) == width && refersByName(&args[i]) && !refersByName(&args[best]) {
			best = i // of two with the same value, the one that refers to something
		}
		if best < 0 || nearer && !(pos >= at && pos < at+width) || len(v) > width && pos <= at && pos+len(v) >= at+width {
			best, at, width = i, pos, len(v)
		}
	}
	if best < 0 {
		return nil
	}
	return &args[best]
}

func refersByName(a *Argument) bool {
	name := Words(a.Name())
	return len(name) > 0 && name[len(name)-1] == "id"
}

// wordAt is where a text has a value that does not go on at either side, -1 for nowhere.
func wordAt(text, value string, last, loose bool) int {
	found := -1
	for from := 0; from < len(text); {
		i := strings.Index(text[from:], value)
		if i < 0 {
			break
		}
		i += from
		if !goesOn(text[:i], loose, utf8.DecodeLastRuneInString) && !goesOn(text[i+len(value):], loose, utf8.DecodeRuneInString) {
			if found = i; !last {
				break
			}
		}
		from = i + 1
	}
	return found
}

// goesOn reports whether a word goes on at the end of a text that next reads from.
func goesOn(text string, loose bool, next func(string) (rune, int)) bool {
	isWord := func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
	r, size := next(text)
	if loose || !strings.ContainsRune(":/-@.=", r) {
		return isWord(r)
	}
	if strings.HasSuffix(text, string(r)) && !strings.HasPrefix(text, string(r)) {
		text = text[:len(text)-size]
	} else {
		text = text[size:]
	}
	r, _ = next(text)
	return isWord(r)
}

// byName finds the argument whose name a text has as words, or as an identifier: the longest one, then the first.
// With whole, the names must be there in full.
func byName(args []Argument, text string, whole bool) *Argument {
	var words []string
	for _, w := range identifier().FindAllString(text, 400) {
		if isIdentifier(w) {
			words = append(words, plainKey(w)) // which is no words
		} else {
			words = append(words, singular(strings.ToLower(w)))
		}
	}
	best, length, first := -1, 0, 0
	for i := range args {
		if args[i].Path[len(args[i].Path)-1].IsIndex {
			continue
		}
		name := Words(args[i].Name())
		if len(name) == 0 {
			continue
		}
		for _, form := range [][]string{{plainKey(args[i].Name())}, name, stem(name)} {
			at := sequence(words, form)
			if at < 0 || len(form) == 1 && len(form[0]) < 3 || whole && len(form) < len(name) && form[0] != plainKey(args[i].Name()) {
				continue
			}
			n := 2 * len(form)
			if len(form) == len(name) {
				n++
			} else if form[0] == plainKey(args[i].Name()) {
				n = 2*len(name) + 2
			}
			if best < 0 || n > length || n == length && at < first {
				best, length, first = i, n, at
			}
		}
	}
	if best < 0 {
		return nil
	}
	return &args[best]
}
