package runtime

import (
	"errors"

	"github.com/toolgen/toolgen/runtime/internal/errtree"
	"github.com/toolgen/toolgen/runtime/internal/hint"
)

// BuildHint says what was wrong with a call of a tool and how to correct it. A nil error gives a nil
// hint; the tool may be nil if it is unknown.
//
// An error with an Issues method, itself or wrapped or joined, is used as it is. Errors of
// encoding/json and of other validators, in Go or as text in the error of an MCP server (ajv, zod,
// pydantic, the jsonschema packages of Go and Python, goa), are read for what they say; of any
// other error the text is quoted, and the fields of the tool that it names become faults. A
// field that the tool does not have is never named.
//
// Where the call is known, it is repaired as far as call and schema say how, and the repaired call is
// tried out with the tool's Decode: Changes are what to do to the call, CorrectedInput is the call with all
// that is certain, Ask are the fields whose value the model must still give, and Unplaced is what no field
// takes. Nothing in them is invented, and nothing of the call is left out in silence.
//
// The action is [Correct] unless there is reason for another: [Stop] where the fault is not the
// caller's, [Shrink] where the call was cut off at the length limit or is too long, [CallFirst] where a
// verified remedy supplies a faulty field, and [AskUser] where nothing is wrong but missing fields that the
// tool's rules have a question for, because only the user knows them.
func BuildHint(t Tool, err error, opts ...HintOption) *RetryHint {
	if err == nil {
		return nil
	}
	return buildHint(t, err, hintConfigOf(opts))
}

// buildHint is BuildHint with the options read. An error whose methods panic is still an error to report.
func buildHint(t Tool, err error, cfg hintConfig) (h *RetryHint) {
	if caught := protect(func() { h = publicHint(hintFor(t, err, cfg)) }); caught != nil {
		return publicHint(hint.ForInternal(""))
	}
	return h
}

// hintFor sorts the error and makes the hint of its kind.
func hintFor(t Tool, err error, cfg hintConfig) *hint.Hint {
	spec := specOf(t)
	issues, omitted := issuesOf(err)
	var unknown *UnknownToolError
	if errors.As(err, &unknown) {
		others := len(unknown.Nearest)+len(unknown.Enabled) > 0
		return hint.Packed(hint.ForUnknown(unknown.Name, unknown.sentence(), unknown.Why != "", others, cfg.before), cfg.budget)
	}
	switch {
	case cfg.result:
		return hint.Packed(hint.ForResult(spec.Name, hintIssues(issues)), cfg.budget)
	case cfg.kind == FailureInternal:
		return hint.ForInternal(spec.Name)
	}
	if errors.Is(err, errInternal) {
		err = errInternal // its text is not shown
	}
	tool := hintTool(t, cfg.decoding)
	if cfg.set != nil {
		tool.Set = cfg.set.siblings
	}
	return hint.Build(tool, hint.Failure{
		Issues: hintIssues(issues), Omitted: omitted, Err: err, Call: cfg.call, StopReason: cfg.stopReason, Before: cfg.before,
		Ran: cfg.ran,
	}, cfg.budget)
}

// siblings are the tools of the set as hints choose among them.
func (s *Toolset) siblings() []hint.Sibling {
	s.index()
	list := make([]hint.Sibling, len(s.ordered))
	for i, name := range s.ordered {
		spec := specOf(s.byName[name])
		list[i] = hint.Sibling{Name: name, About: spec.Description, Reads: !spec.Write && spec.ReadOnly == True, Unsaid: !spec.Write && spec.ReadOnly == Unset, Results: spec.OutputSchema}
	}
	return list
}

// issuesOf collects the issues of an error and of all that it wraps or joins, and counts those that are not listed.
func issuesOf(err error) (issues []ValidationIssue, omitted int) {
	for _, e := range errtree.All[interface{ Issues() []ValidationIssue }](err) {
		issues = append(issues, e.Issues()...)
		if more, has := e.(interface{ Omitted() int }); has {
			omitted += max(more.Omitted(), 0)
		}
	}
	return issues, omitted
}
