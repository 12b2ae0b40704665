package runtime

import (
	"slices"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/hint"
	"github.com/toolgen/toolgen/runtime/internal/repair"
)

// What package hint takes and gives is plain data of its own; this file converts it.

// each converts the values of a list.
func each[A, B any](list []A, to func(A) B) []B {
	var out []B
	for _, a := range list {
		out = append(out, to(a))
	}
	return out
}

func publicHint(h *hint.Hint) *RetryHint {
	return &RetryHint{
		Reason: Reason(h.Reason), Action: Action(h.Action), Tool: h.Tool, Message: h.Message,
		MissingFields:      h.MissingFields,
		Constraints:        each(h.Constraints, func(c hint.Constraint) FieldConstraint { return FieldConstraint(c) }),
		UnknownFields:      h.UnknownFields,
		Rules:              each(h.Rules, func(r hint.Rule) RuleHint { return RuleHint(r) }),
		Remedies:           each(h.Remedies, func(r hint.Remedy) Remedy { return Remedy(r) }),
		ClarifyingQuestion: h.ClarifyingQuestion, ExampleInput: h.ExampleInput, Repeated: h.Repeated, Omitted: h.Omitted,
		Changes:        each(h.Changes, func(c hint.Change) Change { return Change(c) }),
		CorrectedInput: h.CorrectedInput, Ask: h.Ask, Unplaced: h.Unplaced, Since: h.Since,
		Kind: h.Kind, RetryAfter: h.RetryAfter,
	}
}

func (h *RetryHint) plain() *hint.Hint {
	return &hint.Hint{
		Reason: string(h.Reason), Action: string(h.Action), Tool: h.Tool, Message: h.Message,
		MissingFields:      h.MissingFields,
		Constraints:        each(h.Constraints, func(c FieldConstraint) hint.Constraint { return hint.Constraint(c) }),
		UnknownFields:      h.UnknownFields,
		Rules:              each(h.Rules, func(r RuleHint) hint.Rule { return hint.Rule(r) }),
		Remedies:           each(h.Remedies, func(r Remedy) hint.Remedy { return hint.Remedy(r) }),
		ClarifyingQuestion: h.ClarifyingQuestion, ExampleInput: h.ExampleInput, Repeated: h.Repeated, Omitted: h.Omitted,
		Changes:        each(h.Changes, func(c Change) hint.Change { return hint.Change(c) }),
		CorrectedInput: h.CorrectedInput, Ask: h.Ask, Unplaced: h.Unplaced, Since: h.Since,
		Kind: h.Kind, RetryAfter: h.RetryAfter,
	}
}

func hintIssues(issues []ValidationIssue) []hint.Issue {
	return each(issues, func(i ValidationIssue) hint.Issue { return hint.Issue(i) })
}

// hintTool is the tool as hints take it. The options limit how much its decoder reads.
func hintTool(t Tool, opts []DecodeOption) hint.Tool {
	spec := specOf(t)
	tool := hint.Tool{
		Tool: spec.repairTool(), Writes: spec.Write, MayWrite: spec.Write || spec.ReadOnly != True && !hint.ReadsByName(spec.Name), Marks: marks{spec}, Retry: string(spec.Retry),
		Remedies: each(spec.Remedies, func(r Remedy) hint.Remedy { return hint.Remedy(r) }),
	}
	if v := spec.Verify; v != nil {
		remedy := hint.Remedy(*v)
		tool.Verify = &remedy
	}
	if t != nil {
		strict := strictly(opts)
		tool.Decode = func(text []byte) []hint.Issue {
			_, err := t.Decode(text, strict...)
			issues, _, _ := issuesOf(err)
			return hintIssues(issues)
		}
	}
	return tool
}

// engineFaults are the issues of an error as the repair engine takes them.
func engineFaults(err error) []repair.Fault {
	issues, _, _ := issuesOf(err)
	return hint.Faults(hintIssues(issues))
}

// marks tells hints what must not be shown of a tool's arguments.
type marks struct{ spec *ToolSpec }

func (m marks) Conceals() bool              { return m.spec.Conceals() }
func (m marks) Sensitive(place string) bool { return m.spec.sensitive(place) }
func (m marks) Injected(place string) bool  { return m.spec.injected(place) }
func (m marks) Secret(place string) bool    { return m.spec.secret(place) }
func (m marks) Meant(place string) bool     { return m.spec.meant(place) }
func (m marks) Shown(place string) string   { return m.spec.shownPlace(place) }

func (m marks) IsInjected(issue hint.Issue) bool { return m.spec.IsInjected(ValidationIssue(issue)) }

func (m marks) Hidden(issues []hint.Issue) []hint.Issue {
	if !m.spec.Conceals() {
		return issues
	}
	return each(issues, func(i hint.Issue) hint.Issue { return hint.Issue(m.spec.hideIssue(ValidationIssue(i))) })
}

// secret reports whether a place holds what is not shown, or has it in it or around it.
func (s *ToolSpec) secret(place string) bool {
	if !s.Conceals() {
		return false
	}
	_, secret, at := s.shownPath(place)
	return secret || at.Holds(isSensitive) || !at.Known() && s.meant(place)
}

// meant reports whether a value of a call that does not stand where it belongs may have been meant for a sensitive
// field.
func (s *ToolSpec) meant(place string) bool {
	return s.KeySet().Unnamed() || slices.ContainsFunc(fieldpath.Split(place), func(step fieldpath.Step) bool {
		return !step.IsIndex && s.KeySet().Secret(step.Key)
	})
}

// shownPlace is a place of a refused call as it may be shown: below others only keys that the tool knows, since
// the others may be values of a sensitive field that stands in a wrong place.
func (s *ToolSpec) shownPlace(place string) string {
	shown, _, at := s.shownPath(place)
	if at.Known() {
		return shown
	}
	steps, masked := fieldpath.Split(shown), false
	for i := 1; i < len(steps); i++ {
		if step := &steps[i]; !step.IsIndex && step.Key != Redacted && s.KeySet().Hidden(step.Key) {
			step.Key, masked = Redacted, true
		}
	}
	if !masked {
		return shown
	}
	return fieldpath.Join(steps)
}
