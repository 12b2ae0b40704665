package preflight_test

import (
	"context"
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

// counted is a handler that counts its runs and returns the count.
func counted() (func(context.Context, runtime.Invocation) (any, error), func() int) {
	var mu sync.Mutex
	runs := 0
	return func(context.Context, runtime.Invocation) (any, error) {
			mu.Lock()
			defer mu.Unlock()
			runs++
			return map[string]int{"run": runs}, nil
		}, func() int {
			mu.Lock()
			defer mu.Unlock()
			return runs
		}
}

func TestCallIDsAreAnsweredOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		handler, runs := counted()
		g, k := newGate(t, newSet(handler))
		turn := preflight.Turn{Thread: "t", Query: "q"}
		rewritten := pay("c1")
		rewritten.Arguments = " " + strings.ReplaceAll(payment, ":", " : ")
		for _, c := range []runtime.ToolCall{pay("c1"), pay("c1"), rewritten} {
			if out := g.Call(t.Context(), turn, c); out.Error != nil || string(out.Payload) != `{"run":1}` || out.CallID != "c1" {
				t.Errorf("got %s, %v", out.Payload, out.Error)
			}
		}
		// The thread determines the identity of a call, not the turn or the method of the gate.
		if out := g.Call(t.Context(), preflight.Turn{Thread: "t", Query: "r"}, pay("c1")); string(out.Payload) != `{"run":1}` {
			t.Errorf("in another turn: got %s, %v", out.Payload, out.Error)
		}
		if out := g.Execute(t.Context(), "t", runtime.Invocation{Call: pay("c1")}); string(out.Payload) != `{"run":1}` {
			t.Errorf("executed: got %s, %v", out.Payload, out.Error)
		}
		for _, c := range []runtime.ToolCall{call("c1", "create_payment", strings.Replace(payment, `"Amount":1`, `"Amount":11`, 1)),
			call("c1", "get_all_invoices", `{}`)} {
			out := g.Call(t.Context(), turn, c)
			if !errors.Is(out.Error, preflight.ErrConflict) || out.Error.Kind != runtime.FailureInternal || out.CallID != "c1" {
				t.Errorf("another call: got %s, %v", out.Payload, out.Error)
			}
		}
		if out := g.Call(t.Context(), preflight.Turn{Thread: "u"}, pay("c1")); string(out.Payload) != `{"run":2}` {
			t.Errorf("in another thread: got %s, %v", out.Payload, out.Error)
		}
		for range 2 {
			g.Call(t.Context(), turn, pay(""))
		}
		if runs() != 4 {
			t.Errorf("%d runs, want 4", runs())
		}
		closeGate(t, g, k, preflight.OutcomeDone, preflight.OutcomeDone, preflight.OutcomeDone, preflight.OutcomeDone)
	})
}

func TestCallIDsAreAnsweredOnceAtOnce(t *testing.T) {
	t.Parallel()
	handler, runs := counted()
	g, _ := newGate(t, newSet(handler))
	var wait sync.WaitGroup
	for range 50 {
		wait.Go(func() { g.Call(t.Context(), preflight.Turn{Thread: "t"}, pay("c1")) })
	}
	wait.Wait()
	if err := g.Close(); err != nil || runs() != 1 {
		t.Errorf("%d runs, %v", runs(), err)
	}
}

// TestInvalidCallsAreAnsweredOnce checks that a repeated delivery of an invalid call is not another attempt.
func TestInvalidCallsAreAnsweredOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g, k := newGate(t, newSet(done))
		first := g.Call(t.Context(), preflight.Turn{Thread: "t"}, call("c1", "create_payment", `{}`))
		for range 9 {
			out := g.Call(t.Context(), preflight.Turn{Thread: "t"}, call("c1", "create_payment", `{}`))
			if out.RetryHint == nil || out.RetryHint.Action != first.RetryHint.Action || out.Error.Kind != runtime.FailureValidation {
				t.Errorf("got %+v", out)
			}
		}
		closeGate(t, g, k, preflight.OutcomeBlocked)
	})
}

// TestTheMendedCallMayHaveTheID checks that models that restart their call IDs in each turn can correct a call: an invalid call does
// not use up its ID, a completed one does.
func TestTheMendedCallMayHaveTheID(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		handler, runs := counted()
		g, k := newGate(t, newSet(handler))
		turn := preflight.Turn{Thread: "t"}
		g.Call(t.Context(), turn, call("c1", "create_payment", `{}`))
		for range 2 {
			if out := g.Call(t.Context(), turn, pay("c1")); out.Error != nil || runs() != 1 {
				t.Errorf("got %v after %d runs", out.Error, runs())
			}
		}
		if out := g.Call(t.Context(), turn, call("c1", "create_payment", `{}`)); !errors.Is(out.Error, preflight.ErrConflict) {
			t.Errorf("got %v", out.Error)
		}
		closeGate(t, g, k, preflight.OutcomeBlocked, preflight.OutcomeDone)
	})
}

