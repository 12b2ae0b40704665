package runtime

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// reason sorts the failure as a whole.
func (b *hintBuilder) reason() {
	first := &b.issues[0]
	switch first.Constraint {
	case constraintJSON:
		b.hint.Reason = InvalidJSON
		if b.cfg.call != nil && len(bytes.TrimSpace(b.cfg.call)) == 0 && cutOff(b.cfg.stopReason) {
			b.hint.Reason = Truncated // before they had begun
		}
	case constraintTruncated:
		b.hint.Reason = Truncated
		if b.cfg.stopReason != "" && !cutOff(b.cfg.stopReason) {
			// The provider says that the model was done: it was careless, not cut off, and
			// sending less would not help.
			b.hint.Reason = InvalidJSON
		}
	default:
		if first.rank == rankMissing && cutOff(b.cfg.stopReason) {
			b.hint.Reason = Truncated
		}
	}
}

// cutOff reports whether a provider's stop reason says that the model ran into its length limit.
func cutOff(stopReason string) bool {
	switch strings.ToLower(stopReason) {
	case "length", "max_tokens", "max_output_tokens", "incomplete", "model_context_window_exceeded":
		return true
	}
	return false
}

// action decides what may happen next; see [BuildHint].
func (b *hintBuilder) action() Action {
	if b.hint.Reason == Truncated {
		return Shrink
	}
	switch b.issues[0].Constraint {
	case constraintSize, constraintDepth:
		return Shrink
	}
	if len(b.hint.Remedies) > 0 {
		return CallFirst
	}
	for i := range b.issues {
		issue := &b.issues[i]
		if issue.rank != rankMissing || issue.row == nil || issue.row.Question == "" || issue.row.Default != "" || issue.like != "" {
			return Correct
		}
	}
	if b.left > 0 {
		return Correct
	}
	return AskUser
}

// remedies lists the calls that supply a faulty field.
func (b *hintBuilder) remedies() []Remedy {
	var list []Remedy
	for i := range b.spec.Remedies {
		r := &b.spec.Remedies[i]
		if len(list) == maxRemedies {
			break
		}
		if b.supplies(r) && !slices.ContainsFunc(list, func(o Remedy) bool { return o.Call == clean(r.Call, maxNameInHint) }) {
			list = append(list, Remedy{
				Field: clean(r.Field, maxPathInHint),
				Call:  clean(r.Call, maxNameInHint),
				Fills: clean(r.Fills, maxPathInHint),
				From:  clean(r.From, maxPathInHint),
				Text:  clean(r.Text, maxTextInHint),
			})
		}
	}
	return list
}

// supplies reports whether a remedy is for a field at fault, of which the call has no value either.
func (b *hintBuilder) supplies(r *Remedy) bool {
	field, fills := splitPath(r.Field), splitPath(r.Fills)
	for i := range b.issues {
		issue := &b.issues[i]
		if !likeSteps(issue.steps, field) && (r.Fills == "" || !likeSteps(issue.steps, fills)) {
			continue
		}
		if _, has := b.moved(issue); !has {
			return true
		}
	}
	return false
}

// internal is the hint for what is not the caller's fault; it says nothing of why.
func (b *hintBuilder) internal() *RetryHint {
	b.hint.Reason, b.hint.Action, b.hint.Message = Internal, Stop, internalMessage
	return b.hint
}

// badResult is the hint beside a result that does not fit its schema. Nobody is asked to mend it.
func (b *hintBuilder) badResult(err error) *RetryHint {
	b.hint.Reason, b.hint.Action = MalformedResponse, Stop
	b.hint.Message = "The tool has run; its result does not have the documented form, and is passed on as it is."
	if issues, _, _ := issuesOf(err); len(issues) > 0 {
		b.hint.Message = fmt.Sprintf("The tool has run; its result does not have the documented form at %s (%s), and is passed on as it is.",
			showPath(clean(issues[0].Field, maxPathInHint)), clean(issues[0].Constraint, maxNameInHint))
		b.hint.Omitted = len(issues) - 1
	}
	b.fit()
	return b.hint
}

// toolNotFound is the hint for a name that no enabled tool has, or a tool that is unavailable.
func (b *hintBuilder) toolNotFound(e *UnknownToolError) *RetryHint {
	b.hint.Reason, b.hint.Tool, b.hint.Message = ToolNotFound, clean(e.Name, maxNameInHint), e.sentence()
	if e.Why != "" {
		b.hint.Reason = Internal
	}
	if e.Why != "" || len(e.Nearest) == 0 && len(e.Enabled) == 0 {
		b.hint.Action = Stop
	}
	b.fit()
	return b.hint
}
