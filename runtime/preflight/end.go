package preflight

import (
	"errors"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/backend"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// ending is the outcome of a call. The zero value is a call that the gate did not take.
type ending struct {
	out     runtime.ToolOutput
	outcome Outcome
	fields  []string // as in Record
	attempt int      // 0 stands for the attempt of the verdict
}

// settles reports whether the outcome is final.
func (e *ending) settles() bool {
	return e.outcome != "" && e.outcome != OutcomeAborted && e.outcome != OutcomeUnasked
}

// name returns the tool's name for events.
func (v *visit) name() string { return show.Line(v.call.Name, maxLabel) }

func (v *visit) emit(data EventData) { v.g.audience.emit(v.turn.Thread, v.id, data) }

func (v *visit) step(name StepName, status StepStatus, detail string, ms int64) {
	v.emit(Step{Tool: v.name(), Step: name, Status: status, Detail: v.mask.Text(show.Line(detail, maxMessage)), DurationMS: ms})
}

// end reports the outcome of the call to everybody who watches.
func (v *visit) end(e ending) ending {
	result := v.shown(e.out)
	if v.write && (e.outcome.Ran() || e.outcome == OutcomeCancelled || e.outcome == OutcomeUnasked || e.outcome == OutcomeApproval) {
		r := run{Ran: v.ran(e, result), id: v.id, agreed: v.agreed()}
		if !v.agreed() {
			r.reply = v.turn.replyKey()
		}
		v.g.past.note(v.turn.Thread, r)
	}
	r := Record{
		Thread: v.turn.Thread, CallID: v.id, Tool: v.name(), Write: v.write, Attempt: e.attempt,
		Outcome: e.outcome, Fields: e.fields, Started: v.started, Duration: time.Since(v.started),
	}
	if !v.agreed() {
		r.Point, r.Query = v.turn.point(), v.mask.Text(show.Line(v.turn.Query, maxQuery))
	}
	switch {
	case e.outcome.Ran():
		r.Result = result
	case e.outcome == OutcomeBlocked, e.outcome == OutcomeHandBack:
		r.Broken = broken(issuesOf(e.out.Error))
	}
	v.g.audience.keep(r)
	v.emit(ToolResult{Tool: v.name(), Success: e.outcome == OutcomeDone, Result: result})
	v.g.audience.record(r)
	return e
}

// shown returns what the model reads, as masked JSON.
func (v *visit) shown(out runtime.ToolOutput) []byte {
	if out.Error == nil {
		return v.mask.Result(out.Payload)
	}
	if out.RetryHint == nil {
		return v.mask.Hint(show.JSON(out.Error))
	}
	return v.mask.Hint(show.JSON(out.RetryHint))
}

// ran returns what people read about a completed call.
func (v *visit) ran(e ending, shown []byte) Ran {
	r := Ran{Tool: v.call.Name, Title: title(v.spec), Outcome: e.outcome, Unknown: errors.Is(causeOf(e.out), errUnknownOutcome)}
	h := e.out.RetryHint
	given, known := errors.AsType[*backend.Error](causeOf(e.out))
	mayBeDone := h != nil && h.Kind == string(backend.Timeout) && !(known && given.NotDone)
	r.Unknown = r.Unknown || mayBeDone || h != nil && h.Kind == string(backend.UnknownOutcome)
	switch {
	case e.out.Error != nil:
		r.Shown = v.mask.Text(show.Line(e.out.Error.Message, maxMessage))
	case e.outcome == OutcomeDone:
		r.Shown = scalars(shown)
	case e.outcome == OutcomeFailed && h != nil:
		r.Shown = v.mask.Text(show.Line(h.Message, maxMessage))
	}
	return r
}

// causeOf returns the error of an output, or nil.
func causeOf(out runtime.ToolOutput) error {
	if out.Error == nil {
		return nil
	}
	return out.Error
}

const faultOfProgram = "The call failed because of a fault of the program; other arguments would not help."

// abort ends a call that was not run, for a reason outside of model and person.
func (v *visit) abort(at StepName, cause error, message string) ending {
	v.step(at, StepFailed, message, 0)
	return ending{out: v.call.Failed(runtime.FailureInternal, message, cause), outcome: OutcomeAborted}
}

// notMade returns the output of a call that was not made although nothing failed.
func notMade(call runtime.ToolCall, status, message string) runtime.ToolOutput {
	return runtime.ToolOutput{CallID: call.ID, Payload: show.JSON(struct {
		Status  string `json:"status"`
		Tool    string `json:"tool"`
		Message string `json:"message"`
	}{status, show.Line(call.Name, maxLabel), message})}
}
