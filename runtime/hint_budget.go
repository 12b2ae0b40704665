package runtime

import (
	"slices"
	"unicode/utf8"
)

// fit makes the hint keep its budget, both as JSON and as text, by giving up first what helps
// least. What stands for an issue and is given up is counted in Omitted.
func (b *hintBuilder) fit() {
	for _, give := range []func(*hintBuilder) bool{
		(*hintBuilder).dropSamples,
		(*hintBuilder).fewerExamples,
		(*hintBuilder).shorterGot,
		(*hintBuilder).shorterQuestion,
		(*hintBuilder).dropFacts,
		(*hintBuilder).fewerValues,
		(*hintBuilder).dropRemedyText,
		(*hintBuilder).dropLateRules,
		(*hintBuilder).shorterRules,
		(*hintBuilder).dropQuestion,
		(*hintBuilder).dropExample,
		(*hintBuilder).dropRepeated,
		(*hintBuilder).dropConstraint,
		(*hintBuilder).dropUnknown,
		(*hintBuilder).dropMissing,
		(*hintBuilder).dropRule,
		(*hintBuilder).dropRemedy,
		(*hintBuilder).dropLast,
		(*hintBuilder).shorterMessage,
	} {
		for {
			if b.fits() {
				return
			}
			if !give(b) {
				break
			}
		}
	}
}

// fits measures both forms of the hint. The text is only written to be measured where it might be
// too long.
func (b *hintBuilder) fits() bool {
	size := b.hint.size()
	if size.json > b.cfg.budget {
		return false
	}
	if size.text <= b.cfg.budget {
		return true
	}
	b.scratch = b.hint.appendText(b.scratch[:0])
	return len(b.scratch) <= b.cfg.budget
}

// dropSamples leaves of the names of samples that there are some.
func (b *hintBuilder) dropSamples() bool {
	b.unnamed = true
	if n := len(b.hint.Samples); n == 0 || n == 1 && len(b.hint.Samples[0]) <= len(someSamples) {
		return false
	}
	b.markSamples()
	return true
}

// fewerExamples limits the example to the issues that the hint shows.
func (b *hintBuilder) fewerExamples() bool {
	if len(b.hint.ExampleInput) == 0 || b.narrowed {
		return false
	}
	b.narrowed = true
	var shown []hintIssue
	for i := range b.issues {
		if b.shows(&b.issues[i]) {
			shown = append(shown, b.issues[i])
		}
	}
	before := len(b.hint.ExampleInput)
	b.giveExample(shown)
	return len(b.hint.ExampleInput) < before
}

// shows reports whether a list of the hint names the issue's field.
func (b *hintBuilder) shows(issue *hintIssue) bool {
	return slices.Contains(b.hint.MissingFields, issue.path) || slices.Contains(b.hint.UnknownFields, issue.path) ||
		b.hasEntry(issue.path)
}

func (b *hintBuilder) shorterGot() bool {
	changed := false
	for i := range b.hint.Constraints {
		c := &b.hint.Constraints[i]
		if s, ok := c.Got.(string); ok && utf8.RuneCountInString(s) > 25 {
			c.Got, changed = clip(s, 24), true
		}
	}
	return changed
}

func (b *hintBuilder) shorterQuestion() bool {
	if b.hint.ClarifyingQuestion == "" {
		return false
	}
	before := len(b.hint.ClarifyingQuestion)
	b.hint.ClarifyingQuestion = b.question(1)
	return len(b.hint.ClarifyingQuestion) < before
}

// dropFacts drops the last entry that stands for no issue.
func (b *hintBuilder) dropFacts() bool {
	for i := len(b.shown.constraints) - 1; i >= 0; i-- {
		if b.shown.constraints[i] == 0 && b.hint.Constraints[i].Suggest == nil {
			b.removeConstraint(i)
			return true
		}
	}
	return false
}

// fewerValues leaves two allowed values to each entry.
func (b *hintBuilder) fewerValues() bool {
	changed := false
	for i := range b.hint.Constraints {
		if c := &b.hint.Constraints[i]; len(c.AllowedValues) > 3 {
			c.AllowedValues = append(c.AllowedValues[:2:2], ellipsis)
			changed = true
		}
	}
	return changed
}

func (b *hintBuilder) dropRemedyText() bool {
	changed := false
	for i := range b.hint.Remedies {
		r := &b.hint.Remedies[i]
		changed = changed || r.Text != ""
		r.Text = ""
	}
	return changed
}

func (b *hintBuilder) dropLateRules() bool { return len(b.hint.Rules) > 1 && b.dropRule() }

func (b *hintBuilder) shorterRules() bool {
	changed := false
	for i := range b.hint.Rules {
		r := &b.hint.Rules[i]
		if utf8.RuneCountInString(r.Message) > 81 {
			r.Message, changed = clip(r.Message, 80), true
		}
	}
	return changed
}

func (b *hintBuilder) dropQuestion() bool {
	changed := b.hint.ClarifyingQuestion != "" && b.hint.Action != AskUser
	if changed {
		b.hint.ClarifyingQuestion = ""
	}
	return changed
}

func (b *hintBuilder) dropExample() bool {
	changed := len(b.hint.ExampleInput) > 0
	b.hint.ExampleInput, b.hint.Samples = nil, nil
	return changed
}

func (b *hintBuilder) dropRepeated() bool {
	n := len(b.hint.Repeated)
	if n > 0 {
		b.hint.Repeated = b.hint.Repeated[:n-1]
	}
	return n > 0
}

func (b *hintBuilder) dropConstraint() bool {
	if len(b.hint.Constraints) <= 1 {
		return false
	}
	b.removeConstraint(len(b.hint.Constraints) - 1)
	return true
}

func (b *hintBuilder) dropUnknown() bool {
	return len(b.hint.UnknownFields) > 1 && b.popUnknown()
}

func (b *hintBuilder) dropMissing() bool {
	return len(b.hint.MissingFields) > 1 && b.popMissing()
}

func (b *hintBuilder) dropRule() bool {
	n := len(b.hint.Rules)
	if n == 0 {
		return false
	}
	b.hint.Omitted += b.shown.rules[n-1]
	b.hint.Rules, b.shown.rules = b.hint.Rules[:n-1], b.shown.rules[:n-1]
	return true
}

func (b *hintBuilder) dropRemedy() bool {
	n := len(b.hint.Remedies)
	if n == 0 {
		return false
	}
	if b.hint.Remedies = b.hint.Remedies[:n-1]; n == 1 && b.hint.Action == CallFirst {
		b.hint.Action = Correct
	}
	return true
}

// dropLast gives up what is still listed, the least pressing first; the message remains.
func (b *hintBuilder) dropLast() bool {
	switch {
	case b.hint.ClarifyingQuestion != "":
		b.hint.ClarifyingQuestion = ""
	case len(b.hint.Constraints) > 0:
		b.removeConstraint(len(b.hint.Constraints) - 1)
	case len(b.hint.UnknownFields) > 0:
		b.popUnknown()
	case len(b.hint.MissingFields) > 0:
		b.popMissing()
	default:
		return false
	}
	return true
}

// shorterMessage halves the longer of message and tool name.
func (b *hintBuilder) shorterMessage() bool {
	s := &b.hint.Message
	if len(b.hint.Tool) > len(*s) {
		s = &b.hint.Tool
	}
	n := utf8.RuneCountInString(*s)
	if n == 0 {
		return false
	}
	if n < 8 {
		*s = ""
		return true
	}
	*s = clip(*s, n/2)
	return true
}
