package runtime

// Reason says why a call failed; [Action] says what may happen next.
type Reason string

const (
	// InvalidArguments means that the call parsed but does not match the schema or the rules.
	InvalidArguments Reason = "invalid_arguments"
	// MalformedResponse means that the tool ran and its result does not match its schema.
	MalformedResponse Reason = "malformed_response"
	// InvalidJSON means that the arguments do not parse.
	InvalidJSON Reason = "invalid_json"
	// Truncated means that the call was cut off before it was complete.
	Truncated Reason = "truncated"
	// ToolNotFound means that no enabled tool has the name that was called.
	ToolNotFound Reason = "tool_not_found"
	// Internal means that the fault is on the server's side, or that only the server's own text says what is
	// wrong. The action and [RetryHint.Kind] say what follows from it.
	Internal Reason = "internal"
)

// Action says what may happen next.
type Action string

const (
	// Correct means that the model can correct the call itself and send it again. It may call other tools as
	// well: a hint never says that only the failing tool may be called.
	Correct Action = "correct"
	// CallFirst means that another tool supplies what is missing; see [RetryHint.Remedies].
	CallFirst Action = "call_first"
	// AskUser means that only the user knows what is missing.
	AskUser Action = "ask_user"
	// Shrink means that the call, or what it asks for, was too large: send less, ask for less, or split it.
	Shrink Action = "shrink"
	// RetryLater means that nothing is wrong with the call: the same call may be sent again after a while, see
	// [RetryHint.RetryAfter].
	RetryLater Action = "retry_later"
	// Stop means that calling the tool again will not help.
	Stop Action = "stop"
)
