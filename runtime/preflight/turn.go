package preflight

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"github.com/toolgen/toolgen/runtime/internal/idempotency"
)

// Turn identifies the turn of a conversation in which a model makes calls.
type Turn struct {
	Thread string // the conversation
	Query  string // what the person asked for
	// Point is the decision point, at which failed corrections are counted; by default each query of a thread is
	// one.
	Point string
	// Scope is the scope in which the IDs of the calls are unique; "" is the thread. Providers that repeat IDs
	// such as call_0 in each turn of the model need a scope per turn: the ID of the model's message, or its number
	// in the thread. If a call is delivered again, its scope must be the same. A call that requires approval needs a
	// unique ID in any case, because package approval identifies it by its ID.
	Scope string
}

type turnKey struct{}

// WithTurn puts the turn that calls belong to into the context, for [Gate.Run].
func WithTurn(ctx context.Context, turn Turn) context.Context {
	return context.WithValue(ctx, turnKey{}, turn)
}

// turnOf returns the turn of a context, or the zero Turn.
func turnOf(ctx context.Context) Turn {
	turn, _ := ctx.Value(turnKey{}).(Turn)
	return turn
}

// point returns the name of the decision point for records and, with the thread, for the ledger.
func (t Turn) point() string {
	if t.Point != "" {
		return t.Point
	}
	sum := sha256.Sum256([]byte(t.Query))
	return "query-" + hex.EncodeToString(sum[:6])
}

// pointKey distinguishes the decision points of all threads.
func (t Turn) pointKey() string { return hashed("point", t.Thread, t.point()) }

// replyKey distinguishes the replies of all threads.
func (t Turn) replyKey() string { return hashed("reply", t.Thread, t.Query) }

// hashed returns a key for parts of any length.
func hashed(parts ...string) string { return string(idempotency.Hash(parts...)) }

// EndTurn ends a turn: the person has the reply, and the next request is a new one, even if it has the same words.
// The gate forgets the turn. Without EndTurn, a turn lasts until it is dropped in favor of newer ones.
func (g *Gate) EndTurn(turn Turn) {
	g.ledger.Forget(turn.pointKey())
	g.past.end(turn)
}
