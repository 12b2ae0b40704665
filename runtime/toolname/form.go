package toolname

import (
	"strings"
	"sync"
)

// Form is a verb as a sentence has it.
type Form struct {
	Verb string // as a name has it
	Done bool   // past tense or participle: it says that something was done
	Sure bool   // hardly ever a noun
	Effect
}

// FormOf finds the verb of a word in lower case, among those that change or destroy something.
func FormOf(word string) (Form, bool) {
	f, ok := forms()[word]
	return f, ok
}

// forms are the forms of all verbs that change something.
var forms = sync.OnceValue(func() map[string]Form {
	all := map[string]Form{}
	for i, list := range []map[string]Effect{nouns(), verbs()} { // verbs last: they are hardly anything else
		for verb, effect := range list {
			if effect < Changes {
				continue
			}
			base, past, gerund := Conjugate(verb)
			all[base], all[gerund] = Form{verb, base == past, i == 1, effect}, Form{verb, false, i == 1, effect}
			for _, p := range strings.Fields(past) {
				all[p] = Form{verb, true, i == 1, effect}
			}
		}
	}
	return all
})

// irregular are the past tense and, where it is another word, the participle of verbs that do not add -ed.
var irregular = map[string]string{
	"send": "sent", "resend": "resent", "set": "set", "reset": "reset", "put": "put", "write": "wrote written", "buy": "bought",
	"sell": "sold", "pay": "paid", "withdraw": "withdrew withdrawn", "undo": "undid undone", "cut": "cut", "forget": "forgot forgotten",
	"overwrite": "overwrote overwritten", "bid": "bid", "give": "gave given", "leave": "left", "run": "ran", "build": "built",
	"cancel": "canceled cancelled", "rebuild": "rebuilt", "begin": "began begun", "draw": "drew drawn", "hold": "held", "make": "made",
}

// doubled are verbs that double their last letter though their last syllable is not their only one.
var doubled = map[string]bool{"submit": true, "commit": true, "transfer": true, "permit": true, "unpin": true, "unenroll": true, "enroll": true}

// Conjugate gives a verb's base form, its past tense and participle, divided by a blank if they differ, and
// its gerund.
func Conjugate(base string) (infinitive, past, gerund string) {
	stem := base
	switch {
	case doubled[base] && !strings.HasSuffix(base, "ll"), short(base):
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
	return base, past, gerund
}

// short reports whether a verb is one vowel between consonants, as drop and pin are: it doubles its last letter.
func short(base string) bool {
	n := len(base)
	const vowels = "aeiou"
	if n < 3 || n > 4 || strings.IndexByte(vowels+"wxy", base[n-1]) >= 0 || strings.IndexByte(vowels, base[n-2]) < 0 {
		return false
	}
	return !strings.ContainsAny(base[:n-2], vowels)
}
