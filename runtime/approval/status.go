package approval

import (
	"encoding/json"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/mask"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// call returns the record as shown to people.
func (s *catalog) call(r *record) Call {
	c := Call{
		ThreadID: r.thread, MessageID: r.message, ToolCallID: r.id, ToolName: r.name,
		Args:   s.redact(r.name, r.arguments),
		Status: r.status, Failure: r.failure, Text: r.text(),
		Tier: r.tier, CreatedAt: r.created, ExpiresAt: r.expires,
		Edited: r.edited, DecidedBy: r.decidedBy, DeciderKind: r.deciderKind, Reason: r.reason,
		Receipts: r.receipts,
	}
	if r.status == Pending {
		c.Version = r.version()
	}
	if r.validated.Valid {
		validated := r.validated.Bool
		c.Validated = &validated
	}
	if !r.decided.IsZero() {
		decided := r.decided
		c.DecidedAt = &decided
	}
	if r.edited {
		c.RequestArgs = s.redact(r.name, r.requested)
	}
	if tool, ok := s.strict.Lookup(r.name); ok && tool.Spec().Approval != nil {
		c.Roles = tool.Spec().Approval.Roles
	}
	return c
}

// redact masks arguments and escapes invisible characters. For a tool that no longer exists, everything is
// masked.
func (s *catalog) redact(tool, args string) json.RawMessage {
	t, ok := s.strict.Lookup(tool)
	if !ok {
		text, _ := json.Marshal(runtime.Redacted)
		return text
	}
	return show.Escaped(mask.New(t.Spec(), []byte(args)).Keys(t.Spec().Redact([]byte(args))))
}

// text describes the status. It makes no promises.
func (r *record) text() string {
	name := line(r.name, 64)
	switch r.status {
	case Pending:
		return name + " waits for approval and has not run. If nobody decides by " + r.expires.UTC().Format(time.RFC3339) + ", it will not run."
	case Approved:
		return name + " was approved" + r.by() + " and has not begun to run yet."
	case Executing:
		return name + " was approved" + r.by() + " and is running. Its outcome is not known yet."
	case Done:
		return name + " was approved" + r.by() + r.withEdit() + " and has run."
	case Rejected:
		text := name + " was rejected" + r.by() + ". It has not run and will not."
		if r.reason != "" {
			text += " The reason given: " + quoteReason(r.reason)
		}
		return text
	case Expired:
		if r.decided.IsZero() {
			return name + " has expired: nobody approved or rejected it in time. It has not run and will not."
		}
		return name + " has expired: it was approved" + r.by() + ", but was not begun in time. It has not run and will not."
	}
	switch r.failure {
	case FailureTool:
		return name + " was approved" + r.by() + r.withEdit() + " and was run, but failed."
	case FailureNotRun:
		return name + " was approved" + r.by() + r.withEdit() + ", but was not run and will not be. The reason: " + r.whyNotRun()
	case FailureLost:
		return name + " was approved" + r.by() + r.withEdit() + " and begun, but whoever ran it was lost before the outcome was saved. " +
			"The outcome is unknown: the tool may or may not have done its work. It is not run again by itself; find out what has happened before you make the call again."
	default:
		return name + " was not run and will not be: its approval does not hold, since " + refusalText(r.reason) + "."
	}
}

func (r *record) by() string {
	switch r.deciderKind {
	case DeciderUser:
		return " by a person"
	case DeciderPolicy:
		return " by a policy"
	}
	return ""
}

func (r *record) withEdit() string {
	if r.edited {
		return " with edited arguments"
	}
	return ""
}

// quoteReason quotes a person's text, so that it cannot pass for the service's own.
func quoteReason(s string) string {
	text, err := marshal(cutRunes(s, MaxReason))
	if err != nil {
		return `""`
	}
	return string(text)
}

// whyNotRun returns the executor's message.
func (r *record) whyNotRun() string {
	if r.output == nil || r.output.Error == nil {
		return quoteReason("")
	}
	return quoteReason(r.output.Error.Message)
}

func refusalText(reason string) string {
	if reason == "" {
		return "its record could not be verified"
	}
	return reason
}

// notRun returns the output for the model if the call did not run, or its outcome is unknown.
func (r *record) notRun() *runtime.ToolOutput {
	kind := runtime.FailureApproval
	if r.failure == FailureLost {
		kind = runtime.FailureInternal
	}
	return &runtime.ToolOutput{CallID: r.id, Error: &runtime.ToolError{Kind: kind, Message: r.text()}, Receipts: r.receipts}
}

// settledOf returns the record as seen by decider and model.
func (s *catalog) settledOf(r *record) Settled {
	settled := Settled{Call: s.call(r), Output: runtime.ToolOutput{CallID: r.id}, Late: r.late}
	if r.output != nil {
		settled.Output = *r.output
	}
	return settled
}
