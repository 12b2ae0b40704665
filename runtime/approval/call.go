package approval

import (
	"encoding/json"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// Status is the state of a call. It changes from Pending to Approved, Rejected, Expired or Failed; from
// Approved to Executing, Expired or Failed; from Executing to Done or Failed; and never back.
type Status string

const (
	// Pending calls wait for a decision.
	Pending Status = "pending"
	// Approved calls are about to run.
	Approved Status = "approved"
	// Rejected calls will not run: a person rejected them.
	Rejected Status = "rejected"
	// Expired calls will not run: their time is over. They were not rejected.
	Expired Status = "expired"
	// Executing calls are running.
	Executing Status = "executing"
	// Done calls have run.
	Done Status = "done"
	// Failed calls failed or did not run; see [Failure].
	Failed Status = "failed"
)

// Settled reports whether the status is final.
func (s Status) Settled() bool { return s == Rejected || s == Expired || s == Done || s == Failed }

// Failure is how a call failed.
type Failure string

const (
	// FailureTool means that the tool ran and failed: it returned an error, panicked, or returned invalid JSON,
	// which cannot be stored. Its output says if its outcome is unknown.
	FailureTool Failure = "tool"
	// FailureLost means that the process running the tool died or lost its lease. The outcome is unknown, so
	// the call is not run again.
	FailureLost Failure = "lost"
	// FailureNotRun means that the executor reported that the tool was never entered; see [runtime.WasNotRun].
	FailureNotRun Failure = "not_run"
	// FailureRefused means that the tool did not run because the call's record or the tool was changed; see
	// [RefusedError].
	FailureRefused Failure = "refused"
)

// DeciderKind is the kind of a decider.
type DeciderKind string

const (
	// DeciderUser is a person.
	DeciderUser DeciderKind = "user"
	// DeciderPolicy is a program that decides by policy.
	DeciderPolicy DeciderKind = "policy"
	// DeciderTimeout is the expiry.
	DeciderTimeout DeciderKind = "timeout"
	// DeciderSystem is this service.
	DeciderSystem DeciderKind = "system"
)

// Call is a stored call for people: values of sensitive fields are masked.
type Call struct {
	ThreadID   string          `json:"threadId"`
	MessageID  string          `json:"messageId"`
	ToolCallID string          `json:"toolCallId"`
	ToolName   string          `json:"toolName"`
	Args       json.RawMessage `json:"args"`      // as they will run, or ran
	Validated  *bool           `json:"validated"` // nil: undecided or expired; true: approved; false: rejected
	Status     Status          `json:"status"`
	Failure    Failure         `json:"failure,omitempty"` // of a failed call
	Text       string          `json:"text"`              // the status as text
	Tier       int             `json:"tier"`
	Roles      []string        `json:"roles,omitempty"`   // the decider needs one of them; if empty, only the Authorizer decides
	Version    string          `json:"version,omitempty"` // of a pending call: fingerprint of the signed content, for [Decision].Version
	CreatedAt  time.Time       `json:"createdAt"`
	ExpiresAt  time.Time       `json:"expiresAt"`

	Edited      bool            `json:"edited,omitempty"`        // the approver edited the arguments
	RequestArgs json.RawMessage `json:"requestedArgs,omitempty"` // the model's arguments, if they were edited
	DecidedAt   *time.Time      `json:"decidedAt,omitempty"`
	DecidedBy   string          `json:"decidedBy,omitempty"`
	DeciderKind DeciderKind     `json:"deciderKind,omitempty"`
	Reason      string          `json:"reason,omitempty"` // the decider's reason

	// Receipts are the repairs of the model's arguments before they were stored.
	Receipts []runtime.Receipt `json:"receipts,omitempty"`
}

// Decision is a decision about one call. There are no decisions about future calls.
type Decision struct {
	// ThreadID is the thread of the call. Without it, the decision concerns the only call with this ID that the
	// decider may see; if there are several, the error is [ErrAmbiguous].
	ThreadID   string `json:"threadId,omitempty"`
	ToolCallID string `json:"toolCallId"`
	Approve    bool   `json:"approve"`
	// Arguments replace the stored ones, as JSON; nil and null keep them. They are validated, tiered and
	// authorized like a model's. An unchanged mask stands for the masked value. Only for approvals.
	Arguments json.RawMessage `json:"args,omitempty"`
	// Reason is recorded in the audit; for a rejection, the model sees it as well. It is truncated to
	// [MaxReason] characters.
	Reason string `json:"reason,omitempty"`
	// Version is the Version of the call that the decider has seen, or "". If the pending call has another
	// version, the error is [ErrChanged].
	Version string `json:"version,omitempty"`
}

// MaxReason is the maximum length of a stored reason, in characters.
const MaxReason = 1000

// Settled is a call with what became of it. Output is for the model if Call.Status.Settled(); for a call that
// another process is about to run or is running, it only has the ID.
type Settled struct {
	Call   Call               `json:"call"`
	Output runtime.ToolOutput `json:"output"`
	// Late is the result of an execution that ended after it was given up for lost, for people who investigate.
	// The model does not get it.
	Late *runtime.ToolOutput `json:"late,omitempty"`

	record *record // unmasked
}

// Marker is the payload for a call that has not run because it needs approval. It ends the turn.
type Marker struct {
	Required   bool            `json:"__hil_required"` // always true
	ToolName   string          `json:"toolName"`
	ToolCallID string          `json:"toolCallId"`
	Args       json.RawMessage `json:"args"` // values of sensitive fields are masked
	Message    string          `json:"message"`
}

// ReadMarker returns the marker of a pending output. ok is false for any other output, whatever its payload
// looks like, since a server could imitate a marker.
func ReadMarker(out runtime.ToolOutput) (m Marker, ok bool) {
	if !out.Pending || json.Unmarshal(out.Payload, &m) != nil {
		return Marker{}, false
	}
	return m, true
}

// marker returns the output of an unsettled call.
func (s *catalog) marker(r *record) runtime.ToolOutput {
	call := s.call(r)
	payload := show.JSON(Marker{Required: true, ToolName: r.name, ToolCallID: r.id, Args: call.Args, Message: call.Text})
	return runtime.ToolOutput{CallID: r.id, Payload: payload, Receipts: r.repairs(), Pending: true}
}
