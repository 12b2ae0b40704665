package runtime

import (
	"bytes"
	"slices"
	"strings"
)

// maxProvenCall is the size of a call up to which an example is tried out on it.
const maxProvenCall = 64 << 10

// checkExample tries the example out. The rows of a tool's fields do not tell all that a schema
// asks for, and a value that chooses another variant has faults of its own: what is still wrong
// with the call once the example is merged into it is mended too. Where a value that the example
// gave is what is wrong, there is nothing to offer, and the user is asked instead.
func (b *hintBuilder) checkExample() {
	if b.markUnmended() {
		b.giveExample(b.issues)
	}
	if b.document() == nil || b.tool == nil || len(b.cfg.call) > maxProvenCall {
		return
	}
	for range maxExampleRounds {
		patch := b.patch
		if patch == nil {
			return
		}
		left := b.leftBy(patch)
		if len(left) == 0 {
			return
		}
		changed := false
		var room [maxConstraints][]pathStep
		places := room[:0]
		for i := range left {
			places = append(places, b.placeOf(&left[i]))
		}
		if b.takeBack(left, places) {
			b.giveExample(append(b.issues[:len(b.issues):len(b.issues)], b.derived...))
			continue
		}
		for i := range b.issues {
			issue := &b.issues[i]
			switch {
			case issue.hopeless:
			case issue.isItem && !issue.noItem && slices.ContainsFunc(places, issue.isAround):
				issue.noItem, changed = true, true // a sample shows the form
			case stillWrong(issue, left, places):
				issue.hopeless = true
				changed = changed || patch.covers(issue.steps) // else the example stays as it is
			}
		}
		changed = b.chosenInVain(left) || changed
		changed = b.blameFor(left) || changed
		more, _, _ := rankIssues(b.spec, b.unknownOf(left))
		for i := range more {
			issue := &more[i]
			issue.row = b.variantRow(issue)
			if !slices.ContainsFunc(b.issues, issue.sameAs) && !slices.ContainsFunc(b.derived, issue.sameAs) {
				b.derived, changed = append(b.derived, *issue), true
			}
		}
		if !changed {
			return
		}
		before := b.hint.ExampleInput
		b.giveExample(append(b.issues[:len(b.issues):len(b.issues)], b.derived...))
		if bytes.Equal(before, b.hint.ExampleInput) {
			return // what is left is known
		}
	}
}

// chosenInVain marks the choices that the example gives keys for and does not settle.
func (b *hintBuilder) chosenInVain(left []ValidationIssue) (found bool) {
	for i := range b.issues {
		issue := &b.issues[i]
		if !issue.around && b.choosesKeys(issue) && slices.ContainsFunc(left, func(l ValidationIssue) bool {
			return l.Constraint == issue.Constraint && l.Field == issue.Field
		}) {
			issue.hopeless, found = true, true
		}
	}
	return found
}

// unknownOf leaves out the issues that are known by the same names.
func (b *hintBuilder) unknownOf(left []ValidationIssue) []ValidationIssue {
	for i := range left {
		if b.reported(&left[i]) {
			continue
		}
		fresh := make([]ValidationIssue, 0, len(left)-i)
		for j := i; j < len(left); j++ {
			if !b.reported(&left[j]) {
				fresh = append(fresh, left[j])
			}
		}
		return fresh
	}
	return nil
}

// placeOf is the place of an issue, which is mostly that of one that is known.
func (b *hintBuilder) placeOf(l *ValidationIssue) []pathStep {
	for i := range b.issues {
		if b.issues[i].Field == l.Field {
			return b.issues[i].steps
		}
	}
	return splitPath(l.Field)
}

func (b *hintBuilder) reported(l *ValidationIssue) bool {
	for i := range b.issues {
		if o := &b.issues[i]; o.Constraint == l.Constraint && o.Field == l.Field {
			return true
		}
	}
	return false
}

// blameFor marks the faults for which the example invents values that break a rule: only the user
// knows values that go together. A rule that looks at other values only does not hold either way,
// and is told at once: it would be the next fault that the model hears of.
func (b *hintBuilder) blameFor(left []ValidationIssue) (found bool) {
	var rules []ValidationIssue
	for _, l := range left {
		if rankOf(l.Constraint) != rankRule {
			continue
		}
		blamed := false
		for i := range b.issues {
			if issue := &b.issues[i]; len(issue.steps) > 0 && issue.rank != rankRule && readsAt(&l, issue.steps) && !b.keepsValue(issue) {
				blamed = true
				if !issue.hopeless && issue.rank >= rankType {
					issue.hopeless, found = true, true
				}
			}
		}
		if !blamed {
			rules = append(rules, l)
		}
	}
	if rules == nil {
		return found
	}
	early, _, injected := rankIssues(b.spec, rules)
	if injected {
		return found
	}
	for i := range early {
		known := func(o hintIssue) bool { return o.Rule == early[i].Rule && early[i].sameAs(o) }
		if slices.ContainsFunc(b.issues, known) || slices.ContainsFunc(b.derived, known) {
			continue
		}
		b.derived = append(b.derived, early[i])
		if n := len(b.hint.Rules); n < maxRules {
			b.addRule(&early[i])
			b.shown.rules[n] = 0 // the issue is none of those that were reported
		}
	}
	return found
}

