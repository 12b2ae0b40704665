package runtime

import "slices"

// A pattern that takes too long on a text has no verdict, and once a call has spent its time, the texts
// that follow are not matched at all. Neither is the same as a text that does not match: the one has to
// be written otherwise although it may match, and of the others nothing is known.

// undecidedMessage is what [Engine]s say of a text that takes too long.
const undecidedMessage = "the pattern takes too long on this text"

// isUndecided reports whether a message says that there is no verdict.
func isUndecided(message string) bool {
	return message == undecidedMessage || message == errBudget.Error()
}

// undecided reports whether an issue is that there is no verdict.
func (issue *hintIssue) undecided() bool {
	return issue.Constraint == "pattern" && isUndecided(issue.Message)
}

// lookedAt leaves out the texts that were not matched, where others are named that took too long: those are
// to be mended first, and these may be right.
func lookedAt(issues []ValidationIssue) []ValidationIssue {
	unmatched := func(i ValidationIssue) bool { return i.Constraint == "pattern" && i.Message == errBudget.Error() }
	slow := func(i ValidationIssue) bool { return i.Constraint == "pattern" && i.Message == undecidedMessage }
	for i := range issues {
		if issues[i].Constraint == "pattern" && issues[i].Message != "" {
			if slices.ContainsFunc(issues, slow) && slices.ContainsFunc(issues, unmatched) {
				return slices.DeleteFunc(slices.Clone(issues), unmatched)
			}
			break
		}
	}
	return issues
}

// appendUndecided says of an entry's text why there is no verdict.
func (c *FieldConstraint) appendUndecided(b []byte, message string) []byte {
	if message != undecidedMessage {
		return append(b, "was not checked: other texts took too long; write those shorter or simpler"...)
	}
	b = append(b, "takes too long to match the pattern"...)
	if c.Pattern != "" {
		b = appendCode(append(b, ' '), c.Pattern)
	}
	return append(b, "; write it shorter or simpler"...)
}

// longestUndecided is the most that is said so besides the pattern.
const longestUndecided = len("was not checked: other texts took too long; write those shorter or simpler")
