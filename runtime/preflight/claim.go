package preflight

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/canon"
)

// ErrConflict is the cause of the error of a call whose ID was used by another call of its thread: of another
// tool, or with other arguments. A call that was refused as invalid does not count. If a provider reuses IDs,
// [Turn].Scope distinguishes the calls.
var ErrConflict = errors.New("preflight: this ID was already used in the thread")

var (
	errElsewhere = errors.New("a call with this ID is in progress elsewhere, or its outcome is unknown")
	errAnswered  = errors.New("the call was answered before, and the answer is no longer kept")
)

// claim is a call by its ID in the memory of the gate. Calls without an ID have none there.
type claim struct {
	*visit
	ctx    context.Context // not cancelled when the caller goes away
	key    string
	digest string
	by     string // the gate and a random part
	before *entry // before the claim
	mine   *entry // now, while the claim is held
	asked  bool   // the call was submitted for approval before, and so was confirmed

	answer  *runtime.ToolOutput // nil if the call is to be made
	refusal string              // why answer is not the call's own
}

// claim claims a call for this gate, unless it is in progress or was answered.
func (v *visit) claim(ctx context.Context) *claim {
	c := &claim{visit: v, ctx: context.WithoutCancel(ctx)}
	if v.call.ID == "" {
		return c
	}
	parts := []string{"answer", v.turn.Thread, v.turn.Scope, v.call.ID}
	if v.agreed() && v.spec.Approval != nil {
		// Asking for approval runs nothing, and may go on, or come again, while the approved call runs. Neither keeps
		// the other from being made.
		parts[0] = "approved"
	}
	if v.turn.Scope == "" {
		parts = slices.Delete(parts, 2, 3)
	}
	c.key, c.digest = hashed(parts...), digestOf(v.call, v.g.tools.MaxArguments())
	c.by = v.g.name + "-" + rand.Text()
	for range 8 { // others may come and go
		mine := &entry{State: stateTaken, By: c.by}
		mine.Until = time.Now().Add(v.g.cfg.asking.timeout + v.g.cfg.timeout + memoryTimeout)
		stored, swapped, err := v.g.calls.swap(c.ctx, c.key, c.before, mine)
		if err != nil {
			// The swap may have taken place, and the call must not be blocked until the claim ends.
			c.mine = mine
			c.put(c.before)
			c.refuse(err, "It cannot be determined whether this call was made before; it was not made.")
			return c
		}
		if swapped {
			c.mine = mine
			return c
		}
		if c.before = stored; stored == nil {
			continue
		}
		if c.judge(stored); c.answer != nil {
			return c
		}
	}
	c.inProgress()
	return c
}

// maxDigested is how much of arguments beyond the limit counts, in bytes.
const maxDigested = 4 << 10

// digestOf is equal for calls of one tool whose arguments are equal as JSON, since a repeated delivery may be
// formatted differently. Arguments that are not JSON, or that are ambiguous, are compared as text: otherwise a
// corrected call would be taken for the one that was refused. Of arguments beyond the limit only the beginning is
// read: they are refused in any case.
func digestOf(call runtime.ToolCall, limit int) string {
	parts := []string{call.Name, call.Arguments}
	if n := len(call.Arguments); n > limit {
		parts = []string{"beyond", call.Name, strconv.Itoa(n), call.Arguments[:min(n, maxDigested)]}
	} else if args, err := canon.JSON([]byte(call.Arguments)); err == nil {
		parts[1] = string(args)
	}
	return hex.EncodeToString([]byte(hashed(parts...)))
}

// judge sets the answer to a call with an entry in the memory, if the call is not to be made.
func (c *claim) judge(known *entry) {
	switch known.State {
	case stateTaken:
		// A call that needs approval is taken from another gate, which may have died: both submit it to the approver,
		// which has one record per ID, while waiting would leave the call unseen until the claim ends.
		ours := strings.HasPrefix(known.By, c.g.name+"-")
		if ours || time.Now().Before(known.Until) && (c.spec.Approval == nil || c.agreed()) {
			c.inProgress()
		}
	case stateRunning:
		c.refuse(errElsewhere, "A call with this ID was started, and its outcome has not been recorded: it is not known whether the tool "+
			"has done its work. This call was not made; find out before you make a new one.")
	case stateAnswered:
		c.answer = c.answered(known)
	default:
		c.refuse(errElsewhere, "The record of an earlier call with this ID cannot be read; this one was not made.")
	}
}

