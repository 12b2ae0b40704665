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

// Redialer is a [Session] that connects on first use and reconnects after its session ended. It is safe for
// concurrent use. Create it with [Redial].
type Redialer struct {
	dial func(context.Context) (*mcp.ClientSession, error)

	mu     sync.Mutex
	conn   *connection // nil if there is none for further requests
	closed bool
}

// connection is a session, or an attempt to connect, with the requests that use it or wait for it. The mutex of the
// Redialer guards its counts.
type connection struct {
	dialed             chan struct{} // closed when the next two are set
	*mcp.ClientSession               // nil if connecting failed
	err                error
	cancel             context.CancelCauseFunc // ends the context of the session

	requests int  // requests in flight
	retired  bool // accepts no more requests; closed after the last one
}

// dialTimeout is the time limit for connecting. It does not limit the session.
const dialTimeout = time.Minute

// Redial returns a session that connects with the given function. Restarting a server ends its sessions,
// and so does the death of a server process. The next request then gets a new session:
//
//	session := mcpguard.Redial(func(ctx context.Context) (*mcp.ClientSession, error) {
//		guard.ToolListChanged() // what comes back may be another version
//		return client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: url}, nil)
//	})
//	guard.Attach(session)
//
// A request is repeated only if the server rejected it because it does not know the session, and so did not
// process it. If the session ended while a request was in flight, its outcome is unknown: the error is one of
// the connection, [io.ErrUnexpectedEOF] if the SDK has none. The gate of package preflight distinguishes it
// from an answer, and repeats calls that may be repeated. The context passed to dial has the values of the
// first waiting request. It is cancelled when the session ends or after a minute without one, but not with
// that request.
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

// Close ends the session and prevents new ones. Waiting requests fail without being sent.
func (r *Redialer) Close() error {
	r.mu.Lock()
	c := r.conn
	r.conn, r.closed = nil, true
	r.mu.Unlock()
	if c == nil {
		return nil
	}
	select {
	case <-c.dialed:
		return c.Close()
	default:
		c.cancel(mcp.ErrConnectionClosed)
		return nil
	}
}

// request sends a request, and repeats it once if the server did not know the session. An error that is not the
// server's answer may mean that the session ended, which the SDK reports only to the next request; so that one
// gets a new session.
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

// use sends a request and releases the connection in any case. A panic counts as an error that is not the
// server's answer.
func use[T any](ctx context.Context, r *Redialer, l *connection, send func(*mcp.ClientSession) (T, error)) (result T, err error) {
	ended := true
	defer func() { r.release(l, ended) }()
	result, err = send(l.ClientSession)
	var answered *jsonrpc.Error
	ended = errors.Is(err, mcp.ErrSessionMissing) || err != nil && ctx.Err() == nil && !errors.As(err, &answered)
	return result, err
}

// ready returns a connection, established if necessary. The caller must release it.
func (r *Redialer) ready(ctx context.Context) (*connection, error) {
	r.mu.Lock()
	if r.closed {
		r.mu.Unlock()
		return nil, mcp.ErrConnectionClosed
	}
	if r.conn == nil {
		apart, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
		r.conn = &connection{dialed: make(chan struct{}), cancel: cancel}
		go r.connect(apart, r.conn)
	}
	c := r.conn
	c.requests++
	r.mu.Unlock()
	select {
	case <-c.dialed: // it may have been retired by now; the request will notice
	case <-ctx.Done():
		r.release(c, false)
		return nil, ctx.Err()
	}
	if c.err != nil {
		return nil, fmt.Errorf("mcpguard: cannot connect to the server: %w", c.err)
	}
	return c, nil
}

// connect dials and then waits for the end of the session.
func (r *Redialer) connect(ctx context.Context, c *connection) {
	defer c.cancel(nil)
	session, err := r.dialWithin(ctx, c)
	r.mu.Lock()
	if r.closed { // nobody can use it any more
		if err == nil {
			defer func() { _ = session.Close() }()
		}
		err = mcp.ErrConnectionClosed
	}
	if err != nil && r.conn == c {
		r.conn = nil
	}
	c.ClientSession, c.err = session, err
	close(c.dialed)
	r.mu.Unlock()
	if err != nil {
		return
	}
	_ = c.Wait()
	r.mu.Lock()
	r.retire(c)
	r.mu.Unlock()
}

// dialWithin dials within the time limit.
func (r *Redialer) dialWithin(ctx context.Context, c *connection) (session *mcp.ClientSession, err error) {
	defer recoverError(&err)
	defer time.AfterFunc(dialTimeout, func() { c.cancel(context.DeadlineExceeded) }).Stop()
	if session, err = r.dial(ctx); err == nil && session == nil {
		err = errNothing
	}
	return session, err
}

// release ends a request. If the session may have ended, it gets no further requests.
func (r *Redialer) release(c *connection, ended bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c.requests--
	if ended || c.retired {
		r.retire(c)
	}
}

// retire removes a connection and closes it after its last request. The mutex must be held.
func (r *Redialer) retire(c *connection) {
	c.retired = true
	if r.conn == c {
		r.conn = nil
	}
	if c.requests == 0 {
		go func() { _ = c.Close() }() // the server may not answer
	}
}
