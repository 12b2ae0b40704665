package hint

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/repair"
	"github.com/toolgen/toolgen/runtime/internal/show"
	"github.com/toolgen/toolgen/runtime/internal/sugar"
)

// Text is the hint as a model reads it: instructions, in the order in which to follow them, then the call
// as far as it is known. What comes from the call or from a schema stands in quotes or is a plain path, so
// that it never reads as a sentence of the hint. It depends on the exported fields only: a hint that went
// through JSON gives the same text.
func (h *Hint) Text() string {
	name := "The call"
	if h.Tool != "" {
		name = show.Name(h.Tool)
	}
	switch h.Reason {
	case ToolNotFound:
		return strings.Join(h.end([]string{h.Message}), "\n")
	case MalformedResponse:
		return name + ": " + h.Message
	case Internal:
		return strings.Join(h.end([]string{name + " failed: " + stopped(h.Message) + " " + h.afterFailure()}), "\n")
	}
	var text []string
	for i := range h.Remedies {
		text = append(text, h.Remedies[i].line())
	}
	text = append(text, h.faults()...)
	for i := range text {
		text[i] = "- " + text[i]
	}
	text = h.end(append([]string{h.heading(name, len(text))}, text...))
	if known := h.known(); known != "" {
		text = append(text, known)
	}
	return strings.Join(text, "\n")
}

// stopped is a sentence with its full stop, which may be within its quotes.
func stopped(s string) string {
	if strings.HasSuffix(s, ".") || strings.HasSuffix(s, `."`) {
		return s
	}
	return s + "."
}

// afterFailure says what to do after a failure that the schema does not explain.
func (h *Hint) afterFailure() string {
	var fields []string
	for i := range h.Constraints {
		fields = append(fields, show.Path(h.Constraints[i].Field))
	}
	switch h.Action {
	case Correct:
		if len(fields) == 0 {
			return "Send it again only if other arguments would help."
		}
		words := "Change " + strings.Join(fields, " and ") + " and send the call again."
		if c := &h.Constraints[0]; c.Constraint == "enum" {
			allowed := c.AllowedValues
			if c.Const != nil {
				allowed = append(allowed, c.Const)
			}
			words += " Allowed for " + fields[0] + ": " + choices(allowed) + "."
		}
		return words
	case Shrink:
		if len(fields) > 0 {
			return "Send or ask for less at once: " + strings.Join(fields, ", ") + "."
		}
		return "Send or ask for less at once, or split the call."
	case RetryLater:
		if h.RetryAfter > 0 {
			return "Nothing is wrong with the call: wait " + strconv.Itoa(h.RetryAfter) + " seconds, then send the same call again."
		}
		return "Nothing is wrong with the call: wait, then send the same call again."
	case CallFirst:
		var lines []string
		for i := range h.Remedies {
			line := h.Remedies[i].line()
			lines = append(lines, strings.ToUpper(line[:1])+line[1:])
		}
		return strings.Join(lines, " ")
	case AskUser:
		return "Do not guess."
	}
	switch h.Kind {
	case AlreadySo:
		return "This is already the case; nothing is left to do."
	case UnknownOutcome:
		return "It is unknown whether it was done. Do not send it again; tell the user."
	}
	return "Do not call it again for the same purpose."
}

// heading says what happened and what to do.
func (h *Hint) heading(name string, lines int) string {
	head := name + " was not called. "
	if h.Kind != "" { // it was, and reported the failure itself
		head = name + " refused the call. "
	}
	if h.Message != "" && len(h.Changes)+len(h.Rules)+len(h.CorrectedInput) == 0 { // no line says what was wrong
		head += stopped(h.Message) + " "
	}
	switch {
	case h.Action == Stop:
		return head + "Do not send it again."
	case h.Action == Shrink:
		return head + "Send less at once, or split the call."
	case lines == 0 && len(h.CorrectedInput) > 0:
		return head + "Send this call:"
	case lines == 0:
		if h.Reason == InvalidJSON || h.Reason == Truncated {
			return head + "Send one JSON object."
		}
		return head + "Correct the call and send it again."
	case len(h.Remedies) > 0 || h.Action == AskUser:
		return head + "Do this, then send the whole call again:"
	case lines == 1 && h.Omitted == 0:
		return head + "Change this and send the whole call again:"
	case h.Omitted > 0: // no number would be right
		return head + "Change these things and send the whole call again:"
	}
	return head + "Change these " + strconv.Itoa(lines) + " things and send the whole call again:"
}

