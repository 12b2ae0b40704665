package preflight

import (
	"errors"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// name is the tool's name as events show it.
func (p *pass) name() string { return cut(p.call.Name, maxLabel) }

func (p *pass) emit(data EventData) { p.g.emit(p.thread, p.id, data) }

func (p *pass) step(name StepName, status StepStatus, detail string, ms int64) {
	p.emit(Step{Tool: p.name(), Step: name, Status: status, Detail: p.mask.Text(cut(detail, maxMessage)), DurationMS: ms})
}

// end tells that the call has ended, once, and gives back its output.
func (p *pass) end(out runtime.ToolOutput, outcome Outcome, fields []string) runtime.ToolOutput {
	if p.ended {
		return out
	}
	p.ended, p.outcome = true, outcome
	result := p.shown(out)
	if p.write {
		p.g.remember(p, outcome, out, result)
	}
	r := Record{
		Thread: p.thread, CallID: p.id, Tool: p.name(), Write: p.write, Attempt: p.attempt,
		Outcome: outcome, Fields: fields, Started: p.started, Duration: time.Since(p.started),
	}
	if p.turn != nil {
		r.Point, r.Query = p.turn.point(), p.mask.Text(cut(p.turn.Query, maxQuery))
	}
	switch {
	case outcome.Ran():
		r.Result = result
	case outcome == OutcomeBlocked, outcome == OutcomeHandBack:
		r.Broken = broken(issuesOf(out.Error))
	}
	p.g.keep(r)
	p.emit(ToolResult{Tool: p.name(), Success: outcome == OutcomeDone, Result: result})
	p.g.record(r)
	return out
}

// shown is what the model reads, as JSON that a person may see.
func (p *pass) shown(out runtime.ToolOutput) []byte {
	if out.Error == nil {
		return p.mask.Result(out.Payload)
	}
	if out.RetryHint == nil {
		return p.mask.Hint(encoded(out.Error))
	}
	return p.mask.Hint(encoded(out.RetryHint))
}

// remember keeps what became of a call of a write tool, for replies that speak of it.
func (g *Gate) remember(p *pass, outcome Outcome, out runtime.ToolOutput, shown []byte) {
	switch outcome {
	case OutcomeBlocked, OutcomeHandBack, OutcomeAborted:
		return // nothing to tell: the tool was not reached
	}
	r := Ran{Tool: p.call.Name, Title: title(p.spec), Outcome: outcome, Unknown: errors.Is(causeOf(out), errUnknownOutcome)}
	if out.Error != nil {
		r.Shown = p.mask.Text(cut(out.Error.Message, maxMessage))
	} else if outcome == OutcomeDone {
		r.Shown = inWords(shown)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	thread := g.threads.at(hashed("thread", p.thread))
	thread.runs = last(thread.runs, r, maxHistory)
	if p.turn != nil {
		reply := g.replies.at(p.turn.replyKey())
		reply.runs = last(reply.runs, r, maxHistory)
	} else {
		thread.agreed = last(thread.agreed, r, maxHistory)
	}
}

// causeOf is the cause of an output's error, nil where there is none.
func causeOf(out runtime.ToolOutput) error {
	if out.Error == nil {
		return nil
	}
	return out.Error
}
