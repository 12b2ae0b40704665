package runtime

import (
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

// mayWrite reports whether it is not known that the tool only reads.
func (s *ToolSpec) mayWrite() bool { return s.Write || s.ReadOnly != True && !hint.ReadsByName(s.Name) }

// hintTool is the tool as hints take it. The options limit how much its decoder reads.
func hintTool(t Tool, opts []DecodeOption) hint.Tool {
	spec := specOf(t)
	tool := hint.Tool{
		Tool: spec.repairTool(), Writes: spec.Write, MayWrite: spec.mayWrite(), View: spec.View(), Retry: string(spec.Retry),
		Remedies: each(spec.Remedies, func(r Remedy) hint.Remedy { return hint.Remedy(r) }), Verify: (*hint.Remedy)(spec.Verify),
	}
	if t != nil {
		strict := strictly(opts)
		tool.Decode = func(text []byte) []hint.Issue {
			_, err := t.Decode(text, strict...)
			issues, _ := issuesOf(err)
			return hintIssues(issues)
		}
	}
	return tool
}

// engineFaults are the issues of an error as the repair engine takes them.
func engineFaults(err error) []repair.Fault {
	issues, _ := issuesOf(err)
	return hint.Faults(hintIssues(issues))
}
