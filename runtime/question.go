package runtime

import (
	"encoding/json"
	"slices"
	"strings"
)

// question is one question to the user for at most n of the missing values, "" where there is
// nothing to ask: values that a remedy, a default or a misspelt key supplies need no person, and
// neither do calls that were cut off.
func (b *hintBuilder) question(n int) string {
	if b.hint.Reason == Truncated || b.hint.Reason == InvalidJSON {
		return ""
	}
	var room [maxMissing]string
	parts := room[:0]
	var facts [maxMissing]*rowFacts
	noted := false // there is more to say of some than its name
	for i := range b.issues {
		issue := &b.issues[i]
		if len(parts) == n || !b.asks(issue) {
			continue
		}
		known, name := b.factsOf(issue), ""
		if known != nil && len(issue.steps) == 1 {
			name = known.named
		}
		if name == "" {
			name = fieldInWords(issue.steps)
		}
		if slices.Contains(parts, name) {
			continue
		}
		facts[len(parts)] = known
		noted = noted || known != nil && known.short != ""
		parts = append(parts, name)
	}
	switch {
	case len(parts) == 0:
		return b.ruleQuestion(n)
	case len(parts) == 1 && facts[0] != nil && facts[0].question != "":
		return facts[0].question
	case !noted:
		for i := range parts {
			if facts[i] != nil {
				parts[i] += facts[i].choices
			}
		}
		return "What should " + enumerate(parts) + " be?"
	case len(parts) == 1 && facts[0].choices == yesOrNo:
		return "What should " + parts[0] + " be, yes or no?" + inBrackets(facts[0].note, "")
	case len(parts) == 1:
		return "What should " + parts[0] + " be?" + inBrackets(facts[0].note, facts[0].choices)
	}
	for i := range parts {
		if facts[i] != nil {
			parts[i] += inBrackets(facts[i].short, facts[i].choices)
		}
	}
	return "What should these be: " + strings.Join(parts[:len(parts)-1], "; ") + "; and " + parts[len(parts)-1] + "?"
}

// inBrackets is what stands behind the name of a field: what is said of it, and its few values, which are
// in brackets themselves.
func inBrackets(note, choices string) string {
	switch {
	case note == "":
		return choices
	case choices == "":
		return " (" + note + ")"
	}
	return " (" + note + "; " + strings.TrimPrefix(choices, " (")
}

// ruleQuestion asks which of the values that a rule looks at are right: the rule says that they do
// not go together, and no more. A rule that tells how to mend it, by its kind, needs no person.
func (b *hintBuilder) ruleQuestion(n int) string {
	for i := range len(b.issues) + len(b.derived) {
		issue := b.issueAt(i)
		if issue.Constraint != "rule" || len(issue.Fields) == 0 || b.secretMessage(issue) {
			continue
		}
		var labels []string
		for _, field := range issue.Fields {
			steps := splitPath(field)
			if len(labels) == n || b.spec.injected(steps) {
				continue
			}
			label := ""
			if label = shortInWords(steps); sharesKey(issue.Fields, field) {
				label = fieldInWords(steps)
			}
			if node := b.spec.node(steps); node != nil && node.row("") != nil {
				label += inBrackets(node.row("").note(lastKey(steps), maxNoteInList), "")
			}
			if !slices.Contains(labels, label) {
				labels = append(labels, label)
			}
		}
		if len(labels) > 0 {
			return "Which values are right: " + strings.Join(labels, "; ") + "?"
		}
	}
	return ""
}

// sharesKey reports whether another of the fields has the same key at the end of its path.
func sharesKey(fields []string, field string) bool {
	key := lastKey(splitPath(field))
	return slices.ContainsFunc(fields, func(other string) bool {
		return other != field && lastKey(splitPath(other)) == key
	})
}

// issueAt is the ith of the reported issues and of those that follow from mending them.
func (b *hintBuilder) issueAt(i int) *hintIssue {
	if i < len(b.issues) {
		return &b.issues[i]
	}
	return &b.derived[i-len(b.issues)]
}

// asks reports whether the user is to be asked about an issue: about missing values and nulls in
// their place, and about anything that the rules have a question for.
func (b *hintBuilder) asks(issue *hintIssue) bool {
	if len(issue.steps) == 0 || issue.rank == rankUnknown || isForbidden(issue.Constraint) || b.hint.forbids(issue.path) {
		return false
	}
	if b.insist {
		return true
	}
	if issue.like != "" || issue.rank == rankStructure {
		return false
	}
	if row := issue.row; row != nil {
		if row.Default != "" || b.remedied(issue) {
			return false
		}
		if row.Question != "" {
			return true
		}
	}
	if issue.hopeless {
		return true
	}
	return issue.rank == rankMissing || issue.Constraint == "type" && issue.Got == "null" && issue.row != nil && issue.row.Required
}

// forbids reports whether a rule of the hint says that no value is allowed for a field.
func (h *RetryHint) forbids(path string) bool {
	for i := range h.Rules {
		if r := &h.Rules[i]; r.ID == "not" && r.about(path) && fitsAll(strings.TrimPrefix(r.Message, schemaLead("not"))) {
			return true
		}
	}
	return false
}

// remedied reports whether a remedy of the hint supplies the field.
func (b *hintBuilder) remedied(issue *hintIssue) bool {
	if len(b.hint.Remedies) == 0 {
		return false
	}
	return slices.ContainsFunc(b.hint.Remedies, func(r Remedy) bool {
		return likeSteps(issue.steps, splitPath(r.Field)) || likeSteps(issue.steps, splitPath(r.Fills))
	})
}

// yesOrNo are the values of a boolean in words.
const yesOrNo = " (yes or no)"

// choices lists the values of a small enum, or of a boolean, in words.
func choices(row *FieldSpec) string {
	if row.Type == "boolean" && len(row.Enum) == 0 {
		return yesOrNo
	}
	if len(row.Enum) < 2 || len(row.Enum) > maxAllowed {
		return ""
	}
	var words []string
	for _, raw := range rawValues(row.Enum) {
		if string(raw) == "null" {
			continue // nobody is asked whether to say nothing
		}
		var s string
		if json.Unmarshal(raw, &s) != nil {
			s = string(raw)
		}
		words = append(words, clean(s, 24))
	}
	return " (" + strings.Join(words, ", ") + ")"
}
