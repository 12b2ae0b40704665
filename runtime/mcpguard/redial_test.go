package mcpguard_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/mcpguard"
	"github.com/toolgen/toolgen/runtime/preflight"
)

// host is a server that can be stopped and started, and then forgets its sessions.
type host struct {
	t       *testing.T
	server  *httptest.Server
	handler atomic.Pointer[http.Handler]  // nil while stopped
	calls   atomic.Int64                  // calls of the tool
	hold    atomic.Pointer[chan struct{}] // blocks calls
}

func newHost(t *testing.T) *host {
	h := &host{t: t}
	h.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler := h.handler.Load()
		if handler == nil {
			panic(http.ErrAbortHandler)
		}
		(*handler).ServeHTTP(w, r)
	}))
	t.Cleanup(h.server.Close)
	h.start(nil)
	return h
}

// start starts the server with a middleware.
func (h *host) start(wrap func(http.Handler) http.Handler) {
	server := mcp.NewServer(&mcp.Implementation{Name: "s", Version: "1"}, nil)
	server.AddTool(&mcp.Tool{Name: "ping", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		h.calls.Add(1)
		if hold := h.hold.Load(); hold != nil {
			*hold <- struct{}{}
			<-ctx.Done()
		}
		return text("pong"), nil
	})
	var handler http.Handler = mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil)
	if wrap != nil {
		handler = wrap(handler)
	}
	h.handler.Store(&handler)
}

func (h *host) stop() {
	h.handler.Store(nil)
	h.server.CloseClientConnections()
}

// redial returns a session with the host and counts connections.
func (h *host) redial(dials *atomic.Int64) *mcpguard.Redialer {
	session := mcpguard.Redial(func(ctx context.Context) (*mcp.ClientSession, error) {
		dials.Add(1)
		client := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, nil)
		// Without keep-alive, a closed idle connection cannot cause an error of its own.
		apart := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
		return client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: h.server.URL, HTTPClient: apart, DisableStandaloneSSE: true, MaxRetries: -1}, nil)
	})
	h.t.Cleanup(func() { _ = session.Close() })
	return session
}

func ping(ctx context.Context, s mcpguard.Session) error {
	result, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "ping"})
	if err == nil && textOf(result) != "pong\n" {
		err = errors.New("it says " + textOf(result))
	}
	return err
}

// TestRedial restarts a server behind a session.
func TestRedial(t *testing.T) {
	t.Parallel()
	h := newHost(t)
	var dials atomic.Int64
	session := h.redial(&dials)
	guard := mcpguard.NewGuard()
	guard.Attach(session)
	call := func() runtime.ToolOutput {
		return guard.Call(t.Context(), runtime.ToolCall{ID: "c", Name: "ping", Arguments: `{}`})
	}
	if out := call(); out.Error != nil || dials.Load() != 1 {
		t.Fatalf("%+v after %d dials", out.Error, dials.Load())
	}
	for round := range 3 {
		h.stop()
		if err := ping(t.Context(), session); err == nil {
			t.Fatal("a server that was stopped has answered")
		}
		h.start(nil)
		// Each concurrent call is answered or fails because its session ended.
		before, made := dials.Load(), h.calls.Load()
		var answered atomic.Int64
		var group sync.WaitGroup
		for range 20 {
			group.Go(func() {
				switch err := ping(t.Context(), session); {
				case err == nil:
					answered.Add(1)
				case !preflight.IsTransportError(err):
					t.Error(err)
				}
			})
		}
		group.Wait()
		if now := h.calls.Load() - made; now != answered.Load() || now == 0 {
			t.Errorf("round %d: %d calls were made, %d of 20 were answered", round, now, answered.Load())
		}
		if now := dials.Load() - before; now > 2 {
			t.Errorf("round %d: connected %d times", round, now)
		}
		if out := call(); out.Error != nil {
			t.Errorf("round %d: %v", round, out.Error)
		}
	}
}

