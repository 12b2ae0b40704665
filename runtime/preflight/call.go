package preflight

import (
	"context"
	"runtime/debug"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/scrub"
)

// Call takes one call through the gate and answers it; see [Gate.Calls]. Pass all calls of one turn of the model to
// Calls, since they are one attempt.
func (g *Gate) Call(ctx context.Context, turn Turn, call runtime.ToolCall) runtime.ToolOutput {
	return g.Calls(ctx, turn, []runtime.ToolCall{call})[0]
}

// Calls takes the calls of one turn of the model through the gate, one after another, and answers each once, in
// order. Of several calls with one ID only the first is taken, as in [runtime.Toolset.ConvertCalls]: providers refuse
// two answers to one ID.
//
// A call that is delivered again, under its ID in its thread, is not made again: it gets the answer that it had. The
// gate remembers the last 4,096 calls for 24 hours, and up to 16 MiB of their results; with [WithMemory] they outlive
// the gate. Another call under such an ID is not made and fails with [ErrConflict]; if a provider's IDs repeat, such
// as call_0 in each turn of the model, set the Scope of the turn. An invalid call does not use up its ID. A call that
// was not made because nobody answered or the caller went away may be made again.
//
// All calls are validated before the first one runs, and all invalid ones are one attempt at the decision point. No
// call affects the others.
//
// An output without Error has a payload: the tool's result, the approver's output, or, if the call was not made
// although nothing failed, {"status", "tool", "message"} with the status "cancelled" (the person said no) or "unasked"
// (nobody answered). An output with Error has a hint. After too many invalid calls the error is a [*CorrectionError];
// its hint says to ask the user the first time, and to stop from then on.
func (g *Gate) Calls(ctx context.Context, turn Turn, calls []runtime.ToolCall) []runtime.ToolOutput {
	calls = distinct(calls)
	made := make([]runtime.Invocation, len(calls))
	for i, call := range calls {
		if i < len(calls)-1 && call.CutOff() {
			call.StopReason = "" // it came to its end, and is not judged as if it had not
		}
		made[i].Call = call
	}
	return g.run(ctx, turn, g.ledger.Turn(turn.pointKey()), made)
}

// Run takes an invocation through the gate, as Call does with a call: it is validated again, a person is asked if its
// tool demands it, and then it runs. It replaces [runtime.Toolset.Run] where calls were converted before, such as in
// package toolblock:
//
//	p, err := toolblock.New(tools, toolblock.WithExecutor(gate.Run))
//	stream.Feed(preflight.WithTurn(ctx, turn), piece)
//
// The turn comes from the context, see [WithTurn].
func (g *Gate) Run(ctx context.Context, inv runtime.Invocation) runtime.ToolOutput {
	turn := turnOf(ctx)
	return g.run(ctx, turn, g.ledger.Turn(turn.pointKey()), []runtime.Invocation{inv})[0]
}

// run takes calls through the gate. The ledger counts all of them as one attempt; without one, they were approved elsewhere.
func (g *Gate) run(ctx context.Context, turn Turn, ledger *runtime.Turn, made []runtime.Invocation) []runtime.ToolOutput {
	outputs := make([]runtime.ToolOutput, len(made))
	if !g.life.enter() {
		for i := range made {
			outputs[i] = runtime.NotRun(made[i].Call.Failed(runtime.FailureInternal, "The program is shutting down; nothing was done.", ErrClosed))
		}
		return outputs
	}
	defer g.life.leave()
	claims, verdicts := make([]*claim, len(made)), make([]verdict, len(made))
	for i := range made {
		claims[i] = g.visit(turn, ledger, made[i].Call).claim(ctx)
		defer claims[i].leave(ending{})
		if claims[i].answer == nil {
			verdicts[i] = claims[i].validate(ctx, made[i])
		}
	}
	// A failure counts before anything is run, so that no call is judged by its position.
	for i, c := range claims {
		if c.answer == nil {
			verdicts[i] = c.count(verdicts[i])
		}
	}
	for i, c := range claims {
		e := c.take(ctx, c, verdicts[i])
		if c.agreed() && !e.outcome.Ran() && !c.maybeMade(e.out) {
			e.out = runtime.NotRun(e.out)
		}
		c.leave(e) // and not after the others: it may be approved while a person is asked about one of them
		outputs[i] = e.out
	}
	return outputs
}

// Execute takes a call through the gate that was approved, or confirmed elsewhere. It is validated again, run, reported
// and recorded like any other, and nobody is asked; for a call that nobody has approved yet, use [Gate.Run]. An
// invocation that has become invalid is blocked, and one that ran under its ID before gets the answer that it had. A
// pending request for approval never blocks the approved call. [runtime.WasNotRun] reports whether the tool was
// certainly not entered. Injected fields, see [runtime.Toolset.Injecting], keep the values of the conversion. The scope
// of the ID comes from the turn in the context, see [WithTurn].
func (g *Gate) Execute(ctx context.Context, thread string, inv runtime.Invocation) runtime.ToolOutput {
	return g.run(ctx, Turn{Thread: thread, Scope: turnOf(ctx).Scope}, nil, []runtime.Invocation{inv})[0]
}

