package known

import (
	"strings"
	"unicode"
)

// maxPhrase is the number of words that a value in a text may have.
const maxPhrase = 4

// Phrases calls yield for what may be a value in a text that a person has written: up to four words in a row,
// without the punctuation around them, and the parts of a word such as an address.
func Phrases(text string, yield func(string)) {
	words := strings.Fields(text)
	for i := range words {
		for n := 1; n <= min(maxPhrase, len(words)-i); n++ {
			phrase := strings.Join(words[i:i+n], " ")
			yield(phrase)
			yield(bare(phrase))
		}
		for _, part := range strings.FieldsFunc(words[i], separates) {
			yield(bare(part))
		}
	}
}

// bare is a text without what is no letter or digit at its ends.
func bare(text string) string {
	return strings.TrimFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// separates reports whether a character separates the parts of a word: any but those that identifiers have.
func separates(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_@.+", r)
}
