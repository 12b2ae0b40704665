package runtime

import (
	"strconv"
	"strings"
	"unicode"
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
func fieldInWords(steps []pathStep) string {
	var room [maxLabelInHint]byte
	b := room[:0]
	for keys := 0; len(steps) > 0 && keys < 2; {
		last := steps[len(steps)-1]
		if len(b) > 0 && !(last.IsIndex && last.Index < 0) {
			b = append(b, " of "...)
		}
		switch {
		case !last.IsIndex:
			b = appendKeyInWords(b, last.Key)
			keys++
		case last.Index >= 0:
			b = strconv.AppendInt(append(b, "item "...), int64(last.Index)+1, 10)
		case len(b) == 0:
			b = append(b, "each item"...)
		}
		steps = steps[:len(steps)-1]
	}
	if len(b) == 0 {
		return "the whole value"
	}
	return clean(string(b), maxLabelInHint)
}

// appendKeyInWords writes a key as a noun with its article, or in quotes.
func appendKeyInWords(b []byte, key string) []byte {
	if noun := nounOf(key); noun != "" {
		return append(append(b, "the "...), noun...)
	}
	return append(b, quoteCut(clean(key, maxKeyInWords), maxKeyInWords)...)
}

// nounOf reads a key as a noun; it is "" where that is not to be trusted: a key of very many words may
// be a sentence, and others ask something or lead to something.
func nounOf(key string) string {
	if isWord(key) && len(key) > 4 && len(key) <= maxKeyInWords && !asking[key] && !leading[key] {
		return key // as most are; short forms are shorter
	}
	if len(key) > maxLabelInHint || strings.ContainsFunc(key, notInName) {
		return ""
	}
	list := words(key)
	if len(list) == 0 || len(list) > maxWordsInKey {
		return ""
	}
	if asking[list[0]] || len(list) == 1 && leading[list[0]] {
		return ""
	}
	for i, word := range list {
		if full, ok := spoken[word]; ok {
			list[i] = full
		}
	}
	if name := strings.Join(list, " "); len(name) > 2 || name == "ID" {
		return clean(name, maxLabelInHint)
	}
	return ""
}

// notInName reports whether a rune does not belong into a name, in which words are set apart by few others.
func notInName(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-./ ", r)
}

// asking are words with which keys begin whose value is yes or no.
var asking = map[string]bool{
	"is": true, "are": true, "has": true, "have": true, "can": true, "should": true, "does": true, "do": true, "will": true, "was": true,
	"allow": true, "enable": true, "disable": true, "include": true, "exclude": true, "use": true, "with": true, "without": true, "no": true,
}

// leading are words that are no nouns by themselves.
var leading = map[string]bool{
	"from": true, "to": true, "by": true, "for": true, "at": true, "on": true, "in": true, "of": true, "after": true, "before": true,
	"since": true, "until": true, "as": true, "and": true, "or": true, "not": true, "if": true, "then": true, "else": true, "when": true,
	"where": true, "why": true, "how": true, "who": true, "what": true, "which": true,
}

// spoken are short forms that keys are made of, as people say or write them.
var spoken = map[string]string{
	"id": "ID", "ids": "IDs", "url": "URL", "urls": "URLs", "uri": "URI", "uris": "URIs", "uuid": "UUID", "api": "API", "iban": "IBAN", "ip": "IP",
	"max": "maximum", "min": "minimum", "num": "number", "qty": "quantity", "amt": "amount", "desc": "description",
}

// shortInWords is the name of a field for a list in which others make clear what is meant.
func shortInWords(steps []pathStep) string {
	key := lastKey(steps)
	if noun := nounOf(key); noun != "" {
		return noun
	}
	return quoteCut(clean(key, maxKeyInWords), maxKeyInWords)
}
