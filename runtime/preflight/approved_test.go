package preflight_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/preflight"
)

var voidCall = runtime.ToolCall{ID: "c1", Name: "void_invoice", Arguments: `{"InvoiceId":"inv_7"}`}

// askerFunc submits calls for approval.
type askerFunc func(inv runtime.Invocation) runtime.ToolOutput

func (f askerFunc) RequestApproval(_ context.Context, _ string, inv runtime.Invocation) (runtime.ToolOutput, error) {
	return f(inv), nil
}

// TestApprovedWhileItIsHandedIn approves a call while the gate that submitted it is still preparing its answer: the call runs
// nevertheless.
func TestApprovedWhileItIsHandedIn(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"own memory", "shared memory"} {
		for _, at := range []string{"handed in", "kept", "asked again"} {
			t.Run(name+", "+at, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					handler, runs := counted()
					var g *preflight.Gate
					approve := func(when string) {
						if when != at {
							return
						}
						if out := g.Execute(t.Context(), "t", runtime.Invocation{Call: voidCall}); out.Error != nil {
							t.Errorf("approved: %v", out.Error)
						}
					}
					approver := askerFunc(func(inv runtime.Invocation) runtime.ToolOutput {
						approve("handed in")
						return runtime.ToolOutput{CallID: inv.Call.ID, Payload: []byte(`{}`), Pending: true}
					})
					keep := func(_ context.Context, r preflight.Record) error {
						time.Sleep(300 * time.Millisecond)
						if r.Outcome == preflight.OutcomeApproval {
							approve("kept")
						}
						return nil
					}
					asking := preflight.ConfirmerFunc(func(ctx context.Context, q preflight.Question) (preflight.Answer, error) {
						approve("asked again") // by a restarted program
						return yes.Confirm(ctx, q)
					})
					opts := []preflight.Option{preflight.WithApprover(approver), preflight.WithKeptRecords(keep), preflight.WithConfirmer(asking)}
					if name == "shared memory" {
						opts = append(opts, preflight.WithMemory(&mapMemory{}))
					}
					var k *kept
					g, k = newGate(t, newSet(handler), opts...)
					g.Call(t.Context(), preflight.Turn{Thread: "t"}, voidCall)
					// A call that was approved once runs once.
					g.Execute(t.Context(), "t", runtime.Invocation{Call: voidCall})
					if runs() != 1 {
						t.Errorf("%d runs", runs())
					}
					closeGate(t, g, k, preflight.OutcomeDone, preflight.OutcomeApproval)
				})
			})
		}
	}
}

