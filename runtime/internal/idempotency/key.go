// Package idempotency passes the idempotency key of a tool execution to the handler in the context.
package idempotency

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"github.com/toolgen/toolgen/runtime/internal/canon"
)

type contextKey struct{}

// execution is the context value.
type execution struct {
	key     string
	taken   func() // called when the handler takes the key; may be nil
	entered bool   // set in the context of a handler
}

// With sets the key for the next tool that runs with the context.
func With(ctx context.Context, key string, taken func()) context.Context {
	return context.WithValue(ctx, contextKey{}, execution{key: key, taken: taken})
}

// Enter returns the context of a handler. Tools that the handler runs do not inherit the key: a backend would
// treat their calls as duplicates.
func Enter(ctx context.Context) context.Context {
	e, ok := ctx.Value(contextKey{}).(execution)
	if !ok || e.entered && e.key == "" {
		return ctx
	}
	if e.entered {
		e = execution{}
	}
	e.entered = true
	return context.WithValue(ctx, contextKey{}, e)
}

// Given returns the key for the next tool that runs with the context, "" for none.
func Given(ctx context.Context) string {
	if e, ok := ctx.Value(contextKey{}).(execution); ok && !e.entered {
		return e.key
	}
	return ""
}

// Take returns the key of the running handler.
func Take(ctx context.Context) (key string, ok bool) {
	e, _ := ctx.Value(contextKey{}).(execution)
	if e.key == "" {
		return "", false
	}
	if e.taken != nil {
		e.taken()
	}
	return e.key, true
}

// Approved returns the key of an approved call, which is stable. args must not contain injected values, which
// may differ on each run.
func Approved(thread, scope, id, tool string, args []byte) string {
	if text, err := canon.JSON(args); err == nil {
		args = text
	}
	return hex.EncodeToString(Hash("idempotency", thread, scope, id, tool, string(args)))
}

// Hash returns a key for parts of any length. Each part is hashed separately, so that no two lists of parts have the
// same key.
func Hash(parts ...string) []byte {
	h := sha256.New()
	for _, part := range parts {
		sum := sha256.Sum256([]byte(part))
		h.Write(sum[:])
	}
	return h.Sum(nil)
}
