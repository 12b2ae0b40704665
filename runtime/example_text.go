package runtime

import (
	"regexp/syntax"
	"strconv"
	"strings"
	"unicode/utf8"
)

// formatExamples has two values of each format that is asserted.
var formatExamples = map[string][2]string{
	"date-time":             {"2025-01-31T09:30:00Z", "2025-02-28T17:00:00Z"},
	"date":                  {"2025-01-31", "2025-02-28"},
	"time":                  {"09:30:00Z", "17:00:00Z"},
	"duration":              {"P1D", "PT5M"},
	"email":                 {"name@example.com", "other@example.com"},
	"idn-email":             {"name@example.com", "other@example.com"},
	"hostname":              {"example.com", "example.org"},
	"idn-hostname":          {"example.com", "example.org"},
	"ipv4":                  {"192.0.2.1", "192.0.2.2"},
	"ipv6":                  {"2001:db8::1", "2001:db8::2"},
	"uri":                   {"https://example.com/", "https://example.org/"},
	"uri-reference":         {"https://example.com/", "/other"},
	"iri":                   {"https://example.com/", "https://example.org/"},
	"iri-reference":         {"https://example.com/", "/other"},
	"uri-template":          {"https://example.com/{id}", "https://example.org/{id}"},
	"uuid":                  {"123e4567-e89b-12d3-a456-426614174000", "123e4567-e89b-12d3-a456-426614174001"},
	"json-pointer":          {"/name", "/other"},
	"relative-json-pointer": {"0", "1"},
	"regex":                 {"^[a-z]+$", "^[0-9]+$"},
}

// maxPlaceholderText is the longest text that an example makes up to reach a minLength.
const maxPlaceholderText = 300

// text finds a string that satisfies a row, the nth of them. Where nothing else is
// asked for it is the field's name in brackets, which nobody takes for a value. (Not angle ones:
// encoding/json takes six bytes for each of those.)
func (p *placeholder) text(row *FieldSpec, key string, nth int) (string, bool) {
	least, most := 0, maxPlaceholderText
	if n, ok := row.count("minLength"); ok {
		least = n
	}
	if n, ok := row.count("maxLength"); ok {
		most = min(n, most)
	}
	if least > most {
		return "", false
	}
	var candidates []string
	if row.Sample != "" && nth == 0 {
		candidates = append(candidates, row.Sample)
	}
	if examples, ok := formatExamples[row.Format]; ok {
		if nth > 1 {
			return "", false
		}
		candidates = append(candidates, examples[nth])
	}
	if row.Pattern != "" {
		candidates = append(candidates, patternSamples(p.spec.pattern(row.Pattern), least, nth)...)
	} else if row.Format == "" {
		candidates = append(candidates, bracketed(clip(key, 40), suffix(nth), least, most), sized(suffix(nth)+"x", least, most))
	}
	for _, s := range candidates {
		if p.spec.allows(row, s) {
			return s, true
		}
	}
	return "", false
}

func suffix(nth int) string {
	if nth == 0 {
		return ""
	}
	return strconv.Itoa(nth + 1)
}

// bracketed is a name in brackets, cut within them where there is less room, which still shows what it is.
func bracketed(name, suffix string, least, most int) string {
	room := most - utf8.RuneCountInString(suffix) - len("()")
	if room < 1 {
		return sized(suffix+"x", least, most)
	}
	if utf8.RuneCountInString(name) > room {
		name = strings.TrimSuffix(clip(name, room), "…")
	}
	return sized("("+name+suffix+")", least, most)
}

// sized cuts or pads a text to a number of runes.
func sized(s string, least, most int) string {
	n := utf8.RuneCountInString(s)
	if n > most {
		return strings.TrimSuffix(clip(s, most), "…")
	}
	return s + strings.Repeat("x", max(least-n, 0))
}

// patternSamples makes texts that match a pattern, short ones first, of at least some length. The
// caller checks them: look-around, anchors in odd places and the like are not understood here.
func patternSamples(form *patternForm, least, nth int) []string {
	if form == nil {
		return nil
	}
	var samples []string
	for extra := 0; extra <= 64; extra = max(2*extra, 1) {
		w := patternWriter{extra: extra, nth: nth}
		w.write(form.tree, 0)
		s := w.String()
		if w.failed || len(s) > maxPlaceholderText {
			break
		}
		samples = append(samples, s)
		// One in between, cut to the length, serves patterns such as ^[a-z]+$ with a minLength.
		if n := utf8.RuneCountInString(s); n >= least && extra > 0 {
			break
		}
	}
	if least > 0 && len(samples) > 0 {
		w := patternWriter{extra: max(least-utf8.RuneCountInString(samples[0]), 0), nth: nth}
		if w.write(form.tree, 0); !w.failed && w.Len() <= maxPlaceholderText {
			samples = append(samples, w.String())
		}
	}
	return samples
}

// patternWriter writes one text that matches a parsed pattern.
type patternWriter struct {
	strings.Builder
	extra  int // how often the first open-ended repetition goes on
	nth    int // which of the possible characters and branches is taken
	failed bool
}

func (w *patternWriter) write(re *syntax.Regexp, depth int) {
	if depth > 100 || w.Len() > maxPlaceholderText {
		w.failed = true
		return
	}
	switch re.Op {
	case syntax.OpLiteral:
		w.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		w.class(re.Rune)
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		w.WriteByte("abc"[w.nth%3])
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range re.Sub {
			w.write(sub, depth+1)
		}
	case syntax.OpAlternate:
		w.write(re.Sub[w.nth%len(re.Sub)], depth+1)
	case syntax.OpStar:
		w.repeat(re.Sub[0], 0, depth)
	case syntax.OpPlus:
		w.repeat(re.Sub[0], 1, depth)
	case syntax.OpQuest:
		if w.extra > 0 {
			w.extra--
			w.write(re.Sub[0], depth+1)
		}
	case syntax.OpRepeat:
		w.repeat(re.Sub[0], re.Min, depth)
	case syntax.OpNoMatch:
		w.failed = true
	}
}

func (w *patternWriter) repeat(sub *syntax.Regexp, least, depth int) {
	n := least + w.extra
	w.extra = 0
	for range n {
		w.write(sub, depth+1)
	}
}

// class writes a character of a class, a letter or a digit where it has one.
func (w *patternWriter) class(ranges []rune) {
	var likely, other []rune
	for i := 0; i+1 < len(ranges); i += 2 {
		for r := ranges[i]; r <= ranges[i+1] && r-ranges[i] < 128 && len(likely) < 8; r++ {
			switch {
			case 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9':
				likely = append(likely, r)
			case len(other) < 8 && printable(r):
				other = append(other, r)
			}
		}
	}
	if len(likely) == 0 {
		likely = other
	}
	if len(likely) == 0 {
		w.failed = true
		return
	}
	w.WriteRune(likely[w.nth%len(likely)])
}
