package runtime

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
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
func BuildHint(t Tool, err error, opts ...HintOption) (hint *RetryHint) {
	if err == nil {
		return nil
	}
	cfg := hintConfig{budget: DefaultBudget}
	for _, opt := range opts {
		if opt.apply != nil {
			opt.apply(&cfg)
		}
	}
	// An error whose methods panic is still an error to report.
	if caught := protect(func() { hint = hintFor(t, err, cfg) }); caught != nil {
		return internalHint("")
	}
	return hint
}

// forResult makes the hint one about a result.
func forResult() HintOption { return HintOption{func(c *hintConfig) { c.result = true }} }

// forKind tells what kind of failure the caller has found.
func forKind(kind FailureKind) HintOption { return HintOption{func(c *hintConfig) { c.kind = kind }} }

// hintFor sorts the error and makes the hint of its kind.
func hintFor(t Tool, err error, cfg hintConfig) *RetryHint {
	spec := specOf(t)
	name := clean(spec.Name, maxNameInHint)
	if unknown := unknownTool(err); unknown != nil {
		return packed(sharpened(unknownToolHint(unknown), cfg.again), cfg.budget)
	}
	switch {
	case cfg.result:
		return packed(resultHint(name, err), cfg.budget)
	case cfg.kind == FailureInternal:
		return internalHint(name)
	}
	issues, omitted, _ := issuesOf(err)
	text := ""
	if len(issues) == 0 {
		issues, text = foreignIssues(err, spec, cfg.call)
	}
	if text != "" && len(issues) > 0 && !spec.withholds() {
		issues[0].Message = text // the fields are those that it names; what is wrong with them is in it
	}
	issues = spec.hidden(lookedAt(issues))
	if slices.ContainsFunc(issues, func(i ValidationIssue) bool { return spec.injected(splitPath(i.Field)) }) {
		return internalHint(name)
	}
	if len(issues) == 0 {
		return packed(reportedHint(spec, text), cfg.budget)
	}
	issues = ranked(issues)
	d := diagnose(t, issues, cfg)
	h := &RetryHint{Reason: reasonOf(issues, cfg), Tool: name, Omitted: omitted}
	h.tell(d)
	h.Message = h.message(&issues[0])
	if text != "" {
		h.Message = reportedHint(spec, text).Message
	}
	h.list(spec, issues, d)
	h.Remedies = remediesFor(spec, d)
	if h.Action = actionFor(h, d, issues, cfg); h.Action == Shrink {
		h.Changes, h.CorrectedInput, h.ExampleInput = nil, nil, nil // what was cut off may have had more
	}
	h.ClarifyingQuestion = questionFor(h, d)
	return packed(sharpened(h, cfg.again), cfg.budget)
}

// tell fills in what to do, in order, and the call as far as it is known.
func (h *RetryHint) tell(d diagnosis) {
	o := &d.outcome
	changes := append(o.Changes(), d.mend...)
	if more := len(changes) - maxHintIssues; more > 0 {
		changes, h.Omitted = changes[:maxHintIssues], h.Omitted+more
	}
	for _, c := range changes {
		h.Changes = append(h.Changes, Change{
			Kind: string(c.Kind), Field: clean(c.Field, maxPathInHint),
			From: clean(c.From, maxTextInHint), To: clean(c.To, maxChoices), Certain: c.Certain,
		})
	}
	for i := range d.rules {
		if len(h.Rules) == maxRules {
			h.Omitted++
			continue
		}
		h.Rules = append(h.Rules, ruleHint(&d.rules[i]))
	}
	for _, a := range o.Ask {
		h.Ask = appendPlace(h.Ask, a.Field)
	}
	for _, u := range o.Unplaced {
		if !u.Second {
			h.Unplaced = appendPlace(h.Unplaced, u.Place)
		}
	}
	if o.Corrected == nil {
		return
	}
	h.CorrectedInput = escapeUnprintable([]byte(o.Corrected.JSON()))
	if n := len(o.Ask); n > 0 && n <= maxHintIssues {
		if example := o.Example(); example != nil {
			h.ExampleInput = escapeUnprintable([]byte(example.JSON()))
		}
	}
}

// maxChoices is the room for what a value must be, which may be a list of allowed values.
const maxChoices = 600

