package repair

import (
	"net/mail"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime/internal/formats"
	"github.com/toolgen/toolgen/runtime/internal/lazy"
)

// reformat returns a text in the form that a format asks for, if it has one reading. For no format, it removes the blanks
// around it.
func reformat(text, format string) (string, bool) {
	t := strings.TrimSpace(text)
	switch format {
	case "date":
		t = dateOf(t)
	case "date-time":
		t = dateTimeOf(t)
	case "time":
		t = timeOf(t)
	case "email", "idn-email":
		t = emailOf(t)
	case "uuid":
		t = uuidOf(t)
	case "uri", "iri", "url":
		if hostForm().MatchString(t) {
			t = "https://" + t
		}
	}
	return t, t != "" && t != text && formats.Is(t, format)
}

// Dates are read with blanks between their parts. The one layout that begins with the number of a month is not used
// for dates with dots.
const monthFirst = "1 2 2006"

var dateLayouts = []string{
	"2006 1 2", "20060102", "2 1 2006", monthFirst, "2 Jan 2006", "2 January 2006", "Jan 2 2006", "January 2 2006",
}

// shortened matches what the layouts lack in dates: the endings of "1st" and "Sept".
var shortened = lazy.Pattern(`(?i)(\d)(?:st|nd|rd|th)\b|\b(sep)t\b`)

// dateOf reads a date, or midnight UTC, as year, month and day. It returns "" if there are several readings.
func dateOf(t string) (day string) {
	if at, err := time.Parse(time.RFC3339, dateTimeOf(t)); err == nil && at.Format("15:04:05.999999999Z07:00") == "00:00:00Z" {
		return at.Format(time.DateOnly)
	}
	isBetween := func(r rune) bool { return strings.ContainsRune("-/., \t", r) }
	spaced := strings.Join(strings.FieldsFunc(shortened().ReplaceAllString(t, "$1$2"), isBetween), " ")
	for _, layout := range dateLayouts {
		for _, weekday := range []string{"", "Mon ", "Monday "} {
			at, err := time.Parse(weekday+layout, spaced)
			switch is := at.Format(time.DateOnly); {
			case err != nil || layout == monthFirst && strings.Contains(t, "."):
			case day != "" && day != is:
				return ""
			default:
				day = is
			}
		}
	}
	return day
}

// dateTimeOf reads a point in time with a zone.
func dateTimeOf(t string) string {
	cut := strings.IndexAny(t, "Tt ")
	if cut < 0 {
		return ""
	}
	day, clock := dateOf(t[:cut]), timeOf(strings.TrimSpace(t[cut+1:]))
	if day == "" || clock == "" {
		return ""
	}
	return day + "T" + clock
}

var clockForm = lazy.Pattern(`^(\d\d:\d\d)(:\d\d(?:\.\d+)?)?\s*([Zz]|UTC|GMT|[+-]\d\d:?\d\d)$`)

// timeOf reads a time of day with a zone.
func timeOf(t string) string {
	m := clockForm().FindStringSubmatch(t)
	if m == nil {
		return ""
	}
	seconds, zone := m[2], m[3]
	if seconds == "" {
		seconds = ":00"
	}
	switch {
	case zone == "UTC" || zone == "GMT" || zone == "z":
		zone = "Z"
	case len(zone) == len("+0000"):
		zone = zone[:3] + ":" + zone[3:]
	}
	return m[1] + seconds + zone
}

// scheme matches what stands before an address or a UUID that is written as a URI.
var scheme = lazy.Pattern(`(?i)^(?:mailto:|urn:uuid:)`)

// emailOf returns an address without mailto: and angle brackets; an address with a name is ambiguous.
func emailOf(t string) string {
	t = scheme().ReplaceAllString(strings.TrimSuffix(strings.TrimPrefix(t, "<"), ">"), "")
	if a, err := mail.ParseAddress(t); err != nil || a.Name != "" {
		return ""
	}
	return t
}

// uuidOf puts the hyphens in their places.
func uuidOf(t string) string {
	t = strings.Trim(scheme().ReplaceAllString(t, ""), "{}")
	if len(t) == 32 {
		t = t[:8] + "-" + t[8:12] + "-" + t[12:16] + "-" + t[16:20] + "-" + t[20:]
	}
	return t
}

// hostForm matches a URL without its scheme.
var hostForm = lazy.Pattern(`(?i)^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(:\d+)?([/?#]\S*)?$`)

// grouped matches numbers whose thousands marks leave one reading: there are several, or a decimal mark of another
// kind follows.
var grouped = lazy.Pattern(`^[+-]?[1-9]\d{0,2}((,\d{3})+\.\d*|(,\d{3}){2,}|(\.\d{3})+,\d*|(\.\d{3}){2,})$`)

// numberOf reads the number that a text spells. It is plain if the text is a JSON number but for blanks around it, a
// plus sign, or a decimal point without digits on one side.
func numberOf(text string) (number string, plain, ok bool) {
	t := strings.TrimSpace(text)
	if number, ok = readNumber(t); ok || !grouped().MatchString(t) {
		return number, true, ok
	}
	t = strings.ReplaceAll(t, t[strings.IndexAny(t, ".,"):][:1], "")
	if whole, fraction, found := strings.Cut(strings.Replace(t, ",", ".", 1), "."); found {
		t = strings.TrimSuffix(whole+"."+strings.TrimRight(fraction, "0"), ".")
	}
	return strings.TrimPrefix(t, "+"), false, true
}

// twofoldDate matches dates whose day and month may be the other way round, and twofoldNumber numbers whose comma may mark
// thousands or decimals.
var (
	twofoldDate   = lazy.Pattern(`^(0?[1-9]|1[0-2])[-/](0?[1-9]|1[0-2])[-/]\d{2,4}\b`)
	twofoldNumber = lazy.Pattern(`^[+-]?\d+,\d+$`)
)

// isTwofold reports whether a text is a date or a number that can be read in two ways.
func isTwofold(v *Node, s *Schema) bool {
	switch {
	case v == nil || v.Kind != String:
		return false
	case strings.HasPrefix(s.Text("format"), "date"):
		return twofoldDate().MatchString(strings.TrimSpace(v.Text))
	}
	return s.takes(Number) && !s.takes(String) && twofoldNumber().MatchString(strings.TrimSpace(v.Text))
}