// TestWhatIsNoJSONIsNoJSON checks that invalid JSON that could be read as the corrected call is not treated as that call: the
// corrected call is a separate one, although it has the ID of the invalid one.
func TestWhatIsNoJSONIsNoJSON(t *testing.T) {
	t.Parallel()
	for name, invalid := range map[string]string{
		"a key twice":          `{"AccountId":"BANK-1",` + payment[1:],
		"a key twice, written": `{"Account\u0049d":"BANK-1",` + payment[1:],
		"a bracket too many":   payment + "}",
		"more brackets":        payment + "]]",
		"another value":        payment + " {}",
		"half a character":     strings.Replace(payment, `"BANK-1"`, `"\ud800"`, 1),
		"no UTF-8":             strings.Replace(payment, `"BANK-1"`, "\"\xff\"", 1),
	} {
		for _, mended := range []string{payment, strings.Replace(payment, `"BANK-1"`, "\"\uFFFD\"", 1)} {
			t.Run(name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					handler, runs := counted()
					g, k := newGate(t, newSet(handler))
					turn := preflight.Turn{Thread: "t"}
					if out := g.Call(t.Context(), turn, call("c1", "create_payment", invalid)); out.Error == nil {
						t.Fatalf("got %s", out.Payload)
					}
					if out := g.Call(t.Context(), turn, call("c1", "create_payment", mended)); out.Error != nil || runs() != 1 {
						t.Errorf("the corrected call got %v after %d runs", out.Error, runs())
					}
					closeGate(t, g, k, preflight.OutcomeBlocked, preflight.OutcomeDone)
				})
			})
		}
	}
}

// TestWhatWasNotMadeMayBeMade checks that a call ID is not used up if nothing was done and nobody has decided.
func TestWhatWasNotMadeMayBeMade(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		handler, runs := counted()
		g, k := newGate(t, newSet(handler))
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if out := g.Call(gone, preflight.Turn{Thread: "t"}, pay("c1")); out.Error == nil {
			t.Errorf("got %s", out.Payload)
		}
		if out := g.Call(t.Context(), preflight.Turn{Thread: "t"}, pay("c1")); out.Error != nil || runs() != 1 {
			t.Errorf("got %v after %d runs", out.Error, runs())
		}
		closeGate(t, g, k, preflight.OutcomeAborted, preflight.OutcomeDone)
	})
}

// TestLongIDsAreBounded checks that the memory of a gate does not grow with the length of call IDs.
func TestLongIDsAreBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		handler, runs := counted()
		g, _ := newGate(t, newSet(handler))
		long := strings.Repeat("x", 1<<20)
		for i := range 20 {
			g.Call(t.Context(), preflight.Turn{Thread: "t"}, pay(fmt.Sprint(i, long)))
		}
		first := g.Call(t.Context(), preflight.Turn{Thread: "t"}, pay("0"+long))
		last := g.Call(t.Context(), preflight.Turn{Thread: "t"}, pay("19"+long))
		if first.Error == nil || last.Error != nil || runs() != 20 {
			t.Errorf("the first is kept: %s, the last: %v, %d runs", first.Payload, last.Error, runs())
		}
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	})
}

// TestAnswersAreBounded checks that a gate forgets the oldest calls, and large results before the calls.
func TestAnswersAreBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		runs := 0
		g, _ := newGate(t, newSet(func(context.Context, runtime.Invocation) (any, error) {
			runs++
			return map[string]string{"text": strings.Repeat("x", 1<<20)}, nil
		}))
		turn := preflight.Turn{Thread: "t"}
		for i := range 20 {
			g.Call(t.Context(), turn, call(fmt.Sprint("c", i), "get_contacts", `{}`))
		}
		if out := g.Call(t.Context(), turn, call("c19", "get_contacts", `{}`)); len(out.Payload) < 1<<20 {
			t.Errorf("the last result is not kept: %v", out.Error)
		}
		out := g.Call(t.Context(), turn, call("c0", "get_contacts", `{}`))
		if out.Error == nil || !strings.Contains(out.Error.Message, "not made again") || runs != 20 {
			t.Errorf("after %d runs: got %v", runs, out.Error)
		}
		time.Sleep(24*time.Hour + time.Second)
		if g.Call(t.Context(), turn, call("c0", "get_contacts", `{}`)); runs != 21 {
			t.Errorf("%d runs after a day", runs)
		}
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	})
}
