package preflight

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io"
	"net"
	"sync/atomic"
	"syscall"

	"github.com/toolgen/toolgen/runtime/internal/canon"
)

type keyHolderKey struct{}

// keyHolder is the idempotency key of one execution.
type keyHolder struct {
	key   string
	taken atomic.Bool
}

// IdempotencyKey is for handlers that the gate runs. It gives a key that is the same when the gate
// runs the same call again, to be sent to a service that does no work twice for one key. Taking
// the key is a promise to send it: it allows the gate to run the call once more after a transport
// error. ok is false where there is no key.
func IdempotencyKey(ctx context.Context) (key string, ok bool) {
	holder, _ := ctx.Value(keyHolderKey{}).(*keyHolder)
	if holder == nil || holder.key == "" {
		return "", false
	}
	holder.taken.Store(true)
	return holder.key, true
}

// idempotencyKey is the key of a call. That of an approved call is the same whoever runs it, also a program
// that runs on a database which was put back to how it was before the call.
func (p *pass) idempotencyKey() string {
	switch {
	case p.g.cfg.keys != nil:
		return p.g.cfg.keys(*p.inv)
	case !p.agreed || p.call.ID == "":
		return rand.Text()
	}
	args, err := canon.JSON(p.inv.Raw)
	if err != nil {
		args = p.inv.Raw
	}
	return hex.EncodeToString([]byte(hashed("idempotency", p.thread, p.scope, p.call.ID, p.call.Name, string(args))))
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
