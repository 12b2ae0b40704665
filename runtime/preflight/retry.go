package preflight

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"net"
	"syscall"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/idempotency"
)

// IdempotencyKey is [runtime.IdempotencyKey]: a key that is the same when the gate runs the same call again.
func IdempotencyKey(ctx context.Context) (key string, ok bool) { return runtime.IdempotencyKey(ctx) }

// idempotencyKey is the key of a call. That of an approved call is the same whoever runs it, also a program
// that runs on a database which was put back to how it was before the call.
func (x *execution) idempotencyKey(ctx context.Context) string {
	switch {
	case x.g.cfg.keys != nil:
		return x.g.cfg.keys(*x.inv)
	case !x.agreed():
		return rand.Text()
	}
	if key := idempotency.Given(ctx); key != "" { // by whoever keeps the approvals
		return key
	}
	if x.call.ID == "" {
		return rand.Text()
	}
	return idempotency.Approved(x.thread, x.scope, x.call.ID, x.call.Name, x.spec.WithoutInjected(x.inv.Raw))
}

// IsTransportError reports whether an error says that a connection could not be made or broke: an
// error of package net, a time-out of the connection among them, a reset or refused connection, an
// answer that ended early. That a context was cancelled is none: whoever did so wants no more.
func IsTransportError(err error) bool {
	if err == nil || errors.Is(err, context.Canceled) {
		return false
	}
	for _, target := range []error{io.ErrUnexpectedEOF, io.EOF, net.ErrClosed, syscall.ECONNRESET, syscall.ECONNREFUSED, syscall.ECONNABORTED, syscall.EPIPE} {
		if errors.Is(err, target) {
			return true
		}
	}
	var broken net.Error
	return errors.As(err, &broken)
}
