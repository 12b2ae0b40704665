package preflight

import (
	"context"
	"errors"
	"runtime/debug"
	"sync"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// life tracks what may still be running in a gate.
type life struct {
	mu       sync.Mutex
	entered  sync.WaitGroup  // calls into the gate
	handlers sync.WaitGroup  // handlers, confirmers and approvers, which may outlast their call
	base     context.Context // ended by Close, under the lock: questions and waits end with it
	stop     context.CancelFunc
}

func (l *life) begin() { l.base, l.stop = context.WithCancel(context.Background()) }

// enter begins a call into the gate, unless the gate is closed; leave ends it.
func (l *life) enter() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.base.Err() != nil {
		return false
	}
	l.entered.Add(1)
	return true
}

func (l *life) leave() { l.entered.Done() }

// closeGrace is how long Close waits for sinks, recorders and handlers that do not end.
const closeGrace = 5 * time.Second

// end rejects further calls, ends open questions and waits for running calls. It reports whether the gate was open.
func (l *life) end() bool {
	l.mu.Lock()
	was := l.base.Err()
	l.stop()
	l.mu.Unlock()
	if was != nil {
		return false
	}
	l.entered.Wait()
	return true
}

// idle returns a channel that is closed when no handler is running any more.
func (l *life) idle() <-chan struct{} {
	idle := make(chan struct{})
	go func() { l.handlers.Wait(); close(idle) }()
	return idle
}

// errGoexit is the error of a function that neither returned nor panicked.
var errGoexit = errors.New("the goroutine was ended by runtime.Goexit")

// apart runs f in a separate goroutine and waits for it until the context ends; the error is then the cause of the
// context. A panic of f becomes an error.
func apart[T any](ctx context.Context, l *life, f func(context.Context) (T, error)) (v T, err error) {
	type outcome struct {
		v   T
		err error
	}
	done := make(chan outcome, 1)
	l.handlers.Add(1)
	go func() {
		defer l.handlers.Done()
		o := outcome{err: errGoexit}
		defer func() {
			if r := recover(); r != nil {
				o.err = &runtime.PanicError{Value: r, Stack: debug.Stack()}
			}
			done <- o
		}()
		o.v, o.err = f(ctx)
	}()
	select {
	case o := <-done:
		return o.v, o.err
	case <-ctx.Done():
	}
	select {
	case o := <-done: // both at once: what is known counts
		return o.v, o.err
	default:
		return v, context.Cause(ctx)
	}
}
