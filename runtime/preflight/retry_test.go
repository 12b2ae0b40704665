package preflight_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/runtime/preflight"
)

func TestRetry(t *testing.T) {
	t.Parallel()
	reset := fmt.Errorf("post: %w", syscall.ECONNRESET)
	tests := []struct {
		name    string
		spec    *runtime.ToolSpec
		takeKey bool
		errs    []error // one per run of the tool
		opts    []preflight.Option
		ran     int
		outcome preflight.Outcome
		message string
	}{
		{"idempotent", &runtime.ToolSpec{Write: true, Idempotent: runtime.True}, false, []error{reset, nil}, nil, 2, preflight.OutcomeDone, ""},
		{"key", &runtime.ToolSpec{Write: true}, true, []error{reset, nil}, nil, 2, preflight.OutcomeDone, ""},
		{"at most once more", &runtime.ToolSpec{Write: true}, true, []error{reset, reset, nil}, nil, 2, preflight.OutcomeFailed,
			"failed twice. It is not known"},
		{"another error the second time", &runtime.ToolSpec{Write: true}, true, []error{reset, errors.New("no funds")}, nil, 2,
			preflight.OutcomeFailed, "no funds"},
		{"another error without a key", &runtime.ToolSpec{Write: true, Idempotent: runtime.True}, false, []error{reset, errors.New("no such invoice")},
			nil, 2, preflight.OutcomeFailed, "It is not known"},
		{"refused without a key", &runtime.ToolSpec{Write: true, Idempotent: runtime.True}, false, []error{reset,
			runtime.Invalid("Id", "rule", nil, "It is paid.")}, nil, 2, preflight.OutcomeFailed, "It is not known"},
		{"another error of a read", &runtime.ToolSpec{ReadOnly: runtime.True}, false, []error{reset, errors.New("no such invoice")},
			nil, 2, preflight.OutcomeFailed, "no such invoice"},
		{"no key", &runtime.ToolSpec{Write: true}, false, []error{reset, nil}, nil, 1, preflight.OutcomeFailed, "failed. It is not known"},
		{"not idempotent", &runtime.ToolSpec{Write: true, Idempotent: runtime.False}, false, []error{reset, nil}, nil, 1,
			preflight.OutcomeFailed, "It is not known"},
		{"an empty key is none", &runtime.ToolSpec{Write: true}, true, []error{reset, nil},
			[]preflight.Option{preflight.WithIdempotencyKeys(func(runtime.Invocation) string { return "" })}, 1, preflight.OutcomeFailed,
			"It is not known"},
		{"read-only", &runtime.ToolSpec{ReadOnly: runtime.True}, false, []error{reset, nil}, nil, 2, preflight.OutcomeDone, ""},
		{"neither", &runtime.ToolSpec{}, false, []error{reset, nil}, nil, 1, preflight.OutcomeFailed, "The connection to the service failed."},
		{"a write that says that it only reads", &runtime.ToolSpec{Write: true, ReadOnly: runtime.True}, false, []error{reset, nil},
			nil, 1, preflight.OutcomeFailed, "It is not known"},
		{"no transport error", &runtime.ToolSpec{Write: true, Idempotent: runtime.True}, true, []error{errors.New("no funds"), nil},
			nil, 1, preflight.OutcomeFailed, "no funds"},
		{"own transport errors", &runtime.ToolSpec{Write: true, Idempotent: runtime.True}, false, []error{errors.New("no funds"), nil},
			[]preflight.Option{preflight.WithTransportErrors(func(err error) bool { return strings.Contains(err.Error(), "funds") })}, 2,
			preflight.OutcomeDone, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				spec := test.spec
				spec.Name = "tool"
				var keys []string
				ran := 0
				set := runtime.NewToolset(plainTool(spec, func(ctx context.Context, _ runtime.Invocation) (any, error) {
					if test.takeKey {
						key, _ := runtime.IdempotencyKey(ctx)
						keys = append(keys, key)
					}
					ran++
					return nil, test.errs[ran-1]
				}))
				g, k := newGate(t, set, test.opts...)
				out := g.Call(t.Context(), preflight.Turn{}, call("c1", "tool", `{}`))
				if ran != test.ran || (out.Error == nil) != (test.message == "") || out.Error != nil &&
					!strings.Contains(out.Error.Message, test.message) {
					t.Errorf("ran %d times: %+v", ran, out.Error)
				}
				if len(keys) == 2 && (keys[0] != keys[1] || keys[0] == "") {
					t.Errorf("keys %q", keys)
				}
				closeGate(t, g, k, test.outcome)
				retries := 0
				for _, e := range k.events {
					if r, ok := e.Data.(preflight.ToolRetry); ok {
						retries++
						if r.Attempt != 2 {
							t.Errorf("got %+v", r)
						}
					}
				}
				if retries != test.ran-1 {
					t.Errorf("%d retries were reported", retries)
				}
			})
		})
	}
}