// answered returns the output for a call that was answered before, nil if it is to be made. A call that was not made
// is made after all if somebody has agreed to it since.
func (c *claim) answered(known *entry) *runtime.ToolOutput {
	if c.agreed() && !known.Outcome.Ran() {
		return nil
	}
	was := known.Asked
	if c.agreed() || was == "" {
		was = known.Ran
	}
	var out runtime.ToolOutput
	switch {
	case was != c.digest && (known.Outcome == OutcomeBlocked || known.Outcome == OutcomeHandBack):
		return nil // nothing was done: the corrected call may have the ID of the invalid one
	case was != c.digest:
		out = c.call.Failed(runtime.FailureInternal,
			"This ID was already used in this conversation; the call was not made. Each call needs an ID of its own.", ErrConflict)
	case known.Outcome == OutcomeApproval:
		c.asked = true // what has become of it since, the approver knows
		return nil
	case known.Output == nil:
		message := "This call was answered before and not made, and the answer is no longer kept. It is not made now."
		if known.Outcome.Ran() {
			message = "This call was made before, and its result is no longer kept. It was not made again."
		}
		out = c.call.Failed(runtime.FailureInternal, message, errAnswered)
	default:
		out = *known.Output
		out.Payload = slices.Clone(out.Payload)
	}
	return &out
}

// refuse answers a call without making it.
func (c *claim) refuse(cause error, message string) {
	out := c.call.Failed(runtime.FailureInternal, message, cause)
	c.answer, c.refusal = &out, message
}

func (c *claim) inProgress() {
	c.refuse(errElsewhere, "A call with this ID is in progress; this one was not made.")
}

// maybeMade reports whether a call that was not made here may have been made by an earlier delivery, or elsewhere.
func (c *claim) maybeMade(out runtime.ToolOutput) bool {
	cause := causeOf(out)
	return errors.Is(cause, errElsewhere) || c.answer != nil && c.refusal == "" && !errors.Is(cause, ErrConflict)
}

// begin records that the tool is about to run. After an error it must not run.
func (c *claim) begin(ctx context.Context) error {
	if c.mine != nil {
		next := &entry{State: stateRunning, By: c.by}
		_, swapped, err := c.g.calls.swap(c.ctx, c.key, c.mine, next)
		switch {
		case err != nil:
			return err
		case !swapped:
			return errElsewhere
		}
		c.mine = next
	}
	return ctx.Err()
}

// submit records that the call is submitted for approval. It may be submitted again: the approver recognises it.
func (c *claim) submit() {
	if c.mine != nil {
		c.put(&entry{State: stateAnswered, By: c.by, Outcome: OutcomeApproval, Asked: c.digest})
	}
}

// leave records, once, how the call has ended, or restores the entry before it if nothing was done and nobody has
// decided. If that fails, the outcome of the call counts as unknown.
func (c *claim) leave(e ending) {
	if c.mine == nil || c.answer != nil {
		return
	}
	next := c.before
	if e.settles() {
		next = &entry{State: stateAnswered, By: c.by, Outcome: e.outcome, Output: &e.out}
		if c.before != nil {
			next.Asked = c.before.Asked
		}
		if !c.agreed() {
			next.Asked = c.digest
		}
		if e.outcome.Ran() {
			next.Ran = c.digest
		}
	}
	c.put(next)
	c.mine = nil
}

// putTries is how often the end of a call is written to a memory that fails.
const putTries = 3

// put replaces the entry of this gate by next. It retries for no longer than memoryTimeout, since the caller waits.
func (c *claim) put(next *entry) {
	ctx, cancel := context.WithTimeout(c.ctx, memoryTimeout)
	defer cancel()
	for range putTries {
		stored, swapped, err := c.g.calls.swap(ctx, c.key, c.mine, next)
		switch {
		case swapped:
			c.mine = next
			return
		case ctx.Err() != nil:
			return
		case err != nil:
			continue
		case stored == nil || stored.By != c.by:
			return // next was stored before the failure, or another gate has taken the call over
		}
		c.mine = stored // stored before a failure
		if next != nil && stored.State == next.State {
			return
		}
	}
}