// appendPlace adds a place to a list of a hint.
func appendPlace(list []string, place string) []string {
	if place == "" || len(list) == maxHintIssues {
		return list
	}
	if place = clean(place, maxPathInHint); slices.Contains(list, place) {
		return list
	}
	return append(list, place)
}

// message is the one sentence on the first pertinent issue.
func (h *RetryHint) message(first *ValidationIssue) string {
	if isUnreadable(first.Constraint) {
		return unreadable(first, h.Reason)
	}
	if lines := h.faults(); len(lines) > 0 {
		return lines[0]
	}
	return "The call was refused."
}

// unreadable is the message for arguments that could not be read at all.
func unreadable(issue *ValidationIssue, reason Reason) string {
	detail := ""
	if issue.Message != "" {
		detail = ": " + clean(issue.Message, maxTextInHint)
	}
	limit := ""
	if raw, ok := rawValue(issue.Expected, 24); ok && issue.Expected != nil {
		limit = " of " + string(raw)
	}
	switch {
	case issue.Constraint == constraintSize:
		return "The arguments exceed the limit" + limit + " bytes."
	case issue.Constraint == constraintDepth:
		return "The arguments nest deeper than the limit" + limit + " levels."
	case reason == Truncated:
		return "The arguments were cut off before their end" + detail + "."
	case issue.Constraint == constraintTruncated:
		return "The arguments end before they are complete" + detail + "."
	}
	return "The arguments are not valid JSON" + detail + "."
}

// reasonOf sorts the failure as a whole.
func reasonOf(issues []ValidationIssue, cfg hintConfig) Reason {
	switch first := &issues[0]; {
	case first.Constraint == constraintJSON:
		if cfg.call != nil && len(bytes.TrimSpace(cfg.call)) == 0 && cutOff(cfg.stopReason) {
			return Truncated // before it had begun
		}
		return InvalidJSON
	case first.Constraint == constraintTruncated:
		if cfg.stopReason != "" && !cutOff(cfg.stopReason) {
			return InvalidJSON // the provider says that the model was done
		}
		return Truncated
	case rankOf(first.Constraint) == rankMissing && cutOff(cfg.stopReason):
		return Truncated
	}
	return InvalidArguments
}

// cutOff reports whether a provider's stop reason says that the model ran into its length limit.
func cutOff(stopReason string) bool {
	switch strings.ToLower(stopReason) {
	case "length", "max_tokens", "max_output_tokens", "incomplete", "model_context_window_exceeded":
		return true
	}
	return false
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

const internalMessage = "The tool failed for a reason that no other arguments would mend."

// internalHint is the hint for what is not the caller's fault; it says nothing of why.
func internalHint(tool string) *RetryHint {
	return &RetryHint{Reason: Internal, Action: Stop, Tool: tool, Message: internalMessage}
}

// reportedHint is the hint for a failure that only its own text tells of.
func reportedHint(spec *ToolSpec, text string) *RetryHint {
	return &RetryHint{Reason: Internal, Action: foreignAction(spec, text), Tool: clean(spec.Name, maxNameInHint), Message: foreignMessage(spec, text)}
}

// resultHint is the hint beside a result that does not fit its schema. Nobody is asked to mend it.
func resultHint(tool string, err error) *RetryHint {
	h := &RetryHint{Reason: MalformedResponse, Action: Stop, Tool: tool}
	h.Message = "The tool has run; its result does not have the documented form, and is passed on as it is."
	if issues, _, _ := issuesOf(err); len(issues) > 0 {
		h.Message = fmt.Sprintf("The tool has run; its result does not have the documented form at %s (%s), and is passed on as it is.",
			showPath(clean(issues[0].Field, maxPathInHint)), clean(issues[0].Constraint, maxNameInHint))
		h.Omitted = len(issues) - 1
	}
	return h
}

// unknownToolHint is the hint for a name that no enabled tool has, or a tool that is unavailable.
func unknownToolHint(e *UnknownToolError) *RetryHint {
	h := &RetryHint{Reason: ToolNotFound, Action: Correct, Tool: clean(e.Name, maxNameInHint), Message: e.sentence()}
	if e.Why != "" {
		h.Reason = Internal
	}
	if e.Why != "" || len(e.Nearest) == 0 && len(e.Enabled) == 0 {
		h.Action = Stop
	}
	return h
}
