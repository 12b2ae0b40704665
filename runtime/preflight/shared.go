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

// Memory stores which calls were made, and their answers, for gates that share it: those of several processes, or
// of a process and its successor. Package callstore implements it with a database.
//
// CompareAndSwap replaces the value under key by next if it is prev, and reports whether it did; nil means no
// value, as prev and as next. stored is the value afterwards. It must be atomic among all users of the memory. A
// key is short text; a value is JSON of up to 1 MiB and contains results of tools unmasked.
type Memory interface {
	CompareAndSwap(ctx context.Context, key string, prev, next []byte) (stored []byte, swapped bool, err error)
}

// WithMemory has the gate remember calls by their IDs in a memory that other gates may share, instead of in its
// own, which ends with it. If two gates get a call with one ID, one of them makes it, and the other reports that, or
// its result. If the memory fails, no call with an ID is made.
//
// A call that was begun when its process died is not made again: nobody knows whether the tool has done its work. A
// call that died earlier, while a person was asked, may be made again after the question would have expired.
func WithMemory(m Memory) Option { return Option{func(c *config) { c.memory = m }} }

const (
	memoryTimeout  = 10 * time.Second
	maxSharedValue = 1 << 20 // bytes of a value; longer results are not stored
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
	sharedTaken    sharedState = "taken"    // the tool was not begun yet
	sharedRunning  sharedState = "running"  // the tool was begun
	sharedAnswered sharedState = "answered" //
)

// sharedCall is the entry of a call in a memory.
type sharedCall struct {
	State   sharedState         `json:"state"`
	By      string              `json:"by,omitempty"`    // the owner
	Until   time.Time           `json:"until,omitzero"`  // when a claim ends whose owner died
	Asked   string              `json:"asked,omitempty"` // as in answer
	Ran     string              `json:"ran,omitempty"`
	Outcome Outcome             `json:"outcome,omitempty"`
	Output  *runtime.ToolOutput `json:"output,omitempty"` // nil if it is not stored
}

// share is the claim of a call in the memory.
type share struct {
	key    string
	ctx    context.Context // not cancelled when the caller goes away
	before []byte          // the entry before the claim
	known  *sharedCall     // before, parsed
	mine   []byte          // the entry now
	unsure []byte          // the entry if a swap that failed did take place
}

// takeShared claims a call for this gate, unless another gate has it or it was answered. A call that needs approval
// is taken from another gate, which may have died: both submit it to the approver, which has one record per ID, while
// waiting would leave the call unseen until the claim ends.
func (c *claim) takeShared(ctx context.Context) {
	if c.g.cfg.memory == nil || c.call.ID == "" || ctx.Err() != nil { // a cancelled call is aborted later
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
			// The swap may have taken place, and the call must not be blocked until the claim ends.
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

// runShared records that the tool is about to run. After an error it must not run.
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
	return ctx.Err() // nothing was done
}

// leaveShared records how the call has ended, or restores the entry before it if nothing was done. If that fails,
// the outcome of the call counts as unknown.
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

// handOver records that the call is submitted for approval. It may be submitted again: the approver recognises it.
func (c *claim) handOver() {
	if c.share != nil {
		c.share.put(c.g, encoded(sharedCall{State: sharedAnswered, Outcome: OutcomeApproval, Asked: hex.EncodeToString(c.digest[:])}))
	}
}

// putTries is how often the end of a call is written to a memory that fails.
const putTries = 3

// put replaces the entry of this gate by next. It retries for no longer than memoryTimeout, since the caller waits.
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
			return // next was stored before the failure, or another gate has taken the call over
		}
	}
}

// answer converts the entry of a call that was answered.
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

// swap calls the memory, with a timeout.
func (g *Gate) swap(ctx context.Context, key string, prev, next []byte) (stored []byte, swapped bool, err error) {
	type outcome struct {
		stored  []byte
		swapped bool
		err     error
	}
	ctx, cancel := context.WithTimeout(ctx, memoryTimeout)
	defer cancel()
	o, finished, caught := apart(ctx, &g.life, func(ctx context.Context) (o outcome) {
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
