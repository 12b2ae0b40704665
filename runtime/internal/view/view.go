// Package view is what hints, repairs and masks know of a tool's arguments: its schema, and what of a call may be shown.
package view

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/constraint"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/repair"
)

// Redacted is what stands for the value of a sensitive field.
const Redacted = "•••"

// View is the schema of a tool's arguments, parsed.
type View struct {
	Schema   *repair.Schema
	Keys     repair.KeySet
	Filled   []repair.Filled // the fields that the server fills
	Conceals bool            // some field is sensitive
}

// Of parses a schema. A schema that is missing or is not JSON accepts everything.
func Of(text string) *View {
	schema, err := repair.ParseSchema(text)
	if err != nil {
		schema, _ = repair.ParseSchema("{}")
	}
	root := schema.Root()
	return &View{schema, schema.KeySet(), root.Filled(), root.Holds(Sensitive)}
}

// Sensitive reports whether a value is not shown.
func Sensitive(m repair.Marks) bool { return m.Sensitive }

// Injected reports whether the server fills a value.
func Injected(m repair.Marks) bool { return m.Injected }

// Root is the place of the arguments as a whole.
func (v *View) Root() repair.Scope { return v.Schema.Root() }

// FilledPath is a field as rules name it, by its schema and the last step of its path.
func (v *View) FilledPath(schema *repair.Schema, name string) string {
	for _, f := range v.Filled {
		if f.Schema == schema && (f.Path == name || fieldpath.JoinKey("", fieldpath.LastKey(fieldpath.Split(f.Path))) == fieldpath.JoinKey("", name) || strings.HasSuffix(f.Path, name)) {
			return f.Path
		}
	}
	return name
}

// Path is a path as it may be shown: within what is sensitive only keys that the schema declares.
// It also reports whether what is there is sensitive, and gives its place in the schema.
func (v *View) Path(field string) (shown string, secret bool, at repair.Scope) {
	steps := fieldpath.Split(field)
	at = v.Root()
	masked := false
	for i := range steps {
		step := &steps[i]
		if secret = secret || at.Sensitive(); !at.Known() && !secret {
			return field, false, at
		}
		within, declared := secret, step.IsIndex || at.Declares(step.Key)
		secret = secret || !declared && at.NearSensitive(step.Key)
		at = at.Step(*step)
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

// within reports whether the field at a path, or anything that holds it, is of a kind. Fields that the schema does
// not describe inherit from what holds them.
func (v *View) within(field string, is func(repair.Scope) bool) bool {
	at := v.Root()
	if is(at) {
		return true
	}
	for _, step := range fieldpath.Split(field) {
		if at = at.Step(step); is(at) {
			return true
		}
	}
	return false
}

// Sensitive reports whether the field at a path, or anything that holds it, is sensitive.
func (v *View) Sensitive(field string) bool {
	return v.Conceals && v.within(field, repair.Scope.Sensitive)
}

// Injected reports whether the field at a path, or anything that holds it, is filled by the server.
func (v *View) Injected(field string) bool {
	return len(v.Filled) > 0 && v.within(field, repair.Scope.Injected)
}

// IsInjected reports whether an issue is about what the server fills: an injected field, or the items of
// a list whose items all are. No caller can correct it.
func (v *View) IsInjected(field, keyword string) bool {
	if len(v.Filled) == 0 || v.Injected(field) || keyword == "type" || keyword == "required" {
		return v.Injected(field)
	}
	return v.Root().At(field).Items().Injected()
}

// Secret reports whether a place holds what is not shown, or has it in it or around it.
func (v *View) Secret(place string) bool {
	if !v.Conceals {
		return false
	}
	_, secret, at := v.Path(place)
	return secret || at.Holds(Sensitive) || !at.Known() && v.Meant(place)
}

// Meant reports whether a value at a place where it does not belong may have been meant for a sensitive field.
func (v *View) Meant(place string) bool {
	return v.Keys.Unnamed() || slices.ContainsFunc(fieldpath.Split(place), func(step fieldpath.Step) bool {
		return !step.IsIndex && v.Keys.Secret(step.Key)
	})
}

// Shown is a place of a refused call as it may be shown: nested keys only if the tool declares them, because others may be
// values of a sensitive field in a wrong place.
func (v *View) Shown(place string) string {
	shown, _, at := v.Path(place)
	if at.Known() {
		return shown
	}
	steps, masked := fieldpath.Split(shown), false
	for i := 1; i < len(steps); i++ {
		if step := &steps[i]; !step.IsIndex && step.Key != Redacted && v.Keys.Hidden(step.Key) {
			step.Key, masked = Redacted, true
		}
	}
	if !masked {
		return shown
	}
	return fieldpath.Join(steps)
}

// Issue is a fault of a call; see ValidationIssue of package runtime.
type Issue struct {
	Field      string
	Constraint string
	Expected   any
	Got        any
	Rule       string
	Message    string
	Fields     []string
}

// Hide takes out of an issue what it may not show: the values of sensitive fields, and the keys within them that no
// schema declares, which are values, too.
func (v *View) Hide(issue Issue) Issue {
	if !v.Conceals {
		return issue
	}
	shown, secret, at := v.Path(issue.Field)
	switch {
	case secret:
		issue.Got = nil
		if shown != issue.Field && constraint.IsExtraKey(issue.Constraint) {
			issue.Expected = nil // it may be what the key is near to
		}
	case at.Known() && issue.Constraint != "type":
		// Text where there should be an object may be what the object was to hold.
		if _, text := issue.Got.(string); text && at.Holds(Sensitive) {
			issue.Got = nil
		}
	}
	issue.Field = shown
	for i, field := range issue.Fields {
		if shown, _, _ := v.Path(field); shown != field {
			issue.Fields = slices.Clone(issue.Fields)
			issue.Fields[i] = shown
		}
	}
	return issue
}
