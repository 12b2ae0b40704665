package runtime

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/toolgen/toolgen/runtime/internal/hint"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// ToolCall is one call as a model made it. If a model that makes several calls in one turn reaches its
// length limit, that is the StopReason of the last call only: the others were complete before the next began.
type ToolCall struct {
	ID         string `json:"id"`
	Name       string `json:"name"`
	Arguments  string `json:"arguments"`             // as the model wrote it, JSON or not
	StopReason string `json:"stop_reason,omitempty"` // why the provider says the model stopped, "" if unknown
}

// CutOff reports whether the stop reason says that the model ran into its length limit.
func (c ToolCall) CutOff() bool { return hint.CutOff(c.StopReason) }

// Failed answers a call that has failed for a reason that the model cannot correct, and that only the program knows. It
// is for whoever runs calls in place of [Toolset.Run].
func (c ToolCall) Failed(kind FailureKind, message string, cause error) ToolOutput {
	return ToolOutput{
		CallID:    c.ID,
		Error:     &ToolError{Kind: kind, Message: message, Cause: cause},
		RetryHint: &RetryHint{Reason: Internal, Action: Stop, Tool: show.Clean(c.Name, show.MaxName), Message: message},
	}
}

// Invocation is a call with valid arguments: it may be run. Only [Toolset.ConvertCalls] makes
// invocations that run.
type Invocation struct {
	Call     ToolCall
	Index    int             // of the call in its batch
	Tool     Tool            // the tool that was called
	Args     any             // what the tool's Decode gave: a *A for a TypedTool[A, R]
	Raw      json.RawMessage // the model's own bytes, changed only as the receipts say, to be passed on instead of a marshalled Args
	Receipts []Receipt       // what decoding changed or dropped

	decoded bool // by ConvertCalls: others are not run
}

// CallFailure is a call that must not be run, with the answer for the model.
type CallFailure struct {
	Call      ToolCall
	Index     int // of the call in its batch
	Error     *ToolError
	RetryHint *RetryHint
}

// Output is the answer to the call.
func (f CallFailure) Output() ToolOutput {
	return ToolOutput{CallID: f.Call.ID, Error: f.Error, RetryHint: f.RetryHint}
}

// ToolOutput is the one answer to a call. Payload is the result, if there is one. If the result does not
// match its output schema, Payload and RetryHint are both set and Error is nil, because results are never
// blocked.
type ToolOutput struct {
	CallID    string          `json:"call_id"`
	Payload   json.RawMessage `json:"payload,omitempty"`
	Error     *ToolError      `json:"error,omitempty"`
	RetryHint *RetryHint      `json:"retry_hint,omitempty"`
	Receipts  []Receipt       `json:"receipts,omitempty"`

	// Pending says that nothing was run and that the call waits for an approval; Payload is what a client is
	// shown of that. Only the program that runs the calls can set it: what a tool or a server returns is
	// Payload, whatever it looks like.
	Pending bool `json:"-"`
}

// FailureKind says at which step a call failed.
type FailureKind string

const (
	// FailureParse means that the arguments could not be read as JSON.
	FailureParse FailureKind = "parse"
	// FailureValidation means that the arguments do not fit the schema, the rules or the backend.
	FailureValidation FailureKind = "validation"
	// FailureToolNotFound means that no enabled tool has the name.
	FailureToolNotFound FailureKind = "tool_not_found"
	// FailureHandler means that the tool's handler returned an error.
	FailureHandler FailureKind = "handler"
	// FailureInternal means a fault of the server: a panic, a tool that cannot be used.
	FailureInternal FailureKind = "internal"
	// FailureApproval means that the call was not run because it was not approved: it was rejected, nobody
	// answered in time, or the approval is not valid.
	FailureApproval FailureKind = "approval"
)

// reasons are the kinds as phrases that need no context.
var reasons = map[FailureKind]string{
	FailureParse: "parse_failed", FailureValidation: "validation_failed", FailureToolNotFound: "tool_not_found",
	FailureHandler: "handler_failed", FailureApproval: "not_approved",
}

// Reason returns the kind as a phrase that needs no context, as in the JSON of a [ToolError].
func (k FailureKind) Reason() string { return cmp.Or(reasons[k], "internal_error") }

// ToolError is a failed call as the model may see it. Message is bounded and clean; Cause is for
// logs, and never leaves the process.
type ToolError struct {
	Kind    FailureKind `json:"kind"`
	Message string      `json:"message"`
	Cause   error       `json:"-"`

	again     bool // the hint beside it leaves another try to the model, see failedRun
	unentered bool // the tool was never entered, see NotRun
}

// Error is the message, and says nothing of the cause, so that it may be shown to a model: log Cause.
func (e *ToolError) Error() string { return e.Message }

// Unwrap is the cause.
func (e *ToolError) Unwrap() error { return e.Cause }

// MarshalJSON adds the member reason, derived from the kind: {"kind", "reason", "message"}.
func (e ToolError) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Kind    FailureKind `json:"kind"`
		Reason  string      `json:"reason"`
		Message string      `json:"message"`
	}{e.Kind, e.Kind.Reason(), e.Message})
}

// PanicError is a panic that was caught while a tool was decoding or running.
type PanicError struct {
	Value any
	Stack []byte
}

// Error names the value that was panicked with. It is for logs, not for models.
func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v", e.Value) }

// Unwrap is the value, where that is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// errInternal marks errors that are faults of this package or of how it is used.
var errInternal = errors.New("internal error")

// NotApproved is for handlers that ask a person themselves: it says, in a sentence that the model gets
// unchanged, that the call was not made because a person rejected it or could not be asked. The failure has
// the kind [FailureApproval].
func NotApproved(message string) error {
	message = show.Clean(message, show.MaxText)
	if message == "" {
		message = "The call was not approved, so nothing was done."
	}
	return &notApproved{ToolError{Kind: FailureApproval, Message: message}}
}

// notApproved is the error of NotApproved. It is a separate type, so that a ToolError from another toolset is not
// mistaken for it.
type notApproved struct{ ToolError }

// Invalid is for handlers: it reports a field that is wrong in a way that only the backend knows,
// such as an invoice that is already paid. constraint is a JSON Schema keyword or "rule";
// expected is what the field must be, for an enum the allowed values, or nil if unknown. Join several
// faults with [errors.Join].
func Invalid(field, constraint string, expected any, message string) error {
	return NewValidationError([]ValidationIssue{{
		Field: field, Constraint: constraint, Expected: expected, Message: message,
	}}, 0)
}
