package toolname

import (
	"slices"
	"strings"
	"sync"
)

// Form is an inflected form of a verb.
type Form struct {
	Verb string // base form, as in tool names
	Done bool   // past tense or participle
	Sure bool   // hardly ever a noun
	Effect
}

// FormOf looks up a lower-case word among the forms of verbs that change or destroy something.
func FormOf(word string) (Form, bool) {
	f, ok := forms()[word]
	return f, ok
}

// forms holds the forms of all verbs that change something.
var forms = sync.OnceValue(func() map[string]Form {
	all := map[string]Form{}
	for i, list := range []map[string]Effect{nouns(), verbs()} { // verbs last: they are less ambiguous
		for verb, effect := range list {
			if effect < Changes {
				continue
			}
			past, gerund := conjugate(verb)
			all[verb], all[gerund] = Form{verb, verb == past, i == 1, effect}, Form{verb, false, i == 1, effect}
			for _, p := range strings.Fields(past) {
				all[p] = Form{verb, true, i == 1, effect}
			}
		}
	}
	return all
})

// irregular maps verbs to their past tense and, if different, their participle.
var irregular = map[string]string{
	"send": "sent", "resend": "resent", "set": "set", "reset": "reset", "put": "put", "write": "wrote written", "buy": "bought",
	"sell": "sold", "pay": "paid", "withdraw": "withdrew withdrawn", "undo": "undid undone", "cut": "cut", "forget": "forgot forgotten",
	"overwrite": "overwrote overwritten", "bid": "bid", "give": "gave given", "leave": "left", "run": "ran", "build": "built",
	"cancel": "canceled cancelled", "rebuild": "rebuilt", "begin": "began begun", "draw": "drew drawn", "hold": "held", "make": "made",
}

// doubled are verbs of several syllables that double their last consonant.
var doubled = []string{"submit", "commit", "transfer", "permit", "unpin", "unenroll", "enroll"}

// conjugate returns a verb's past tense and participle, separated by a space if they differ, and its gerund.
func conjugate(base string) (past, gerund string) {
	stem := base
	switch {
	case slices.Contains(doubled, base) && !strings.HasSuffix(base, "ll"), doublesConsonant(base):
		stem += base[len(base)-1:]
	case strings.HasSuffix(base, "e") && len(base) > 3:
		stem = base[:len(base)-1]
	}
	past, gerund = stem+"ed", stem+"ing"
	if strings.HasSuffix(base, "y") && len(base) > 2 && !strings.ContainsRune("aeou", rune(base[len(base)-2])) {
		past = base[:len(base)-1] + "ied"
	}
	if other, ok := irregular[base]; ok {
		past = other
	}
	return past, gerund
}

// doublesConsonant reports whether a verb is one vowel between consonants, like drop and pin, and so doubles
// its last consonant.
func doublesConsonant(base string) bool {
	n := len(base)
	const vowels = "aeiou"
	if n < 3 || n > 4 || strings.IndexByte(vowels+"wxy", base[n-1]) >= 0 || strings.IndexByte(vowels, base[n-2]) < 0 {
		return false
	}
	return !strings.ContainsAny(base[:n-2], vowels)
}
