package runtime

import (
	"slices"
	"strconv"
	"strings"
)

// message is the one sentence on the first pertinent issue.
func (b *hintBuilder) message(foreign string) string {
	if foreign != "" {
		return b.foreignMessage(foreign)
	}
	first := &b.issues[0]
	said := ""
	if first.Message != "" && !b.secretMessage(first) {
		said = quoteCut(first.Message, maxTextInHint)
	}
	switch {
	case isUnreadable(first.Constraint):
		return b.unreadable(first)
	case b.wrapped:
		return doubledMessage
	case first.rank == rankMissing:
		return b.missingMessage(first, said)
	case first.rank == rankUnknown:
		s := unknownSentence(first.path)
		if first.like != "" {
			s += "; did you mean " + quoteCut(first.like, maxGotInHint) + "?"
			return s
		}
		return s + "."
	case first.rank == rankRule:
		return ruleSentence(b.hint.Rules[0]) + "."
	case said != "":
		return showPath(first.path) + ": " + said
	default:
		c := b.constraint(first)
		return ended(c.sentence())
	}
}

// secretMessage reports whether an issue's own text may repeat a value that must not be shown.
func (b *hintBuilder) secretMessage(issue *hintIssue) bool {
	return b.spec.flagged(issue.steps, isSensitive) || slices.ContainsFunc(issue.Fields, func(f string) bool {
		return b.spec.flagged(splitPath(f), isSensitive)
	})
}

// What is wrong with a field that is missing, or counts as that because it is blank.
const (
	isMissing = " is missing"
	isBlank   = " must not be empty"
)

func (b *hintBuilder) missingMessage(issue *hintIssue, said string) string {
	s := showPath(issue.path) + isMissing
	if issue.Got != nil || issue.Constraint == "required" && issue.Expected != nil {
		s = showPath(issue.path) + isBlank
	}
	switch {
	case b.hint.Reason == Truncated:
		return "The call was cut off at the length limit: " + s + "."
	case issue.like != "":
		return s + insteadOf(clean(issue.like, maxGotInHint)) + "."
	case said != "":
		return s + ": " + said
	}
	return s + "."
}

// insteadOf names the key that the call has in place of a missing one.
func insteadOf(key any) string { return "; the call has " + jsonText(key) + " instead" }

// unknownSentence says of which object a key is no field.
func unknownSentence(path string) string {
	key, of := strconv.Quote(path), ""
	if steps := splitPath(path); len(steps) > 0 && joinSteps(steps) == path {
		if last := steps[len(steps)-1]; !last.IsIndex {
			key = strconv.Quote(last.Key)
			if len(steps) > 1 {
				of = showPath(joinSteps(steps[:len(steps)-1]))
			}
		}
	}
	if of == "" {
		return key + " is not a field"
	}
	return key + " is not a field of " + of
}

// ruleSentence says which rule does not hold, in its own words where it has some.
func ruleSentence(r RuleHint) string {
	if r.ID == "oneOf" || r.ID == "anyOf" {
		s := "The whole value"
		if len(r.Fields) > 0 {
			s = joinPaths(r.Fields)
		}
		return s + " " + noVariant(r.ID) + ": " + strconv.Quote(r.Message)
	}
	if r.ID == "rule" && len(r.Fields) > 0 {
		s := joinPaths(r.Fields) + " is not accepted" // the rule has no name of its own
		if r.Message != "" {
			s += ": " + strconv.Quote(r.Message)
		}
		return s
	}
	s := "The rule " + showName(r.ID) + " does not hold"
	if len(r.Fields) > 0 {
		s += " for " + joinPaths(r.Fields)
	}
	if r.Message != "" {
		s += ": " + strconv.Quote(r.Message)
	}
	return s
}

// ended puts a full stop to a sentence that is no question.
func ended(sentence string) string {
	if strings.HasSuffix(sentence, "?") {
		return sentence
	}
	return sentence + "."
}
