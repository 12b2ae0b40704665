package preflight

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/backend"
	"github.com/toolgen/toolgen/runtime/internal/idempotency"
	"github.com/toolgen/toolgen/runtime/wire"
)

// errUnknownOutcome marks failures after which it is not known whether the tool has done its work.
var errUnknownOutcome = errors.New("it is not known whether the tool has done its work")

// execute runs the call and reads its result.
func (v *visit) execute(ctx context.Context, c *claim, d verdict) ending {
	switch err := c.begin(ctx); {
	case errors.Is(err, errElsewhere):
		return v.abort(StepExecute, err, "This call waited so long that another process took it over; it was not made here.")
	case err != nil && ctx.Err() != nil:
		return v.abort(StepExecute, err, "The caller went away before the tool was run; nothing was done.")
	case err != nil:
		return v.abort(StepExecute, err, "It could not be recorded that this call is made; it was not made.")
	}
	v.inv = d.inv
	// A repaired call must not look like one that was correct.
	v.step(StepExecute, StepRunning, wire.Note(runtime.ToolOutput{Receipts: d.inv.Receipts}), 0)
	return v.carryOut(ctx)
}

// carryOut runs the tool and evaluates the result. After a panic in a function of the program the outcome is
// unknown.
func (v *visit) carryOut(ctx context.Context) (e ending) {
	key, began := v.idempotencyKey(ctx), time.Now()
	e = ending{outcome: OutcomeFailed, fields: v.fields(v.inv.Raw)}
	defer func() {
		if r := recover(); r != nil {
			e.out = v.crashed(v.call.Failed(runtime.FailureInternal, faultOfProgram, &runtime.PanicError{Value: r, Stack: debug.Stack()}))
			v.step(StepExecute, StepFailed, e.out.Error.Message, 0)
		}
	}()
	e.out = v.run(ctx, key)
	switch {
	case runtime.WasNotRun(e.out):
		v.step(StepExecute, StepFailed, e.out.Error.Message, milliseconds(began))
		e.outcome = OutcomeAborted
		return e
	case e.out.Error != nil:
		v.step(StepExecute, StepFailed, e.out.Error.Message, milliseconds(began))
		return v.failed(e)
	case isFailure(e.out): // the result is an error, although the tool does not flag it as one
		v.step(StepExecute, StepFailed, e.out.RetryHint.Message, milliseconds(began))
		e.out = v.settled(e.out)
		return e
	case e.out.RetryHint != nil:
		v.step(StepExecute, StepDone, "", milliseconds(began))
		v.step(StepParseResult, StepWarn, e.out.RetryHint.Message, 0)
	default:
		v.step(StepExecute, StepDone, "", milliseconds(began))
		v.step(StepParseResult, StepDone, "", 0)
	}
	e.outcome, e.out = OutcomeDone, v.settled(e.out)
	return e
}

// failed ends a call whose tool failed. If the backend rejected the arguments, the model may correct them like other
// invalid ones.
func (v *visit) failed(e ending) ending {
	if !v.agreed() && modelsFault(e.out.Error.Kind) {
		d := v.count(verdict{out: e.out})
		e.attempt = d.attempt
		e.out, _ = v.correct(d, faultyFields(issuesOf(e.out.Error)))
		return e
	}
	e.out = v.settled(e.out)
	return e
}

// unsafe reports whether a hint recommends repeating a call that may have had an effect: its author did not know that
// the tool writes, and it does not say that the call had none.
func (v *visit) unsafe(hint *runtime.RetryHint) bool {
	if hint == nil || hint.Reason != runtime.Internal || !v.write || v.spec.Write {
		return false
	}
	switch backend.Kind(hint.Kind) {
	case "", backend.Timeout, backend.Internal:
		return hint.Action != runtime.Stop && hint.Action != runtime.AskUser
	}
	return false
}

// settled records that the call was valid, and returns the output as the ledger answers it.
func (v *visit) settled(out runtime.ToolOutput) runtime.ToolOutput {
	if v.unsafe(out.RetryHint) {
		stop := *out.RetryHint
		stop.Action, stop.Kind, stop.RetryAfter = runtime.Stop, string(backend.UnknownOutcome), 0
		out.RetryHint = &stop
	}
	if v.agreed() {
		return out
	}
	return v.ledger.Answer(v.inv.Tool, v.call, out)
}

// run runs the tool: again after each wait that it asks for, within [WithMaxWait], and once more after a transport error
// if that is safe.
func (v *visit) run(ctx context.Context, key string) runtime.ToolOutput {
	var taken atomic.Bool
	ctx = idempotency.With(ctx, key, func() { taken.Store(true) })
	left := v.g.cfg.maxWait
	const disconnected = "The connection to the service failed."
	var failed error               // why it is not known whether an earlier run did the work
	var before *runtime.ToolOutput // of the earlier run
	for attempt := 2; ; attempt++ {
		out, reason := v.runOnce(ctx), ""
		broken, wait := v.broken(ctx, out), v.asksToWait(out)
		switch {
		case runtime.WasNotRun(out) && failed != nil:
			return v.lost(failed, disconnected)
		case runtime.WasNotRun(out) && before != nil:
			return *before
		case broken && failed != nil:
			return v.lost(out.Error.Cause, "The connection to the service failed twice.")
		case broken && !v.repeatable(taken.Load()):
			return v.lost(out.Error.Cause, disconnected)
		case broken:
			failed, reason = out.Error.Cause, disconnected
		case wait > 0 && wait <= left && v.wait(ctx, wait):
			left, reason = left-wait, fmt.Sprintf("The tool asked to be called again after %s.", wait)
		case wait > 0 && failed != nil && !v.repeatable(false), // another call would have another key
			wait == 0 && failed != nil && !taken.Load() && v.write && isFailure(out): // perhaps because the first run did the work
			return v.lost(failed, disconnected)
		case out.Error != nil && out.Error.Kind == runtime.FailureInternal && len(issuesOf(out.Error)) == 0 && !runtime.WasNotRun(out):
			return v.crashed(out)
		default:
			return out
		}
		before = &out
		v.emit(ToolRetry{Tool: v.name(), Attempt: attempt, Reason: reason})
	}
}

