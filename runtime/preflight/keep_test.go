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

// TestKeptBeforeAnswered checks that a call's record is stored before its answer and its result are visible.
func TestKeptBeforeAnswered(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		k := &kept{}
		early := 0
		sink := preflight.SinkFunc(func(e preflight.Event) {
			if _, ok := e.Data.(preflight.ToolResult); !ok {
				return
			}
			k.mu.Lock()
			defer k.mu.Unlock()
			for _, r := range k.records {
				if r.CallID == e.CallID {
					return
				}
			}
			early++
		})
		keep := func(ctx context.Context, r preflight.Record) error {
			time.Sleep(time.Second)
			k.Record(r)
			return ctx.Err()
		}
		g, _ := newGate(t, newSet(done), preflight.WithSink(sink), preflight.WithKeptRecords(keep))
		for n, c := range []runtime.ToolCall{pay("c1"), call("c2", "create_payment", `{}`), call("c3", "nope", `{}`), pay("")} {
			g.Call(t.Context(), preflight.Turn{Thread: "t1"}, c)
			if len(k.records) != n+1 {
				t.Errorf("%d records of %d answered calls", len(k.records), n+1)
			}
		}
		g.Execute(t.Context(), "t1", runtime.Invocation{Call: pay("c4")})
		if len(k.records) != 5 || k.records[0].Outcome != preflight.OutcomeDone || k.records[1].Outcome != preflight.OutcomeBlocked ||
			k.records[4].CallID != "c4" {
			t.Errorf("records %+v", k.records)
		}
		if err := g.Close(); err != nil {
			t.Error(err)
		}
		if early > 0 {
			t.Errorf("%d results were reported before their records were stored", early)
		}
		if missed := g.Stats().Unkept; missed[0] != 0 {
			t.Errorf("%d records were not stored", missed[0])
		}
	})
}

// TestKeepingChangesNoOutcome has the recorder fail, panic and block: the answers of calls do not change, and lost records are counted.
func TestKeepingChangesNoOutcome(t *testing.T) {
	t.Parallel()
	for name, keep := range map[string]func(context.Context, preflight.Record) error{
		"fails":  func(context.Context, preflight.Record) error { return errors.New("the disk is full") },
		"panics": func(context.Context, preflight.Record) error { panic("bug") },
		"stalls": func(ctx context.Context, _ preflight.Record) error { <-ctx.Done(); return ctx.Err() },
		"is deaf": func(context.Context, preflight.Record) error {
			time.Sleep(time.Minute)
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				g, k := newGate(t, newSet(done), preflight.WithKeptRecords(keep))
				ctx, leave := context.WithCancel(t.Context())
				began := time.Now()
				out := g.Call(ctx, preflight.Turn{Thread: "t1"}, pay("c1"))
				if out.Error != nil || string(out.Payload) != `{"PaymentId":"PAY-1"}` {
					t.Errorf("got %+v", out)
				}
				if took := time.Since(began); took > 15*time.Second {
					t.Errorf("the answer took %s", took)
				}
				// A cancelled caller does not prevent the record from being stored.
				leave()
				g.Call(ctx, preflight.Turn{Thread: "t1"}, pay("c2"))
				if n := g.Stats().Unkept; len(n) != 1 || n[0] != 2 {
					t.Errorf("not stored: %v", n)
				}
				time.Sleep(2 * time.Minute)
				closeGate(t, g, k, preflight.OutcomeDone, preflight.OutcomeAborted)
			})
		})
	}
	if _, err := preflight.New(newSet(done), preflight.WithConfirmer(yes), preflight.WithApprover(waiting{}),
		preflight.WithKeptRecords(nil)); err == nil {
		t.Error("a gate without a place for records was created")
	}
}
