package preflight

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/toolgen/toolgen/runtime"
)

// callKey names a call.
type callKey struct {
	thread, scope, id string
	// approved is set for the run of a call that has to be approved. Asking for the approval runs nothing, and
	// may go on, or come again, while the call is approved: the one never keeps the other from being made.
	approved bool
}

// ids are the calls of a gate by their IDs.
type ids struct {
	mu       sync.Mutex
	inFlight map[callKey]bool
	answered answers
}

// claim is what the gate knows of a call by its ID.
type claim struct {
	*visit
	key     callKey
	digest  digest
	share   *share              // nil without a memory that is shared
	held    bool                // no call of this ID is on its way, and none was answered: this one is made
	asked   bool                // the call was handed in for approval before, and so was confirmed
	left    bool                // it is not on its way any more
	before  *runtime.ToolOutput // of the call that was answered under this ID
	refusal string              // why before is no such answer
}

// claim notes that a call is on its way, unless one of its ID is or was. Without an ID nobody can tell.
func (v *visit) claim(ctx context.Context) *claim {
	c := &claim{visit: v, key: callKey{thread: v.thread, scope: v.scope, id: v.call.ID, approved: v.agreed() && v.spec.Approval != nil}}
	if v.call.ID != "" {
		c.digest = digestOf(v.call, v.g.tools.MaxArguments())
	}
	if c.take(&v.g.ids); c.held {
		c.takeShared(ctx)
	}
	return c
}

func (c *claim) take(ids *ids) {
	ids.mu.Lock()
	defer ids.mu.Unlock()
	if c.key.id != "" && ids.inFlight[c.key] {
		return
	}
	if c.key.id != "" && c.g.cfg.memory == nil {
		if known := ids.answered.find(answerKey(c.key)); known != nil {
			c.before = c.judge(known)
		}
	}
	if c.before != nil {
		return
	}
	if ids.inFlight == nil {
		ids.inFlight = map[callKey]bool{}
	}
	ids.inFlight[c.key], c.held = true, true
}

// judge is the output for a call whose ID was answered with that, nil where the call is to be made. What was not
// made is made after all where somebody has agreed to it since.
func (c *claim) judge(known *answer) *runtime.ToolOutput {
	if c.agreed() && !known.outcome.Ran() {
		return nil
	}
	was := known.asked
	if c.agreed() || was == (digest{}) {
		was = known.ran
	}
	var out runtime.ToolOutput
	switch {
	case was != c.digest && (known.outcome == OutcomeBlocked || known.outcome == OutcomeHandBack):
		return nil // nothing was done: the mended call may come under the ID of the invalid one
	case was != c.digest:
		out = internalOutput(c.call, ErrConflict, "Another call of this conversation has had this ID; this one was not made. Each call needs an ID of its own.")
	case known.outcome == OutcomeApproval:
		c.asked = true // what has become of it since, the approver knows
		return nil
	case known.size == 0:
		out = internalOutput(c.call, errAnswered, "This call was made before, and what came of it is not kept any more. It was not made again.")
	default:
		out = known.out
		out.Payload = slices.Clone(out.Payload)
	}
	return &out
}

// madeBefore reports whether the call was answered with what was run before it.
func (c *claim) madeBefore() bool {
	return c.before != nil && c.refusal == "" && !errors.Is(causeOf(*c.before), ErrConflict)
}

// leave notes, once, that a call is no longer on its way, and how it has ended.
func (c *claim) leave(e ending) {
	if !c.held || c.left {
		return
	}
	c.left = true
	c.leaveShared(e)
	ids := &c.g.ids
	ids.mu.Lock()
	defer ids.mu.Unlock()
	c.settle(&ids.answered, e)
	delete(ids.inFlight, c.key)
}

// settle notes the answer under the ID of the call, which must not be made once more. Where nothing
// was done and nobody has decided, it may be made again.
func (c *claim) settle(answered *answers, e ending) {
	if c.key.id == "" || c.share != nil || !e.settles() {
		return
	}
	a := &answer{key: answerKey(c.key), outcome: e.outcome, out: e.out}
	if known := answered.find(a.key); known != nil {
		a.asked = known.asked
	}
	if !c.agreed() {
		a.asked = c.digest
	}
	if e.outcome.Ran() {
		a.ran = c.digest
	}
	answered.keep(a)
}
