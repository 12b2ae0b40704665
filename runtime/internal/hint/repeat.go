package hint

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/show"
)

// Repetition is what is known about earlier failures.
type Repetition struct {
	Times int      // how often this kind of failure has occurred, including this time
	Stop  bool     // there were too many turns
	Again []string // fields that failed in earlier turns too
	Since string   // the values of the failing fields at the last try and now
}

// maxRepeated is the number of fields that a hint reports as having failed before.
const maxRepeated = 3

// sharpened is a hint for a model that repeats a mistake: it says what failed before and what has changed since. The third
// time the model is told to ask the user, and then to stop.
func sharpened(h *Hint, r Repetition) *Hint {
	for _, field := range r.Again {
		h.Repeated = appendPlace(h.Repeated, field, maxRepeated)
	}
	h.Since = show.Clean(r.Since, maxSince)
	switch {
	case r.Stop || r.Times > 3:
		h.Action = Stop
		h.ClarifyingQuestion = ""
	case r.Times == 3 && h.Reason != ToolNotFound:
		h.Action = AskUser
		h.ClarifyingQuestion = anyQuestion(h)
	case r.Times == 3:
		h.Action = Stop
	}
	return h
}

// maxSince is the room for what has changed since the last try.
const maxSince = 300

// Came returns the values at the places at fault, in words; "" for a missing value.
func Came(issues []Issue) map[string]string {
	values := map[string]string{}
	for i := range issues {
		issue := &issues[i]
		got := issue.came()
		known := got != "" || rankOf(issue.Constraint) == rankMissing // backends do not say what they got
		if known && issue.Field != "" && len(values) < MaxIssues {
			values[issue.Field] = got
		}
	}
	return values
}

// Since says what has changed, since the last try, in fields that are at fault again; "" where none is.
func Since(before, now map[string]string, fields []string) string {
	var parts []string
	for i, field := range fields {
		was, failed := before[field]
		is, fails := now[field]
		if !failed || !fails || slices.Contains(fields[:i], field) || len(parts) == maxRepeated {
			continue
		}
		name := show.Path(show.Clean(field, show.MaxPath))
		if was, is = cmp.Or(was, "missing"), cmp.Or(is, "missing"); was == is {
			parts = append(parts, name+" is still "+is)
		} else {
			parts = append(parts, name+" was "+was+" and is "+is+" now")
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "Since the last try: " + strings.Join(parts, "; ") + ". That was refused, too."
}
