package preflight

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// Gate is what calls go through on their way to the tools of a set. It is made by [New], for use
// by many goroutines at once, and ended by [Gate.Close].
type Gate struct {
	cfg       config
	tools     *runtime.Toolset
	writes    map[string]bool
	confirmer Confirmer
	ledger    runtime.Ledger
	questions pendingQuestions
	sinks     []*queue[Event]
	recorders []*queue[Record]
	keepers   []*keeper

	mu       sync.Mutex
	closed   bool
	points   memory[decisionPoint]
	replies  memory[history] // by thread and query
	threads  memory[history] // by thread
	inFlight map[callKey]bool
	answered answers

	entered  sync.WaitGroup  // calls into the gate
	handlers sync.WaitGroup  // handlers, confirmers and approvers, which may outlast their call
	base     context.Context // ended by Close: questions end with it
	stop     context.CancelCauseFunc
}

// callKey names a call.
type callKey struct {
	thread, scope, id string
	// approved is set for the run of a call that has to be approved. Asking for the approval runs nothing, and
	// may go on, or come again, while the call is approved: the one never keeps the other from being made.
	approved bool
}

// ErrClosed is why a gate takes no calls any more.
var ErrClosed = errors.New("preflight: the gate is closed")

// New makes a gate in front of the tools. It fails if a tool needs to be confirmed and nobody could
// see the question, or has to be approved and there is no approver: such a tool is never run
// silently. Any sink counts as somebody who sees questions, also one that only measures: then they are
// asked, and nobody answers. New also fails if a tool could not be run at all, since it has no handler
// or a field that nobody fills, see [runtime.Toolset.Ready] and [WithoutHandlers]. The error names the
// tools and what is missing.
func New(tools *runtime.Toolset, opts ...Option) (*Gate, error) {
	if tools == nil {
		return nil, errors.New("preflight: New needs a toolset")
	}
	cfg := newConfig(opts)
	g := &Gate{
		cfg: cfg, tools: tools, writes: map[string]bool{}, confirmer: cfg.confirmer,
		// The gate counts attempts; the ledger tells failures of one kind apart, and sees to it that a
		// model which mends every one of its calls, and errs in the next, has an end, too.
		ledger:   runtime.Ledger{MaxTurns: maxFailedTurns(cfg.corrections), MaxPoints: maxPoints},
		inFlight: map[callKey]bool{},
	}
	g.base, g.stop = context.WithCancelCause(context.Background())
	if err := g.survey(); err != nil {
		return nil, err
	}
	if g.confirmer == nil {
		g.confirmer = &asker{g}
	}
	for _, sink := range cfg.sinks {
		g.sinks = append(g.sinks, newQueue(cfg.queue, sink.Emit))
	}
	for _, recorder := range cfg.recorders {
		g.recorders = append(g.recorders, newQueue(cfg.queue, recorder.Record))
	}
	for _, keep := range cfg.keepers {
		g.keepers = append(g.keepers, &keeper{keep: keep})
	}
	return g, nil
}

// survey finds out which tools write, and whether everybody is there whom they need.
func (g *Gate) survey() error {
	for i, sink := range g.cfg.sinks {
		if sink == nil {
			return fmt.Errorf("preflight: sink %d is nil", i)
		}
	}
	for i, recorder := range g.cfg.recorders {
		if recorder == nil {
			return fmt.Errorf("preflight: recorder %d is nil", i)
		}
	}
	for i, keep := range g.cfg.keepers {
		if keep == nil {
			return fmt.Errorf("preflight: WithKeptRecords %d has no function", i)
		}
	}
	for _, name := range g.cfg.writes {
		if _, ok := g.tools.Lookup(name); !ok {
			return fmt.Errorf("preflight: WithWrites names %.64q, which is not in the toolset", name)
		}
	}
	var unconfirmed, unapproved []string
	for _, name := range g.tools.Names() {
		tool, _ := g.tools.Lookup(name)
		spec := specOf(tool)
		g.writes[name] = spec.Write || spec.Destructive == runtime.True || spec.Confirm.Tier > 0 ||
			spec.Approval != nil || slices.Contains(g.cfg.writes, name)
		if spec.Confirm.Tier > 0 && g.cfg.confirmer == nil && len(g.cfg.sinks) == 0 {
			unconfirmed = append(unconfirmed, name)
		}
		if spec.Approval != nil && g.cfg.approver == nil {
			unapproved = append(unapproved, name)
		}
	}
	faults := g.unready()
	if len(unconfirmed) > 0 {
		faults = append(faults, fmt.Errorf("preflight: nobody could confirm calls of %s: give WithConfirmer, or WithSink for somebody who shows the question and answers it with Respond", strings.Join(unconfirmed, ", ")))
	}
	if len(unapproved) > 0 {
		faults = append(faults, fmt.Errorf("preflight: nobody could approve calls of %s: give WithApprover", strings.Join(unapproved, ", ")))
	}
	return errors.Join(faults...)
}