// TestNoRetryAfterTheEnd checks that a tool is not retried after its timeout or when its caller is gone.
func TestNoRetryAfterTheEnd(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(context.CancelFunc){
		"timeout": func(context.CancelFunc) { time.Sleep(2 * time.Minute) },
		"caller":  func(cancel context.CancelFunc) { cancel() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				var ran atomic.Int32 // atomic, because the call may end before the handler
				g, k := newGate(t, newSet(func(ctx context.Context, _ runtime.Invocation) (any, error) {
					runtime.IdempotencyKey(ctx)
					ran.Add(1)
					end(cancel)
					return nil, syscall.ECONNRESET
				}))
				if out := g.Call(ctx, preflight.Turn{}, pay("c1")); out.Error == nil || !strings.Contains(out.Error.Message, "not known") {
					t.Errorf("got %+v", out)
				}
				time.Sleep(time.Hour)
				if ran.Load() != 1 {
					t.Errorf("ran %d times", ran.Load())
				}
				closeGate(t, g, k, preflight.OutcomeFailed)
			})
		})
	}
}

// TestKeysDiffer checks that two equal calls get different keys.
func TestKeysDiffer(t *testing.T) {
	t.Parallel()
	var keys []string
	g, k := newGate(t, newSet(func(ctx context.Context, _ runtime.Invocation) (any, error) {
		key, ok := runtime.IdempotencyKey(ctx)
		if !ok || len(key) < 20 {
			t.Errorf("key %q", key)
		}
		keys = append(keys, key)
		return nil, nil
	}))
	for _, id := range []string{"c1", "c2"} {
		g.Call(t.Context(), preflight.Turn{}, pay(id))
	}
	if len(keys) != 2 || keys[0] == keys[1] {
		t.Errorf("keys %q", keys)
	}
	closeGate(t, g, k, preflight.OutcomeDone, preflight.OutcomeDone)
	if key, ok := runtime.IdempotencyKey(t.Context()); ok || key != "" {
		t.Errorf("a key %q outside of the gate", key)
	}
}

func TestIsTransportError(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err == nil {
			_ = conn.Close()
		}
	}))
	defer server.Close()
	_, hungUp := http.Post(server.URL, "application/json", strings.NewReader("{}"))
	refused := func() error {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		address := listener.Addr().String()
		_ = listener.Close()
		_, err = net.DialTimeout("tcp", address, time.Second)
		return err
	}()
	got := map[string]bool{}
	for name, err := range map[string]error{
		"nil": nil, "plain": errors.New("x"), "canceled": &url.Error{Op: "Get", URL: "/", Err: context.Canceled},
		"deadline": context.DeadlineExceeded, "hung up": hungUp, "refused": refused, "unexpected EOF": fmt.Errorf("read: %w",
			io.ErrUnexpectedEOF),
		"invalid": runtime.Invalid("x", "type", nil, ""), "dns": &net.DNSError{Err: "no such host"},
	} {
		got[name] = preflight.IsTransportError(err)
	}
	want := map[string]bool{"nil": false, "plain": false, "canceled": false, "invalid": false, "deadline": true, "hung up": true,
		"refused": true, "unexpected EOF": true, "dns": true}
	if diff := testdiff.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestAFailedWriteIsNotTriedAgain checks that a model is told not to repeat a call that may have been partly executed, even if the program
// says so rather than the spec. Nothing else changes.
func TestAFailedWriteIsNotTriedAgain(t *testing.T) {
	t.Parallel()
	fault := errors.New("the request timed out")
	for name, tt := range map[string]struct {
		opts []preflight.Option
		err  error
		want runtime.Action
	}{
		"reads":  {nil, fault, runtime.RetryLater},
		"writes": {[]preflight.Option{preflight.WithWrites("get_contacts")}, fault, runtime.Stop},
		"writes, of arguments": {[]preflight.Option{preflight.WithWrites("get_contacts")}, runtime.Invalid("Search", "minLength", 3,
			""), runtime.Correct},
		"writes, not by itself": {[]preflight.Option{preflight.WithWrites("create_payment")}, fault, runtime.RetryLater},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				set := newSet(func(context.Context, runtime.Invocation) (any, error) { return nil, tt.err })
				g, _ := newGate(t, set, tt.opts...)
				given := g.Call(t.Context(), preflight.Turn{Thread: "t"}, call("c1", "get_contacts", `{"Search":"Ada"}`))
				if given.RetryHint == nil || given.RetryHint.Action != tt.want {
					t.Errorf("got %+v, want %s", given.RetryHint, tt.want)
				}
				invs, failures := set.ConvertCalls([]runtime.ToolCall{call("c2", "get_contacts", `{"Search":"Ada"}`)})
				if len(failures) > 0 {
					t.Fatal(failures[0].Error)
				}
				if out := g.Execute(t.Context(), "t", invs[0]); out.RetryHint == nil || out.RetryHint.Action != tt.want {
					t.Errorf("executed: got %+v, want %s", out.RetryHint, tt.want)
				}
				if err := g.Close(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}
