package runtime

import (
	"context"
	"errors"

	"github.com/toolgen/toolgen/runtime/backend"
	"github.com/toolgen/toolgen/runtime/internal/hint"
)

// BuildHint tells what was wrong with a call of a tool and how to mend it. A nil error gives a nil
// hint; the tool may be nil where it is unknown.
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
// verified remedy supplies a faulty field, and [AskUser] where nothing is wrong but missing fields for
// which the tool's rules have a question, which says that only the user knows them.
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
	issues, omitted, _ := issuesOf(err)
	if unknown := unknownTool(err); unknown != nil {
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
		err = errInternal // whose text is nobody's business
	}
	tool := hintTool(t, cfg.decoding)
	if cfg.set != nil {
		tool.Set = cfg.set.siblings
	}
	return hint.Build(tool, hint.Failure{
		Issues: hintIssues(issues), Omitted: omitted, Err: err, Call: cfg.call, StopReason: cfg.stopReason, Before: cfg.before,
		Backend: backendOf(err),
	}, cfg.budget)
}

// backendOf is what an error says as data of a failure of a backend, nil for nothing.
func backendOf(err error) *hint.Backend {
	var said *backend.Error
	switch {
	case errors.As(err, &said):
		return &hint.Backend{Kind: string(said.Kind), Fields: said.Fields, RetryAfter: said.RetryAfter, NotDone: said.NotDone}
	case errors.Is(err, context.DeadlineExceeded):
		return &hint.Backend{Kind: string(backend.Timeout)}
	}
	return nil
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

// unknownTool finds the error that says that there is no such tool.
func unknownTool(err error) *UnknownToolError {
	if _, invalid := err.(*ValidationError); invalid {
		return nil
	}
	var unknown *UnknownToolError
	errors.As(err, &unknown)
	return unknown
}

// issuesOf collects the issues of an error and of all it wraps or joins. ok says that some error
// had an Issues method.
func issuesOf(err error) (issues []ValidationIssue, omitted int, ok bool) {
	if v, ours := err.(*ValidationError); ours {
		return v.issues, v.omitted, true
	}
	collectIssues(err, 0, func(e interface{ Issues() []ValidationIssue }) {
		ok = true
		issues = append(issues, e.Issues()...)
		if more, has := e.(interface{ Omitted() int }); has {
			omitted += max(more.Omitted(), 0)
		}
	})
	return issues, omitted, ok
}

// collectIssues walks the tree of an error. A chain is followed with errors.As, which also sees
// errors that convert themselves; joined errors are each looked at.
func collectIssues(err error, depth int, yield func(interface{ Issues() []ValidationIssue })) {
	if err == nil || depth > 32 {
		return
	}
	if e, ok := err.(interface{ Issues() []ValidationIssue }); ok {
		yield(e)
		return
	}
	switch u := err.(type) {
	case interface{ Unwrap() []error }:
		for _, e := range u.Unwrap() {
			collectIssues(e, depth+1, yield)
		}
	case interface{ Unwrap() error }:
		collectIssues(u.Unwrap(), depth+1, yield)
	default:
		var e interface{ Issues() []ValidationIssue }
		if errors.As(err, &e) {
			yield(e)
		}
	}
}
