package preflight

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// sentence is a sentence of a reply.
type sentence struct {
	start, end int // without the white space around it
	question   bool
}

// sentences takes a reply apart, in one pass: at line breaks and behind the marks that end a
// sentence. Fenced code and lines that quote (">") are left out. A mark within a number, or within
// a word such as example.com, ends nothing.
func sentences(text string) []sentence {
	var list []sentence
	fence := ""
	for start := 0; start < len(text); {
		end := strings.IndexByte(text[start:], '\n')
		if end < 0 {
			end = len(text)
		} else {
			end += start
		}
		line := strings.TrimLeft(text[start:end], " \t")
		switch {
		case fence != "":
			if strings.HasPrefix(line, fence) {
				fence = ""
			}
		case strings.HasPrefix(line, "```"), strings.HasPrefix(line, "~~~"):
			fence = line[:3]
		case strings.HasPrefix(line, ">"):
		default:
			list = sentencesOfLine(list, text, start, end)
		}
		start = end + 1
	}
	return list
}

func sentencesOfLine(list []sentence, text string, start, end int) []sentence {
	add := func(from, to int, question bool) {
		for from < to && isSpace(text[from]) {
			from++
		}
		for to > from && isSpace(text[to-1]) {
			to--
		}
		if from < to {
			list = append(list, sentence{from, to, question})
		}
	}
	from := start
	for i := start; i < end; i++ {
		if c := text[i]; c != '.' && c != '!' && c != '?' {
			continue
		}
		question := false
		to := i
		for to < end && (text[to] == '.' || text[to] == '!' || text[to] == '?') {
			question = question || text[to] == '?'
			to++
		}
		for to < end && strings.IndexByte(`"')*_]`, text[to]) >= 0 {
			to++
		}
		for _, closing := range []string{"”", "’"} {
			if strings.HasPrefix(text[to:end], closing) {
				to += len(closing)
			}
		}
		if to == end || isSpace(text[to]) && !(to == i+1 && text[i] == '.' && abbreviated(text[from:i], text[to:end])) {
			add(from, to, question)
			from = to
		}
		i = to - 1
	}
	add(from, end, false)
	return list
}

// abbreviated reports whether the point behind a text belongs to its last word, as in "Acme Inc. has
// paid": what follows goes on with a small letter or a digit.
func abbreviated(before, after string) bool {
	last := strings.ToLower(before[strings.LastIndexAny(before, " \t\r(")+1:])
	if titles[last] {
		return true
	}
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(after, " \t\r"))
	return abbreviations[last] && (unicode.IsLower(next) || unicode.IsDigit(next))
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// maxSentence is the number of bytes of a sentence that are looked at. A claim that needs more to
// be said is none.
const maxSentence = 2000

// clauses takes a sentence apart into words in lower case, clause by clause. What stands in quotes
// or in code is left out, since it is somebody else's.
func clauses(text string) [][]string {
	var list [][]string
	var words []string
	flush := func() {
		if len(words) > 0 {
			list = append(list, words)
			words = nil
		}
	}
	text = cutBytes(text, maxSentence)
	closing := ""
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if closing != "" {
			if strings.HasPrefix(text[i:], closing) {
				i += len(closing)
				closing = ""
				continue
			}
			i += size
			continue
		}
		switch {
		case r == '"' && strings.IndexByte(text[i+1:], '"') >= 0, r == '`' && strings.IndexByte(text[i+1:], '`') >= 0:
			closing = string(r)
			words = append(words, quoted)
			i += size
		case r == '“' && strings.Contains(text[i:], "”"):
			closing = "”"
			words = append(words, quoted)
			i += size
		case wordRune(r):
			word, n := word(text[i:])
			i += n
			words = append(words, word)
		default:
			if r == ',' && i+1 < len(text) && isDigit(text[i+1]) && i > 0 && isDigit(text[i-1]) {
				i++
				continue
			}
			if strings.ContainsRune(",;:()[]—–|/", r) || r == '-' && i+1 < len(text) && isSpace(text[i+1]) {
				flush()
			}
			i += size
		}
	}
	flush()
	return list
}

// quoted stands for a quotation among the words of a clause.
const quoted = "“”"

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func wordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '$' || r == '€' || r == '£' || r == '#'
}

// word reads the word that a text begins with, in lower case, with a straight apostrophe. Words
// that are no words, such as INV-001 or 1200.50, come back as they are but for their case.
func word(text string) (string, int) {
	var b strings.Builder
	i := 0
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		next, _ := utf8.DecodeRuneInString(text[i+size:])
		switch {
		case wordRune(r):
			b.WriteRune(unicode.ToLower(r))
		case (r == '\'' || r == '’') && i > 0 && unicode.IsLetter(next):
			b.WriteByte('\'')
		case (r == '-' || r == '.') && i > 0 && wordRune(next) && i+size < len(text):
			b.WriteRune(r)
		default:
			return b.String(), i
		}
		i += size
	}
	return b.String(), i
}

// named reports whether a word is a name, a number or a quotation: it stands beside a noun without
// changing what the noun is, as in "invoice INV-001".
func named(word string) bool {
	return word == quoted || strings.ContainsAny(word, "0123456789#$€£")
}
