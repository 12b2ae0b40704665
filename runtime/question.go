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
	var list questions
	b.scratch = b.scratch[:0]
	for i := range b.issues {
		issue := &b.issues[i]
		if list.n == n || !b.asks(issue) {
			continue
		}
		known, from := b.factsOf(issue), len(b.scratch)
		if known != nil {
			b.scratch = known.appendName(b.scratch, issue.steps)
		} else {
			b.scratch = appendFieldInWords(b.scratch, issue.steps, "")
		}
		list.add(b.scratch[from:], known)
	}
	switch f := list.facts[0]; {
	case list.n == 0:
		return b.ruleQuestion(n)
	case list.n == 1 && f != nil && f.question != "":
		return f.question
	case list.n == 1 && f != nil && f.named != "" && string(list.names[0]) == f.named:
		return f.asked
	}
	from := len(b.scratch) // behind the names
	b.scratch = list.append(b.scratch)
	return string(b.scratch[from:])
}

// questions are the values that one question asks for, by their names.
type questions struct {
	names [maxMissing][]byte
	facts [maxMissing]*rowFacts // nil where nothing is known
	n     int
	noted bool // there is more to say of some than its name
}

// add adds a value that is not asked for yet.
func (q *questions) add(name []byte, known *rowFacts) {
	for i := range q.n {
		if string(q.names[i]) == string(name) {
			return
		}
	}
	q.names[q.n], q.facts[q.n] = name, known
	q.noted = q.noted || known != nil && known.short != ""
	q.n++
}

// append writes the question.
func (q *questions) append(b []byte) []byte {
	if q.n == 1 && q.noted {
		return q.facts[0].appendAsk(b, q.names[0])
	}
	lead, sep, last, end := "What should ", ", ", " and ", " be?"
	if q.noted {
		lead, sep, last, end = "What should these be: ", "; ", "; and ", "?"
	}
	b = append(b, lead...)
	for i := range q.n {
		switch {
		case i == 0:
		case i == q.n-1:
			b = append(b, last...)
		default:
			b = append(b, sep...)
		}
		if b = append(b, q.names[i]...); q.facts[i] != nil {
			b = append(b, q.facts[i].behind...) // which is its choices where nothing is noted
		}
	}
	return append(b, end...)
}

// appendAsk asks for the one value of a field that a question calls by a name.
func (f *rowFacts) appendAsk(b, name []byte) []byte {
	b = append(append(b, "What should "...), name...)
	switch {
	case f.note == "":
		return append(append(b, f.choices...), " be?"...)
	case f.choices == yesOrNo:
		return append(append(b, " be, yes or no?"...), inBrackets(f.note, "")...)
	}
	return append(append(b, " be?"...), inBrackets(f.note, f.choices)...)
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
				if known := b.spec.factsAt(node, node.row("")); known.question == "" {
					label += inBrackets(known.short, "")
				}
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
	if len(issue.steps) == 0 || issue.rank == rankUnknown || isForbidden(issue.Constraint) || issue.row.isNull() || b.hint.forbids(issue.path) {
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
