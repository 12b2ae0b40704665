package mcpguard

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Redialer is a [Session] that connects when it is used first, and again when the session that it had has
// ended. It is made by [Redial], for use by many goroutines at once.
type Redialer struct {
	dial func(context.Context) (*mcp.ClientSession, error)

	mu      sync.Mutex
	line    *line // nil: there is none, or it has ended
	dialing *dialing
	closed  bool
}

// line is a session and who uses it. The lock of its redialer guards it.
type line struct {
	*mcp.ClientSession
	users   int  // requests that are under way
	dropped bool // it gets no more; it is closed when the last has left
}

// dialTimeout is how long a server has to answer. A session that was made outlasts it.
const dialTimeout = time.Minute

// dialing is an attempt to connect, for which many may wait.
type dialing struct {
	cancel context.CancelCauseFunc
	done   chan struct{}
	line   *line
	err    error
}

// Redial makes a session of a function that connects. A server that was started anew does not know the
// sessions that it had; a server that is a process takes them with it when it dies. The next request then
// gets a new session:
//
//	session := mcpguard.Redial(func(ctx context.Context) (*mcp.ClientSession, error) {
//		guard.ToolListChanged() // what comes back may be another version
//		return client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: url}, nil)
//	})
//	guard.Attach(session)
//
// A request is sent a second time where the server has refused it since it does not know the session, and so
// has not looked at it. Any other is not: of one that was under way when the session ended nobody knows
// whether it was carried out. Its error is one of the connection, [io.ErrUnexpectedEOF] where the SDK names
// none, which the gate of package preflight tells from an answer: it repeats a call that may be repeated. The
// context that dial gets has the values of the first request that waits for it, and does not end with that, but
// with the session, or after a minute without one.
func Redial(dial func(context.Context) (*mcp.ClientSession, error)) *Redialer {
	return &Redialer{dial: dial}
}

// ListTools implements [Session].
func (r *Redialer) ListTools(ctx context.Context, params *mcp.ListToolsParams) (*mcp.ListToolsResult, error) {
	return request(ctx, r, func(s *mcp.ClientSession) (*mcp.ListToolsResult, error) { return s.ListTools(ctx, params) })
}

// CallTool implements [Session].
func (r *Redialer) CallTool(ctx context.Context, params *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	return request(ctx, r, func(s *mcp.ClientSession) (*mcp.CallToolResult, error) { return s.CallTool(ctx, params) })
}

// Close ends the session, if there is one, and makes no more. Requests that wait for one are not sent.
func (r *Redialer) Close() error {
	r.mu.Lock()
	l := r.line
	r.line, r.closed = nil, true
	if r.dialing != nil {
		r.dialing.cancel(mcp.ErrConnectionClosed)
	}
	r.mu.Unlock()
	if l == nil {
		return nil
	}
	return l.Close()
}

// request sends a request, and once more where the server did not know the session. What is no answer of
// the server may have ended the session, of which the SDK tells the next request only: that gets another.
func request[T any](ctx context.Context, r *Redialer, send func(*mcp.ClientSession) (T, error)) (result T, err error) {
	for again := true; ; again = false {
		l, err := r.ready(ctx)
		if err != nil {
			return result, err
		}
		result, err = use(ctx, r, l, send)
		missing := errors.Is(err, mcp.ErrSessionMissing)
		if missing && again && ctx.Err() == nil {
			continue
		}
		if errors.Is(err, mcp.ErrConnectionClosed) {
			err = fmt.Errorf("%w: %w", io.ErrUnexpectedEOF, err)
		}
		return result, err
	}
}

// use sends a request, and leaves the session whatever becomes of that: a panic tells as little of it as an
// error that is no answer.
func use[T any](ctx context.Context, r *Redialer, l *line, send func(*mcp.ClientSession) (T, error)) (result T, err error) {
	ended := true
	defer func() { r.leave(l, ended) }()
	result, err = send(l.ClientSession)
	var answered *jsonrpc.Error
	ended = errors.Is(err, mcp.ErrSessionMissing) || err != nil && ctx.Err() == nil && !errors.As(err, &answered)
	return result, err
}

// ready is the session, made if there is none. Whoever has got it leaves it.
func (r *Redialer) ready(ctx context.Context) (*line, error) {
	r.mu.Lock()
	switch {
	case r.closed:
		r.mu.Unlock()
		return nil, mcp.ErrConnectionClosed
	case r.line != nil:
		defer r.mu.Unlock()
		r.line.users++
		return r.line, nil
	case r.dialing == nil:
		apart, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
		r.dialing = &dialing{cancel: cancel, done: make(chan struct{})}
		go r.connect(apart, r.dialing)
	}
	d := r.dialing
	r.mu.Unlock()
	select {
	case <-d.done:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if d.err != nil {
		return nil, fmt.Errorf("mcpguard: no session with the server: %w", d.err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	d.line.users++ // it may have been dropped by now, which the request finds out
	return d.line, nil
}

// connect dials, and watches the session until it ends.
func (r *Redialer) connect(ctx context.Context, d *dialing) {
	defer d.cancel(nil)
	var session *mcp.ClientSession
	func() {
		defer caught(&d.err)
		defer time.AfterFunc(dialTimeout, func() { d.cancel(context.DeadlineExceeded) }).Stop()
		if session, d.err = r.dial(ctx); d.err == nil && session == nil {
			d.err = errNothing
		}
	}()
	r.mu.Lock()
	r.dialing = nil
	switch {
	case r.closed: // nobody gets it any more
		if d.err == nil {
			defer func() { _ = session.Close() }()
		}
		d.err = mcp.ErrConnectionClosed
	case d.err == nil:
		d.line = &line{ClientSession: session}
		r.line = d.line
	}
	r.mu.Unlock()
	close(d.done)
	if d.line == nil {
		return
	}
	_ = d.line.Wait()
	r.mu.Lock()
	r.drop(d.line)
	r.mu.Unlock()
}

// leave says that a request is over; where the session may have ended by it, it gets no more.
func (r *Redialer) leave(l *line, ended bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	l.users--
	if ended || l.dropped {
		r.drop(l)
	}
}

// drop forgets a session, and closes it once nobody uses it. The lock is held.
func (r *Redialer) drop(l *line) {
	l.dropped = true
	if r.line == l {
		r.line = nil
	}
	if l.users == 0 {
		go func() { _ = l.Close() }() // it may be that nobody answers
	}
}
