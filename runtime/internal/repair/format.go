package repair

import (
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime/internal/lazy"
)

var (
	emailForm    = lazy.Pattern(`^[^@\s<>:"(),;]+@[^@\s<>(),;]+\.?[^@\s<>(),;.]+$`)
	uuidForm     = lazy.Pattern(`(?i)^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
	timeForm     = lazy.Pattern(`^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]\d\d:\d\d)$`)
	dateTimeForm = lazy.Pattern(`^(\d{4}-\d\d-\d\d)[Tt ](.+)$`)
)

// hasFormat reports whether a text has a format. A format that it does not know it takes as given:
// the strict decoder has the last word.
func hasFormat(text, format string) bool {
	switch format {
	case "date":
		_, err := time.Parse(time.DateOnly, text)
		return err == nil
	case "date-time":
		m := dateTimeForm().FindStringSubmatch(text)
		return m != nil && text[10] != ' ' && hasFormat(m[1], "date") && timeForm().MatchString(m[2])
	case "time":
		return timeForm().MatchString(text)
	case "email", "idn-email":
		return emailForm().MatchString(text)
	case "uuid":
		return uuidForm().MatchString(text)
	case "uri", "iri", "url":
		u, err := url.Parse(text)
		return err == nil && u.Scheme != "" && len(text) > len(u.Scheme)+1 && !strings.ContainsAny(text, " \t\n")
	case "ipv4":
		a, err := netip.ParseAddr(text)
		return err == nil && a.Is4()
	case "ipv6":
		a, err := netip.ParseAddr(text)
		return err == nil && a.Is6() && a.Zone() == ""
	}
	return true
}
