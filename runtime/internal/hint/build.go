package hint

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/constraint"
	"github.com/toolgen/toolgen/runtime/internal/foreign"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// Build is the hint for a failed call, within a budget of bytes.
func Build(t Tool, f Failure, budget int) *Hint {
	name := show.Clean(t.Name, show.MaxName)
	issues, text := f.Issues, ""
	if len(issues) == 0 {
		issues, text = ForeignIssues(f.Err, t.Schema, f.Call)
	}
	issues = t.hidden(lookedAt(issues), f.Call)
	if slices.ContainsFunc(issues, func(i Issue) bool { return t.View.Injected(i.Field) }) {
		return ForInternal(name)
	}
	if len(issues) == 0 {
		return Packed(sharpened(failed(t, f, text), f.Before), budget)
	}
	issues = ranked(issues)
	d := diagnose(t, f, issues)
	h := &Hint{Reason: reasonOf(issues, f), Tool: name, Omitted: f.Omitted}
	if f.Ran {
		h.Kind = string(foreign.Invalid)
	}
	h.tell(d)
	h.Message = h.message(&issues[0])
	h.list(t, issues, d)
	h.Remedies = remediesFor(t, d)
	if h.Action = actionFor(h, d, issues, f); h.Action == Shrink {
		h.Changes, h.CorrectedInput, h.ExampleInput = nil, nil, nil // what was cut off may have had more
	}
	h.ClarifyingQuestion = questionFor(h, d)
	if h = sharpened(h, f.Before); h.Action != AskUser && d.hasLeftOver() {
		h.ClarifyingQuestion = ""
	}
	return Packed(h, budget)
}

// tell fills in what to do, in order, and the call as far as it is known.
func (h *Hint) tell(d diagnosis) {
	o := &d.outcome
	changes := append(o.Changes(), d.mend...)
	if more := len(changes) - MaxIssues; more > 0 {
		if changes = changes[:MaxIssues]; o.Corrected != nil {
			h.Omitted = 0 // the changes come from the call, and so are for all issues
		}
		h.Omitted += more
	}
	for _, c := range changes {
		h.Changes = append(h.Changes, Change{
			Kind: string(c.Kind), Field: show.Clean(c.Field, show.MaxPath),
			From: show.Clean(c.From, show.MaxText), To: show.Clean(c.To, maxChoices), Certain: c.Certain(),
		})
	}
	for i := range d.rules[:min(len(d.rules), maxRules)] {
		h.Rules = append(h.Rules, ruleOf(&d.rules[i]))
	}
	h.Omitted += len(d.rules) - len(h.Rules)
	for _, a := range o.Ask {
		h.Ask = appendPlace(h.Ask, a.Field, MaxIssues)
	}
	for _, u := range o.Unplaced {
		h.Unplaced = appendPlace(h.Unplaced, u.Place, MaxIssues) // a second object has no place
	}
	if o.Corrected == nil {
		return
	}
	h.CorrectedInput = show.Escaped([]byte(o.Corrected.JSON()))
	if n := len(o.Ask); n > 0 && n <= MaxIssues {
		if example := o.Example(); example != nil {
			h.ExampleInput = show.Escaped([]byte(example.JSON()))
		}
	}
}

// maxChoices is the room for what a value must be, which may be a list of allowed values.
const maxChoices = 600

// appendPlace adds a place to a list of a hint, unless it is empty, in the list already, or one too many.
func appendPlace(list []string, place string, most int) []string {
	if place = show.Clean(place, show.MaxPath); place == "" || len(list) == most || slices.Contains(list, place) {
		return list
	}
	return append(list, place)
}

// message is the one sentence on the first pertinent issue.
func (h *Hint) message(first *Issue) string {
	if IsUnreadable(first.Constraint) {
		return unreadable(first, h.Reason)
	}
	if lines := h.faults(); len(lines) > 0 {
		return lines[0]
	}
	return "The call was refused."
}

// unreadable is the message for arguments that could not be read at all.
func unreadable(issue *Issue, reason string) string {
	message := "The arguments are not valid JSON"
	switch {
	case issue.Constraint == constraint.Size:
		message = "The arguments are too long"
	case issue.Constraint == constraint.Depth:
		message = "The arguments nest too deeply"
	case reason == Truncated:
		message = "The arguments were cut off before their end"
	case issue.Constraint == constraint.Truncated:
		message = "The arguments end before they are complete"
	}
	if words := issue.words(); words != "" {
		message += ": " + words
	}
	return message + "."
}

// reasonOf is the reason of the failure as a whole.
func reasonOf(issues []Issue, f Failure) string {
	switch first := &issues[0]; {
	case first.Constraint == constraint.JSON:
		if f.Call != nil && len(bytes.TrimSpace(f.Call)) == 0 && CutOff(f.StopReason) {
			return Truncated // before it had begun
		}
		return InvalidJSON
	case first.Constraint == constraint.Truncated:
		if f.StopReason != "" && !CutOff(f.StopReason) {
			return InvalidJSON // the provider says that the model was done
		}
		return Truncated
	case rankOf(first.Constraint) == rankMissing && CutOff(f.StopReason):
		return Truncated
	}
	return InvalidArguments
}

// CutOff reports whether a provider's stop reason says that the model ran into its length limit.
func CutOff(stopReason string) bool {
	switch strings.ToLower(stopReason) {
	case "length", "max_tokens", "max_output_tokens", "incomplete", "model_context_window_exceeded":
		return true
	}
	return false
}

// Unexplained is the whole message for a failure that is not the caller's fault.
const Unexplained = "The tool failed for a reason that different arguments would not fix."

// ForInternal is the hint for a failure that is not the caller's fault; it does not say why.
func ForInternal(tool string) *Hint {
	return &Hint{Reason: Internal, Action: Stop, Tool: show.Clean(tool, show.MaxName), Message: Unexplained}
}

// ForResult is the hint beside a result that does not match its schema. Nobody is asked to correct it.
func ForResult(tool string, issues []Issue) *Hint {
	h := &Hint{Reason: MalformedResponse, Action: Stop, Tool: show.Clean(tool, show.MaxName)}
	where := ""
	if len(issues) > 0 {
		where = fmt.Sprintf(" at %s (%s)", show.Path(show.Clean(issues[0].Field, show.MaxPath)), show.Clean(issues[0].Constraint, show.MaxName))
		h.Omitted = len(issues) - 1
	}
	h.Message = "The tool has run; its result does not have the documented form" + where + ", and is passed on as it is."
	return h
}

// ForUnknown is the hint for a name that no enabled tool has, or, with the reason internal, for a tool that is
// unavailable. Without a tool to call instead the action is stop.
func ForUnknown(tool, message string, unavailable, others bool, before Repetition) *Hint {
	h := &Hint{Reason: ToolNotFound, Action: Correct, Tool: show.Clean(tool, show.MaxName), Message: message}
	if unavailable {
		h.Reason = Internal
	}
	if unavailable || !others {
		h.Action = Stop
	}
	return sharpened(h, before)
}

// NotShown takes the place of the text of an error that the program does not want to be shown.
const NotShown = "The tool failed; the reason is not shown."

// Withheld takes the place of a text in which a sensitive value may be.
const Withheld = "The tool reported an error; its text is withheld, since the tool takes sensitive values."
