package foreign

import (
	"strconv"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime/internal/lazy"
)

// maxWait bounds a wait that is believed.
const maxWait = 24 * time.Hour

// RetryAfter is the wait that a Retry-After header states, in seconds or as a date (RFC 9110, section 10.2.3), 0 for
// none. A date counts from that of the response, or from now.
func RetryAfter(value, date string) time.Duration {
	value = strings.TrimSpace(value)
	if seconds, err := strconv.ParseFloat(value, 64); err == nil {
		return bounded(seconds)
	}
	at, err := time.Parse(time.RFC1123, value)
	if err != nil {
		return 0
	}
	now, err := time.Parse(time.RFC1123, date)
	if err != nil {
		now = time.Now()
	}
	return bounded(at.Sub(now).Seconds())
}

// bounded is a number of seconds as a wait, 0 for one that makes no sense.
func bounded(seconds float64) time.Duration {
	if !(seconds > 0) {
		return 0
	}
	return time.Duration(min(seconds, maxWait.Seconds()) * float64(time.Second))
}

const waitUnit = `(?:milliseconds?|millis|ms|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s)`

var (
	// statedWait is a wait in words: "retry after 30s", "try again in 1m0s", "Please wait 20 seconds". Its group is the
	// wait.
	statedWait = lazy.Pattern(`(?i)\b(?:re-?try(?:ing)?|try(?: \w+){0,3} again|wait|resets?|available(?: again)?)(?: \w+)?(?: after| in| for| at least| about)? ((?:\d+(?:\.\d+)? ?` + waitUnit + `)+)(?:\W|$)`)
	// memberWait is a header or a member of JSON: "Retry-After: 30", "retry_after_ms": 1500. Its groups are the unit, and
	// the number.
	memberWait = lazy.Pattern(`(?i)\bretry[-_ ]?after[-_ ]?(ms|millis|seconds|secs)?\\?["']?\s*[:=]?\s*\\?["']?(\d+(?:\.\d+)?)(?:[^\w.%]|\.\W|\.?$)`)
	amount     = lazy.Pattern(`(?i)(\d+(?:\.\d+)?) ?([a-z]+)`)
)

// waitIn is the wait that a text states, 0 for none.
func waitIn(text string) time.Duration {
	if m := memberWait().FindStringSubmatch(text); m != nil {
		seconds, _ := strconv.ParseFloat(m[2], 64)
		if strings.HasPrefix(strings.ToLower(m[1]), "m") {
			seconds /= 1000
		}
		return bounded(seconds)
	}
	m := statedWait().FindStringSubmatch(text)
	if m == nil {
		return 0
	}
	seconds := 0.0
	for _, part := range amount().FindAllStringSubmatch(m[1], 4) {
		n, _ := strconv.ParseFloat(part[1], 64)
		switch unit := strings.ToLower(part[2]); {
		case strings.HasPrefix(unit, "ms"), strings.HasPrefix(unit, "mil"):
			n /= 1000
		case unit[0] == 'h':
			n *= 3600
		case unit[0] == 'm':
			n *= 60
		}
		seconds += n
	}
	return bounded(seconds)
}
