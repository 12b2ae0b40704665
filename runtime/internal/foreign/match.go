package foreign

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime/internal/near"
)

// best is the argument with the highest score, the first of several; nil where none has a score above 0.
func best(args []Argument, score func(*Argument) int) (found *Argument) {
	most := 0
	for i := range args {
		if n := score(&args[i]); n > most {
			found, most = &args[i], n
		}
	}
	return found
}

// first is the first argument that satisfies a condition, nil for none.
func first(args []Argument, is func(*Argument) bool) *Argument {
	return best(args, func(a *Argument) int {
		if is(a) {
			return 1
		}
		return 0
	})
}

// byIdentifier finds the argument whose name a text has as an identifier, which no word of prose is.
func byIdentifier(args []Argument, text string) *Argument {
	return first(args, func(a *Argument) bool { return isIdentifier(a.Name()) && wordAt(text, a.Name(), false, false) >= 0 })
}

// samePath reports whether a path ends in the keys of another, as far as these are spelt alike.
func samePath(path, end []Step) bool {
	keys := func(steps []Step) (list string) {
		for _, s := range steps {
			if !s.IsIndex {
				list += "\x00" + near.Fold(s.Key)
			}
		}
		return list
	}
	e := keys(end)
	return e != "" && strings.HasSuffix(keys(path), e) && !path[len(path)-1].IsIndex
}

// byValue finds the argument whose value a text has as a whole word: the first one, or of a URL the last one; of several
// at the same place the longest one, or the one that refers to something. Parts of a longer word, such as those of a path,
// count where loose is set.
func byValue(args []Argument, text string, last, loose bool) *Argument {
	return best(args, func(a *Argument) int {
		v := strings.TrimSpace(a.Value)
		if len(v) < minValue || len(v) > maxValue {
			return 0
		}
		at := wordAt(text, v, last, loose)
		if at < 0 {
			return 0
		}
		near := len(text) - at
		if last {
			near = at + len(v)
		}
		score := 2 * (near*maxValue + len(v))
		if a.LastWord() == "id" {
			score++
		}
		return score
	})
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
		before, size := utf8.DecodeLastRuneInString(text[:i])
		beforeThat, _ := utf8.DecodeLastRuneInString(text[:i-size])
		end := i + len(value)
		after, size := utf8.DecodeRuneInString(text[end:])
		afterThat, _ := utf8.DecodeRuneInString(text[end+size:])
		if !goesOn(before, beforeThat, loose) && !goesOn(after, afterThat, loose) {
			if found = i; !last {
				break
			}
		}
		from = i + 1
	}
	return found
}

// goesOn reports whether a word goes on with a rune beside it; the rune beyond tells of one that may join words.
func goesOn(r, beyond rune, loose bool) bool {
	if !loose && strings.ContainsRune(":/-@.=", r) {
		r = beyond
	}
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)
}

// byName finds the argument whose name a text has as words, or as an identifier: the longest one, then the first.
// With whole, the names must be there in full.
func byName(args []Argument, text string, whole bool) *Argument {
	var words []string
	for _, w := range identifier().FindAllString(text, 400) {
		if isIdentifier(w) {
			words = append(words, near.Fold(w)) // which is no words
		} else {
			words = append(words, near.Singular(strings.ToLower(w)))
		}
	}
	return best(args, func(a *Argument) int {
		name, key := Words(a.Name()), near.Fold(a.Name())
		if len(name) == 0 || a.Path[len(a.Path)-1].IsIndex {
			return 0
		}
		score := func(form []string, n int) int {
			at := near.Index(words, form)
			if at < 0 || len(form) == 1 && len(form[0]) < 3 {
				return 0
			}
			return n*(len(words)+1) - at // the longest one, then the first
		}
		n, part := 2*len(name), 0
		if !whole {
			part = score(stem(name), 2*len(stem(name)))
		}
		return max(part, score(name, n+1), score([]string{key}, n+min(len(name), 2)))
	})
}
