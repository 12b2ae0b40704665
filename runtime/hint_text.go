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
	var room [DefaultBudget]byte
	return string(h.appendText(room[:0]))
}

func (h *RetryHint) appendText(b []byte) []byte {
	b = h.appendHeading(b)
	if h.Reason != ToolNotFound && h.Reason != MalformedResponse && h.Reason != Internal {
		b = h.appendLines(b)
	}
	for i := range h.Remedies {
		b = h.Remedies[i].appendLine(append(b, '\n'))
	}
	if len(h.ExampleInput) > 0 && h.Action != Stop { // what is not to be sent again needs no other form
		b = appendRaw(append(h.appendExampleLead(append(b, '\n')), ": "...), h.ExampleInput)
	}
	if h.ClarifyingQuestion != "" {
		if h.Action == AskUser {
			b = append(b, "\nAsk the user: "...)
		} else {
			b = append(b, "\nIf you cannot know, ask the user: "...)
		}
		b = appendQuote(b, h.ClarifyingQuestion)
	}
	if len(h.Repeated) > 0 {
		b = appendPaths(append(b, "\nThese failed before: "...), h.Repeated)
	}
	if h.Omitted > 0 {
		b = strconv.AppendInt(append(b, "\nFurther faults that are not shown: "...), int64(h.Omitted), 10)
	}
	return b
}

// appendHeading names the tool, what happened, and what to do.
func (h *RetryHint) appendHeading(b []byte) []byte {
	if h.Reason == ToolNotFound {
		return append(b, h.Message...)
	}
	if h.Tool != "" {
		b = append(b, showName(h.Tool)...)
	} else {
		b = append(b, "The call"...)
	}
	switch h.Reason {
	case MalformedResponse:
		return append(append(b, ": "...), h.Message...)
	case Internal:
		b = append(append(b, " failed: "...), h.Message...)
		if !strings.HasSuffix(h.Message, ".") {
			b = append(b, '.')
		}
		if h.Action == Correct {
			return append(b, " Send it again only if other arguments would help."...)
		}
		return append(b, " Do not call it again with the same purpose."...)
	}
	b = append(b, " was not accepted."...)
	switch h.Action {
	case CallFirst:
		b = append(b, " Make the call named below first, then send the corrected call."...)
	case AskUser:
		b = append(b, " Ask the user, then send the completed call."...)
	case Shrink:
		b = append(b, " Send less at once, or split the call."...)
	case Stop:
		b = append(b, " Do not send it again."...)
	default:
		b = append(b, " Correct the call and send it again."...)
	}
	return b
}

// appendExampleLead says what to do with the example.
func (h *RetryHint) appendExampleLead(b []byte) []byte {
	whole := false
	for i := range h.Constraints {
		whole = whole || h.Constraints[i].Field == "" && h.Constraints[i].Constraint == "type"
	}
	switch {
	case h.Message == doubledMessage, string(h.ExampleInput) == "{}":
		return append(b, "Send this"...)
	case whole, len(h.MissingFields)+len(h.Constraints)+len(h.UnknownFields)+len(h.Rules) == 0:
		b = append(b, "A call has this form"...)
		if h.hasSamples() {
			b = append(b, withRealValues...)
		}
		return b
	}
	b = append(b, "Merge into the call"...)
	if h.hasSamples() {
		if b = append(b, withRealValues...); len(h.Samples) > 0 && h.Samples[0] != someSamples {
			b = appendPaths(append(b, " for "...), h.Samples)
		}
	}
	if bytes.Contains(h.ExampleInput, []byte(":null")) {
		// In a merge patch null is no value (RFC 7396, section 1), which a model need not know.
		b = append(b, "; null takes a key out"...)
	}
	return b
}

// withRealValues is said of an example of which some values are samples.
const withRealValues = ", with real values"

// lineStart stands in front of each fault.
const lineStart = "\n- "

// appendLines describes each fault that the hint shows. The message stands in place of the line
// that says less, else in front, unless a line says it already.
func (h *RetryHint) appendLines(b []byte) []byte {
	message := strings.TrimSuffix(h.Message, ".")
	bare := withoutGot(message)
	said := message == ""
	front := len(b)
	for i := 0; ; i++ {
		from := len(b) + len(lineStart)
		next, more := h.appendLine(append(b, lineStart...), i)
		if !more {
			break
		}
		if b = next; len(b) < from {
			continue // the line of another field says so
		}
		line := b[from:]
		switch {
		case said:
		case hasPrefix(line, message), hasPrefix(line, bare) && goesOn(line[len(bare):]):
			said = true
		case from == front+len(lineStart) && len(h.MissingFields) > 0 && h.saysBlank(message):
			// The field is there, but blank; the rest of the line says what it has to be.
			missing := len(showPath(h.MissingFields[0])) + len(isMissing)
			b = append(append(b[:from:from], message...), line[min(missing, len(line)):]...)
			said = true
		case h.Message == doubledMessage, beginsWith(message, line), endsWithLine(message, line):
			b = append(b[:from], message...)
			said = true
		}
	}
	if said {
		return b
	}
	lines := string(b[front:])
	b = append(append(b[:front], lineStart...), message...)
	return append(b, lines...)
}

