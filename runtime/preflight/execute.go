package preflight

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/idempotency"
)

// errGoexit is why a function did neither return nor panic.
var errGoexit = errors.New("the goroutine was ended by runtime.Goexit")

// errUnknownOutcome marks failures after which nobody knows whether the tool has done its work.
var errUnknownOutcome = errors.New("it is not known whether the tool has done its work")

// execute runs the call and reads its result.
func (p *pass) execute(ctx context.Context) runtime.ToolOutput {
	if err := ctx.Err(); err != nil {
		return p.abort(StepExecute, err, "The caller went away before the tool was run; nothing was done.")
	}
	switch err := p.runShared(ctx); {
	case errors.Is(err, errTakenOver):
		return p.abort(StepExecute, err, "This call waited so long that it was taken over elsewhere; it was not made here.")
	case err != nil && ctx.Err() != nil:
		return p.abort(StepExecute, err, "The caller went away before the tool was run; nothing was done.")
	case err != nil:
		return p.abort(StepExecute, err, "It could not be noted that this call is made; it was not made.")
	}
	began := time.Now()
	p.step(StepExecute, StepRunning, changed(p.inv.Receipts), 0)
	key := p.idempotencyKey(ctx)
	p.running = true
	out := p.run(ctx, key)
	ran := p.keysTold()
	if out.Error != nil {
		p.step(StepExecute, StepFailed, out.Error.Message, milliseconds(began))
		return p.failed(out, ran)
	}
	p.step(StepExecute, StepDone, "", milliseconds(began))
	if out.RetryHint != nil {
		p.step(StepParseResult, StepWarn, out.RetryHint.Message, 0)
	} else {
		p.step(StepParseResult, StepDone, "", 0)
	}
	p.settle()
	if p.turn != nil {
		out = p.turn.ledger.Answer(p.inv.Tool, p.call, out)
	}
	return p.end(out, OutcomeDone, ran)
}

// failed ends a call whose tool failed. Where a backend refuses the arguments, the model may mend
// them like any others.
func (p *pass) failed(out runtime.ToolOutput, ran []string) runtime.ToolOutput {
	if p.turn == nil || !modelsFault(out.Error.Kind) {
		if hint := out.RetryHint; p.write && hint != nil && hint.Reason == runtime.Internal && hint.Action == runtime.Correct {
			// Whoever made the hint did not know that the tool writes, and so may have done a part of its work.
			stop := *hint
			stop.Action = runtime.Stop
			out.RetryHint = &stop
		}
		p.settle()
		if p.turn != nil {
			out = p.turn.ledger.Answer(p.inv.Tool, p.call, out)
		}
		return p.end(out, OutcomeFailed, ran)
	}
	p.attempt, p.action = p.g.fail(p.turn, p.call.Name)
	out, _ = p.correct(out, faultyFields(issuesOf(out.Error)))
	return p.end(out, OutcomeFailed, ran)
}

// settle notes that the model has made a sound call.
func (p *pass) settle() {
	if p.turn != nil {
		p.g.sound(p.turn, p.call.Name)
	}
}

// run runs the tool, and once more after a transport error if that does no harm.
func (p *pass) run(ctx context.Context, key string) runtime.ToolOutput {
	var taken atomic.Bool
	ctx = idempotency.With(ctx, key, func() { taken.Store(true) })
	out := p.runOnce(ctx)
	if !p.broken(ctx, out) {
		return out
	}
	times := "failed"
	if p.repeatable(taken.Load()) {
		p.emit(ToolRetry{Tool: p.name(), Attempt: 2, Reason: "The connection to the service failed."})
		first := out
		if out = p.runOnce(ctx); runtime.WasNotRun(out) {
			out = first // in which it was
		} else if !p.broken(ctx, out) {
			return out
		}
		times = "failed twice"
	}
	return p.lost(out.Error.Cause, "The connection to the service "+times+".")
}

// broken reports whether a call came to nothing because of its connection.
func (p *pass) broken(ctx context.Context, out runtime.ToolOutput) bool {
	return out.Error != nil && out.Error.Kind == runtime.FailureHandler && ctx.Err() == nil &&
		!errors.Is(out.Error, errUnknownOutcome) && p.g.cfg.transport(out.Error.Cause)
}

// lost is the output of a tool that may have done its work or not.
func (p *pass) lost(cause error, message string) runtime.ToolOutput {
	if p.write {
		message += " It is not known whether the tool has done its work: find that out before you call it again."
	}
	return failedOutput(p.call, runtime.FailureHandler, errors.Join(errUnknownOutcome, cause), message)
}

// repeatable reports whether running the tool a second time does no harm, given whether its handler has taken the
// idempotency key.
func (p *pass) repeatable(taken bool) bool {
	return p.spec.Idempotent == runtime.True || !p.write && p.spec.ReadOnly == runtime.True || taken
}

// runOnce runs the tool and waits for no longer than the timeout, also for a tool that does not
// care about its context.
func (p *pass) runOnce(ctx context.Context) runtime.ToolOutput {
	limited, cancel := context.WithTimeout(ctx, p.g.cfg.timeout)
	defer cancel()
	out, finished, caught := apart(p.g, limited, func(ctx context.Context) runtime.ToolOutput {
		return p.g.tools.Run(ctx, *p.inv)
	})
	switch {
	case caught != nil:
		return internalOutput(p.call, caught, faultOfProgram)
	case finished && (out.Error == nil || out.Error.Kind != runtime.FailureHandler || limited.Err() == nil):
		return out
	}
	// The time is over, whether the tool says so or not.
	if ctx.Err() != nil {
		return p.lost(ctx.Err(), "The caller went away while the tool was running.")
	}
	return p.lost(limited.Err(), fmt.Sprintf("The tool did not answer within %s.", p.g.cfg.timeout))
}

// apart runs f in a goroutine of its own and waits for it no longer than its context lasts;
// finished is false where it goes on. A panic of f is an error.
func apart[T any](g *Gate, ctx context.Context, f func(context.Context) T) (v T, finished bool, caught error) {
	type outcome struct {
		v      T
		caught error
	}
	done := make(chan outcome, 1)
	g.handlers.Add(1)
	go func() {
		defer g.handlers.Done()
		o := outcome{caught: errGoexit}
		defer func() {
			if r := recover(); r != nil {
				o.caught = &runtime.PanicError{Value: r, Stack: debug.Stack()}
			}
			done <- o
		}()
		o.v = f(ctx)
		o.caught = nil
	}()
	select {
	case o := <-done:
		return o.v, true, o.caught
	case <-ctx.Done():
	}
	select {
	case o := <-done: // both at once: what is known counts
		return o.v, true, o.caught
	default:
		return v, false, nil
	}
}
