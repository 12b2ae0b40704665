package preflight

import (
	"slices"
	"sync"

	"github.com/toolgen/toolgen/runtime"
)

// decisions holds what is known of decision points: the counts of the ledger, and the invalid calls.
type decisions struct {
	ledger *runtime.Ledger
	mu     sync.Mutex
	points memory[[]Attempt]
}

func (d *decisions) begin(corrections int) {
	failures := min(corrections, 1<<20) + 1
	d.ledger = &runtime.Ledger{MaxFailures: failures, MaxTurns: 4 * failures, MaxPoints: maxPoints}
}

// turnState is one turn of the model: all calls of one batch are one attempt.
type turnState struct {
	Turn
	decisions *decisions
	ledger    *runtime.Turn
}

// turn starts a turn at its decision point.
func (d *decisions) turn(turn Turn) *turnState {
	return &turnState{turn, d, d.ledger.Turn(turn.pointKey())}
}

// forget deletes a decision point.
func (d *decisions) forget(key string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.points.drop(key)
	d.ledger.Forget(key)
}

// keep adds an invalid call to the attempts at the decision point, and returns them.
func (t *turnState) keep(a Attempt) []Attempt {
	t.decisions.mu.Lock()
	defer t.decisions.mu.Unlock()
	at := t.decisions.points.at(t.pointKey())
	*at = last(*at, a, maxAttempts)
	return slices.Clone(*at)
}

// corrected drops the attempts to call a tool, which was called rightly.
func (t *turnState) corrected(tool string) {
	t.decisions.mu.Lock()
	defer t.decisions.mu.Unlock()
	if at := t.decisions.points.find(t.pointKey()); at != nil {
		*at = slices.DeleteFunc(*at, func(a Attempt) bool { return a.Tool == tool })
	}
}
