package runtime

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// Text is the hint as a model reads it: a few plain lines. What comes from the call or from a
// schema stands in quotes or is a plain path, so that it never reads as a sentence of the hint. It
// depends on the exported fields only: a hint that went through JSON gives the same text.
func (h *RetryHint) Text() string {
	if h == nil {
		return ""
	}
	var b strings.Builder
	b.Grow(DefaultBudget / 2)
	b.WriteString(h.heading())
	if h.Reason != ToolNotFound && h.Reason != MalformedResponse && h.Reason != Internal {
		for _, line := range h.withMessage(h.lines()) {
			b.WriteString("\n- " + line)
		}
	}
	for _, r := range h.Remedies {
		b.WriteString("\n" + r.line())
	}
	if len(h.ExampleInput) > 0 {
		b.WriteString("\n" + h.exampleLead() + ": ")
		b.Write(h.ExampleInput)
	}
	if h.ClarifyingQuestion != "" {
		lead := "\nIf you cannot know, ask the user: "
		if h.Action == AskUser {
			lead = "\nAsk the user: "
		}
		b.WriteString(lead + strconv.Quote(h.ClarifyingQuestion))
	}
	if len(h.Repeated) > 0 {
		b.WriteString("\nThis failed before: " + joinPaths(h.Repeated))
	}
	if h.Omitted > 0 {
		b.WriteString("\nFurther faults that are not shown: " + strconv.Itoa(h.Omitted))
	}
	return b.String()
}

// heading names the tool, what happened, and what to do.
func (h *RetryHint) heading() string {
	tool := "The call"
	if h.Tool != "" {
		tool = showName(h.Tool)
	}
	switch h.Reason {
	case ToolNotFound:
		return h.Message
	case MalformedResponse:
		return tool + ": " + h.Message
	case Internal:
		return tool + " failed: " + h.Message + " Do not call it again with the same purpose."
	}
	s := tool + " was not accepted."
	switch h.Action {
	case CallFirst:
		s += " Make the call named below first, then send the corrected call."
	case AskUser:
		s += " Ask the user, then send the completed call."
	case Shrink:
		s += " Send less at once, or split the call."
	case Stop:
		s += " Do not send it again."
	default:
		s += " Correct the call and send it again."
	}
	return s
}

// exampleLead says what to do with the example.
func (h *RetryHint) exampleLead() string {
	whole := slices.ContainsFunc(h.Constraints, func(c FieldConstraint) bool { return c.Field == "" && c.Constraint == "type" })
	switch {
	case h.Message == doubledMessage:
		return "Send this"
	case whole, len(h.MissingFields)+len(h.Constraints)+len(h.UnknownFields)+len(h.Rules) == 0:
		return "A call has this form, with real values"
	}
	if bytes.Contains(h.ExampleInput, []byte(":null")) {
		// In a merge patch null is no value (RFC 7396, section 1), which a model need not know.
		return "Merge into the call, with real values; null takes a key out"
	}
	return "Merge into the call, with real values"
}

// withMessage puts the message among the lines: in place of a line that says less, else in front,
// unless a line says it already.
func (h *RetryHint) withMessage(lines []string) []string {
	message := strings.TrimSuffix(h.Message, ".")
	if message == "" {
		return lines
	}
	bare, _, _ := strings.Cut(message, "; got ")
	for i, line := range lines {
		switch {
		case strings.HasPrefix(line, message), strings.HasPrefix(line, bare+": "):
			return lines
		case i == 0 && len(h.MissingFields) > 0 && message == showPath(h.MissingFields[0])+isBlank:
			// The field is there, but blank; the rest of the line says what it has to be.
			lines[i] = message + strings.TrimPrefix(line, showPath(h.MissingFields[0])+isMissing)
			return lines
		case h.Message == doubledMessage, strings.HasPrefix(message, line), strings.HasSuffix(message, ": "+line):
			lines[i] = message
			return lines
		}
	}
	return append([]string{message}, lines...)
}

// lines describes each fault that the hint shows.
func (h *RetryHint) lines() []string {
	var lines []string
	entry := func(field, constraint string) *FieldConstraint {
		for i := range h.Constraints {
			if c := &h.Constraints[i]; c.Field == field && c.Constraint == constraint {
				return c
			}
		}
		return nil
	}
	for _, field := range h.MissingFields {
		line := showPath(field) + isMissing
		for i := range h.Constraints {
			if c := &h.Constraints[i]; c.Field == field && rankOf(c.Constraint) == rankMissing {
				line += c.missingFacts()
			}
		}
		lines = append(lines, line)
	}
	for _, field := range h.UnknownFields {
		if h.replaces(field) {
			continue // the line of the missing field says so
		}
		line := unknownSentence(field)
		if c := entry(field, "additionalProperties"); c != nil && c.Suggest != nil {
			line += "; did you mean " + jsonText(c.Suggest) + "?"
		}
		lines = append(lines, line)
	}
	for i := range h.Constraints {
		c := &h.Constraints[i]
		if rankOf(c.Constraint) == rankMissing || rankOf(c.Constraint) == rankUnknown || h.hasVariants(c) {
			continue
		}
		lines = append(lines, c.sentence())
	}
	for _, r := range h.Rules {
		lines = append(lines, ruleSentence(r))
	}
	return lines
}

// replaces reports whether an unknown key is named as what the call has instead of a missing one.
func (h *RetryHint) replaces(unknown string) bool {
	steps := splitPath(unknown)
	if len(steps) == 0 || steps[len(steps)-1].IsIndex {
		return false
	}
	parent, key := steps[:len(steps)-1], steps[len(steps)-1].Key
	return slices.ContainsFunc(h.Constraints, func(c FieldConstraint) bool {
		missing := splitPath(c.Field)
		return rankOf(c.Constraint) == rankMissing && c.Suggest == key && len(missing) == len(steps) &&
			slices.Equal(missing[:len(parent)], parent) && slices.Contains(h.MissingFields, c.Field)
	})
}

// hasVariants reports whether a rule of the hint says of a union what its entry says, and more.
func (h *RetryHint) hasVariants(c *FieldConstraint) bool {
	return len(c.AllowedValues) == 0 && slices.ContainsFunc(h.Rules, func(r RuleHint) bool {
		return r.ID == c.Constraint && (len(r.Fields) == 0 && c.Field == "" || len(r.Fields) == 1 && r.Fields[0] == c.Field)
	})
}

// line says which call supplies what.
func (r Remedy) line() string {
	s := "First call " + showName(r.Call)
	if r.From != "" && r.Fills != "" {
		s += "; " + strconv.Quote(r.From) + " of its result fills " + showPath(r.Fills)
	}
	if r.Text != "" {
		s += ": " + strconv.Quote(r.Text)
	}
	return s
}
