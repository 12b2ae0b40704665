// Package backend describes as data what a tool's handler knows about a failure, so that no text has to be parsed:
//
//	resp, err := http.Post(…)
//	…
//	if resp.StatusCode >= 400 {
//		return nil, backend.HTTP(resp.StatusCode, resp.Header, string(body))
//	}
//
// The hint that the model gets follows from it: wait and send the call again, look an id up first, send less,
// find out what became of a write, or stop. Constructors take what HTTP, gRPC, JSON-RPC, MCP, GraphQL, SQL and
// contexts report, as numbers and strings; a handler that knows more fills in an [Error] by itself. For an argument
// that the backend refuses, Invalid of package runtime says more.
package backend

import (
	"time"

	"github.com/toolgen/toolgen/runtime/internal/foreign"
)

// Error is what is known of a failure of a backend.
type Error struct {
	// Kind is what sort of failure it is; "" where it is not known, and has to be read from the message.
	Kind Kind
	// Message is what the backend says. A model is shown it as it is shown the text of any error of a handler: see
	// ErrorText of package runtime.
	Message string
	// Fields are the paths of the arguments at fault, nil where they are not known.
	Fields []string
	// RetryAfter is how long the backend asks to wait, 0 where it does not say.
	RetryAfter time.Duration
	// NotDone says that the call has certainly had no effect, so that a tool that writes may be called again.
	NotDone bool
	// Err is the cause, for logs and for errors.Is; it is not shown.
	Err error
}

// Kind is a sort of failure.
type Kind string

const (
	// NotFound means that something that the arguments refer to does not exist.
	NotFound Kind = "not_found"
	// Conflict means that the call does not go with the state that the backend is in: a name is taken, a version is
	// old, what was wanted is so already. The message tells which.
	Conflict Kind = "conflict"
	// RateLimited means that there were too many calls, and that this one was not carried out.
	RateLimited Kind = "rate_limited"
	// Unavailable means that the backend cannot serve the call now, and has not begun to.
	Unavailable Kind = "unavailable"
	// Timeout means that no answer came in time, or that the connection broke. What a write has done by then is
	// not known, unless NotDone says so.
	Timeout Kind = "timeout"
	// Forbidden means that the caller may not do it.
	Forbidden Kind = "forbidden"
	// Unauthenticated means that the backend does not know who calls.
	Unauthenticated Kind = "unauthenticated"
	// TooLarge means that the call, or what it asks for, is larger than the backend takes.
	TooLarge Kind = "too_large"
	// Invalid means that the backend does not accept an argument.
	Invalid Kind = "invalid"
	// Unsupported means that the backend does not have what the call asks for.
	Unsupported Kind = "unsupported"
	// Internal means that the backend has failed by itself. What a write has done is not known, unless NotDone
	// says so.
	Internal Kind = "internal"
	// Already means that what was wanted is so already: there is nothing left to do.
	Already Kind = "already"
	// UnknownOutcome means that it is unknown whether a write was done. It is not sent again before that is known.
	UnknownOutcome Kind = "unknown_outcome"
)

// Error is the message, or what takes its place where there is none.
func (e *Error) Error() string {
	switch {
	case e.Message != "":
		return e.Message
	case e.Err != nil:
		return e.Err.Error()
	case e.Kind != "":
		return "the backend reports the failure " + string(e.Kind)
	}
	return "the backend has failed"
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// made is an error of a kind that a table of codes gives.
func made(kind foreign.Kind, message string) *Error {
	return &Error{Kind: Kind(kind.Broad()), Message: message, NotDone: kind != "" && kind.NotDone()}
}