// isFailure reports whether an output says that the tool failed.
func isFailure(out runtime.ToolOutput) bool {
	return out.Error != nil || out.RetryHint != nil && out.RetryHint.Reason == runtime.Internal
}

// asksToWait returns the wait after which the same call may be repeated, or 0.
func (v *visit) asksToWait(out runtime.ToolOutput) time.Duration {
	if hint := out.RetryHint; hint != nil && hint.Reason == runtime.Internal && hint.Action == runtime.RetryLater && !v.unsafe(hint) {
		return time.Duration(hint.RetryAfter) * time.Second
	}
	return 0
}

// wait waits, and reports whether the call continues.
func (v *visit) wait(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
	case <-v.g.life.base.Done():
	}
	return false
}

// broken reports whether a call failed because of its connection.
func (v *visit) broken(ctx context.Context, out runtime.ToolOutput) bool {
	return out.Error != nil && !modelsFault(out.Error.Kind) && !runtime.WasNotRun(out) && ctx.Err() == nil &&
		!errors.Is(out.Error, errUnknownOutcome) && v.g.cfg.transport(out.Error.Cause)
}

// lost returns the output of a tool that may or may not have done its work. For a write, it names the tool that can
// find out, if there is one.
func (v *visit) lost(cause error, message string) runtime.ToolOutput {
	kind := backend.Timeout
	if !v.write && !errors.Is(cause, context.DeadlineExceeded) {
		kind = backend.Unavailable
	}
	h := runtime.BuildHint(v.inv.Tool, &backend.Error{Kind: kind}, runtime.WithTools(v.g.tools))
	if v.write && h.Action == runtime.RetryLater && v.spec.Retry != runtime.RetryAfter {
		h.Action, h.Kind = runtime.Stop, string(backend.UnknownOutcome) // the spec does not say that the tool writes
	}
	if v.write {
		message += " It is not known whether the tool has done its work"
		if h.Action == runtime.RetryLater {
			message += "; it may be called again all the same."
		} else {
			message += ": find that out before you call it again."
		}
	}
	out := v.call.Failed(runtime.FailureHandler, message, errors.Join(errUnknownOutcome, cause))
	h.Message, out.RetryHint, out.Receipts = message, h, v.inv.Receipts
	return out
}

// crashed returns the output of a tool that ended unexpectedly, such as with a panic: a write may have been done.
func (v *visit) crashed(out runtime.ToolOutput) runtime.ToolOutput {
	if v.write && !errors.Is(out.Error, errUnknownOutcome) {
		out = v.lost(out.Error.Cause, out.Error.Message)
		out.Error.Kind = runtime.FailureInternal
	}
	return out
}

// repeatable reports whether it is safe to run the tool again. taken says whether its handler took the idempotency
// key.
func (v *visit) repeatable(taken bool) bool {
	safe := v.spec.Idempotent == runtime.True || !v.write && v.spec.ReadOnly == runtime.True || taken
	return safe && v.spec.Retry != runtime.RetryNever
}

// runOnce runs the tool and waits at most for the timeout, even if the tool ignores its context.
func (v *visit) runOnce(ctx context.Context) runtime.ToolOutput {
	limited, cancel := context.WithTimeout(ctx, v.g.cfg.timeout)
	defer cancel()
	out, err := apart(limited, &v.g.life, func(ctx context.Context) (runtime.ToolOutput, error) {
		return v.g.tools.Run(ctx, *v.inv), nil
	})
	switch {
	case err != nil && limited.Err() == nil:
		return v.crashed(v.call.Failed(runtime.FailureInternal, faultOfProgram, err))
	case err == nil && (out.Error == nil || out.Error.Kind != runtime.FailureHandler || runtime.WasNotRun(out) || limited.Err() == nil):
		return out
	case ctx.Err() != nil:
		return v.lost(ctx.Err(), "The caller went away while the tool was running.")
	}
	return v.lost(limited.Err(), fmt.Sprintf("The tool did not answer within %s.", v.g.cfg.timeout))
}

// idempotencyKey returns the key of a call. The key of an approved call is the same in every process, also after its
// database was restored from a backup.
func (v *visit) idempotencyKey(ctx context.Context) string {
	switch {
	case v.g.cfg.keys != nil:
		return v.g.cfg.keys(*v.inv)
	case !v.agreed():
		return rand.Text()
	}
	if key := idempotency.Given(ctx); key != "" { // from package approval
		return key
	}
	if v.call.ID == "" {
		return rand.Text()
	}
	return idempotency.Approved(v.turn.Thread, v.turn.Scope, v.call.ID, v.call.Name, v.spec.WithoutInjected(v.inv.Raw))
}

// IsTransportError reports whether an error means that a connection failed: an error of package net, including
// timeouts, a reset or refused connection, or a truncated response. A cancelled context is not a transport error.
func IsTransportError(err error) bool {
	if err == nil || errors.Is(err, context.Canceled) {
		return false
	}
	broken := []error{
		io.ErrUnexpectedEOF, io.EOF, net.ErrClosed, syscall.ECONNRESET, syscall.ECONNREFUSED, syscall.ECONNABORTED, syscall.EPIPE,
	}
	_, ofNet := errors.AsType[net.Error](err)
	return ofNet || slices.ContainsFunc(broken, func(target error) bool { return errors.Is(err, target) })
}
