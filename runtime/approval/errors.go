package approval

import (
	"errors"
	"fmt"
	"strconv"
)

// ErrNotFound is returned for a call that does not exist or that the requester may not see; these are not
// distinguished, so that nothing leaks about calls of others.
var ErrNotFound = errors.New("approval: there is no such call")

// ErrAmbiguous is returned if calls in several threads that the requester may see have the ID: name the thread.
var ErrAmbiguous = errors.New("approval: several calls have this ID; name the thread")

// ErrTooManyPending is returned if the tenant has the maximum number of pending calls, see [Config].MaxPending.
// The call was not stored.
var ErrTooManyPending = errors.New("approval: too many calls wait for approval")

// ErrOpen is returned if a thread cannot be erased because it has an approved call that is not settled.
var ErrOpen = errors.New("approval: an approved call is not settled yet")

// ErrUnfilled is returned if an injected field could not be filled, see [Config].Refill. The call is unchanged
// and the decision can be repeated; a rejection needs no filling if the Authorizer is a [Rejecter].
var ErrUnfilled = errors.New("approval: a field that the server fills could not be filled")

// ErrConflict is returned if the ID of a new call was already used for another call, including deleted ones.
var ErrConflict = errors.New("approval: the ID of this call was used for a different call")

// ErrInvalidDecision is returned for an inconsistent decision: a rejection with arguments, a call decided
// twice, or too many decisions.
var ErrInvalidDecision = errors.New("approval: not a decision")

// ErrChanged is returned if the call has another version than the decision names. It is still pending.
var ErrChanged = errors.New("approval: the call is not the one that was looked at")

// Reasons for refusals. A [RefusedError] wraps one of them.
var (
	// ErrForged means that there is no valid signature of this service, or no signed approval.
	ErrForged = errors.New("the record bears no valid signature")
	// ErrKeyRemoved means that the signing key is no longer in the keyring.
	ErrKeyRemoved = errors.New("the key that signed the record has been removed")
	// ErrWrongCall means that the signature belongs to another call.
	ErrWrongCall = errors.New("the signature belongs to another call")
	// ErrWrongThread means that the call was moved to another thread.
	ErrWrongThread = errors.New("the call was moved to another thread")
	// ErrWrongTool means that the call was changed to another tool.
	ErrWrongTool = errors.New("the call was turned into one of another tool")
	// ErrArgumentsChanged means that the arguments differ from the signed ones.
	ErrArgumentsChanged = errors.New("the arguments are not those that were signed")
	// ErrExpiryChanged means that the expiry differs from the signed one.
	ErrExpiryChanged = errors.New("the expiry is not the one that was signed")
	// ErrTierChanged means that the tier differs from the signed one, or that the call would now require a
	// stricter tier.
	ErrTierChanged = errors.New("the tier is not the one that was signed")
	// ErrToolChanged means that the tool's schema, rules or other terms have changed.
	ErrToolChanged = errors.New("the tool has changed since the call was made")
	// ErrToolGone means that the tool no longer exists.
	ErrToolGone = errors.New("the tool does not exist any more")
	// ErrRightLost means that the approver may no longer approve the call. It only concerns calls that run some
	// time after the decision, see [Service.Resume].
	ErrRightLost = errors.New("the approver may no longer approve it")
	// ErrReplayed means that the call has run before.
	ErrReplayed = errors.New("the call has been run before")
)

// RefusedError is the error for a call that will never run, because its record does not match what was signed, or the
// tool has changed.
type RefusedError struct {
	ToolCallID string
	Reason     error // ErrForged or another reason
}

// Error names the call and the reason.
func (e *RefusedError) Error() string {
	return "approval: the call " + quote(e.ToolCallID) + " was refused and will not run: " + e.Reason.Error()
}

// Unwrap returns the reason.
func (e *RefusedError) Unwrap() error { return e.Reason }

// SettledError is the error for a call that is no longer pending, because it was decided before or has expired.
type SettledError struct {
	Settled Settled
}

// Error says how the call was settled.
func (e *SettledError) Error() string {
	return "approval: the call " + quote(e.Settled.Call.ToolCallID) + " is settled already: " + string(e.Settled.Call.Status)
}

// ForbiddenError is the error for somebody who may see the call but not decide it.
type ForbiddenError struct {
	ToolCallID string
	Cause      error // error of the Authorizer, for logs
}

// Error omits the cause, which may reveal more than the requester may know.
func (e *ForbiddenError) Error() string { return "approval: not allowed to decide this call" }

// Unwrap returns the cause.
func (e *ForbiddenError) Unwrap() error { return e.Cause }

// TierError is the error for an edit that requires a stricter tier.
type TierError struct {
	ToolCallID string
	From, To   int // the signed tier, and the tier of the edited arguments
}

// Error names both tiers and says what to do.
func (e *TierError) Error() string {
	return fmt.Sprintf("approval: the edit puts the call into tier %d instead of %d; reject the call and have it made again", e.To, e.From)
}

// DecisionError names the faulty one of several decisions. None was recorded.
type DecisionError struct {
	Index      int
	ToolCallID string
	Err        error
}

// Error returns the error with the call's ID.
func (e *DecisionError) Error() string {
	return "decision " + strconv.Itoa(e.Index+1) + " (" + quote(e.ToolCallID) + "): " + e.Err.Error()
}

// Unwrap returns the wrapped error.
func (e *DecisionError) Unwrap() error { return e.Err }

// isA reports whether an error is of a type, or wraps one.
func isA[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}