// unready is what would keep calls from being run that everybody has agreed to.
func (g *Gate) unready() []error {
	err := g.tools.Ready()
	if err == nil {
		return nil
	}
	list := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		list = joined.Unwrap()
	}
	var faults []error
	for _, fault := range list {
		switch bare := errors.Is(fault, runtime.ErrNoHandler); {
		case bare && g.cfg.bare:
		case bare:
			faults = append(faults, fmt.Errorf("preflight: %w (give WithoutHandlers if they are run elsewhere)", fault))
		default:
			faults = append(faults, fmt.Errorf("preflight: %w", fault))
		}
	}
	return faults
}

// Stats is what a gate has counted since it was made.
type Stats struct {
	runtime.LedgerStats
	MissedEvents  []int64 // for each sink, in the order of the options, how many events it missed
	MissedRecords []int64 // the same for each recorder
	Unkept        []int64 // for each WithKeptRecords, how many records it has not kept
}

// Stats returns the counts by now. A sink misses an event when its queue is full because it is too
// slow, or when it panics.
func (g *Gate) Stats() Stats {
	s := Stats{LedgerStats: g.ledger.Stats()}
	for _, q := range g.sinks {
		s.MissedEvents = append(s.MissedEvents, q.missed.Load())
	}
	for _, q := range g.recorders {
		s.MissedRecords = append(s.MissedRecords, q.missed.Load())
	}
	for _, k := range g.keepers {
		s.Unkept = append(s.Unkept, k.failed.Load())
	}
	return s
}

// enter begins a call into the gate, unless that is closed.
func (g *Gate) enter() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return false
	}
	g.entered.Add(1)
	return true
}

// closeGrace is how long Close waits for sinks, recorders and handlers that do not come to an end.
const closeGrace = 5 * time.Second

// Close takes no further calls, ends the questions that are open, waits for the calls that are
// being run, hands everything to sinks and recorders and ends all goroutines. Handlers that go on
// after their timeout, and sinks and recorders that stall, are waited for no longer than 5 s; the
// error says that they go on. Closing a gate again does nothing.
func (g *Gate) Close() error {
	g.mu.Lock()
	if g.closed {
		g.mu.Unlock()
		return nil
	}
	g.closed = true
	g.mu.Unlock()
	g.stop(ErrClosed)
	g.entered.Wait()

	// Everybody gets the whole time, however long another takes.
	for _, q := range g.sinks {
		close(q.items)
	}
	for _, q := range g.recorders {
		close(q.items)
	}
	idle := make(chan struct{})
	go func() { g.handlers.Wait(); close(idle) }()
	ctx, cancel := context.WithTimeout(context.Background(), closeGrace)
	defer cancel()
	var faults []error
	for i, q := range g.sinks {
		if !ended(q.done, ctx.Done()) {
			faults = append(faults, fmt.Errorf("preflight: sink %d has not taken all events", i))
		}
	}
	for i, q := range g.recorders {
		if !ended(q.done, ctx.Done()) {
			faults = append(faults, fmt.Errorf("preflight: recorder %d has not taken all records", i))
		}
	}
	if !ended(idle, ctx.Done()) {
		faults = append(faults, errors.New("preflight: a handler goes on although its time is over"))
	}
	return errors.Join(faults...)
}

// specOf is the tool's spec, or an empty one.
func specOf(t runtime.Tool) *runtime.ToolSpec {
	if t != nil {
		if s := t.Spec(); s != nil {
			return s
		}
	}
	return &runtime.ToolSpec{}
}
