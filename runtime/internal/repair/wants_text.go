package repair

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/toolgen/toolgen/runtime/internal/show"
)

// textLimits names the strings that the schema takes, and how they are limited.
func (s *Schema) textLimits() (noun string, list []limit) {
	pattern, about := s.patternWords()
	if format, ok := formatWords[s.Text("format")]; ok {
		switch {
		case pattern != "": // which the sample may not match
			return strings.TrimSuffix(format.noun, ","), []limit{{of: " that matches " + pattern}}
		case format.sample != "":
			return format.noun, []limit{{of: " such as " + format.sample}}
		}
		return format.noun, []limit{{}}
	}
	if s.Count("minLength") == 1 && s.Count("maxLength") < 0 && pattern == "" {
		list = append(list, limit{" that is not empty", "not be empty"})
	} else if n := s.counts("Length", "character"); n != "" {
		list = append(list, limit{" of " + n, "have " + n})
	}
	if format := s.Text("format"); format != "" {
		list = append(list, limit{of: " of the format " + strconv.Quote(format)})
	}
	if pattern != "" {
		list = append(list, limit{" that matches " + pattern, "match " + pattern + about})
	}
	return "a string", list
}

// formatWords are the usual names of the texts of a format, with a sample if the form is not obvious.
var formatWords = map[string]struct{ noun, sample string }{
	"date":         {"a date", "2026-12-31"},
	"date-time":    {"a date and time with its zone,", "2026-12-31T09:30:00Z"},
	"time":         {"a time with its zone,", "09:30:00Z"},
	"duration":     {"a duration", "P1DT12H"},
	"email":        {"an email address", ""},
	"idn-email":    {"an email address", ""},
	"hostname":     {"a host name", "api.example.com"},
	"idn-hostname": {"a host name", "api.example.com"},
	"uri":          {"a URL", ""},
	"url":          {"a URL", ""},
	"iri":          {"a URL", ""},
	"uuid":         {"a UUID", ""},
	"ipv4":         {"an IPv4 address", ""},
	"ipv6":         {"an IPv6 address", ""},
	"regex":        {"a regular expression", ""},
	"json-pointer": {"a JSON pointer", "/a/0"},
}

// maxPattern bounds the characters of a pattern that are shown, and of the description beside it.
const maxPattern = 60

// patternWords words a pattern after "match", "" if there is none, and the beginning of the field's description, which may
// say the same in words.
func (s *Schema) patternWords() (pattern, about string) {
	pattern = show.Clip(s.Text("pattern"), maxPattern)
	if strings.ContainsFunc(pattern, func(r rune) bool { return r == ' ' || !unicode.IsPrint(r) }) {
		pattern = strconv.Quote(pattern) // or it may read as a sentence of the hint
	}
	if line, _, _ := strings.Cut(strings.TrimSpace(s.About), "\n"); line != "" {
		about = " (" + strconv.Quote(show.Clip(line, maxPattern)) + ")"
	}
	return pattern, about
}
