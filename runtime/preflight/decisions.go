package preflight

import (
	"slices"
	"sync"

	"github.com/toolgen/toolgen/runtime"
)

// decisions counts the invalid calls at each decision point. The ledger distinguishes kinds of failures, and also
// stops a model that corrects each call and then makes another mistake.
type decisions struct {
	mu          sync.Mutex
	ledger      *runtime.Ledger
	corrections int
	writes      map[string]bool // by the names of all tools
	points      memory[decisionPoint]
}

func (d *decisions) begin(corrections int, writes map[string]bool) {
	d.ledger = &runtime.Ledger{MaxTurns: maxFailedTurns(corrections), MaxPoints: maxPoints}
	d.corrections, d.writes = corrections, writes
}

// decisionPoint is what the gate knows of a decision point.
type decisionPoint struct {
	turns    int // turns with an invalid call whose tool was not called rightly since
	tools    map[string]*toolCount
	forgiven bool // names that no tool has were
	attempts []Attempt
}

// toolCount counts the invalid calls of a tool since the last valid one.
type toolCount struct {
	failed int // turns
	turn   *turnState
}

// turnState is one turn of the model: all calls of one batch are one attempt.
type turnState struct {
	Turn
	decisions *decisions
	ledger    *runtime.Turn
	at        *decisionPoint
	failed    bool
}

// turn starts a turn at its decision point.
func (d *decisions) turn(turn Turn) *turnState {
	key := turn.pointKey()
	t := &turnState{Turn: turn, decisions: d, ledger: d.ledger.Turn(key)}
	d.mu.Lock()
	defer d.mu.Unlock()
	t.at = d.points.at(key)
	return t
}

// forget deletes a decision point.
func (d *decisions) forget(key string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.points.drop(key)
	d.ledger.Forget(key)
}

// countKey returns the name under which failures of a tool are counted. Unknown names are counted together: a model
// must not get more tries by inventing more names.
func (d *decisions) countKey(tool string) string {
	if _, known := d.writes[tool]; known {
		return tool
	}
	return ""
}

// maxFailedTurns returns the number of turns with an invalid call from which on the model is told to stop, whatever it
// has corrected in between.
func maxFailedTurns(corrections int) int { return 4 * (min(corrections, 1<<20) + 1) }

// fail counts an invalid call. It returns the number of the attempt and what the model should do: correct the call,
// ask the user after too many attempts, and stop after that. Several calls of one turn count once.
func (t *turnState) fail(tool string) (attempt int, action runtime.Action) {
	d := t.decisions
	d.mu.Lock()
	defer d.mu.Unlock()
	p, key := t.at, d.countKey(tool)
	if !t.failed {
		t.failed = true
		p.turns++
	}
	count := p.tools[key]
	if count == nil {
		count = &toolCount{}
		if p.tools == nil {
			p.tools = map[string]*toolCount{}
		}
		p.tools[key] = count
	}
	if count.turn != t {
		count.turn = t
		count.failed++
	}
	beyond := max(count.failed-d.corrections, p.turns-2*(d.corrections+1))
	switch {
	case beyond < 1:
		return count.failed, runtime.Correct
	case beyond == 1:
		return count.failed, runtime.AskUser
	}
	return count.failed, runtime.Stop
}

// attempt returns the number of the attempt that a valid call is.
func (t *turnState) attempt(tool string) int {
	d := t.decisions
	d.mu.Lock()
	defer d.mu.Unlock()
	count := t.at.tools[d.countKey(tool)]
	switch {
	case count == nil:
		return 1
	case count.turn == t: // a call beside it is invalid
		return count.failed
	}
	return count.failed + 1
}

// sound ends the counting for a tool after a valid call and, if no other tool is counted, for the decision point.
func (t *turnState) sound(tool string) {
	d := t.decisions
	d.mu.Lock()
	defer d.mu.Unlock()
	key := d.countKey(tool)
	count := t.at.tools[key]
	if count != nil && count.turn == t {
		return
	}
	t.at.forget(key)
	if d.writes[tool] && !t.at.forgiven && t.at.tools[""] != nil {
		// Only once: a valid call between any two invented names is easily made.
		t.at.forget("")
		t.at.forgiven = true
	}
	if len(t.at.tools) == 0 {
		t.at.turns, t.at.attempts = 0, nil
	}
}

// keep adds an invalid call to the attempts at the decision point, and returns them.
func (t *turnState) keep(a Attempt) []Attempt {
	t.decisions.mu.Lock()
	defer t.decisions.mu.Unlock()
	t.at.attempts = last(t.at.attempts, a, maxAttempts)
	return slices.Clone(t.at.attempts)
}

// forget deletes the failures of a tool.
func (p *decisionPoint) forget(key string) {
	if count := p.tools[key]; count != nil {
		p.turns = max(p.turns-count.failed, 0)
		delete(p.tools, key)
	}
}
