package preflight

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
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
	g.decisions.forget(turn.pointKey())
	g.past.forget(turn.replyKey())
}
