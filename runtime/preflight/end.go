package preflight

import (
	"errors"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/backend"
)

// ending is the outcome of a call. The zero value is a call that the gate did not take.
type ending struct {
	out     runtime.ToolOutput
	outcome Outcome
	fields  []string // as in Record
	attempt int      // 0 is that of the verdict
	entered bool     // the tool was begun
}

// settles reports whether the call has ended in a way that stays.
func (e *ending) settles() bool {
	return e.outcome != "" && e.outcome != OutcomeAborted && e.outcome != OutcomeUnasked
}

// name is the tool's name as events show it.
func (v *visit) name() string { return cut(v.call.Name, maxLabel) }

func (v *visit) emit(data EventData) { v.g.audience.emit(v.thread, v.id, data) }

func (v *visit) step(name StepName, status StepStatus, detail string, ms int64) {
	v.emit(Step{Tool: v.name(), Step: name, Status: status, Detail: v.mask.Text(cut(detail, maxMessage)), DurationMS: ms})
}

// end tells how the call has ended.
func (v *visit) end(e ending) ending {
	result := v.shown(e.out)
	if v.write && (e.outcome.Ran() || e.outcome == OutcomeCancelled || e.outcome == OutcomeUnasked || e.outcome == OutcomeApproval) {
		v.g.past.note(v.thread, v.turn, v.ran(e, result))
	}
	r := Record{
		Thread: v.thread, CallID: v.id, Tool: v.name(), Write: v.write, Attempt: e.attempt,
		Outcome: e.outcome, Fields: e.fields, Started: v.started, Duration: time.Since(v.started),
	}
	if v.turn != nil {
		r.Point, r.Query = v.turn.point(), v.mask.Text(cut(v.turn.Query, maxQuery))
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

// shown is what the model reads, as JSON that a person may see.
func (v *visit) shown(out runtime.ToolOutput) []byte {
	if out.Error == nil {
		return v.mask.Result(out.Payload)
	}
	if out.RetryHint == nil {
		return v.mask.Hint(encoded(out.Error))
	}
	return v.mask.Hint(encoded(out.RetryHint))
}

// ran is what people are told about a call that has ended.
func (v *visit) ran(e ending, shown []byte) Ran {
	r := Ran{Tool: v.call.Name, Title: title(v.spec), Outcome: e.outcome, Unknown: errors.Is(causeOf(e.out), errUnknownOutcome)}
	h := e.out.RetryHint
	r.Unknown = r.Unknown || h != nil && h.Kind == string(backend.UnknownOutcome)
	switch {
	case e.out.Error != nil:
		r.Shown = v.mask.Text(cut(e.out.Error.Message, maxMessage))
	case e.outcome == OutcomeDone:
		r.Shown = inWords(shown)
	case e.outcome == OutcomeFailed && h != nil:
		r.Shown = v.mask.Text(cut(h.Message, maxMessage))
	}
	return r
}

// causeOf is the cause of an output's error, nil where there is none.
func causeOf(out runtime.ToolOutput) error {
	if out.Error == nil {
		return nil
	}
	return out.Error
}
