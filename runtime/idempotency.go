package runtime

import (
	"context"

	"github.com/toolgen/toolgen/runtime/internal/idempotency"
)

// IdempotencyKey is for handlers. It gives a key that is the same whenever the same call is run again, to be
// sent to a service that does no work twice for one key. An approved call has one (package approval), and so has
// each call at a gate (package preflight); without either, [WithIdempotencyKey] gives one. Taking the key is a
// promise to send it: it allows a gate to run the call once more after a transport error. ok is false where
// there is no key. The tools that a handler runs do not get the key of the handler.
func IdempotencyKey(ctx context.Context) (key string, ok bool) { return idempotency.Take(ctx) }

// WithIdempotencyKey gives the handler of the next tool that runs under the context a key, for programs that
// run calls by [Toolset.Run] or [Toolset.Call] alone. The key has to be the same when the same call is run
// again, as after a crash, and must not be that of another call that is meant, too. The ID of a call alone is
// none: many providers begin at call_0 in each turn.
func WithIdempotencyKey(ctx context.Context, key string) context.Context {
	return idempotency.With(ctx, key, nil)
}
