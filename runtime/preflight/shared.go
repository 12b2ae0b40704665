package preflight

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// Memory remembers which calls were made, and their answers, for gates that share it: those of several
// processes, or of a process and the one that is started after it. Package callstore has one in a
// database.
//
// CompareAndSwap puts next in place of what is stored under key, if that is prev, and reports
// whether it has; nil stands for nothing, as prev and as next. stored is what is there then, the same
// as next where it was swapped. It must be atomic among all who share the memory. A key is short text;
// a value is JSON of up to a MiB, and has what tools return as it is.
type Memory interface {
	CompareAndSwap(ctx context.Context, key string, prev, next []byte) (stored []byte, swapped bool, err error)
}

// WithMemory has the gate remember calls by their IDs in a memory that it may share with other gates,
// instead of in its own, which ends with it. A call that two gates get under one ID is made by one of
// them, and the other tells that, or what came of it. Where the memory cannot be asked, no call with an
// ID is made.
//
// A call that was begun and not ended, because its process died, is not made again either: nobody knows
// whether the tool has done its work. One that died before, while a person was asked, may be made again
// once that person could not answer any more.
func WithMemory(m Memory) Option { return Option{func(c *config) { c.memory = m }} }

const (
	memoryTimeout  = 10 * time.Second
	maxSharedValue = 1 << 20 // bytes of what a memory is given; of a longer result it has none
)

var (
	errElsewhere = errors.New("a call with this ID was begun elsewhere, and nothing is known of its end")
	errTakenOver = errors.New("another gate has taken the call over")
	errMemory    = errors.New("preflight: the memory of calls failed")
)

const unreadable = "What is known of an earlier call with this ID cannot be read; this one was not made."

// sharedState is how far a call has come.
type sharedState string

const (
	sharedTaken    sharedState = "taken"    // nothing was done yet
	sharedRunning  sharedState = "running"  // the tool was begun
	sharedAnswered sharedState = "answered" //
)

// sharedCall is what a memory has of a call.
type sharedCall struct {
	State   sharedState         `json:"state"`
	By      string              `json:"by,omitempty"`    // whoever has it
	Until   time.Time           `json:"until,omitzero"`  // of a call that was taken: it is dead from then on
	Asked   string              `json:"asked,omitempty"` // as in answer
	Ran     string              `json:"ran,omitempty"`
	Outcome Outcome             `json:"outcome,omitempty"`
	Output  *runtime.ToolOutput `json:"output,omitempty"` // nil where it is not kept
}

// share is the place of a call in the memory.
type share struct {
	key    string
	ctx    context.Context // which a caller that goes away does not end
	before []byte          // what was there
	known  *sharedCall     // the same
	mine   []byte          // what is there now
	unsure []byte          // or this, where the memory failed when it was asked to put it there
}

// takeShared takes a call for this gate, unless another has it or it was answered. A call that has to be
// approved is taken from a gate that may have died with it: what both do is to hand it in, and the approver
// has one record for one ID, while waiting would leave the call unseen until the claim ends.
func (c *claim) takeShared(ctx context.Context) {
	if c.g.cfg.memory == nil || c.call.ID == "" || ctx.Err() != nil { // of which nothing will come
		return
	}
	s := &share{key: hex.EncodeToString([]byte(answerKey(c.key))), ctx: context.WithoutCancel(ctx)}
	for range 8 { // others may come and go
		next := sharedCall{
			State: sharedTaken, By: rand.Text(), Until: time.Now().Add(c.g.cfg.asking.timeout + c.g.cfg.timeout + memoryTimeout),
		}
		mine := encoded(next)
		stored, swapped, err := c.g.swap(s.ctx, s.key, s.before, mine)
		switch {
		case err != nil:
			// It may have been swapped all the same, and the call must not wait for its time to be over.
			s.mine = mine
			s.put(c.g, s.before)
			c.refuse(err, "It cannot be found out whether this call was made before; it was not made.")
			return
		case swapped:
			s.mine = mine
			c.share = s
			return
		}
		s.before, s.known = stored, nil
		if stored == nil {
			continue
		}
		known := &sharedCall{}
		if err := json.Unmarshal(stored, known); err != nil {
			c.refuse(fmt.Errorf("%w: %w", errMemory, err), unreadable)
			return
		}
		switch {
		case known.State == sharedRunning:
			c.refuse(errElsewhere, "This call is being made elsewhere, or was when that ended: it is not known whether the tool has done its work. It was not made again; find out before you make it anew.")
			return
		case known.State == sharedTaken && time.Now().Before(known.Until) && (c.spec.Approval == nil || c.agreed()):
			c.refuse(errInFlight, "A call with this ID is on its way already; this one was not made.")
			return
		case known.State == sharedAnswered:
			s.known = known
			if out := c.judge(known.answer()); out != nil {
				c.refuseWith(out)
				return
			}
		case known.State != sharedTaken:
			c.refuse(errMemory, unreadable)
			return
		}
	}
	c.refuse(errInFlight, "A call with this ID is on its way already; this one was not made.")
}