// keepsValue reports whether the example has for a fault what the call says, in the form that is wanted.
func (b *hintBuilder) keepsValue(issue *hintIssue) bool {
	return b.patch.covers(issue.steps) && !b.invented.has(issue)
}

// readsAt reports whether a rule looks at a place, at what holds it, or at what is below it.
func readsAt(rule *ValidationIssue, steps []pathStep) bool {
	fields := rule.Fields
	if len(fields) == 0 {
		fields = []string{rule.Field}
	}
	place := anyIndex(steps)
	return slices.ContainsFunc(fields, func(field string) bool {
		read := anyIndex(splitPath(field))
		return strings.HasPrefix(place, read) || strings.HasPrefix(read, place)
	})
}

// maxExampleRounds is how often an example is tried out and extended.
const maxExampleRounds = 3

// leftBy lists the faults that a call has with a merge patch applied to it.
func (b *hintBuilder) leftBy(patch *patchObject) []ValidationIssue {
	separate := b.separate()
	if separate && b.certain(patch) {
		return b.notCovered(patch)
	}
	args := b.document().appendMerged(b.scratch[:0], patch)
	b.scratch = nil
	var err error
	if protect(func() { _, err = b.tool.Decode(args, b.cfg.decoding...) }) != nil {
		return nil
	}
	v, ours := err.(*ValidationError)
	if err == nil || ours { // others may have kept the text
		b.scratch = args[:0]
	}
	if err == nil {
		if separate {
			b.noteProven(patch, nil)
		}
		return nil
	}
	var left []ValidationIssue
	if ours {
		left = v.issues
	} else {
		left, _, _ = issuesOf(err)
	}
	if len(left) > 0 && isUnreadable(left[0].Constraint) {
		return nil // it was not the call that was decoded
	}
	if separate && ours && v.isJSON && v.omitted == 0 {
		b.noteProven(patch, left)
	}
	return left
}

// sameAs reports whether two issues are the same but for what came.
func (issue *hintIssue) sameAs(o hintIssue) bool {
	return issue.Constraint == o.Constraint && slices.Equal(issue.steps, o.steps)
}

// isAround reports whether a place is that of the issue, or below it.
func (issue *hintIssue) isAround(steps []pathStep) bool {
	return len(steps) >= len(issue.steps) && slices.Equal(steps[:len(issue.steps)], issue.steps)
}

// stillWrong reports whether some issue is at the place of another, or below it.
// places are where those are.
func stillWrong(issue *hintIssue, left []ValidationIssue, places [][]pathStep) bool {
	if issue.rank == rankRule || issue.rank == rankUnknown || issue.choice != "" || len(issue.steps) == 0 {
		return false
	}
	for i, steps := range places {
		if issue.isAround(steps) && rankOf(left[i].Constraint) > rankUnknown && rankOf(left[i].Constraint) != rankRule {
			return true
		}
	}
	return false
}

// takeBack marks the keys that the example leaves out and that the call needs after all; it reports
// whether there are any.
func (b *hintBuilder) takeBack(left []ValidationIssue, places [][]pathStep) (found bool) {
	for i := range b.issues {
		if issue := &b.issues[i]; issue.removed && !issue.needed && b.missed(issue, left, places) {
			issue.needed, found = true, true
		}
	}
	return found
}

// missed reports whether a key that the example leaves out is asked for by something else in the call: what
// is wrong now is that it is missing, or a rule that reads it and did not fail before. places are where the
// issues that are left are.
func (b *hintBuilder) missed(issue *hintIssue, left []ValidationIssue, places [][]pathStep) bool {
	for i := range left {
		switch rankOf(left[i].Constraint) {
		case rankMissing:
			if slices.Equal(places[i], issue.steps) {
				return true
			}
		case rankRule:
			if !b.reported(&left[i]) && readsAt(&left[i], issue.steps) {
				return true
			}
		}
	}
	return false
}

// markUnmended marks the faults of values for which there is no other value to offer: a person
// has to be asked. It reports whether there are any.
func (b *hintBuilder) markUnmended() bool {
	found := false
	for i := range b.issues {
		issue := &b.issues[i]
		if issue.rank < rankType || issue.rank == rankRule || len(issue.steps) == 0 || issue.choice != "" || issue.Message != "" || b.deeper(issue) {
			continue
		}
		if issue.row != nil && (len(issue.row.Enum) > 0 || issue.row.Sensitive) || issue.rank == rankEnum {
			continue // the allowed values are told
		}
		if b.patch.covers(issue.steps) {
			continue
		}
		switch issue.Constraint {
		case "pattern", "format", "oneOf", "anyOf", "not":
			issue.hopeless, found = true, true
		}
	}
	return found
}
