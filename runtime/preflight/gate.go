package preflight

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// Gate guards the tools of a set. Create it with [New], and close it. It is safe for concurrent use.
type Gate struct {
	cfg       config
	tools     *runtime.Toolset
	writes    map[string]bool
	confirmer Confirmer
	questions questions
	audience  *audience
	ledger    *runtime.Ledger
	past      past
	calls     callMemory
	name      string // distinguishes the gates of a shared memory
	life      life
}

// ErrClosed is the cause of the error of a call after [Gate.Close].
var ErrClosed = errors.New("preflight: the gate is closed")

// New returns a gate in front of the tools. It fails if a tool needs confirmation and there is neither a confirmer nor a
// sink, or if it needs approval and there is no approver: such a tool never runs silently. Any sink counts, also one
// that only measures; questions then expire. New also fails if a tool cannot run, because it has no handler or an
// injected field that nobody fills, see [runtime.Toolset.Ready] and [WithoutHandlers]. The error names the tools and
// what is missing.
func New(tools *runtime.Toolset, opts ...Option) (*Gate, error) {
	if tools == nil {
		return nil, errors.New("preflight: New needs a toolset")
	}
	g := &Gate{cfg: newConfig(opts), tools: tools, writes: map[string]bool{}, name: rand.Text()}
	if err := g.survey(); err != nil {
		return nil, err
	}
	g.life.begin()
	g.calls = &ownMemory{byKey: map[string]*entry{}}
	if g.cfg.memory != nil {
		g.calls = &sharedMemory{g.cfg.memory, &g.life}
	}
	failures := min(g.cfg.corrections, 1<<20) + 1
	g.ledger = &runtime.Ledger{MaxFailures: failures, MaxTurns: 4 * failures, MaxPoints: maxThreads}
	if g.confirmer = g.cfg.asking.confirmer; g.confirmer == nil {
		g.confirmer = &asker{g}
	}
	g.audience = newAudience(g.cfg.watching, &g.life)
	return g, nil
}

// survey determines which tools write, and checks that what they need is configured.
func (g *Gate) survey() error {
	switch w := g.cfg.watching; {
	case slices.Contains(w.sinks, nil):
		return errors.New("preflight: WithSink: a sink is nil")
	case slices.Contains(w.recorders, nil):
		return errors.New("preflight: WithRecorder: a recorder is nil")
	case slices.ContainsFunc(w.keepers, func(keep func(context.Context, Record) error) bool { return keep == nil }):
		return errors.New("preflight: WithKeptRecords: a function is nil")
	}
	for _, name := range g.cfg.writes {
		if _, ok := g.tools.Lookup(name); !ok {
			return fmt.Errorf("preflight: WithWrites names %.64q, which is not in the toolset", name)
		}
	}
	var unconfirmed, unapproved []string
	for _, name := range g.tools.Names() {
		tool, _ := g.tools.Lookup(name)
		spec := tool.Spec()
		g.writes[name] = spec.Write || spec.Destructive == runtime.True || spec.Confirm.Tier > 0 ||
			spec.Approval != nil || slices.Contains(g.cfg.writes, name)
		if spec.Confirm.Tier > 0 && g.cfg.asking.confirmer == nil && len(g.cfg.watching.sinks) == 0 {
			unconfirmed = append(unconfirmed, name)
		}
		if spec.Approval != nil && g.cfg.approver == nil {
			unapproved = append(unapproved, name)
		}
	}
	faults := g.unready()
	if len(unconfirmed) > 0 {
		faults = append(faults, fmt.Errorf("preflight: calls of %s need confirmation: "+
			"use WithConfirmer, or WithSink to show the questions and Respond to answer them", strings.Join(unconfirmed, ", ")))
	}
	if len(unapproved) > 0 {
		faults = append(faults, fmt.Errorf("preflight: calls of %s need approval: use WithApprover", strings.Join(unapproved, ", ")))
	}
	return errors.Join(faults...)
}

// unready lists why valid calls could not run.
func (g *Gate) unready() (faults []error) {
	joined, ok := g.tools.Ready().(interface{ Unwrap() []error })
	if !ok {
		return nil
	}
	for _, fault := range joined.Unwrap() {
		switch bare := errors.Is(fault, runtime.ErrNoHandler); {
		case !bare:
			faults = append(faults, fmt.Errorf("preflight: %w", fault))
		case !g.cfg.bare:
			faults = append(faults, fmt.Errorf("preflight: %w (give WithoutHandlers if they are run elsewhere)", fault))
		}
	}
	return faults
}

// Stats are the counts of a gate since it was made.
type Stats struct {
	runtime.LedgerStats
	MissedEvents  []int64 // for each sink, in the order of the options, how many events it missed
	MissedRecords []int64 // the same for each recorder
	Unkept        []int64 // for each WithKeptRecords, how many records it has not kept
}

// Stats returns the current counts. A sink misses an event if its queue is full, or if it panics.
func (g *Gate) Stats() Stats {
	s := Stats{LedgerStats: g.ledger.Stats()}
	for _, q := range g.audience.sinks {
		s.MissedEvents = append(s.MissedEvents, q.missed.Load())
	}
	for _, q := range g.audience.recorders {
		s.MissedRecords = append(s.MissedRecords, q.missed.Load())
	}
	for i := range g.audience.unkept {
		s.Unkept = append(s.Unkept, g.audience.unkept[i].Load())
	}
	return s
}

// Close rejects further calls, ends open questions, waits for running calls, passes everything to sinks and recorders
// and ends all goroutines. It waits at most 5 s for handlers that continue after their timeout and for stalled sinks
// and recorders, and returns an error if they continue. Closing a gate again does nothing.
func (g *Gate) Close() error {
	if !g.life.end() {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), closeGrace)
	defer cancel()
	idle := g.life.idle()
	err := g.audience.close(ctx.Done())
	if !ended(idle, ctx.Done()) {
		err = errors.Join(err, errors.New("preflight: a handler goes on although its time is over"))
	}
	return err
}
