package preflight

import (
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// pass is the way of one call through the gate.
type pass struct {
	g       *Gate
	turn    *turnState // nil for a call that was agreed to elsewhere
	thread  string
	call    runtime.ToolCall
	spec    *runtime.ToolSpec
	write   bool
	agreed  bool // nobody is asked
	taken   bool // no call of this ID is on its way, and none was answered
	digest  digest
	before  *runtime.ToolOutput // of the call that was answered under this ID
	started time.Time

	inv     *runtime.Invocation
	failure *runtime.CallFailure
	checked int64 // how long the validation took, in milliseconds
	attempt int
	action  runtime.Action // what the model is to do about an invalid call
	mask    *mask
	running bool // the tool was begun
	ended   bool
	outcome Outcome
	out     runtime.ToolOutput // what the call is answered with
}

// newPass validates a call silently, unless one of its ID is on its way or was answered.
func (g *Gate) newPass(thread string, call runtime.ToolCall, agreed bool) *pass {
	p := &pass{g: g, thread: thread, call: call, spec: &runtime.ToolSpec{}, agreed: agreed, started: time.Now(), attempt: 1}
	if tool, ok := g.tools.Lookup(call.Name); ok {
		p.spec, p.write = specOf(tool), g.writes[call.Name]
	}
	if p.take(); p.taken {
		p.validate()
	}
	return p
}

// take notes that a call is on its way, unless one of its ID is or was. Without an ID nobody can tell.
func (p *pass) take() {
	key := callKey{p.thread, p.call.ID}
	if p.call.ID != "" {
		p.digest = digestOf(p.call)
	}
	p.g.mu.Lock()
	defer p.g.mu.Unlock()
	if p.call.ID != "" && p.g.inFlight[key] {
		return
	}
	if p.before = p.g.again(p); p.before == nil {
		p.g.inFlight[key] = true
		p.taken = true
	}
}

// leave notes that a call is no longer on its way, and what it was answered with.
func (p *pass) leave() {
	p.g.mu.Lock()
	defer p.g.mu.Unlock()
	p.g.settleID(p)
	delete(p.g.inFlight, callKey{p.thread, p.call.ID})
}

// validate holds the call against schema and rules.
func (p *pass) validate() {
	began := time.Now()
	invocations, failures := p.g.tools.ConvertCalls([]runtime.ToolCall{p.call})
	p.checked = milliseconds(began)
	p.inv, p.failure = nil, nil
	text := []byte(p.call.Arguments)
	if len(invocations) > 0 {
		p.inv = &invocations[0]
		text = p.inv.Raw
	} else {
		p.failure = &failures[0]
	}
	p.mask = newMask(p.spec, text)
}

// count counts an invalid call at the decision point.
func (p *pass) count() {
	if p.failure != nil && modelsFault(p.failure.Error.Kind) {
		p.attempt, p.action = p.g.fail(p.turn, p.call.Name)
	}
}

// modelsFault reports whether a model can do something about a failure.
func modelsFault(kind runtime.FailureKind) bool {
	switch kind {
	case runtime.FailureParse, runtime.FailureValidation, runtime.FailureToolNotFound:
		return true
	}
	return false
}
