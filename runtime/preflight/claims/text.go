package claims

import (
	"strings"
	"unicode"
)

// Limits. The time for a clause is quadratic in its length.
const (
	maxReply  = 256 << 10
	maxClause = 60 // words
)

// word is a word of a clause.
type word struct {
	text  string // in lower case, contractions expanded
	plain bool   // only lower-case letters: neither a name nor a number
}

// sentence is a sentence of a reply with its clauses.
type sentence struct {
	text    string
	clauses [][]word
}

// sentences splits a reply into sentences. Questions, code, quoted lines and quotations are left out.
func sentences(reply string) []sentence {
	if len(reply) > maxReply {
		reply = strings.ToValidUTF8(reply[:maxReply], "")
	}
	var list []sentence
	fenced := false
	for line := range strings.SplitSeq(reply, "\n") {
		trimmed := strings.TrimSpace(line)
		if strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~") {
			fenced = !fenced
			continue
		}
		if fenced || strings.HasPrefix(trimmed, ">") {
			continue
		}
		list = append(list, ofLine(strings.TrimLeft(trimmed, "-*•#0123456789.) "))...)
	}
	return list
}

// ofLine returns the sentences of a line.
func ofLine(line string) []sentence {
	var list []sentence
	runes := []rune(strings.Map(straight, line))
	start := 0
	for i, r := range runes {
		ends := strings.ContainsRune(".!?", r) && (i+1 == len(runes) || unicode.IsSpace(runes[i+1])) && !abbreviation(runes[start:i])
		if !ends && i+1 < len(runes) {
			continue
		}
		if text := strings.TrimSpace(string(runes[start : i+1])); text != "" && r != '?' {
			list = append(list, sentence{text, clauses(unquoted(text))})
		}
		start = i + 1
	}
	return list
}

// straight replaces typographic quotes by ASCII ones, and emphasis by spaces.
func straight(r rune) rune {
	switch r {
	case '’', '‘':
		return '\''
	case '“', '”', '«', '»', '„':
		return '"'
	case '*', '_':
		return ' '
	}
	return r
}

// abbreviation reports whether a period after text does not end a sentence: "Mr.", "Inc.", "ref.".
func abbreviation(text []rune) bool {
	words := strings.Fields(strings.ToLower(string(text)))
	return len(words) > 0 && oneOf(words[len(words)-1], "mr mrs ms dr st inc ltd co corp no ref acct e.g i.e vs approx")
}

// unquoted drops quotations and code.
func unquoted(text string) string {
	for _, quote := range []string{`"`, "`"} {
		parts := strings.Split(text, quote)
		for i := 1; i+1 < len(parts); i += 2 {
			parts[i] = " … "
		}
		text = strings.Join(parts, " ")
	}
	return text
}

// clauses splits a sentence where another verb may begin.
func clauses(text string) [][]word {
	var list [][]word
	var clause []word
	end := func() {
		if len(clause) > 0 {
			list = append(list, clause)
			clause = nil
		}
	}
	for field := range strings.FieldsSeq(text) {
		bare := strings.TrimFunc(field, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if bare == "" {
			if strings.ContainsAny(field, "–—-,;:") {
				end()
			}
			continue
		}
		lower := strings.ToLower(bare)
		if lower == "and" || lower == "but" || len(clause) >= maxClause {
			end()
			if lower == "and" || lower == "but" {
				continue
			}
		}
		plain := bare == lower && strings.IndexFunc(bare, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
		for i, part := range contracted(lower) {
			clause = append(clause, word{part, plain || i > 0})
		}
		if strings.ContainsAny(field[len(field)-1:], ",;:") {
			end()
		}
	}
	end()
	return list
}

// contracted expands contractions: "couldn't" is "could not", "I've" is "I have".
func contracted(w string) []string {
	switch w {
	case "cannot", "can't":
		return []string{"can", "not"}
	case "won't":
		return []string{"will", "not"}
	}
	base, short, ok := strings.Cut(w, "'")
	if !ok {
		return []string{w}
	}
	if verb, negated := strings.CutSuffix(base, "n"); negated && short == "t" {
		return []string{verb, "not"}
	}
	if word, known := shortForms[short]; known {
		return []string{base, word}
	}
	return []string{base, "'s"} // is, has, or of
}

// shortForms are verbs in contractions. The words for "are" stand for "am" as well.
var shortForms = map[string]string{"ve": "have", "ll": "will", "d": "would", "re": "are", "m": "are"}

// oneOf reports whether a word is in a list that is separated by spaces.
func oneOf(w, list string) bool {
	for next := range strings.SplitSeq(list, " ") {
		if next == w {
			return true
		}
	}
	return false
}
