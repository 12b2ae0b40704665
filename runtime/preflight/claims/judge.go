package claims

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/preflight"
)

// happenings is what a reply may refer to.
type happenings struct{ now, ever []preflight.Ran }

// contradicts reports whether what ran shows that a claim is false.
func (h happenings) contradicts(c Claim) bool {
	about := func(r preflight.Ran) bool { return len(c.Tools) == 0 || slices.Contains(c.Tools, r.Tool) }
	succeeded := func(r preflight.Ran) bool { return r.Outcome == preflight.OutcomeDone && !r.Unknown }
	done := func(r preflight.Ran) bool { return about(r) && succeeded(r) }
	if !c.Success {
		failed := func(r preflight.Ran) bool { return about(r) && !succeeded(r) }
		return slices.ContainsFunc(h.now, done) && !slices.ContainsFunc(h.now, failed)
	}
	switch {
	case slices.ContainsFunc(h.now, done), c.Earlier && slices.ContainsFunc(h.ever, done):
		return false
	case !c.Loose:
		return true
	}
	// Another verb for what was done, or for submitting it: "I've submitted the payment" for approval.
	return !slices.ContainsFunc(h.now, func(r preflight.Ran) bool {
		return succeeded(r) || r.Outcome == preflight.OutcomeApproval
	})
}

// maxListed is the number of calls that are listed: the last ones.
const maxListed = 10

// list lists what ran, for the model and for the person.
func (h happenings) list() string {
	if len(h.now) == 0 {
		text := "Nothing was changed in answer to this request: no call was made."
		if slices.ContainsFunc(h.ever, func(r preflight.Ran) bool { return r.Outcome == preflight.OutcomeDone }) {
			text += " Earlier in this conversation, calls succeeded."
		}
		return text
	}
	runs := h.now
	var b strings.Builder
	b.WriteString("This is what was done in answer to this request:")
	if n := len(runs) - maxListed; n > 0 {
		runs = runs[n:]
		b.WriteString("\n- …")
	}
	for _, r := range runs {
		b.WriteString("\n- “" + r.Title + "” " + outcome(r))
	}
	return b.String()
}

// outcome returns the outcome of a call, as the end of a sentence.
func outcome(r preflight.Ran) string {
	shown := strings.TrimRight(r.Shown, ".")
	if shown != "" {
		shown = ": " + shown
	}
	switch {
	case r.Unknown:
		return "has an unknown outcome: nobody knows whether the change was made."
	case r.Outcome == preflight.OutcomeDone:
		return "succeeded" + shown + "."
	case r.Outcome == preflight.OutcomeApproval:
		return "waits for approval and has not run."
	case r.Outcome == preflight.OutcomeCancelled:
		return "was cancelled; nothing was changed."
	case r.Outcome == preflight.OutcomeUnasked:
		return "was not confirmed by anybody; nothing was changed."
	}
	return "failed" + shown + "."
}