// TestRedialBroken has a proxy return a response that the SDK treats as the end of the session.
func TestRedialBroken(t *testing.T) {
	t.Parallel()
	h := newHost(t)
	var dials atomic.Int64
	session := h.redial(&dials)
	for _, status := range []int{http.StatusBadRequest, http.StatusTeapot, http.StatusNotFound, http.StatusBadGateway} {
		if err := ping(t.Context(), session); err != nil {
			t.Fatalf("before %d: %v", status, err)
		}
		var refused atomic.Bool
		h.start(func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if refused.CompareAndSwap(false, true) {
					http.Error(w, "not now", status)
					return
				}
				next.ServeHTTP(w, r)
			})
		})
		_ = ping(t.Context(), session) // may fail
	}
	if err := ping(t.Context(), session); err != nil {
		t.Error(err)
	}
}

// TestRedialNeverRepeats checks that a call in flight when the server died is not sent again, and that its
// error says that the outcome is unknown.
func TestRedialNeverRepeats(t *testing.T) {
	t.Parallel()
	h := newHost(t)
	var dials atomic.Int64
	session := h.redial(&dials)
	if err := ping(t.Context(), session); err != nil {
		t.Fatal(err)
	}
	hold := make(chan struct{})
	h.hold.Store(&hold)
	failed := make(chan error, 1)
	go func() { failed <- ping(t.Context(), session) }()
	<-hold
	h.stop()
	err := <-failed
	if !preflight.IsTransportError(err) {
		t.Errorf("got %v", err)
	}
	h.hold.Store(nil)
	h.start(nil)
	if h.calls.Load() != 2 {
		t.Errorf("%d calls were made", h.calls.Load())
	}
	if err := ping(t.Context(), session); err != nil || h.calls.Load() != 3 {
		t.Errorf("after the start: %v, %d calls", err, h.calls.Load())
	}
}

// TestRedialProcess kills a server process.
func TestRedialProcess(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var running *exec.Cmd
	session := mcpguard.Redial(func(ctx context.Context) (*mcp.ClientSession, error) {
		cmd := exec.Command(self)
		cmd.Env = append(os.Environ(), serverEnv+"=1")
		mu.Lock()
		running = cmd
		mu.Unlock()
		return mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, nil).Connect(ctx, &mcp.CommandTransport{Command: cmd}, nil)
	})
	defer session.Close()
	for range 3 {
		result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "forecast", Arguments: map[string]any{"city": "Bonn"}})
		if err != nil || textOf(result) != "Rain\n" {
			t.Fatalf("%v, %v", result, err)
		}
		mu.Lock()
		_ = running.Process.Kill()
		mu.Unlock()
		// The call that notices may fail.
		for deadline := time.Now().Add(time.Minute); ; {
			if _, err = session.ListTools(t.Context(), nil); err == nil || time.Now().After(deadline) {
				break
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestRedialFails covers a dial that fails, hangs, panics or returns nothing, and a closed Redialer.
func TestRedialFails(t *testing.T) {
	t.Parallel()
	h := newHost(t)
	var mu sync.Mutex
	dial := func(context.Context) (*mcp.ClientSession, error) { return nil, errors.New("no route") }
	set := func(f func(context.Context) (*mcp.ClientSession, error)) {
		mu.Lock()
		defer mu.Unlock()
		dial = f
	}
	session := mcpguard.Redial(func(ctx context.Context) (*mcp.ClientSession, error) {
		mu.Lock()
		f := dial
		mu.Unlock()
		return f(ctx)
	})
	if err := ping(t.Context(), session); err == nil || err.Error() != "mcpguard: cannot connect to the server: no route" {
		t.Errorf("got %v", err)
	}
	set(func(context.Context) (*mcp.ClientSession, error) { return nil, nil })
	if err := ping(t.Context(), session); err == nil {
		t.Error("a dial that gave nothing was taken for a session")
	}
	set(func(context.Context) (*mcp.ClientSession, error) { panic("bug") })
	if err := ping(t.Context(), session); !errors.As(err, new(*runtime.PanicError)) {
		t.Errorf("got %v", err)
	}
	// A caller that gives up does not cancel the dial for the others.
	release := make(chan struct{})
	set(func(ctx context.Context) (*mcp.ClientSession, error) {
		<-release
		client := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, nil)
		return client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: h.server.URL, DisableStandaloneSSE: true}, nil)
	})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if err := ping(ctx, session); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	close(release)
	if err := ping(t.Context(), session); err != nil {
		t.Error(err)
	}
	if err := session.Close(); err != nil {
		t.Error(err)
	}
	if err := ping(t.Context(), session); !errors.Is(err, mcp.ErrConnectionClosed) {
		t.Errorf("got %v", err)
	}
	if err := session.Close(); err != nil {
		t.Error(err)
	}
}

