package preflight_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/preflight"
)

// mapMemory is an in-process memory that can fail.
type mapMemory struct {
	mu    sync.Mutex
	byKey map[string][]byte
	fail  func(next []byte) error
}

func (m *mapMemory) CompareAndSwap(_ context.Context, key string, prev, next []byte) ([]byte, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.fail != nil {
		if err := m.fail(next); err != nil {
			return nil, false, err
		}
	}
	stored, there := m.byKey[key]
	if there != (prev != nil) || !bytes.Equal(stored, prev) {
		return stored, false, nil
	}
	if m.byKey == nil {
		m.byKey = map[string][]byte{}
	}
	if next == nil {
		delete(m.byKey, key)
	} else {
		m.byKey[key] = next
	}
	return next, true, nil
}

// TestGatesShareAMemory checks that a call runs in one of two gates, and that the other returns its answer.
func TestGatesShareAMemory(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		handler, runs := counted()
		m := &mapMemory{}
		g, k := newGate(t, newSet(handler), preflight.WithMemory(m))
		h, l := newGate(t, newSet(handler), preflight.WithMemory(m))
		turn := preflight.Turn{Thread: "t"}
		for _, gate := range []*preflight.Gate{g, h, g, h} {
			if out := gate.Call(t.Context(), turn, pay("c1")); out.Error != nil || string(out.Payload) != `{"run":1}` || out.CallID != "c1" {
				t.Errorf("got %s, %v", out.Payload, out.Error)
			}
		}
		if out := h.Execute(t.Context(), "t", runtime.Invocation{Call: pay("c1")}); string(out.Payload) != `{"run":1}` {
			t.Errorf("executed: got %s, %v", out.Payload, out.Error)
		}
		if out := h.Call(t.Context(), turn, call("c1", "get_all_invoices", `{}`)); !errors.Is(out.Error, preflight.ErrConflict) {
			t.Errorf("another call: got %s, %v", out.Payload, out.Error)
		}
		// Either gate reports an invalid call, and accepts its correction.
		first := g.Call(t.Context(), turn, call("c2", "create_payment", `{}`))
		if again := h.Call(t.Context(), turn, call("c2", "create_payment", `{}`)); again.Error == nil || first.Error == nil ||
			again.Error.Message != first.Error.Message || again.RetryHint.Text() != first.RetryHint.Text() {
			t.Errorf("got %+v and %+v", first, again)
		}
		if out := h.Call(t.Context(), turn, pay("c2")); string(out.Payload) != `{"run":2}` {
			t.Errorf("corrected: got %s, %v", out.Payload, out.Error)
		}
		if out := g.Call(t.Context(), turn, pay("c2")); string(out.Payload) != `{"run":2}` {
			t.Errorf("corrected, again: got %s, %v", out.Payload, out.Error)
		}
		// A call that was not made leaves nothing behind.
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		g.Call(gone, turn, pay("c3"))
		if out := h.Call(t.Context(), turn, pay("c3")); string(out.Payload) != `{"run":3}` {
			t.Errorf("made by the other: got %s, %v", out.Payload, out.Error)
		}
		if runs() != 3 {
			t.Errorf("%d runs", runs())
		}
		closeGate(t, g, k, preflight.OutcomeDone, preflight.OutcomeBlocked, preflight.OutcomeAborted)
		closeGate(t, h, l, preflight.OutcomeDone, preflight.OutcomeDone)
	})
}

