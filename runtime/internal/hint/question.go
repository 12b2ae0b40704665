package hint

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/near"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// A field that the schema has no words for is called by its key, in words: "AccountId" is the
// account ID. What cannot be read as a noun is quoted, as the key that it is: "isActive", "from", "x".

// Bounds of a key that is read as words.
const (
	maxWordsInKey = 5
	maxKeyInWords = 40 // runes of a key that is quoted
)

// fieldInWords names the field at a path for a person, with its article, and with what it is part of:
// "the city of the address", "the amount of item 3 of the lines".
func fieldInWords(steps []fieldpath.Step) string {
	var room [maxLabel]byte
	return string(appendFieldInWords(room[:0], steps))
}

func appendFieldInWords(b []byte, steps []fieldpath.Step) []byte {
	from := len(b)
	keys := 0
	for len(steps) > 0 && keys < 2 {
		last := &steps[len(steps)-1]
		if len(b) > from && !(last.IsIndex && last.Index < 0) {
			b = append(b, " of "...)
		}
		switch {
		case !last.IsIndex:
			b = appendKeyInWords(b, last.Key)
			keys++
		case last.Index >= 0:
			b = strconv.AppendInt(append(b, "item "...), int64(last.Index)+1, 10)
		case len(b) == from:
			b = append(b, "each item"...)
		}
		steps = steps[:len(steps)-1]
	}
	switch {
	case len(b) == from:
		return append(b, "the whole value"...)
	case len(b)-from > maxLabel: // all of it is printable
		return append(b[:from], clip(string(b[from:]), maxLabel)...)
	}
	return b
}

// appendKeyInWords writes a key as a noun with its article, or in quotes.
func appendKeyInWords(b []byte, key string) []byte {
	if noun := nounOf(key); noun != "" {
		return append(append(b, "the "...), noun...)
	}
	return append(b, show.Quote(show.Clean(key, maxKeyInWords), maxKeyInWords)...)
}

// nounOf reads a key as a noun; it is "" where that is not to be trusted: a key of very many words may
// be a sentence, and others ask something or lead to something.
func nounOf(key string) string {
	if near.IsWord(key) && len(key) > 4 && len(key) <= maxKeyInWords && !isAsking(key) && !isLeading(key) {
		return key // as most are; short forms are shorter
	}
	if len(key) > maxLabel || strings.ContainsFunc(key, notInName) {
		return ""
	}
	list := near.Words(key)
	if len(list) == 0 || len(list) > maxWordsInKey {
		return ""
	}
	if last := list[len(list)-1]; isAsking(list[0]) || list[0] == "on" || list[0] == "per" || isLeading(last) {
		return "" // "orderBy", "onError"
	}
	long := false
	for i, word := range list {
		list[i] = spoken(word)
		long = long || len(word) > 2
	}
	if !long && list[0] != "ID" {
		return "" // "en_us"
	}
	if name := strings.Join(list, " "); len(name) > 2 || name == "ID" {
		return show.Clean(name, maxLabel)
	}
	return ""
}

// notInName reports whether a rune does not belong into a name, in which words are set apart by few others.
func notInName(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-./ ", r)
}

// isAsking reports whether keys that begin with a word tend to have a value of yes or no.
func isAsking(word string) bool {
	switch word {
	case "is", "are", "has", "have", "can", "should", "does", "do", "will", "was",
		"allow", "enable", "disable", "include", "exclude", "use", "with", "without", "no":
		return true
	}
	return false
}

// isLeading reports whether a word is no noun by itself, but leads to one.
func isLeading(word string) bool {
	switch word {
	case "from", "to", "by", "for", "at", "on", "in", "of", "after", "before", "since", "until", "as",
		"and", "or", "not", "if", "then", "else", "when", "where", "why", "how", "who", "what", "which":
		return true
	}
	return false
}

// spoken is a word of a key as people say or write it.
func spoken(word string) string {
	switch word {
	case "id", "url", "uri", "uuid", "api", "iban", "ip", "sid", "uid", "ttl", "ssl", "sql", "html", "json", "csv", "pdf":
		return strings.ToUpper(word)
	case "ids", "urls", "uris":
		return strings.ToUpper(word[:len(word)-1]) + "s"
	case "max":
		return "maximum"
	case "min":
		return "minimum"
	case "num":
		return "number"
	case "qty":
		return "quantity"
	case "amt":
		return "amount"
	case "desc":
		return "description"
	}
	return word
}
