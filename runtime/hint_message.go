package runtime

import (
	"bytes"
	"slices"
	"strings"
)

// message is the one sentence on the first pertinent issue.
func (b *hintBuilder) message(foreign string) string {
	if foreign != "" {
		return foreignMessage(b.spec, foreign)
	}
	first := &b.issues[0]
	said := ""
	if first.Message != "" && !first.undecided() && !b.secretMessage(first) {
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
		s := b.hint.appendUnknown(nil, first.path)
		if first.like != "" {
			return string(s) + "; did you mean " + quoteCut(first.like, maxGotInHint) + "?"
		}
		return string(s) + "."
	case first.rank == rankRule:
		return string(append(b.hint.Rules[0].appendSentence(nil), '.'))
	case first.severalFit():
		return b.severalMessage(first)
	case said != "":
		return string(appendSubject(nil, first.path)) + ": " + said
	default:
		b.scratch = ended(b.hint.appendEntry(b.scratch[:0], b.entryOf(first)))
		return string(b.scratch)
	}
}

// severalMessage is the message on a value that fits several variants of which it may fit one.
func (b *hintBuilder) severalMessage(issue *hintIssue) string {
	sentence := b.hint.appendEntry(b.scratch[:0], b.entryOf(issue))
	var rule *RuleHint
	for i := range b.hint.Rules {
		if r := &b.hint.Rules[i]; rule == nil && r.ID == issue.Constraint && r.about(issue.path) {
			rule = r
			sentence = r.appendSentence(sentence[:0])
		}
	}
	b.scratch = append(append(sentence, rule.fitsSeveral()...), '.')
	return string(b.scratch)
}

// entryOf is the entry that says what an issue's field has to be: the one of the hint, unless other
// issues have added to it.
func (b *hintBuilder) entryOf(issue *hintIssue) *FieldConstraint {
	for i := range b.hint.Constraints {
		if c := &b.hint.Constraints[i]; b.shown.constraints[i] == 1 && c.Field == issue.path && c.Constraint == issue.Constraint {
			return c
		}
	}
	c := new(FieldConstraint)
	b.constraint(c, issue)
	return c
}

// secretMessage reports whether an issue's own text may repeat a value that must not be shown.
func (b *hintBuilder) secretMessage(issue *hintIssue) bool {
	return b.spec.sensitive(issue.steps) || slices.ContainsFunc(issue.Fields, func(f string) bool {
		return b.spec.sensitive(splitPath(f))
	})
}

// What is wrong with a field that is missing, or counts as that because it is blank.
const (
	isMissing = " is missing"
	isBlank   = " must not be empty"
)

func (b *hintBuilder) missingMessage(issue *hintIssue, said string) string {
	text := b.scratch[:0]
	if b.hint.Reason == Truncated {
		text = append(text, "The call was cut off at the length limit: "...)
	}
	text = append(text, showPath(issue.path)...)
	if issue.Got != nil || issue.Constraint == "required" && issue.Expected != nil {
		text = append(text, isBlank...)
	} else {
		text = append(text, isMissing...)
	}
	switch {
	case b.hint.Reason == Truncated:
		text = append(text, '.')
	case issue.like != "":
		text = append(appendInsteadOf(text, clean(issue.like, maxGotInHint)), '.')
	case said != "":
		text = append(append(text, ": "...), said...)
	default:
		text = append(text, '.')
	}
	b.scratch = text
	return string(text)
}

// appendInsteadOf names the key that the call has in place of a missing one.
func appendInsteadOf(b []byte, key any) []byte {
	b = appendJSONText(append(b, "; the call has "...), key)
	return append(b, " instead"...)
}

// appendUnknown says of which object a key is no field.
func appendUnknown(b []byte, path string) []byte {
	key, of := path, ""
	if isIdentifier(path) {
		return append(appendQuote(b, path), " is not a field"...)
	}
	if steps := splitPath(path); len(steps) > 0 && joinSteps(steps) == path {
		if last := steps[len(steps)-1]; !last.IsIndex {
			key = last.Key
			if len(steps) > 1 {
				of = showPath(joinSteps(steps[:len(steps)-1]))
			}
		}
	}
	b = append(appendQuote(b, key), " is not a field"...)
	if of != "" {
		b = append(append(b, " of "...), of...)
	}
	return b
}

// appendSentence says which rule does not hold, in its own words where it has some.
func (r *RuleHint) appendSentence(b []byte) []byte {
	if sentence, ok := r.appendSchemaWords(b, nil); ok {
		return sentence
	}
	switch {
	case r.ID == "oneOf" || r.ID == "anyOf":
		if len(r.Fields) > 0 {
			b = appendPaths(b, r.Fields)
		} else {
			b = append(b, "The whole value"...)
		}
		return r.appendVariants(append(b, ' '))
	case r.isGroup():
		return r.appendGroup(b)
	case r.ID == "rule" && len(r.Fields) > 0:
		b = append(appendPaths(b, r.Fields), " is not accepted"...) // the rule has no name of its own
	case isKeyword(r.ID) && r.Message == "":
		field := ""
		if len(r.Fields) > 0 {
			field = r.Fields[0]
		}
		return (&FieldConstraint{Field: field, Constraint: r.ID}).appendSentence(b)
	case isKeyword(r.ID): // a backend's words, which say more than the keyword
		if len(r.Fields) == 0 {
			b = append(b, "The whole value"...)
		}
		b = appendPaths(b, r.Fields)
	default:
		b = append(appendQuote(append(b, "The rule "...), r.ID), " does not hold"...)
		if len(r.Fields) > 0 {
			b = appendPaths(append(b, " for "...), r.Fields)
		}
	}
	if r.Message != "" {
		b = appendQuote(append(b, ": "...), r.Message)
	}
	return b
}

// appendVariants is the predicate of the sentence on a union.
func (r *RuleHint) appendVariants(b []byte) []byte {
	return appendQuote(append(append(b, noVariant(r.ID)...), ": "...), strings.TrimPrefix(r.Message, variantsLead))
}

// isGroup reports whether the rule is one on a group of fields, all of which it names, so that the
// sentence can be made of them anew.
func (r *RuleHint) isGroup() bool {
	keys := make([]string, len(r.Fields))
	for i, field := range r.Fields {
		keys[i] = lastKey(splitPath(field))
	}
	switch r.ID {
	case "exactlyOneOf", "atLeastOneOf", "atMostOneOf":
		return r.Message == groupMessage(r.ID, keys)
	case "requires", "excludes":
		return len(keys) == 2 && r.Message == pairMessage(r.ID, keys[0], keys[1])
	}
	return false
}

// appendGroup says what a group of fields asks for.
func (r *RuleHint) appendGroup(b []byte) []byte {
	fields := make([]string, len(r.Fields))
	for i, field := range r.Fields {
		fields[i] = showPath(field)
	}
	switch r.ID {
	case "requires":
		return append(append(append(b, fields[0]...), " can only be given together with "...), fields[1]...)
	case "excludes":
		return append(append(append(b, fields[0]...), " cannot be given together with "...), fields[1]...)
	}
	return append(append(append(append(b, "Give "...), groupWords(r.ID)...), " of "...), enumerate(fields)...)
}

// ended puts a full stop to a sentence that is no question.
func ended(sentence []byte) []byte {
	if bytes.HasSuffix(sentence, []byte("?")) {
		return sentence
	}
	return append(sentence, '.')
}