// distinct drops calls whose ID an earlier call has. Calls without an ID are all kept.
func distinct(calls []runtime.ToolCall) []runtime.ToolCall {
	seen := make(map[string]bool, len(calls))
	kept := make([]runtime.ToolCall, 0, len(calls))
	for _, call := range calls {
		if call.ID == "" || !seen[call.ID] {
			kept = append(kept, call)
		}
		seen[call.ID] = true
	}
	return kept
}

// take takes the call through the stages, unless it has an answer already.
func (v *visit) take(ctx context.Context, c *claim, d verdict) ending {
	switch {
	case c.answer == nil:
		return v.end(v.through(ctx, c, d))
	case c.refusal != "":
		v.step(StepWriteCheck, StepFailed, c.refusal, 0)
	default:
		v.step(StepWriteCheck, StepDone, "a call with this ID was answered before", 0)
	}
	return ending{out: *c.answer}
}

// through takes a call through the stages. A panic in a function of the program, such as a text of questions, ends the
// call as a fault of the program.
func (v *visit) through(ctx context.Context, c *claim, d verdict) (e ending) {
	defer func() {
		if r := recover(); r != nil {
			e = v.abort(StepWriteCheck, &runtime.PanicError{Value: r, Stack: debug.Stack()}, faultOfProgram)
		}
		if e.attempt == 0 {
			e.attempt = d.attempt
		}
	}()
	if v.write {
		v.step(StepWriteCheck, StepPass, "a write tool", 0)
	} else {
		v.step(StepWriteCheck, StepPass, "not a write tool", 0)
	}
	if !d.valid() {
		return v.blocked(d)
	}
	if !v.agreed() {
		d.attempt = v.ledger.Attempt(v.call.Name)
	}
	if err := ctx.Err(); err != nil {
		return v.abort(StepValidation, err, "The caller went away; nothing was done.")
	}
	if v.write {
		var early *ending
		if d, early = v.agree(ctx, c, d); early != nil {
			return *early
		}
	}
	return v.execute(ctx, c, d)
}

// agree has a valid call of a write tool confirmed and approved. An ending means that it is not run.
func (v *visit) agree(ctx context.Context, c *claim, d verdict) (verdict, *ending) {
	if !v.agreed() {
		v.step(StepValidation, StepPass, "", d.took)
		if v.spec.Confirm.Tier > 0 && !c.asked {
			if e := v.confirm(ctx, d.inv); e != nil {
				return d, e
			}
		}
		// Hours may have passed between question and answer.
		attempt := d.attempt
		d = v.validate(ctx, *d.inv)
		d.attempt = attempt
		if d = v.count(d); !d.valid() {
			e := v.blocked(d)
			return d, &e
		}
	}
	v.step(StepValidation, StepDone, "", d.took)
	v.emit(WriteValidation{Tool: v.name(), Status: Passed, FieldsValidated: v.fields(d.inv.Raw), DurationMS: d.took})
	if v.spec.Approval != nil && !v.agreed() {
		e := v.approval(ctx, c, d.inv)
		return d, &e
	}
	return d, nil
}

// approval submits the call to the approver.
func (v *visit) approval(ctx context.Context, c *claim, inv *runtime.Invocation) ending {
	began := time.Now()
	v.step(StepApproval, StepRunning, "", 0)
	// From here on somebody may approve the call, and this process may die: a repeated delivery must not be refused
	// as in progress.
	c.submit()
	ctx, cancel := context.WithTimeout(ctx, v.g.cfg.timeout)
	defer cancel()
	out, err := apart(ctx, &v.g.life, func(ctx context.Context) (runtime.ToolOutput, error) {
		return v.g.cfg.approver.RequestApproval(ctx, v.turn.Thread, *inv)
	})
	switch {
	case err != nil && out.Error != nil:
		return v.abort(StepApproval, err, scrub.Text(out.Error.Message))
	case err != nil: // it may have been stored nevertheless
		return v.abort(StepApproval, err, "The call has to be approved, and it is not known whether it was submitted: "+
			"find out whether it waits for approval before you make it again. It was not run.")
	}
	out.CallID = v.call.ID
	outcome, detail := OutcomeApproval, "waits for approval"
	if !out.Pending {
		outcome, detail = OutcomeFailed, "was answered by the approver"
		switch {
		case !isFailure(out):
			outcome = OutcomeDone
		case out.Error != nil && out.Error.Kind == runtime.FailureApproval:
			outcome = OutcomeCancelled
		}
	}
	v.step(StepApproval, StepDone, detail, milliseconds(began))
	return ending{out: out, outcome: outcome, fields: v.fields(inv.Raw)}
}