// refuse answers a call without making it.
func (c *claim) refuse(cause error, message string) {
	out := internalOutput(c.call, cause, message)
	c.refusal = message
	c.refuseWith(&out)
}

func (c *claim) refuseWith(out *runtime.ToolOutput) {
	c.before, c.held = out, false
	c.g.ids.mu.Lock()
	defer c.g.ids.mu.Unlock()
	delete(c.g.ids.inFlight, c.key)
}

// runShared notes that the tool is about to be run. Its error means that it must not be.
func (c *claim) runShared(ctx context.Context) error {
	s := c.share
	if s == nil {
		return nil
	}
	next := encoded(sharedCall{State: sharedRunning, By: rand.Text()})
	_, swapped, err := c.g.swap(s.ctx, s.key, s.mine, next)
	switch {
	case err != nil:
		s.unsure = next
		return err
	case !swapped:
		return errTakenOver
	}
	s.mine = next
	return ctx.Err() // in which case nothing was done
}

// leaveShared notes what the call has come to, or puts back what was there where nothing was done. Where
// it cannot, the call is taken for one of which nothing is known.
func (c *claim) leaveShared(e ending) {
	s := c.share
	if s == nil {
		return
	}
	next := s.before
	if e.settles() {
		kept := sharedCall{State: sharedAnswered, Outcome: e.outcome}
		if s.known != nil {
			kept.Asked = s.known.Asked
		}
		if !c.agreed() {
			kept.Asked = hex.EncodeToString(c.digest[:])
		}
		if e.outcome.Ran() {
			kept.Ran = hex.EncodeToString(c.digest[:])
		}
		if len(e.out.Payload) < maxSharedValue { // what is longer does not get shorter
			kept.Output = &e.out
		}
		text, err := json.Marshal(kept)
		if err != nil || len(text) > maxSharedValue { // err of an approver's payload that is no JSON
			kept.Output = nil
			text = encoded(kept)
		}
		next = text
	}
	s.put(c.g, next)
}

// handOver notes that the call is handed in for approval. It may be handed in once more: the approver knows it.
func (c *claim) handOver() {
	if c.share != nil {
		c.share.put(c.g, encoded(sharedCall{State: sharedAnswered, Outcome: OutcomeApproval, Asked: hex.EncodeToString(c.digest[:])}))
	}
}

// putTries is how often a memory that fails is asked to note how a call has ended.
const putTries = 3

// put has the memory hold next in place of what this gate has put there. It is tried again for no longer
// than one call of the memory may take: whoever has made the call waits.
func (s *share) put(g *Gate, next []byte) {
	ctx, cancel := context.WithTimeout(s.ctx, memoryTimeout)
	defer cancel()
	for range putTries {
		stored, swapped, err := g.swap(ctx, s.key, s.mine, next)
		switch {
		case swapped:
			s.mine, s.unsure = next, nil
			return
		case ctx.Err() != nil:
			return
		case err != nil:
		case s.unsure != nil && bytes.Equal(stored, s.unsure):
			s.mine, s.unsure = s.unsure, nil
		case next != nil && bytes.Equal(stored, next):
			s.mine = next
			return
		default:
			return // it was there before the memory failed, or another gate has taken the call over
		}
	}
}

// answer is what the memory has of a call that was answered.
func (c *sharedCall) answer() *answer {
	a := &answer{outcome: c.Outcome}
	for text, d := range map[*string]*digest{&c.Asked: &a.asked, &c.Ran: &a.ran} {
		if raw, err := hex.DecodeString(*text); err == nil {
			copy(d[:], raw)
		}
	}
	if c.Output != nil {
		a.out = *c.Output
		a.size = 1 + len(a.out.Payload)
	}
	return a
}

// swap asks the memory, for no longer than a while.
func (g *Gate) swap(ctx context.Context, key string, prev, next []byte) (stored []byte, swapped bool, err error) {
	type outcome struct {
		stored  []byte
		swapped bool
		err     error
	}
	ctx, cancel := context.WithTimeout(ctx, memoryTimeout)
	defer cancel()
	o, finished, caught := apart(&g.life, ctx, func(ctx context.Context) (o outcome) {
		o.stored, o.swapped, o.err = g.cfg.memory.CompareAndSwap(ctx, key, slices.Clone(prev), slices.Clone(next))
		return o
	})
	switch {
	case caught != nil:
		o.err = caught
	case !finished:
		o.err = context.Cause(ctx)
	}
	if o.err != nil {
		return nil, false, fmt.Errorf("%w: %w", errMemory, o.err)
	}
	return o.stored, o.swapped, nil
}