// TestGatesRace checks that exactly one of many gates runs a call, whatever the others do.
func TestGatesRace(t *testing.T) {
	t.Parallel()
	handler, runs := counted()
	m := &mapMemory{}
	var gates []*preflight.Gate
	for range 8 {
		g, _ := newGate(t, newSet(handler), preflight.WithMemory(m))
		gates = append(gates, g)
	}
	for n := range 20 {
		var wait sync.WaitGroup
		for _, g := range gates {
			wait.Go(func() { g.Call(t.Context(), preflight.Turn{Thread: "t"}, pay(fmt.Sprint("c", n))) })
		}
		wait.Wait()
		if runs() != n+1 {
			t.Fatalf("%d runs of %d calls", runs(), n+1)
		}
	}
	for _, g := range gates {
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestMemoryFails checks that a call is not made if it is unknown whether it was made before.
func TestMemoryFails(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		handler, runs := counted()
		m := &mapMemory{}
		g, k := newGate(t, newSet(handler), preflight.WithMemory(m))
		turn := preflight.Turn{Thread: "t"}
		down := errors.New("the database is down")
		failing := func(when string) func([]byte) error {
			return func(next []byte) error {
				if !strings.Contains(string(next), when) {
					return nil
				}
				if when == "running" {
					panic(down)
				}
				return down
			}
		}
		for i, when := range []string{"taken", "running"} {
			m.fail = failing(when)
			out := g.Call(t.Context(), turn, pay(fmt.Sprint("c", i)))
			if out.Error == nil || out.Error.Kind != runtime.FailureInternal || when == "taken" && !errors.Is(out.Error, down) || runs() != 0 {
				t.Errorf("%s: %+v after %d runs", when, out, runs())
			}
			if out := g.Call(t.Context(), turn, pay("")); out.Error != nil { // without an ID it cannot be known
				t.Error(out.Error)
			}
			m.fail = nil
			if out := g.Call(t.Context(), turn, pay(fmt.Sprint("c", i))); out.Error != nil {
				t.Errorf("%s: once it works again: %v", when, out.Error)
			}
			runsBefore := runs()
			runs = func(old func() int) func() int { return func() int { return old() - runsBefore } }(runs)
		}
		// An outcome that was not stored is unknown, so the call is not made again.
		m.fail = failing("answered")
		if out := g.Call(t.Context(), turn, pay("c9")); out.Error != nil {
			t.Errorf("the answer was lost: %v", out.Error)
		}
		m.fail = nil
		if out := g.Call(t.Context(), turn, pay("c9")); out.Error == nil || out.Error.Kind != runtime.FailureInternal || runs() != 1 {
			t.Errorf("got %+v after %d runs", out, runs())
		}
		for key := range m.byKey {
			m.byKey[key] = []byte(`{"state":7}`)
		}
		if out := g.Call(t.Context(), turn, pay("c9")); out.Error == nil || out.Error.Kind != runtime.FailureInternal || runs() != 1 {
			t.Errorf("got %+v after %d runs", out, runs())
		}
		if err := g.Close(); err != nil {
			t.Error(err)
		}
		var told []string // calls that the state in the memory rejects rather than answers
		for _, e := range k.events {
			if step, ok := e.Data.(preflight.Step); ok && step.Step == preflight.StepWriteCheck && step.Status != preflight.StepPass {
				told = append(told, string(step.Status)+" "+step.Detail)
			}
		}
		if all := strings.Join(told, "\n"); len(told) != 3 || strings.Contains(all, "answered before") ||
			strings.Count(all, string(preflight.StepFailed)) != 3 {
			t.Errorf("told: %s", all)
		}
	})
}

// TestGoneWhileItIsNoted cancels the caller right before the tool runs: nothing was done, and the call can be made again.
func TestGoneWhileItIsNoted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		handler, runs := counted()
		gone, cancel := context.WithCancel(t.Context())
		m := &mapMemory{fail: func(next []byte) error {
			if strings.Contains(string(next), "running") {
				cancel()
			}
			return nil
		}}
		g, k := newGate(t, newSet(handler), preflight.WithMemory(m))
		if out := g.Call(gone, preflight.Turn{Thread: "t"}, pay("c1")); out.Error == nil || runs() != 0 {
			t.Errorf("got %+v after %d runs", out, runs())
		}
		if out := g.Call(t.Context(), preflight.Turn{Thread: "t"}, pay("c1")); out.Error != nil || runs() != 1 {
			t.Errorf("got %v after %d runs", out.Error, runs())
		}
		closeGate(t, g, k, preflight.OutcomeAborted, preflight.OutcomeDone)
	})
}

// TestTakenOver checks that a gate that dies while a person is asked does not block the call forever, and that a gate that was only
// suspended does not make it as well.
func TestTakenOver(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		handler, runs := counted()
		m := &mapMemory{}
		asked := make(chan struct{})
		asleep := preflight.ConfirmerFunc(func(context.Context, preflight.Question) (preflight.Answer, error) {
			asked <- struct{}{}
			time.Sleep(time.Minute - time.Second)
			return preflight.Answer{Value: preflight.Confirm}, nil
		})
		limits := []preflight.Option{preflight.WithMemory(m), preflight.WithQuestionTimeout(time.Minute), preflight.WithTimeout(time.Second)}
		g, k := newGate(t, newSet(handler), append(limits, preflight.WithConfirmer(asleep))...)
		h, l := newGate(t, newSet(handler), limits...)
		turn := preflight.Turn{Thread: "t"}
		answered := make(chan runtime.ToolOutput)
		go func() { answered <- g.Calls(t.Context(), turn, []runtime.ToolCall{pay("c0"), pay("c1")})[1] }()
		<-asked
		if out := h.Call(t.Context(), turn, pay("c1")); out.Error == nil || runs() != 0 {
			t.Errorf("got %+v during the question", out)
		}
		<-asked // about the second call, which was started a minute ago
		time.Sleep(30 * time.Second)
		if out := h.Call(t.Context(), turn, pay("c1")); out.Error != nil || runs() != 2 {
			t.Errorf("got %v after %d runs", out.Error, runs())
		}
		if out := <-answered; out.Error == nil || runs() != 2 {
			t.Errorf("the suspended gate got %s after %d runs", out.Payload, runs())
		}
		if out := g.Call(t.Context(), turn, pay("c1")); out.Error != nil || string(out.Payload) != `{"run":2}` {
			t.Errorf("got %s, %v", out.Payload, out.Error)
		}
		closeGate(t, g, k, preflight.OutcomeDone, preflight.OutcomeAborted)
		closeGate(t, h, l, preflight.OutcomeDone)
	})
}

