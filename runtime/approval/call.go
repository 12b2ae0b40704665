package approval

import (
	"encoding/json"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// Status is how far a call is. It moves from Pending to Approved, Rejected, Expired or Failed; from
// Approved to Executing, Expired or Failed; from Executing to Done or Failed; and never back.
type Status string

const (
	// Pending calls wait for somebody to decide.
	Pending Status = "pending"
	// Approved calls are about to be run.
	Approved Status = "approved"
	// Rejected calls will not be run: somebody said no.
	Rejected Status = "rejected"
	// Expired calls will not be run: the time for it is over. Nobody said no.
	Expired Status = "expired"
	// Executing calls are being run.
	Executing Status = "executing"
	// Done calls have been run.
	Done Status = "done"
	// Failed calls have come to nothing good; see [Failure].
	Failed Status = "failed"
)

// Settled reports whether nothing more happens to a call of this status.
func (s Status) Settled() bool { return s == Rejected || s == Expired || s == Done || s == Failed }

// Failure says in which way a call failed.
type Failure string

const (
	// FailureTool means that the tool was run and failed: it said so, panicked, or gave what is no
	// JSON and cannot be kept.
	FailureTool Failure = "tool"
	// FailureLost means that whoever ran the tool died or lost touch. Nobody knows whether the
	// tool has done its work, so that the call is not run again.
	FailureLost Failure = "lost"
	// FailureNotRun means that the tool was not run, since its executor said so before the tool was
	// entered; see [runtime.WasNotRun].
	FailureNotRun Failure = "not_run"
	// FailureRefused means that the tool was not run, since the record of the call or the
	// tool itself had been changed; see [ErrRefused].
	FailureRefused Failure = "refused"
)

// DeciderKind says what kind of decider moved a call.
type DeciderKind string

const (
	// DeciderUser is a person.
	DeciderUser DeciderKind = "user"
	// DeciderPolicy is a program that decides in the name of the house.
	DeciderPolicy DeciderKind = "policy"
	// DeciderTimeout is the clock.
	DeciderTimeout DeciderKind = "timeout"
	// DeciderSystem is this service.
	DeciderSystem DeciderKind = "system"
)

// Call is a stored call as people may see it: the values of sensitive fields are masked.
type Call struct {
	ThreadID   string          `json:"threadId"`
	MessageID  string          `json:"messageId"`
	ToolCallID string          `json:"toolCallId"`
	ToolName   string          `json:"toolName"`
	Args       json.RawMessage `json:"args"`      // as they are to be run, or were
	Validated  *bool           `json:"validated"` // nil: undecided or expired; true: approved; false: rejected
	Status     Status          `json:"status"`
	Failure    Failure         `json:"failure,omitempty"` // of a failed call
	Text       string          `json:"text"`              // the status in words
	Tier       int             `json:"tier"`
	Roles      []string        `json:"roles,omitempty"`   // who decides has to have one of them; none for anybody whom the Authorizer lets
	Version    string          `json:"version,omitempty"` // of a pending call: a fingerprint of what was signed, for [Decision].Version
	CreatedAt  time.Time       `json:"createdAt"`
	ExpiresAt  time.Time       `json:"expiresAt"`

	Edited      bool            `json:"edited,omitempty"`        // the arguments were changed when the call was approved
	RequestArgs json.RawMessage `json:"requestedArgs,omitempty"` // what the model asked for, where that was edited
	DecidedAt   *time.Time      `json:"decidedAt,omitempty"`
	DecidedBy   string          `json:"decidedBy,omitempty"`
	DeciderKind DeciderKind     `json:"deciderKind,omitempty"`
	Reason      string          `json:"reason,omitempty"` // that the decider gave

	// Receipts say what was repaired in the model's arguments before they were stored.
	Receipts []runtime.Receipt `json:"receipts,omitempty"`
}

// Decision is what somebody decides about one call. There are no decisions about calls to come.
type Decision struct {
	// ThreadID is the thread of the call. Without it the decision is about the one call of that ID that the
	// decider may see; where there are several the error is [ErrAmbiguous].
	ThreadID   string `json:"threadId,omitempty"`
	ToolCallID string `json:"toolCallId"`
	Approve    bool   `json:"approve"`
	// Arguments replace the stored ones, as JSON; nil and null leave them as they are. They are validated,
	// tiered and authorized like those of a model. A masked value that comes back unchanged
	// stands for the value that it hides. Only with Approve.
	Arguments json.RawMessage `json:"args,omitempty"`
	// Reason is for the audit; that of a rejection is also told to the model. It is cut to
	// [MaxReason] characters.
	Reason string `json:"reason,omitempty"`
	// Version, if given, is the Version of the call that the decider has looked at. If that is not
	// the one that is pending now, the error is [ErrChanged].
	Version string `json:"version,omitempty"`
}

// MaxReason is the number of characters that are kept of the reason of a decision.
const MaxReason = 1000

// Settled is a call that was decided, and what the model reads about it. Output is meant for the
// model where Call.Status.Settled(); of a call that somebody else is about to run or is running it
// has only the ID.
type Settled struct {
	Call   Call               `json:"call"`
	Output runtime.ToolOutput `json:"output"`
	// Late is what an execution has come to after it had been given up for lost, for people who
	// have to find out what has happened. The model is not told.
	Late *runtime.ToolOutput `json:"late,omitempty"`
}
