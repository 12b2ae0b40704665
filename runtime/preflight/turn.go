package preflight

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"github.com/toolgen/toolgen/runtime"
)

// Turn says where in which conversation a model makes calls.
type Turn struct {
	Thread string // the conversation
	Query  string // what the person asked for
	// Point is the decision point, at which failed corrections are counted; "" makes one of each
	// query of a thread.
	Point string
	// Scope is what the IDs of the calls are unique in; "" is the thread. Providers that give IDs like
	// call_0 again in each turn of the model need one for each: the ID of the model's message, or its
	// number in the thread. It has to be the same where a call is delivered once more.
	// A call that has to be approved needs an ID of its own all the same: package approval names it by that.
	Scope string
}

type turnKey struct{}

// WithTurn puts the turn that calls belong to into the context, for [Gate.Run].
func WithTurn(ctx context.Context, turn Turn) context.Context {
	return context.WithValue(ctx, turnKey{}, turn)
}

// turnOf is the turn of a context, the zero one where it has none.
func turnOf(ctx context.Context) Turn {
	turn, _ := ctx.Value(turnKey{}).(Turn)
	return turn
}

// point names the decision point for records and, with the thread, for the ledger.
func (t Turn) point() string {
	if t.Point != "" {
		return t.Point
	}
	sum := sha256.Sum256([]byte(t.Query))
	return "query-" + hex.EncodeToString(sum[:6])
}

// pointKey tells decision points of all threads apart.
func (t Turn) pointKey() string { return hashed("point", t.Thread, t.point()) }

// replyKey tells the replies of all threads apart.
func (t Turn) replyKey() string { return hashed("reply", t.Thread, t.Query) }

// hashed is a key made of parts of any length. Each part is hashed on its own, so that no two
// lists of parts have one key.
func hashed(parts ...string) string {
	h := sha256.New()
	for _, part := range parts {
		sum := sha256.Sum256([]byte(part))
		h.Write(sum[:])
	}
	return string(h.Sum(nil))
}

// EndTurn says that the person has the reply, so that what happens next is another matter, also if
// the person asks for the same again in the same words. What is kept of the turn is forgotten.
// Without it, a turn lasts until so many others have begun that it is forgotten.
func (g *Gate) EndTurn(turn Turn) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.points.drop(turn.pointKey())
	g.replies.drop(turn.replyKey())
	g.ledger.Forget(turn.pointKey())
}

// decisionPoint is what the gate knows of a decision point.
type decisionPoint struct {
	turns    int // turns with an invalid call whose tool was not called rightly since
	tools    map[string]*toolCount
	forgiven bool // names that no tool has were
	attempts []Attempt
}

// toolCount is how often calls of a tool were invalid since the last that was sound.
type toolCount struct {
	failed int // turns
	turn   *turnState
}

// turnState is one turn of the model: all calls of one batch are one attempt.
type turnState struct {
	Turn
	ledger *runtime.Turn
	at     *decisionPoint
	failed bool
}

// beginTurn begins a turn at its decision point.
func (g *Gate) beginTurn(turn Turn) *turnState {
	key := turn.pointKey()
	t := &turnState{Turn: turn, ledger: g.ledger.Turn(key)}
	g.mu.Lock()
	defer g.mu.Unlock()
	t.at = g.points.at(key)
	return t
}

// countKey is the name under which failures of a tool are counted. Names that no tool has are
// counted together: a model must not get more tries by inventing more names.
func (g *Gate) countKey(tool string) string {
	if _, known := g.writes[tool]; known {
		return tool
	}
	return ""
}

// maxFailedTurns is the number of turns with an invalid call from which on the model is asked to stop,
// whatever it has mended in between.
func maxFailedTurns(corrections int) int { return 4 * (min(corrections, 1<<20) + 1) }

// fail counts an invalid call. It says which attempt of its tool the call is and what the model is to
// do: to correct it, to ask the user where there have been too many, and to stop from then on. Several
// calls of one turn count once.
func (g *Gate) fail(t *turnState, tool string) (attempt int, action runtime.Action) {
	g.mu.Lock()
	defer g.mu.Unlock()
	p, key := t.at, g.countKey(tool)
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
	beyond := max(count.failed-g.cfg.corrections, p.turns-2*(g.cfg.corrections+1))
	switch {
	case beyond < 1:
		return count.failed, runtime.Correct
	case beyond == 1:
		return count.failed, runtime.AskUser
	}
	return count.failed, runtime.Stop
}

// attempt is which attempt of its tool a sound call is.
func (g *Gate) attempt(t *turnState, tool string) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	count := t.at.tools[g.countKey(tool)]
	switch {
	case count == nil:
		return 1
	case count.turn == t: // a call beside it is invalid
		return count.failed
	}
	return count.failed + 1
}

// sound ends the counting for a tool that was called rightly, and by that the decision.
func (g *Gate) sound(t *turnState, tool string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	key := g.countKey(tool)
	count := t.at.tools[key]
	if count != nil && count.turn == t {
		return
	}
	t.at.forget(key)
	if g.writes[tool] && !t.at.forgiven && t.at.tools[""] != nil {
		// Once: what it takes to be forgiven is easily done between any two invented names.
		t.at.forget("")
		t.at.forgiven = true
	}
	if len(t.at.tools) == 0 {
		t.at.turns, t.at.attempts = 0, nil
	}
}

// forget drops the failures of a tool.
func (p *decisionPoint) forget(key string) {
	if count := p.tools[key]; count != nil {
		p.turns = max(p.turns-count.failed, 0)
		delete(p.tools, key)
	}
}
