package approval

import (
	"errors"
	"fmt"
	"strconv"
)

// ErrNotFound says that there is no such call, or none that the asker may see: the two are one
// error, so that nobody learns of the calls of others.
var ErrNotFound = errors.New("approval: there is no such call")

// ErrAmbiguous says that several calls have the ID in threads that the asker may see: the thread has to be named.
var ErrAmbiguous = errors.New("approval: several calls have this ID; name the thread")

// ErrTooManyPending says that as many calls of the tenant wait as may, see [Config].MaxPending. The call was not stored.
var ErrTooManyPending = errors.New("approval: too many calls wait for approval")

// ErrOpen says that a thread cannot be erased yet, since a call of it was approved and is not settled.
var ErrOpen = errors.New("approval: an approved call is not settled yet")

// ErrForbidden says that the asker may see the call but may not decide it. See [ForbiddenError].
var ErrForbidden = errors.New("approval: not allowed to decide this call")

// ErrSettled says that the call is not pending any more. See [SettledError].
var ErrSettled = errors.New("approval: the call is settled already")

// ErrExpired says that the call was not decided in time. Errors that are ErrExpired are
// ErrSettled, too.
var ErrExpired = errors.New("approval: the call has expired")

// ErrUnfilled says that a field which the server fills could not be filled, see [Config].Refill. Nothing
// is wrong with the call, whose status is what it was: the decision can be made again, and a rejection
// needs no filling where the Authorizer is a [Rejecter].
var ErrUnfilled = errors.New("approval: a field that the server fills could not be filled")

// ErrConflict says that the ID of a call that asks for approval has been used before, for a call
// with other arguments or of another tool, or for one that was forgotten.
var ErrConflict = errors.New("approval: the ID of this call was used for a different call")

// ErrInvalidDecision says that a decision makes no sense: a rejection with arguments, one call
// decided twice, or too many at once.
var ErrInvalidDecision = errors.New("approval: not a decision")

// ErrChanged says that the call is not of the version that the decision names. It is still pending.
var ErrChanged = errors.New("approval: the call is not the one that was looked at")

// ErrTierRaised says that an edit was refused because it puts the call into a stricter tier. See
// [TierError].
var ErrTierRaised = errors.New("approval: the edit puts the call into a stricter tier")

// ErrRefused says that a call will never be run, since what is stored of it does not match what
// was signed, or the tool is not what it was. See [RefusedError].
var ErrRefused = errors.New("approval: the call was refused")

// The reasons for which a call is refused. A [RefusedError] is one of them, too.
var (
	// ErrForged says that the signature is not one of this service, or that no approval was signed.
	ErrForged = errors.New("the record bears no valid signature")
	// ErrKeyRemoved says that the key that signed is not in the keyring any more.
	ErrKeyRemoved = errors.New("the key that signed the record has been removed")
	// ErrWrongCall says that the signature belongs to another call.
	ErrWrongCall = errors.New("the signature belongs to another call")
	// ErrWrongThread says that the call was moved to another thread.
	ErrWrongThread = errors.New("the call was moved to another thread")
	// ErrWrongTool says that the call was turned into one of another tool.
	ErrWrongTool = errors.New("the call was turned into one of another tool")
	// ErrArgumentsChanged says that the arguments are not those that were signed.
	ErrArgumentsChanged = errors.New("the arguments are not those that were signed")
	// ErrExpiryChanged says that the expiry is not the one that was signed.
	ErrExpiryChanged = errors.New("the expiry is not the one that was signed")
	// ErrTierChanged says that the tier is not the one that was signed, or that the call would be
	// in a stricter tier today.
	ErrTierChanged = errors.New("the tier is not the one that was signed")
	// ErrToolChanged says that the tool's schema, rules or other terms have changed since.
	ErrToolChanged = errors.New("the tool has changed since the call was made")
	// ErrToolGone says that there is no such tool any more.
	ErrToolGone = errors.New("the tool does not exist any more")
	// ErrRightLost says that whoever approved the call may not do so any more. Only calls that are run later
	// than right after the decision are refused for it, see [Service.Resume].
	ErrRightLost = errors.New("whoever approved it may not approve it any more")
	// ErrReplayed says that the call has been run before.
	ErrReplayed = errors.New("the call has been run before")
)

// RefusedError is the error about a call that was refused. It is [ErrRefused] and the reason.
type RefusedError struct {
	ToolCallID string
	Reason     error // ErrForged and the like
}

// Error names the call and the reason.
func (e *RefusedError) Error() string {
	return "approval: the call " + quote(e.ToolCallID) + " was refused and will not run: " + e.Reason.Error()
}

// Unwrap is ErrRefused and the reason.
func (e *RefusedError) Unwrap() []error { return []error{ErrRefused, e.Reason} }

// SettledError tells who decides too late how the call was decided. It is [ErrSettled], and
// [ErrExpired] where nobody decided in time.
type SettledError struct {
	Settled Settled
}

// Error says how the call was settled.
func (e *SettledError) Error() string {
	return "approval: the call " + quote(e.Settled.Call.ToolCallID) + " is settled already: " + string(e.Settled.Call.Status)
}

// Is reports whether target is ErrSettled, or ErrExpired where the call has expired.
func (e *SettledError) Is(target error) bool {
	return target == ErrSettled || target == ErrExpired && e.Settled.Call.Status == Expired
}

// ForbiddenError is the error towards somebody who may not decide a call. It is [ErrForbidden].
type ForbiddenError struct {
	ToolCallID string
	Cause      error // what the Authorizer said, for logs
}

// Error does not repeat the cause, which may say more than the asker is to know.
func (e *ForbiddenError) Error() string { return ErrForbidden.Error() }

// Unwrap is ErrForbidden and the cause.
func (e *ForbiddenError) Unwrap() []error {
	if e.Cause == nil {
		return []error{ErrForbidden}
	}
	return []error{ErrForbidden, e.Cause}
}

// TierError is the error about an edit that raises the tier. It is [ErrTierRaised].
type TierError struct {
	ToolCallID string
	From, To   int // the tier as signed, and the one of the edited arguments
}

// Error names both tiers and says what to do.
func (e *TierError) Error() string {
	return fmt.Sprintf("%s: %d instead of %d; reject the call and have it made again", ErrTierRaised, e.To, e.From)
}

// Unwrap is ErrTierRaised.
func (e *TierError) Unwrap() error { return ErrTierRaised }

// DecisionError says which decision of several is at fault. None of them was recorded.
type DecisionError struct {
	Index      int
	ToolCallID string
	Err        error
}

// Error is the text of the fault, with the call in front.
func (e *DecisionError) Error() string {
	return "decision " + strconv.Itoa(e.Index+1) + " (" + quote(e.ToolCallID) + "): " + e.Err.Error()
}

// Unwrap is the fault.
func (e *DecisionError) Unwrap() error { return e.Err }