// TestHandedInByTheDead has a gate die as soon as its call is visible: the next gate submits the call again immediately, and runs it
// when it is approved.
func TestHandedInByTheDead(t *testing.T) {
	t.Parallel()
	handler, runs := counted()
	m := &mapMemory{}
	asked := 0
	asking := preflight.ConfirmerFunc(func(ctx context.Context, q preflight.Question) (preflight.Answer, error) {
		asked++
		return yes.Confirm(ctx, q)
	})
	seen, dead := make(chan struct{}), make(chan struct{})
	dying := askerFunc(func(runtime.Invocation) runtime.ToolOutput { close(seen); <-dead; return runtime.ToolOutput{} })
	g, _ := newGate(t, newSet(handler), preflight.WithMemory(m), preflight.WithApprover(dying), preflight.WithConfirmer(asking))
	go g.Call(context.Background(), preflight.Turn{Thread: "t"}, voidCall)
	<-seen
	h, _ := newGate(t, newSet(handler), preflight.WithMemory(m), preflight.WithConfirmer(asking))
	if out := h.Call(t.Context(), preflight.Turn{Thread: "t"}, voidCall); out.Error != nil || !out.Pending {
		t.Errorf("submitted again: %+v", out)
	}
	if out := h.Execute(t.Context(), "t", runtime.Invocation{Call: voidCall}); out.Error != nil || runs() != 1 {
		t.Errorf("approved: %v, %d runs", out.Error, runs())
	}
	if asked != 1 {
		t.Errorf("a person was asked %d times", asked)
	}
	close(dead)
	for _, gate := range []*preflight.Gate{g, h} {
		if err := gate.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestDeadBeforeItHandedIn has a gate die before its call is visible: the next gate submits the call immediately. If the first gate is
// still alive, the tool runs only once.
func TestDeadBeforeItHandedIn(t *testing.T) {
	t.Parallel()
	handler, runs := counted()
	m := &mapMemory{}
	seen, dead := make(chan struct{}), make(chan struct{})
	dying := preflight.ConfirmerFunc(func(ctx context.Context, q preflight.Question) (preflight.Answer, error) {
		close(seen)
		<-dead
		return yes.Confirm(ctx, q)
	})
	g, _ := newGate(t, newSet(handler), preflight.WithMemory(m), preflight.WithConfirmer(dying))
	late := make(chan runtime.ToolOutput, 1)
	go func() { late <- g.Call(context.Background(), preflight.Turn{Thread: "t"}, voidCall) }()
	<-seen
	h, _ := newGate(t, newSet(handler), preflight.WithMemory(m))
	if out := h.Call(t.Context(), preflight.Turn{Thread: "t"}, voidCall); out.Error != nil || !out.Pending {
		t.Errorf("submitted: %+v", out)
	}
	if out := h.Execute(t.Context(), "t", runtime.Invocation{Call: voidCall}); out.Error != nil {
		t.Errorf("approved: %v", out.Error)
	}
	close(dead)
	<-late
	if runs() != 1 {
		t.Errorf("%d runs", runs())
	}
	for _, gate := range []*preflight.Gate{g, h} {
		if err := gate.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestNotRunIsMarked marks an approved call as not run exactly if its handler was not called.
func TestNotRunIsMarked(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		down := &mapMemory{fail: func([]byte) error { return errors.New("down") }}
		failing := func(context.Context, runtime.Invocation) (any, error) { return nil, errors.New("no money") }
		nested := func(ctx context.Context, inv runtime.Invocation) (any, error) {
			return nil, runtime.NotRun(newSet(done).Call(ctx, runtime.ToolCall{Name: "none"})).Error
		}
		for _, test := range []struct {
			name   string
			h      func(context.Context, runtime.Invocation) (any, error)
			opts   []preflight.Option
			call   runtime.ToolCall
			notRun bool
		}{
			{"the memory is down", failing, []preflight.Option{preflight.WithMemory(down)}, voidCall, true},
			{"invalid by now", failing, nil, runtime.ToolCall{ID: "c2", Name: "void_invoice", Arguments: `{}`}, true},
			{"the tool fails", failing, nil, voidCall, false},
			{"the tool fails because of another", nested, nil, voidCall, false},
		} {
			g, _ := newGate(t, newSet(test.h), test.opts...)
			for range 2 { // the result is remembered the second time
				out := g.Execute(t.Context(), "t", runtime.Invocation{Call: test.call})
				if out.Error == nil || runtime.WasNotRun(out) != test.notRun {
					t.Errorf("%s: %+v", test.name, out)
				}
			}
			if err := g.Close(); err != nil {
				t.Error(err)
			}
			if out := g.Execute(t.Context(), "t", runtime.Invocation{Call: test.call}); !runtime.WasNotRun(out) {
				t.Errorf("closed: %+v", out)
			}
		}
	})
}

// TestKeyOfAnApprovedCall checks that an approved call has one idempotency key, whichever gate runs it, and other calls have others.
func TestKeyOfAnApprovedCall(t *testing.T) {
	t.Parallel()
	keys := map[string]int{}
	note := func(ctx context.Context, _ runtime.Invocation) (any, error) {
		key, ok := runtime.IdempotencyKey(ctx)
		if !ok {
			t.Error("there is no key")
		}
		keys[key]++
		return map[string]int{}, nil
	}
	other := voidCall
	other.Arguments = `{"InvoiceId":"inv_8"}`
	for range 2 { // two independent gates
		g, _ := newGate(t, newSet(note))
		for thread, call := range map[string]runtime.ToolCall{"t": voidCall, "u": voidCall, "v": other} {
			g.Execute(t.Context(), thread, runtime.Invocation{Call: call})
		}
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	}
	for key, n := range keys {
		if n != 2 || len(keys) != 3 {
			t.Errorf("%d runs with %s, %d keys", n, key, len(keys))
		}
	}
}

// TestKeyOfTheApprover checks that the handler gets the key of the approver, and that a call without approval gets its own.
func TestKeyOfTheApprover(t *testing.T) {
	t.Parallel()
	var got []string
	g, k := newGate(t, newSet(func(ctx context.Context, _ runtime.Invocation) (any, error) {
		key, _ := runtime.IdempotencyKey(ctx)
		got = append(got, key)
		return map[string]int{}, nil
	}))
	ctx := runtime.WithIdempotencyKey(t.Context(), "given")
	g.Execute(ctx, "t", runtime.Invocation{Call: voidCall})
	g.Call(ctx, preflight.Turn{Thread: "t"}, pay("c9"))
	if len(got) != 2 || got[0] != "given" || got[1] == "given" || got[1] == "" {
		t.Errorf("keys %q", got)
	}
	closeGate(t, g, k, preflight.OutcomeDone, preflight.OutcomeDone)
}