// faults are the instructions except for the calls to make first.
func (h *Hint) faults() []string {
	changes := make([]repair.Edit, len(h.Changes))
	for i, c := range h.Changes {
		changes[i] = c.edit()
	}
	rules := make([]string, len(h.Rules))
	for i := range h.Rules {
		rules[i] = h.Rules[i].line()
	}
	return repair.Lines(changes, rules...)
}

// edit is the change as package repair words it.
func (c Change) edit() repair.Edit {
	return repair.Edit{Kind: repair.EditKind(c.Kind), Field: c.Field, From: c.From, To: c.To}
}

// line says which call supplies what.
func (r *Remedy) line() string {
	line := "call " + show.Name(r.Call) + " first"
	switch r.Why {
	case WhyVerify:
		return line + " to find out whether this was done; do not send this again before you know."
	case WhySuggested:
		if line += "; it may return the right value"; r.Field != "" {
			line += " for " + show.Path(r.Field)
		}
	}
	if r.From != "" && r.Fills != "" {
		line += "; take " + show.Path(r.Fills) + " from " + strconv.Quote(r.From) + " of its result"
	}
	if r.Text != "" {
		line += ": " + strconv.Quote(r.Text)
	}
	return stopped(line)
}

// line says what a rule asks for, in its own words where it has some.
func (r *Rule) line() string {
	fields := paths(r.Fields)
	if count := "Give " + sugar.Count(r.ID) + " of "; strings.HasSuffix(r.ID, "Of") && strings.HasPrefix(r.Message, count) && len(fields) < maxRuleFields {
		return "give " + sugar.Count(r.ID) + " of " + sugar.Enumerate(fields) + "." // with their paths
	}
	line := ""
	if len(fields) > 0 {
		line = strings.Join(fields, ", ") + ": "
	}
	switch {
	case r.Message == "":
		return line + "the rule " + strconv.Quote(r.ID) + " does not hold."
	case repair.IsWorded(r.ID) || rankOf(r.ID) == rankRule:
		return line + stopped(strconv.Quote(r.Message))
	}
	return line + strconv.Quote(r.Message) + " (rule " + show.Name(r.ID) + ")."
}

// end adds what applies to the call as a whole.
func (h *Hint) end(text []string) []string {
	if h.Omitted > 0 {
		text = append(text, "- and "+strconv.Itoa(h.Omitted)+" more.")
	}
	if asked := func(c Change) bool { return c.edit().Kind == repair.AskUser }; h.ClarifyingQuestion != "" && h.Action == AskUser && !slices.ContainsFunc(h.Changes, asked) {
		text = append(text, "Ask the user: "+strconv.Quote(h.ClarifyingQuestion))
	}
	switch {
	case h.Since != "":
		text = append(text, h.Since)
	case len(h.Repeated) > 0:
		text = append(text, "These failed before: "+strings.Join(paths(h.Repeated), ", ")+".")
	}
	return text
}

// paths are places as a text shows them.
func paths(fields []string) []string {
	list := make([]string, len(fields))
	for i, field := range fields {
		list[i] = show.Path(field)
	}
	return list
}

// maxKnown is the size up to which the text shows the call as far as it is known.
const maxKnown = 360

// known is the call as far as it is known, with a mark where a value within it is still needed or not shown.
func (h *Hint) known() string {
	empty := string(h.CorrectedInput) == "{}" && len(h.Changes)+len(h.Ask) > 0 // the lines say what to put in
	if n := len(h.CorrectedInput); n == 0 || empty || n > maxKnown || h.Action == Stop || len(h.Changes) == 0 && len(h.Rules) > 0 {
		return ""
	}
	lead, gaps, isOpen := "The call: ", slices.Clone(h.Ask), len(h.Ask)+len(h.Rules) > 0
	for _, c := range h.Changes {
		if isOpen = isOpen || c.edit().IsOpen(); repair.EditKind(c.Kind) == repair.Stay {
			lead, gaps = "The call, without the hidden values: ", append(gaps, c.Field)
		}
	}
	if isOpen {
		lead = "Known so far: "
	}
	return lead + string(show.Escaped([]byte(repair.Marked(string(h.CorrectedInput), gaps))))
}
