package runtime

import (
	"bytes"
	"slices"
	"strings"
)

// decoderOf is how a hint tries out its example, nil for a tool that cannot decode.
func decoderOf(t Tool, opts []DecodeOption) func([]byte) error {
	if t == nil {
		return nil
	}
	return func(args []byte) error {
		_, err := t.Decode(args, opts...)
		return err
	}
}

// maxProvenCall is the size of a call up to which an example is tried out on it.
const maxProvenCall = 64 << 10

// checkExample tries the example out. The rows of a tool's fields do not tell all that a schema
// asks for, and a value that chooses another variant has faults of its own: what is still wrong
// with the call once the example is merged into it is mended too. Where a value that the example
// gave is what is wrong, there is nothing to offer, and the user is asked instead.
func (b *hintBuilder) checkExample() {
	if b.markUnmended() {
		b.hint.ExampleInput = b.example(b.issues)
	}
	if b.document() == nil || b.cfg.decode == nil || len(b.cfg.call) > maxProvenCall {
		return
	}
	for range maxExampleRounds {
		patch, ok := parseAny(b.hint.ExampleInput)
		if !ok {
			return
		}
		left := b.leftBy(patch)
		if len(left) == 0 {
			return
		}
		changed := false
		places := make([][]pathStep, len(left))
		for i := range left {
			places[i] = splitPath(left[i].Field)
		}
		for i := range b.issues {
			if issue := &b.issues[i]; !issue.hopeless && stillWrong(issue, left, places) {
				issue.hopeless = true
				changed = changed || covered(patch, issue.steps) // else the example stays as it is
			}
		}
		changed = b.blameFor(left) || changed
		more, _, _ := rankIssues(b.spec, left)
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
		b.hint.ExampleInput = b.example(append(b.issues[:len(b.issues):len(b.issues)], b.derived...))
		if bytes.Equal(before, b.hint.ExampleInput) {
			return // what is left is known
		}
	}
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
			if issue := &b.issues[i]; len(issue.steps) > 0 && issue.rank != rankRule && readsAt(&l, issue.steps) {
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
func (b *hintBuilder) leftBy(patch any) []ValidationIssue {
	args, ok := mergeText(b.cfg.call, patch)
	if !ok {
		args = writeJSON(mergePatch(b.document(), patch))
	}
	var err error
	if protect(func() { err = b.cfg.decode(args) }) != nil || err == nil {
		return nil
	}
	left, _, _ := issuesOf(err)
	return left
}

// sameAs reports whether two issues are the same but for what came.
func (issue *hintIssue) sameAs(o hintIssue) bool {
	return issue.Constraint == o.Constraint && slices.Equal(issue.steps, o.steps)
}

// stillWrong reports whether some issue is at the place of another, or below it.
// places are where those are.
func stillWrong(issue *hintIssue, left []ValidationIssue, places [][]pathStep) bool {
	if issue.rank == rankRule || issue.rank == rankUnknown || issue.choice != "" || len(issue.steps) == 0 {
		return false
	}
	for i, steps := range places {
		if len(steps) >= len(issue.steps) && slices.Equal(steps[:len(issue.steps)], issue.steps) &&
			rankOf(left[i].Constraint) > rankUnknown && rankOf(left[i].Constraint) != rankRule {
			return true
		}
	}
	return false
}

// markUnmended marks the faults of values for which there is no other value to offer: a person
// has to be asked. It reports whether there are any.
func (b *hintBuilder) markUnmended() bool {
	patch, _ := parseAny(b.hint.ExampleInput)
	found := false
	for i := range b.issues {
		issue := &b.issues[i]
		if issue.rank < rankType || issue.rank == rankRule || len(issue.steps) == 0 || issue.choice != "" || issue.Message != "" || b.deeper(issue) {
			continue
		}
		if issue.row != nil && (len(issue.row.Enum) > 0 || issue.row.Sensitive) || issue.rank == rankEnum {
			continue // the allowed values are told
		}
		if covered(patch, issue.steps) {
			continue
		}
		switch issue.Constraint {
		case "pattern", "format", "oneOf", "anyOf", "not":
			issue.hopeless, found = true, true
		}
	}
	return found
}

// covered reports whether a merge patch says what is to be at a place.
func covered(patch any, steps []pathStep) bool {
	for _, s := range steps {
		object, ok := patch.(map[string]any)
		if !ok {
			return patch != nil
		}
		if patch, ok = object[s.Key]; !ok || s.IsIndex {
			return false
		}
		if patch == nil {
			return true // it is taken away
		}
	}
	return true
}
