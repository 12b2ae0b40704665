package preflight

import (
	"context"
	"crypto/rand"
	"slices"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/mask"
)

// pass is the way of one call through the gate.
type pass struct {
	g       *Gate
	turn    *turnState // nil for a call that was agreed to elsewhere
	thread  string
	scope   string
	given   runtime.Invocation // the call, perhaps converted already
	call    runtime.ToolCall
	id      string // of the call, or where it has none one of the gate's
	spec    *runtime.ToolSpec
	write   bool
	agreed  bool   // nobody is asked
	asked   bool   // the call was handed in for approval before, and so was confirmed
	share   *share // nil without a memory that is shared
	taken   bool   // no call of this ID is on its way, and none was answered
	left    bool   // it is not on its way any more
	digest  digest
	before  *runtime.ToolOutput // of the call that was answered under this ID
	refusal string              // why before is no such answer
	started time.Time

	inv     *runtime.Invocation
	failure *runtime.CallFailure
	checked int64 // how long the validation took, in milliseconds
	attempt int
	action  runtime.Action // what the model is to do about an invalid call
	mask    *mask.Mask
	running bool // the tool was begun
	ended   bool
	outcome Outcome
	out     runtime.ToolOutput // what the call is answered with
}

// newPass validates a call silently, unless one of its ID is on its way or was answered.
func (g *Gate) newPass(ctx context.Context, turn Turn, inv runtime.Invocation, agreed bool) *pass {
	call := inv.Call
	p := &pass{g: g, thread: turn.Thread, scope: turn.Scope, given: inv, call: call, id: idOf(call), spec: &runtime.ToolSpec{}, agreed: agreed, started: time.Now(), attempt: 1}
	if tool, ok := g.tools.Lookup(call.Name); ok {
		p.spec, p.write = specOf(tool), g.writes[call.Name]
	}
	if p.take(); p.taken {
		p.takeShared(ctx)
	}
	if p.taken {
		p.validate(ctx)
	}
	return p
}

// ownID begins the IDs that the gate gives to calls without one.
const ownID = "gate-"

// idOf is the ID by which events, questions and records name a call. One that came without gets one of the
// gate's there, so that people can be asked about it and answer; towards the model it stays without.
func idOf(call runtime.ToolCall) string {
	if call.ID == "" {
		return ownID + rand.Text()
	}
	return call.ID
}

func (p *pass) callKey() callKey {
	return callKey{thread: p.thread, scope: p.scope, id: p.call.ID, approved: p.agreed && p.spec.Approval != nil}
}

// take notes that a call is on its way, unless one of its ID is or was. Without an ID nobody can tell.
func (p *pass) take() {
	key := p.callKey()
	if p.call.ID != "" {
		p.digest = digestOf(p.call, p.g.tools.MaxArguments())
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

// leave notes, once, that a call is no longer on its way, and what it was answered with.
func (p *pass) leave() {
	if !p.taken || p.left {
		return
	}
	p.left = true
	p.leaveShared()
	p.g.mu.Lock()
	defer p.g.mu.Unlock()
	p.g.settleID(p)
	delete(p.g.inFlight, p.callKey())
}

// validate checks the call against schema and rules. A call that was converted before stays what it
// was then: what the server has filled in is not asked for again.
func (p *pass) validate(ctx context.Context) {
	began := time.Now()
	inv, failure := p.g.tools.Revalidate(ctx, p.given)
	p.checked = milliseconds(began)
	p.inv, p.failure = nil, failure
	text := []byte(p.call.Arguments)
	if failure == nil {
		p.inv, p.given = &inv, inv
		text = inv.Raw
	}
	if len(text) > p.g.tools.MaxArguments() {
		text = nil
	}
	p.mask = mask.New(p.spec, text)
}

// keys names the fields of the arguments that people may know of, in their order.
func (p *pass) keys() []string {
	return topKeys(p.inv.Raw, func(key string) bool {
		path := runtime.JoinKey("", key)
		return slices.ContainsFunc(p.spec.AllFields(), func(f runtime.FieldSpec) bool { return f.Injected && f.Path == path })
	})
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
