// Package idempotency carries the key of one execution of a tool from whoever runs the tool to its handler.
package idempotency

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"github.com/toolgen/toolgen/runtime/internal/canon"
)

type contextKey struct{}

// execution is what a context has of the key.
type execution struct {
	key     string
	taken   func() // told that the handler has taken the key; nil where nobody asks
	entered bool   // the context belongs to a handler
}

// With gives the key to the next tool that runs under the context.
func With(ctx context.Context, key string, taken func()) context.Context {
	return context.WithValue(ctx, contextKey{}, execution{key: key, taken: taken})
}

// Enter is the context of a handler. The tools that a handler runs do not get its key: a backend would take
// their calls for one.
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

// Given is the key for the next tool that runs under the context, "" for none.
func Given(ctx context.Context) string {
	if e, ok := ctx.Value(contextKey{}).(execution); ok && !e.entered {
		return e.key
	}
	return ""
}

// Take is the key under which a handler runs.
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

// Approved is the key of an approved call: always the same for that call. The arguments are those without what
// the server fills, which may be another token each time.
func Approved(thread, scope, id, tool string, args []byte) string {
	if text, err := canon.JSON(args); err == nil {
		args = text
	}
	h := sha256.New()
	for _, part := range []string{"idempotency", thread, scope, id, tool, string(args)} {
		sum := sha256.Sum256([]byte(part))
		h.Write(sum[:])
	}
	return hex.EncodeToString(h.Sum(nil))
}