// TestScopes supports providers whose call IDs restart in each turn.
func TestScopes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for _, opts := range [][]preflight.Option{nil, {preflight.WithMemory(&mapMemory{})}} {
			handler, runs := counted()
			g, k := newGate(t, newSet(handler), opts...)
			other := call("call_0", "get_all_invoices", `{}`)
			for i, c := range []runtime.ToolCall{pay("call_0"), other, pay("call_0")} {
				turn := preflight.Turn{Thread: "t", Query: "q", Scope: fmt.Sprint("message ", i)}
				for range 2 {
					if out := g.Call(t.Context(), turn, c); out.Error != nil || string(out.Payload) != fmt.Sprintf(`{"run":%d}`, i+1) {
						t.Errorf("got %s, %v", out.Payload, out.Error)
					}
				}
			}
			turn := preflight.Turn{Thread: "t", Scope: "message 0"}
			if out := g.Execute(preflight.WithTurn(t.Context(), turn), "t",
				runtime.Invocation{Call: pay("call_0")}); string(out.Payload) != `{"run":1}` {
				t.Errorf("executed: got %s, %v", out.Payload, out.Error)
			}
			if runs() != 3 {
				t.Errorf("%d runs", runs())
			}
			closeGate(t, g, k, preflight.OutcomeDone, preflight.OutcomeDone, preflight.OutcomeDone)
		}
	})
}

// TestSharedValuesAreBounded checks that values in a memory stay within the announced limit, even if a result grows when it is encoded.
func TestSharedValuesAreBounded(t *testing.T) {
	t.Parallel()
	for name, handler := range map[string]handler{
		"escapes": func(context.Context, runtime.Invocation) (any, error) {
			return json.RawMessage(`"` + strings.Repeat("<", 1<<19) + `"`), nil
		},
		"an error": func(context.Context, runtime.Invocation) (any, error) {
			return nil, errors.New(strings.Repeat("x", 2<<20))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			runs := 0
			m := &mapMemory{}
			g, _ := newGate(t, newSet(func(ctx context.Context, inv runtime.Invocation) (any, error) {
				runs++
				return handler(ctx, inv)
			}), preflight.WithMemory(m))
			g.Call(t.Context(), preflight.Turn{Thread: "t"}, pay("c1"))
			for _, value := range m.byKey {
				if len(value) > 1<<20 {
					t.Errorf("%d bytes", len(value))
				}
			}
			if out := g.Call(t.Context(), preflight.Turn{Thread: "t"}, pay("c1")); out.Error == nil || runs != 1 {
				t.Errorf("again: %.80s, %d runs", out.Payload, runs)
			}
			if err := g.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// lossyMemory is a memory with one failing operation: before or after it has taken effect.
type lossyMemory struct {
	mapMemory
	calls, fails int
	after        bool
}

func (m *lossyMemory) CompareAndSwap(ctx context.Context, key string, prev, next []byte) ([]byte, bool, error) {
	n := m.calls
	m.calls++
	if n == m.fails {
		if m.after {
			_, _, _ = m.mapMemory.CompareAndSwap(ctx, key, prev, next)
		}
		return nil, false, errors.New("the connection broke")
	}
	return m.mapMemory.CompareAndSwap(ctx, key, prev, next)
}

// TestAMemoryFailsOnce checks that a single failure of a memory, before or after the operation took effect, leaves no doubt: a call that
// was not made can be made, and one that was made has its answer.
func TestAMemoryFailsOnce(t *testing.T) {
	t.Parallel()
	for _, after := range []bool{false, true} {
		for fails := range 3 { // the operations of one call
			t.Run(fmt.Sprint(fails, after), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					handler, runs := counted()
					m := &lossyMemory{fails: fails, after: after}
					made := 0
					for range 3 { // each by a separate process
						g, _ := newGate(t, newSet(handler), preflight.WithMemory(m))
						out := g.Call(t.Context(), preflight.Turn{Thread: "t"}, pay("c1"))
						if out.Error == nil && string(out.Payload) == `{"run":1}` {
							made++
						} else if !strings.Contains(out.Error.Message, "not made") || made > 0 {
							t.Errorf("got %s, %v", out.Payload, out.Error)
						}
						if err := g.Close(); err != nil {
							t.Error(err)
						}
					}
					if runs() != 1 || made < 2 {
						t.Errorf("%d runs, and %d of 3 have the answer", runs(), made)
					}
				})
			})
		}
	}
}
