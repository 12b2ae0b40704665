package runtime

import (
	"slices"

	"github.com/toolgen/toolgen/runtime/internal/constraint"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/near"
)

// hideIssues takes out of an error what its issues may not show: the values of sensitive fields, and
// the keys within them that no schema declares, which are values, too.
func (s *ToolSpec) hideIssues(err error) {
	v, ok := err.(*ValidationError)
	if s == nil || !ok {
		return
	}
	if !s.conceals() {
		return
	}
	for i := range v.issues {
		v.issues[i] = s.hideIssue(v.issues[i])
	}
}

// HideSensitive gives an error of decoding without what it may not show of sensitive fields. Every
// implementation of [Tool] passes its errors through here.
func (s *ToolSpec) HideSensitive(err error) error {
	s.hideIssues(err)
	return err
}

// hideIssue is an issue without what it may not show.
func (s *ToolSpec) hideIssue(issue ValidationIssue) ValidationIssue {
	shown, secret, n := s.shownPath(issue.Field)
	switch {
	case secret:
		issue.Got = nil
		if shown != issue.Field && constraint.IsExtraKey(issue.Constraint) {
			issue.Expected = nil // it may be what the key is near to
		}
	case n != nil && issue.Constraint != "type":
		// Text where there should be an object may be what the object was to hold.
		if _, text := issue.Got.(string); text && s.hidesValues(n) {
			issue.Got = nil
		}
	}
	issue.Field = shown
	for i, field := range issue.Fields {
		if shown, _, _ := s.shownPath(field); shown != field {
			issue.Fields = slices.Clone(issue.Fields)
			issue.Fields[i] = shown
		}
	}
	return issue
}

// shownPath is a path as it may be shown: within what is sensitive only keys that the schema declares.
// It also reports whether what is there is sensitive, and gives its node, nil where no row describes it.
func (s *ToolSpec) shownPath(field string) (shown string, secret bool, n *fieldNode) {
	steps := fieldpath.Split(field)
	n = s.tree()
	masked := false
	for i := range steps {
		step := &steps[i]
		secret = secret || n != nil && slices.ContainsFunc(n.rows, isSensitive)
		if n == nil && !secret {
			return field, false, nil
		}
		within, declared := secret, step.IsIndex
		if n != nil {
			below := s.below(n)
			declared = declared || below.at(step.Key) != nil
			secret = secret || !declared && below.nearlySensitive(step.Key)
			n = s.step(below, *step)
		}
		if within && !declared {
			step.Key, masked = Redacted, true
		}
	}
	secret = secret || n != nil && slices.ContainsFunc(n.rows, isSensitive)
	if masked {
		field = fieldpath.Join(steps)
	}
	return field, secret, n
}

// nearlySensitive reports whether a key that is not declared is one of a sensitive field in another
// spelling: its value was probably meant to be that field's.
func (n *fieldNode) nearlySensitive(key string) bool {
	folded := ""
	for _, c := range n.children {
		if c.key == itemsStep || c.key == restStep || !slices.ContainsFunc(c.rows, isSensitive) {
			continue
		}
		if folded == "" {
			folded = near.Fold(key)
		}
		if near.Fold(c.key) == folded {
			return true
		}
	}
	return false
}
