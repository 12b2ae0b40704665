package preflight

import (
	"bytes"
	"slices"
	"strings"
	"sync"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/rawjson"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// Ran is what became of a valid call of a write tool, see [Gate.Ran]. Its Outcome says whether the tool ran.
type Ran struct {
	Tool    string // its name
	Title   string // for people
	Outcome Outcome
	Unknown bool   // it is not known whether the tool has done its work
	Shown   string // the result or the error, truncated, with sensitive values masked
}

// Limits of what a gate remembers. The oldest is dropped first.
const (
	maxThreads = 4096 // also of decision points and questions
	maxRuns    = 64   // of a thread
)

// past holds what ran, by thread.
type past struct {
	mu      sync.Mutex
	threads map[string][]run
	order   []string // the oldest thread first
}

// run is what ran, in a turn or, after an approval elsewhere, in none.
type run struct {
	Ran
	id     string // of the call
	reply  string // key of the turn, "" once it has ended
	agreed bool   // it was approved elsewhere, and belongs to every turn
}

// note records the outcome of a call of a write tool. A call that was approved elsewhere no longer waits for approval.
func (p *past) note(thread string, r run) {
	p.mu.Lock()
	defer p.mu.Unlock()
	key := hashed("thread", thread)
	runs, known := p.threads[key]
	if !known {
		if p.threads == nil {
			p.threads = map[string][]run{}
		}
		if len(p.order) == maxThreads {
			delete(p.threads, p.order[0])
			p.order = p.order[1:]
		}
		p.order = append(p.order, key)
	}
	if r.Outcome == OutcomeApproval && slices.ContainsFunc(runs, func(old run) bool { return old.agreed && old.id == r.id }) {
		return // it was approved and run meanwhile
	}
	runs = slices.DeleteFunc(runs, func(old run) bool { return r.agreed && old.id == r.id && old.Outcome == OutcomeApproval })
	p.threads[key] = append(runs[max(0, len(runs)+1-maxRuns):], r)
}

// end forgets what ran in a turn.
func (p *past) end(turn Turn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, r := range p.threads[hashed("thread", turn.Thread)] {
		if r.reply == turn.replyKey() {
			p.threads[hashed("thread", turn.Thread)][i].reply = ""
		}
	}
}

// Ran returns what ran in a turn, including the calls of its thread that were approved elsewhere, and everything that
// ran in the thread, each oldest first and as far as it is remembered. Package claims compares replies of the model
// with it.
func (g *Gate) Ran(turn Turn) (now, ever []Ran) {
	g.past.mu.Lock()
	defer g.past.mu.Unlock()
	for _, r := range g.past.threads[hashed("thread", turn.Thread)] {
		if r.agreed || r.reply == turn.replyKey() {
			now = append(now, r.Ran)
		}
		ever = append(ever, r.Ran)
	}
	return now, ever
}

// WriteTools returns the specs of the write tools, in the order of the set.
func (g *Gate) WriteTools() []*runtime.ToolSpec {
	var specs []*runtime.ToolSpec
	for _, name := range g.tools.Names() {
		if g.writes[name] {
			tool, _ := g.tools.Lookup(name)
			specs = append(specs, tool.Spec())
		}
	}
	return specs
}

// Tell emits a step of a turn that belongs to no call, such as [StepClaimCheck]. A closed gate emits nothing.
func (g *Gate) Tell(turn Turn, step Step) {
	if g.life.enter() {
		defer g.life.leave()
		g.audience.emit(turn.Thread, "", step)
	}
}

// maxTold is the number of values of a result that a sentence lists.
const maxTold = 4

// scalars lists the scalars of a result, if it is an object.
func scalars(result []byte) string {
	var parts []string
	for key, v := range rawjson.Value(bytes.TrimSpace(result)).Members() {
		if len(parts) == maxTold {
			break
		}
		if !v.Is('{') && !v.Is('[') && !v.Is('n') {
			parts = append(parts, show.Line(key.Text(), maxLabel)+" "+show.Line(v.Content(), maxLabel))
		}
	}
	return strings.Join(parts, ", ")
}
