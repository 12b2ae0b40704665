package preflight

import (
	"context"
	"runtime/debug"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// Call takes one call through the gate and answers it; see [Gate.Calls]. Calls that a model makes
// in one turn belong into one call of Calls, since they are one attempt.
func (g *Gate) Call(ctx context.Context, turn Turn, call runtime.ToolCall) runtime.ToolOutput {
	return g.Calls(ctx, turn, []runtime.ToolCall{call})[0]
}

// Calls takes the calls of one turn of the model through the gate, one after another, and answers
// each once, in their order. Of several calls with one ID only the first is taken, as in
// [runtime.Toolset.ConvertCalls]: providers refuse two answers to one ID.
//
// A call that is delivered once more, under the ID that it has had in its thread before, is not made
// again: it gets the answer that it had. That is known of the last 4,096 calls of a gate, for 24 hours;
// of their results, the last 16 MiB are kept. [WithMemory] has it known beyond the gate. Another call under such an ID is not made, with
// [ErrConflict]: for a provider whose IDs repeat, as where each turn of the model begins with call_0, the
// turn has a Scope. What was invalid has not used up its ID: the mended call may have the same. A call that came to
// nothing since nobody answered or the caller went away may be made again.
//
// All calls are validated before the first is run, and all that are invalid are one attempt at the
// decision point. Whatever becomes of a call has no influence on those beside it.
//
// An output without Error has a payload: the tool's result, what the approver gave, or, where the
// call was not made for a reason that is no fault, {"status", "tool", "message"} with the status
// "cancelled" (the person said no) or "unasked" (nobody answered). An output with Error has a hint;
// of a call that is invalid once too often the error is a [*CorrectionError]: its hint has the user
// asked the first time, and says to stop every further time.
func (g *Gate) Calls(ctx context.Context, turn Turn, calls []runtime.ToolCall) []runtime.ToolOutput {
	calls = distinct(calls)
	made := make([]runtime.Invocation, len(calls))
	for i, call := range calls {
		if i < len(calls)-1 && call.CutOff() {
			call.StopReason = "" // it came to its end, and is not judged as if it had not
		}
		made[i].Call = call
	}
	return g.run(ctx, turn, made)
}

// Run takes an invocation through the gate and answers it, as Call does with the call that it was
// made of: it is validated again, a person is asked as its tool demands, and only then it is run. It
// has the form of [runtime.Toolset.Run], and takes its place wherever calls have been converted
// before, as in package toolblock:
//
//	p, err := toolblock.New(tools, toolblock.WithExecutor(gate.Run))
//	stream.Feed(preflight.WithTurn(ctx, turn), piece)
//
// The turn is that of the context, see [WithTurn].
func (g *Gate) Run(ctx context.Context, inv runtime.Invocation) runtime.ToolOutput {
	return g.run(ctx, turnOf(ctx), []runtime.Invocation{inv})[0]
}

func (g *Gate) run(ctx context.Context, turn Turn, made []runtime.Invocation) []runtime.ToolOutput {
	outputs := make([]runtime.ToolOutput, len(made))
	if !g.enter() {
		for i := range made {
			outputs[i] = internalOutput(made[i].Call, ErrClosed, "The program is shutting down; nothing was done.")
		}
		return outputs
	}
	defer g.entered.Done()
	t := g.beginTurn(turn)
	passes := make([]*pass, len(made))
	for i := range made {
		passes[i] = g.newPass(ctx, turn, made[i], false)
		passes[i].turn = t
		defer passes[i].leave()
	}
	// A failure counts before anything is run, so that no call is judged by its position.
	for _, p := range passes {
		if p.taken {
			p.count()
		}
	}
	for i, p := range passes {
		outputs[i] = p.answer(ctx)
		p.out = outputs[i]
		p.leave() // and not after the others: it may be approved while a person is asked about one of them
	}
	return outputs
}

// Execute takes a call through the gate that somebody has approved, or that was confirmed elsewhere.
// It is validated again, run, and told and recorded like any other; nobody is asked: for a call that
// nobody has agreed to yet there is [Gate.Run]. An invocation that is invalid by now is blocked, and one
// that was run under its ID before is not run again: it gets the answer that it had. A call that has to be
// approved is never kept from being run by a request for its approval that is still on its way. Of an output
// whose tool was not entered [runtime.WasNotRun] reports so. What the server has filled in, see [runtime.Toolset.Injecting], is what it was when the call was converted. The scope of
// the ID, if it has one, is that of the turn in the context, see [WithTurn].
func (g *Gate) Execute(ctx context.Context, thread string, inv runtime.Invocation) runtime.ToolOutput {
	if !g.enter() {
		return runtime.NotRun(internalOutput(inv.Call, ErrClosed, "The program is shutting down; nothing was done."))
	}
	defer g.entered.Done()
	p := g.newPass(ctx, Turn{Thread: thread, Scope: turnOf(ctx).Scope}, inv, true)
	defer p.leave()
	p.out = p.answer(ctx)
	if !p.running && !p.madeBefore() {
		p.out = runtime.NotRun(p.out)
	}
	return p.out
}

// distinct drops the calls whose ID a call before them has. Calls without an ID are all kept.
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

// answer takes the call through the steps. A panic in what the program has given to the gate, such
// as the texts of questions, ends the call as a fault of the program.
func (p *pass) answer(ctx context.Context) (out runtime.ToolOutput) {
	if p.refusal != "" {
		p.step(StepWriteCheck, StepFailed, p.refusal, 0)
		return *p.before
	}
	if p.before != nil {
		p.step(StepWriteCheck, StepDone, "a call with this ID was answered before", 0)
		return *p.before
	}
	if !p.taken {
		p.step(StepWriteCheck, StepFailed, "a call with this ID is on its way already", 0)
		return internalOutput(p.call, errInFlight, "A call with this ID is on its way already; this one was not made.")
	}
	defer func() {
		if v := recover(); v != nil {
			out = p.caught(&runtime.PanicError{Value: v, Stack: debug.Stack()})
		}
	}()
	if p.turn != nil && p.failure == nil {
		p.attempt = p.g.attempt(p.turn, p.call.Name)
	}
	if p.write {
		p.step(StepWriteCheck, StepPass, "a write tool", 0)
	} else {
		p.step(StepWriteCheck, StepPass, "not a write tool", 0)
	}
	if p.failure != nil {
		return p.blocked()
	}
	if err := ctx.Err(); err != nil {
		return p.abort(StepValidation, err, "The caller went away; nothing was done.")
	}
	if p.write {
		if out, ok := p.agree(ctx); !ok {
			return out
		}
	}
	return p.execute(ctx)
}

// agree does what has to be done between finding that a call of a write tool is valid and running
// it. ok is false where the call ends here.
func (p *pass) agree(ctx context.Context) (out runtime.ToolOutput, ok bool) {
	if !p.agreed {
		p.step(StepValidation, StepPass, "", p.checked)
		if p.spec.Confirm.Tier > 0 && !p.asked {
			if out, ok = p.confirm(ctx); !ok {
				return out, false
			}
		}
		// Between question and answer there may have been hours.
		p.validate(ctx)
		p.count()
		if p.failure != nil {
			return p.blocked(), false
		}
	}
	p.step(StepValidation, StepDone, "", p.checked)
	p.emit(WriteValidation{Tool: p.name(), Status: Passed, FieldsValidated: p.keysTold(), DurationMS: p.checked})
	if p.spec.Approval != nil && !p.agreed {
		return p.approval(ctx), false
	}
	return runtime.ToolOutput{}, true
}

// approval hands the call to the approver.
func (p *pass) approval(ctx context.Context) runtime.ToolOutput {
	began := time.Now()
	p.step(StepApproval, StepRunning, "", 0)
	// From here on somebody may see the call and approve it, and this process may die: whoever is handed the
	// call once more is not to be told that it is on its way.
	p.handOver()
	type handedIn struct {
		out runtime.ToolOutput
		err error
	}
	ctx, cancel := context.WithTimeout(ctx, p.g.cfg.timeout)
	defer cancel()
	h, finished, err := apart(p.g, ctx, func(ctx context.Context) handedIn {
		out, err := p.g.cfg.approver.RequestApproval(ctx, p.thread, *p.inv)
		return handedIn{out, err}
	})
	switch {
	case err != nil:
	case !finished:
		err = context.Cause(ctx)
	default:
		err = h.err
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return p.abort(StepApproval, err, "The call has to be approved, and it is not known whether it was handed in: find out whether it waits for approval before you make it again. It was not run.")
	case err != nil && h.out.Error != nil:
		return p.abort(StepApproval, err, h.out.Error.Message)
	case err != nil:
		return p.abort(StepApproval, err, "The call has to be approved and could not be handed in; it was not made.")
	}
	h.out.CallID = p.call.ID
	detail := "waits for approval"
	if !h.out.Pending {
		detail = "was answered by the approver"
	}
	p.step(StepApproval, StepDone, detail, milliseconds(began))
	return p.end(h.out, OutcomeApproval, p.keysTold())
}
