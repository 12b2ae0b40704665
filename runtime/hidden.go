package runtime

import (
	"slices"

	"github.com/toolgen/toolgen/runtime/internal/constraint"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/repair"
)

// hideIssues takes out of an error what its issues may not show: the values of sensitive fields, and
// the keys within them that no schema declares, which are values, too.
func (s *ToolSpec) hideIssues(err error) {
	v, ok := err.(*ValidationError)
	if s == nil || !ok {
		return
	}
	if !s.Conceals() {
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
	shown, secret, at := s.shownPath(issue.Field)
	switch {
	case secret:
		issue.Got = nil
		if shown != issue.Field && constraint.IsExtraKey(issue.Constraint) {
			issue.Expected = nil // it may be what the key is near to
		}
	case at.Known() && issue.Constraint != "type":
		// Text where there should be an object may be what the object was to hold.
		if _, text := issue.Got.(string); text && at.Holds(isSensitive) {
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
// It also reports whether what is there is sensitive, and gives its place in the schema.
func (s *ToolSpec) shownPath(field string) (shown string, secret bool, at repair.Scope) {
	steps := fieldpath.Split(field)
	at = s.Scope()
	masked := false
	for i := range steps {
		step := &steps[i]
		if secret = secret || at.Sensitive(); !at.Known() && !secret {
			return field, false, at
		}
		within, declared := secret, step.IsIndex || at.Declares(step.Key)
		secret = secret || !declared && at.NearSensitive(step.Key)
		at = stepTo(at, *step)
		if within && !declared {
			step.Key, masked = Redacted, true
		}
	}
	secret = secret || at.Sensitive()
	if masked {
		field = fieldpath.Join(steps)
	}
	return field, secret, at
}

// stepTo goes from a place to that of one step of a call's path.
func stepTo(p repair.Scope, step fieldpath.Step) repair.Scope {
	if step.IsIndex {
		return p.Items()
	}
	return p.Key(step.Key)
}

// flagged reports whether the field at a path, or anything that holds it, is of a kind. Fields that the schema does
// not describe inherit from what holds them.
func (s *ToolSpec) flagged(field string, is func(repair.Scope) bool) bool {
	at := s.Scope()
	if is(at) {
		return true
	}
	for _, step := range fieldpath.Split(field) {
		if at = stepTo(at, step); is(at) {
			return true
		}
	}
	return false
}

// sensitive reports whether the field at a path, or anything that holds it, is sensitive.
func (s *ToolSpec) sensitive(field string) bool {
	return s.Conceals() && s.flagged(field, repair.Scope.Sensitive)
}

// injected reports whether the field at a path, or anything that holds it, is injected.
func (s *ToolSpec) injected(field string) bool {
	return s.injects() && s.flagged(field, repair.Scope.Injected)
}

// IsInjected reports whether an issue is about what the server fills: an injected field, or the items of
// a list whose items all are. No caller can correct it.
func (s *ToolSpec) IsInjected(issue ValidationIssue) bool {
	if s.injected(issue.Field) {
		return true
	}
	if !s.injects() || issue.Constraint == "type" || issue.Constraint == "required" {
		return false
	}
	return s.Scope().At(issue.Field).Items().Injected()
}
