package repair

import (
	"fmt"
	"net/mail"
	"strconv"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime/internal/formats"
	"github.com/toolgen/toolgen/runtime/internal/lazy"
)

// reformat returns a text in the form that a format asks for, if it has one reading. For no format, it removes the blanks
// around it.
func reformat(text, format string) (string, bool) {
	t := strings.TrimSpace(text)
	var out string
	switch format {
	case "date":
		out = dateOf(t)
	case "date-time":
		out = dateTimeOf(t)
	case "time":
		out = timeOf(t)
	case "email", "idn-email":
		out = emailOf(t)
	case "uuid":
		out = uuidOf(t)
	case "uri", "iri", "url":
		out = urlOf(t)
	default:
		out = t
	}
	return out, out != "" && out != text && formats.Is(out, format)
}

var (
	yearFirst = lazy.Pattern(`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$`)
	dayFirst  = lazy.Pattern(`^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4})$`)
	compact   = lazy.Pattern(`^(\d{4})(\d\d)(\d\d)$`)
	midnight  = lazy.Pattern(`^(\d{4}-\d\d-\d\d)[Tt ]00:00(:00(\.0+)?)?([Zz]|[+-]00:00)$`)
	named     = lazy.Pattern(`^(?:[A-Za-z]{3,9},?\s+)?(?:(\d{1,2})(?:st|nd|rd|th)?[-\s.]+([A-Za-z]{3,9})\.?|([A-Za-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?),?[-\s]+(\d{4})$`)
	clock     = lazy.Pattern(`^(\d\d:\d\d)(:\d\d(?:\.\d+)?)?\s*([Zz]|UTC|GMT|[+-]\d\d:?\d\d)$`)
)

// dateOf reads a date that has one reading, as year, month and day.
func dateOf(t string) string {
	if m := midnight().FindStringSubmatch(t); m != nil {
		return m[1]
	}
	if m := yearFirst().FindStringSubmatch(t); m != nil {
		return ymd(m[1], m[2], m[3])
	}
	if m := compact().FindStringSubmatch(t); m != nil {
		return ymd(m[1], m[2], m[3])
	}
	if m := dayFirst().FindStringSubmatch(t); m != nil {
		a, _ := strconv.Atoi(m[1])
		b, _ := strconv.Atoi(m[3])
		switch {
		case a > 12 || m[2] == "." || a == b:
			return ymd(m[4], m[3], m[1])
		case b > 12:
			return ymd(m[4], m[1], m[3])
		}
		return ""
	}
	if m := named().FindStringSubmatch(t); m != nil {
		day, month := m[1]+m[4], m[2]+m[3]
		for i := time.January; i <= time.December; i++ {
			name := strings.ToLower(i.String())
			if word := strings.ToLower(month); word == name || len(word) >= 3 && len(word) <= 4 && strings.HasPrefix(name, word) {
				return ymd(m[5], strconv.Itoa(int(i)), day)
			}
		}
	}
	return ""
}

// ymd writes a date; "" if there is no such day.
func ymd(year, month, day string) string {
	m, _ := strconv.Atoi(month)
	d, _ := strconv.Atoi(day)
	out := fmt.Sprintf("%s-%02d-%02d", year, m, d)
	if !formats.Is(out, "date") {
		return ""
	}
	return out
}

// dateTimeOf reads a point in time with a zone.
func dateTimeOf(t string) string {
	cut := strings.IndexAny(t, "Tt ")
	if cut < 0 {
		return ""
	}
	date := t[:cut]
	if m := yearFirst().FindStringSubmatch(date); m != nil {
		date = ymd(m[1], m[2], m[3])
	}
	rest := timeOf(strings.TrimSpace(t[cut+1:]))
	if date == "" || rest == "" {
		return ""
	}
	return date + "T" + rest
}

// timeOf reads a time of day with a zone.
func timeOf(t string) string {
	m := clock().FindStringSubmatch(t)
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
	case len(zone) == 5:
		zone = zone[:3] + ":" + zone[3:]
	}
	return m[1] + seconds + zone
}

// emailOf returns an address without mailto: and angle brackets; an address with a name is ambiguous.
func emailOf(t string) string {
	t = strings.TrimSuffix(strings.TrimPrefix(t, "<"), ">")
	if rest, ok := cutFold(t, "mailto:"); ok {
		t = rest
	}
	if a, err := mail.ParseAddress(t); err != nil || a.Name != "" {
		return ""
	}
	return t
}

func cutFold(s, prefix string) (string, bool) {
	if len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix) {
		return s[len(prefix):], true
	}
	return s, false
}

// uuidOf puts the hyphens in their places.
func uuidOf(t string) string {
	t, _ = cutFold(t, "urn:uuid:")
	t = strings.Trim(t, "{}")
	if len(t) == 32 {
		t = t[:8] + "-" + t[8:12] + "-" + t[12:16] + "-" + t[16:20] + "-" + t[20:]
	}
	return t
}

var hostForm = lazy.Pattern(`(?i)^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(:\d+)?([/?#]\S*)?$`)

// urlOf puts the scheme before a host.
func urlOf(t string) string {
	if formats.Is(t, "uri") && !hostForm().MatchString(t) {
		return t
	}
	if !hostForm().MatchString(t) {
		return ""
	}
	return "https://" + t
}

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
