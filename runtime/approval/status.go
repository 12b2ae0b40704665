package approval

import (
	"cmp"
	"encoding/json"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/backend"
	"github.com/toolgen/toolgen/runtime/internal/mask"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// call returns the record as shown to people.
func (s *catalog) call(r *record) Call {
	text, receipts := s.shown(r)
	c := Call{
		ThreadID: r.thread, MessageID: r.message, ToolCallID: r.id, ToolName: r.name,
		Args:   s.redact(r.name, r.arguments),
		Status: r.status, Failure: r.failure, Text: text,
		Tier: r.tier, CreatedAt: r.created, ExpiresAt: r.expires,
		Edited: r.edited, DecidedBy: r.decidedBy, DeciderKind: r.deciderKind, Reason: r.reason,
		Receipts: receipts, Validated: r.validated, Roles: s.rolesOf(r.name),
	}
	if r.status == Pending {
		c.Version = r.version()
	}
	if !r.decided.IsZero() {
		c.DecidedAt = new(r.decided)
	}
	if r.edited {
		c.RequestArgs = s.redact(r.name, r.requested)
	}
	return c
}

// specOf returns the spec of a tool, nil if the tool does not exist.
func (s *catalog) specOf(name string) *runtime.ToolSpec {
	if tool, ok := s.strict.Lookup(name); ok {
		return tool.Spec()
	}
	return nil
}

// rolesOf returns the roles that may decide calls of a tool.
func (s *catalog) rolesOf(name string) []string {
	if spec := s.specOf(name); spec != nil && spec.Approval != nil {
		return spec.Approval.Roles
	}
	return nil
}

// redact masks arguments and escapes invisible characters. For a tool that no longer exists, everything is
// masked.
func (s *catalog) redact(tool, args string) json.RawMessage {
	spec := s.specOf(tool)
	if spec == nil {
		return show.JSON(runtime.Redacted)
	}
	return show.Escaped(mask.New(spec, []byte(args)).Keys(spec.Redact([]byte(args))))
}

// shown returns text and receipts as shown to people. A model may have used a secret as a key, and an executor may have
// repeated one in its reason. For a tool that no longer exists, nobody can tell what is a secret.
func (s *catalog) shown(r *record) (text string, receipts []runtime.Receipt) {
	spec := s.specOf(r.name)
	if spec == nil {
		shown := *r
		if shown.failure == FailureNotRun {
			shown.output = nil // it has the executor's reason
		}
		return shown.text(), nil
	}
	m := mask.New(spec, []byte(r.arguments), []byte(r.requested))
	if json.Unmarshal(m.Hint(json.RawMessage(r.receipts)), &receipts) != nil {
		receipts = nil
	}
	return m.Text(r.text()), receipts
}

// text describes the status. It makes no promises.
func (r *record) text() string {
	name := show.Line(r.name, show.MaxName)
	approved := name + " was approved" + r.by()
	switch r.status {
	case Pending:
		return name + " waits for approval and has not run. If nobody decides by " + r.expires.UTC().Format(time.RFC3339) + ", it will not run."
	case Approved:
		return approved + " and has not started yet."
	case Executing:
		return approved + " and is running. Its outcome is not known yet."
	case Done:
		return approved + r.withEdit() + " and has run."
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
		return name + " has expired: it was approved" + r.by() + ", but did not start in time. It has not run and will not."
	}
	switch r.failure {
	case FailureTool:
		if r.unknown() {
			return approved + r.withEdit() + " and was run, but its outcome is unknown: the tool may or may not have done its work."
		}
		return approved + r.withEdit() + " and was run, but failed."
	case FailureNotRun:
		why := ""
		if out := r.read(r.output); out != nil && out.Error != nil {
			why = out.Error.Message
		}
		return approved + r.withEdit() + ", but was not run and will not be. The reason: " + quoteReason(why)
	case FailureLost:
		return approved + r.withEdit() + " and started, but the process that ran it was lost before the outcome was saved. " +
			"The outcome is unknown: the tool may or may not have done its work. It is not run again automatically; " +
			"find out what has happened before you make the call again."
	default:
		if r.replayed() {
			return name + " was refused and is not run again, since " + r.reason +
				". Find out what that has done before you make the call again."
		}
		return name + " was not run and will not be: its approval is not valid, since " +
			cmp.Or(r.reason, "its record could not be verified") + "."
	}
}

// unknown reports whether the outcome of a call that was run and failed is unknown.
func (r *record) unknown() bool {
	out := r.read(r.output)
	return out != nil && (out.Error != nil && out.Error.Kind == runtime.FailureInternal || out.RetryHint != nil &&
		(out.RetryHint.Kind == string(backend.UnknownOutcome) || out.RetryHint.Kind == string(backend.Timeout)))
}

// replayed reports whether the call was refused because it had been started before.
func (r *record) replayed() bool {
	return r.failure == FailureRefused && strings.HasPrefix(r.reason, ErrReplayed.Error())
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

// plain returns the stored form of a reason: one line of at most MaxReason characters.
func plain(s string) string {
	if s = strings.TrimSpace(s); utf8.RuneCountInString(s) > MaxReason {
		return show.Line(s, MaxReason-1)
	}
	return show.Line(s, MaxReason)
}

// quoteReason quotes a person's text, so that it cannot pass for the service's own.
func quoteReason(s string) string { return string(show.JSON(plain(s))) }

// quote truncates and quotes foreign text.
func quote(s string) string { return show.Quote(s, show.MaxName) }

// notRun returns the output for the model if the call did not run, or its outcome is unknown.
func (r *record) notRun() *string {
	kind := runtime.FailureApproval
	if r.failure == FailureLost || r.replayed() {
		kind = runtime.FailureInternal
	}
	out := failure(r, kind, r.text())
	out.Receipts = r.repairs()
	return stored(out)
}

// settledOf returns the record as seen by decider and model.
func (s *catalog) settledOf(r *record) Settled {
	settled := Settled{Call: s.call(r), Output: runtime.ToolOutput{CallID: r.id}, Late: r.read(r.late), record: r}
	if out := r.read(r.output); out != nil {
		settled.Output = *out
	}
	return settled
}