// TestRedialHangs has a server that accepts a connection but never answers: waiting callers time out, and a
// later request reaches a server that answers.
func TestRedialHangs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		dials := 0
		session := mcpguard.Redial(func(ctx context.Context) (*mcp.ClientSession, error) {
			if dials++; dials == 1 {
				<-ctx.Done()
				return nil, context.Cause(ctx)
			}
			return nil, errors.New("it answers")
		})
		began := time.Now()
		if err := ping(t.Context(), session); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != time.Minute {
			t.Errorf("after %s: %v", time.Since(began), err)
		}
		if err := ping(t.Context(), session); err == nil || !strings.Contains(err.Error(), "it answers") {
			t.Errorf("got %v", err)
		}
	})
}

// TestRedialClosedWhileDialing checks that closing fails waiting requests without sending them, with an error
// that says so.
func TestRedialClosedWhileDialing(t *testing.T) {
	t.Parallel()
	for range 20 {
		h := newHost(t)
		dialing, goOn := make(chan struct{}), make(chan struct{})
		session := mcpguard.Redial(func(ctx context.Context) (*mcp.ClientSession, error) {
			close(dialing)
			<-goOn
			client := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, nil)
			return client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: h.server.URL, DisableStandaloneSSE: true, MaxRetries: -1}, nil)
		})
		answered := make(chan error, 1)
		go func() { answered <- ping(t.Context(), session) }()
		<-dialing
		if err := session.Close(); err != nil {
			t.Error(err)
		}
		close(goOn)
		if err := <-answered; !errors.Is(err, mcp.ErrConnectionClosed) || preflight.IsTransportError(err) {
			t.Errorf("the request has %v", err)
		}
		if n := h.calls.Load(); n != 0 {
			t.Errorf("%d calls were made after Close", n)
		}
	}
}

// TestRedialPanic checks that a request that panics, as in a middleware of the program, retires its session,
// which is then closed.
func TestRedialPanic(t *testing.T) {
	t.Parallel()
	h := newHost(t)
	var ended sync.WaitGroup
	var dials atomic.Int64
	session := mcpguard.Redial(func(ctx context.Context) (*mcp.ClientSession, error) {
		client := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, nil)
		first := dials.Add(1) == 1
		client.AddSendingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
			return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
				if first && method == "tools/call" {
					panic("a bug")
				}
				return next(ctx, method, req)
			}
		})
		made, err := client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: h.server.URL, DisableStandaloneSSE: true, MaxRetries: -1}, nil)
		if err == nil {
			ended.Go(func() { _ = made.Wait() })
		}
		return made, err
	})
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic is gone")
			}
		}()
		_ = ping(t.Context(), session)
	}()
	if err := ping(t.Context(), session); err != nil || dials.Load() != 2 {
		t.Errorf("%v after %d dials", err, dials.Load())
	}
	if err := session.Close(); err != nil {
		t.Error(err)
	}
	all := make(chan struct{})
	go func() { ended.Wait(); close(all) }()
	select {
	case <-all:
	case <-time.After(time.Minute):
		t.Error("a session was not closed")
	}
}