func hasPrefix(b []byte, prefix string) bool {
	return len(b) >= len(prefix) && string(b[:len(prefix)]) == prefix
}

// withoutGot is a message without what came.
func withoutGot(message string) string {
	at := strings.LastIndex(message, "; ")
	if at < 0 {
		return message
	}
	for _, lead := range [...]string{"got ", "there is ", "there are ", "its length is "} {
		if strings.HasPrefix(message[at+2:], lead) {
			return message[:at]
		}
	}
	if strings.HasSuffix(message, moreThanOnce) {
		return message[:at]
	}
	return message
}

// goesOn reports whether a line has more to say where a message ends.
func goesOn(rest []byte) bool {
	return hasPrefix(rest, ": ") || hasPrefix(rest, " and ") || hasPrefix(rest, ", ")
}

func beginsWith(message string, line []byte) bool {
	return len(message) >= len(line) && message[:len(line)] == string(line)
}

// saysBlank reports whether a message is that the first missing field is blank.
func (h *RetryHint) saysBlank(message string) bool {
	path, ok := strings.CutSuffix(message, isBlank)
	return ok && path == showPath(h.MissingFields[0])
}

// endsWithLine reports whether a message is a line behind something else and a colon.
func endsWithLine(message string, line []byte) bool {
	at := len(message) - len(line)
	return at >= 2 && message[at-2:at] == ": " && message[at:] == string(line)
}

// appendLine describes the ith entry of the hint's lists. more is false where there are fewer.
// Where another entry says the same, b is given back without its line start.
func (h *RetryHint) appendLine(b []byte, i int) (line []byte, more bool) {
	none := b[:len(b)-len(lineStart)]
	if i < len(h.MissingFields) {
		return h.appendMissing(b, h.MissingFields[i]), true
	}
	if i -= len(h.MissingFields); i < len(h.UnknownFields) {
		field := h.UnknownFields[i]
		if h.replaces(field) {
			return none, true // the line of the missing field says so
		}
		b = h.appendUnknown(b, field)
		for j := range h.Constraints {
			if c := &h.Constraints[j]; c.Field == field && rankOf(c.Constraint) == rankUnknown {
				return c.appendSuggestion(b), true
			}
		}
		return b, true
	}
	if i -= len(h.UnknownFields); i < len(h.Constraints) {
		c := &h.Constraints[i]
		if rank := rankOf(c.Constraint); rank == rankMissing || rank == rankUnknown || h.hasVariants(c) {
			return none, true
		}
		return h.appendEntry(b, c), true
	}
	if i -= len(h.Constraints); i < len(h.Rules) {
		r := &h.Rules[i]
		if h.inEntry(r) {
			return none, true
		}
		if c := h.countedBy(r); c != nil {
			if sentence, ok := r.appendSchemaWords(b, c); ok {
				return sentence, true
			}
		}
		return r.appendSentence(b), true
	}
	return none, false
}

func (h *RetryHint) appendMissing(b []byte, field string) []byte {
	b = append(append(b, showPath(field)...), isMissing...)
	for i := range h.Constraints {
		if c := &h.Constraints[i]; c.Field == field && rankOf(c.Constraint) == rankMissing {
			b = c.appendMissingFacts(b)
		}
	}
	return b
}

// appendUnknown says that a key is not allowed: none of the fields there, or no name for one.
func (h *RetryHint) appendUnknown(b []byte, field string) []byte {
	if len(h.Rules) > 0 {
		steps := splitPath(field)
		for i := range h.Rules {
			if r := &h.Rules[i]; r.ID == "propertyNames" && len(steps) > 0 && r.about(joinSteps(steps[:len(steps)-1])) {
				b = append(appendQuote(b, steps[len(steps)-1].Key), " is not allowed as a key"...)
				if len(r.Fields) > 0 {
					b = append(append(b, " of "...), showPath(r.Fields[0])...)
				}
				return b
			}
		}
	}
	return appendUnknown(b, field)
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
	return len(c.AllowedValues) == 0 && len(h.Rules) > 0 && rankOf(c.Constraint) == rankType && h.schemaRule(c) == nil && slices.ContainsFunc(h.Rules, func(r RuleHint) bool {
		return r.ID == c.Constraint && r.about(c.Field)
	})
}

// appendLine says which call supplies what.
func (r *Remedy) appendLine(b []byte) []byte {
	b = append(append(b, "First call "...), showName(r.Call)...)
	if r.From != "" && r.Fills != "" {
		b = appendQuote(append(b, "; "...), r.From)
		b = append(append(b, " of its result fills "...), showPath(r.Fills)...)
	}
	if r.Text != "" {
		b = appendQuote(append(b, ": "...), r.Text)
	}
	return b
}
