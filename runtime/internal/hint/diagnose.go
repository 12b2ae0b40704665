package hint

import (
	"slices"

	"github.com/toolgen/toolgen/runtime/internal/constraint"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/limits"
	"github.com/toolgen/toolgen/runtime/internal/repair"
	"github.com/toolgen/toolgen/runtime/internal/view"
)

// diagnosis is what was found out about a call that was refused.
type diagnosis struct {
	outcome repair.Outcome
	rules   []Issue       // rules of the program or of a backend that several values together break
	mend    []repair.Edit // objects and arrays that break a constraint as a whole
}

// diagnose repairs the call if it is known, and otherwise reads the issues.
func diagnose(t Tool, f Failure, issues []Issue) diagnosis {
	tooMuch := func(i Issue) bool { return i.Constraint == constraint.Size || i.Constraint == constraint.Depth }
	if slices.ContainsFunc(issues, tooMuch) {
		return diagnosis{} // nothing reads what is beyond the limits
	}
	if f.Call == nil {
		d := diagnosis{outcome: repair.Faulty(Faults(issues), t.Schema)}
		d.sort(t, issues, issues)
		return d
	}
	added := addedTo(t, issues, f.Call)
	var left []Issue // of the text that was checked last, which is the corrected call
	t.Check = func(text []byte) []repair.Fault {
		left = t.found(text)
		return append(Faults(left), added.faults(text)...)
	}
	d := diagnosis{outcome: repair.Repair(string(f.Call), t.Tool)}
	left = append(t.hidden(left, f.Call), added.issues...)
	d.outcome.Without(t.View.Injected)
	if t.View.Conceals {
		d.outcome = d.outcome.Masked(t.secrets(f.Call))
	}
	d.sort(t, left, issues)
	return d
}

// found are the issues that the tool's strict decoder finds in a text, without those that no caller can correct.
func (t *Tool) found(text []byte) []Issue {
	if t.Decode == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(t.Decode(text)), func(i Issue) bool { return t.View.IsInjected(i.Field, i.Constraint) })
}

// sort splits the faults that are left into rules and containers to mend. A rule that the call did not
// break, and that reads what is still asked for, has no verdict yet.
func (d *diagnosis) sort(t Tool, left, original []Issue) {
	for i := range left {
		issue := &left[i]
		same := func(field, constraint string) bool { return field == issue.Field && constraint == issue.Constraint }
		if !slices.ContainsFunc(d.outcome.Faults, func(f repair.Fault) bool { return same(f.Field, f.Constraint) }) || t.View.IsInjected(issue.Field, issue.Constraint) {
			continue
		}
		broken := slices.ContainsFunc(original, func(o Issue) bool { return same(o.Field, o.Constraint) && o.Rule == issue.Rule })
		if d.asks(issue, broken) {
			continue
		}
		if rankOf(issue.Constraint) == rankRule || issue.Rule != "" {
			if t.View.Sensitive(issue.Field) || slices.ContainsFunc(issue.Fields, t.View.Sensitive) {
				issue.Message = "" // it may repeat the value
			}
			d.rules = append(d.rules, *issue)
			continue
		}
		words := t.Schema.At(issue.Field).Demand(issue.Constraint)
		if words == "" || issue.Message != "" {
			words = issue.words()
		}
		if words != "" {
			d.mend = append(d.mend, repair.Edit{Kind: repair.Mend, Field: issue.Field, To: words})
		}
	}
}

// asks reports whether a value that an issue is about is still asked for: one of several that satisfy a rule, if the call
// breaks it.
func (d *diagnosis) asks(issue *Issue, broken bool) bool {
	return slices.ContainsFunc(d.outcome.Ask, func(a repair.Ask) bool {
		about := func(f string) bool { return fieldpath.Leads(f, a.Field) || fieldpath.Leads(a.Field, f) }
		return (a.Or != "" || !broken) && slices.ContainsFunc(issue.about(), about)
	})
}

// added are issues that the tool's own decoder does not find: a backend or another validator found them. They apply to
// another text if it has the same values at their places.
type added struct {
	issues []Issue
	places []string
	were   []string // the values at the places in the call, as JSON
}

// addedTo finds the issues that the tool's own decoder does not find.
func addedTo(t Tool, issues []Issue, call []byte) added {
	var a added
	own := map[[2]string]bool{}
	for _, i := range t.hidden(t.found(call), call) {
		own[[2]string{i.Field, i.Constraint}] = true
	}
	if len(own) >= limits.MaxIssues {
		return a // the others are beyond the cap, not added
	}
	for _, i := range issues {
		if len(a.issues) == MaxIssues || rankOf(i.Constraint) == rankStructure || own[[2]string{i.Field, i.Constraint}] {
			continue
		}
		a.issues, a.places = append(a.issues, i), append(a.places, i.Field)
	}
	if len(a.places) > 0 {
		a.were = repair.Lookup(string(call), a.places...)
	}
	return a
}

// faults are those that apply to a text.
func (a added) faults(text []byte) []repair.Fault {
	var hold []Issue
	for i, now := range repair.Lookup(string(text), a.places...) {
		if now == a.were[i] {
			hold = append(hold, a.issues[i])
		}
	}
	return Faults(hold)
}

// lookedAt are the issues without those for texts that were not matched because matching another one took too long.
func lookedAt(issues []Issue) []Issue {
	says := func(message string) func(Issue) bool {
		return func(i Issue) bool { return i.Constraint == "pattern" && i.Message == message }
	}
	if !slices.ContainsFunc(issues, says(constraint.Undecided)) {
		return issues
	}
	return slices.DeleteFunc(slices.Clone(issues), says(constraint.OverBudget))
}

// secrets are what of a call must not be shown: the values of sensitive fields, wherever the call has them.
func (t *Tool) secrets(call []byte) repair.Secrets {
	s := repair.Secrets{Is: t.View.Sensitive, Holds: t.View.Secret, Meant: t.View.Meant}
	if t.View.Conceals {
		s.Texts = repair.Texts(string(call), t.View.Secret)
	}
	s.Shown = func(place string) string {
		steps := fieldpath.Split(t.View.Shown(place))
		for i := range steps {
			if slices.Contains(s.Texts, steps[i].Key) {
				steps[i].Key = view.Redacted
			}
		}
		return fieldpath.Join(steps)
	}
	return s
}

// hidden are the issues of a call without what they may not show.
func (t *Tool) hidden(issues []Issue, call []byte) []Issue {
	secrets := t.secrets(call)
	shown := make([]Issue, len(issues))
	for i := range issues {
		issue := t.View.Hide(view.Issue(issues[i]))
		if got, ok := issue.Got.(string); ok && slices.Contains(secrets.Texts, got) {
			issue.Got = nil
		}
		issue.Field = secrets.Shown(issue.Field)
		shown[i] = Issue(issue)
	}
	return shown
}
