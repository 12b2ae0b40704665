package preflight_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/toolgen/toolgen/runtime"
	failure "github.com/toolgen/toolgen/runtime/backend"
	"github.com/toolgen/toolgen/runtime/preflight"
)

// limited is a service that asks callers to wait several times before it does anything.
func limited(times int, wait string, ran *[]time.Time) handler {
	return func(context.Context, runtime.Invocation) (any, error) {
		*ran = append(*ran, time.Now())
		if len(*ran) <= times {
			return nil, failure.HTTP(429, map[string][]string{"Retry-After": {wait}}, "slow down")
		}
		return json.RawMessage(`{"PaymentId":"PAY-1"}`), nil
	}
}

// TestMaxWait has the gate wait for a rate-limited service as long as the program allows; longer waits go to the model.
func TestMaxWait(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name    string
		times   int
		wait    string
		most    time.Duration
		runs    int
		took    time.Duration
		outcome preflight.Outcome
	}{
		{"not asked for", 1, "3", 0, 1, 0, preflight.OutcomeFailed},
		{"once", 1, "3", 5 * time.Second, 2, 3 * time.Second, preflight.OutcomeDone},
		{"twice", 2, "3", 6 * time.Second, 3, 6 * time.Second, preflight.OutcomeDone},
		{"too often", 3, "3", 8 * time.Second, 3, 6 * time.Second, preflight.OutcomeFailed},
		{"too long", 1, "30", 8 * time.Second, 1, 0, preflight.OutcomeFailed},
		{"no wait is named", 1, "", 8 * time.Second, 1, 0, preflight.OutcomeFailed},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var ran []time.Time
				g, k := newGate(t, newSet(limited(test.times, test.wait, &ran)), preflight.WithMaxWait(test.most))
				began := time.Now()
				out := g.Call(t.Context(), preflight.Turn{Thread: "t"}, pay("c1"))
				if took := time.Since(began); len(ran) != test.runs || took != test.took {
					t.Errorf("%d runs in %s", len(ran), took)
				}
				if h := out.RetryHint; test.outcome == preflight.OutcomeFailed &&
					(h == nil || h.Action != runtime.RetryLater || fmt.Sprint(h.RetryAfter) != cmp.Or(test.wait, "0")) {
					t.Errorf("%+v", h)
				}
				now, _ := g.Ran(preflight.Turn{Thread: "t"})
				if len(now) != 1 || now[0].Unknown {
					t.Errorf("reported: %+v", now)
				}
				closeGate(t, g, k, test.outcome)
				retries := 0
				for _, e := range k.events {
					if r, ok := e.Data.(preflight.ToolRetry); ok {
						if retries++; r.Attempt != retries+1 || !strings.Contains(r.Reason, "after 3s") {
							t.Errorf("%+v", r)
						}
					}
				}
				if retries != test.runs-1 {
					t.Errorf("%d retries were reported", retries)
				}
			})
		})
	}
}

// TestWaitEnds checks that a wait ends with its caller or the gate, without another run.
func TestWaitEnds(t *testing.T) {
	t.Parallel()
	for _, closing := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			var ran []time.Time
			g, k := newGate(t, newSet(limited(1, "60", &ran)), preflight.WithMaxWait(time.Hour))
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			time.AfterFunc(time.Second, func() {
				if closing {
					_ = g.Close()
				}
				cancel()
			})
			began := time.Now()
			out := g.Call(ctx, preflight.Turn{Thread: "t"}, pay("c1"))
			if len(ran) != 1 || time.Since(began) != time.Second || out.RetryHint.Action != runtime.RetryLater {
				t.Errorf("%d runs in %s: %+v", len(ran), time.Since(began), out.RetryHint)
			}
			synctest.Wait()
			closeGate(t, g, k, preflight.OutcomeFailed)
		})
	}
}

// TestToldTruly checks what people see and records contain about failures that the tool reports in its own way.
func TestToldTruly(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		result  string
		err     error
		unknown bool
		action  runtime.Action
	}{
		"a write that may be done":     {err: failure.HTTP(504, nil, "gateway timeout"), unknown: true, action: runtime.CallFirst},
		"a write that is not done":     {err: &failure.Error{Kind: failure.Timeout, NotDone: true}, action: runtime.RetryLater},
		"an error as a result":         {result: `{"error":{"code":404,"message":"invoice INV-9 not found"}}`, action: runtime.CallFirst},
		"a limit as a result":          {result: `{"error":{"code":429,"message":"Too many requests"}}`, action: runtime.RetryLater},
		"a result that fits no schema": {result: `[]`, action: runtime.Stop},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				set := newSet(func(context.Context, runtime.Invocation) (any, error) {
					if test.err != nil {
						return nil, test.err
					}
					return json.RawMessage(test.result), nil
				})
				g, k := newGate(t, set)
				out := g.Call(t.Context(), preflight.Turn{Thread: "t"}, pay("c1"))
				if out.RetryHint == nil || out.RetryHint.Action != test.action || string(out.Payload) != test.result {
					t.Errorf("%+v %s", out.RetryHint, out.Payload)
				}
				now, _ := g.Ran(preflight.Turn{Thread: "t"})
				want := preflight.OutcomeFailed
				if out.RetryHint.Reason == runtime.MalformedResponse {
					want = preflight.OutcomeDone
				}
				if len(now) != 1 || now[0].Unknown != test.unknown || now[0].Outcome != want {
					t.Errorf("%+v", now)
				}
				closeGate(t, g, k, want)
				i := slices.IndexFunc(k.events, func(e preflight.Event) bool { return e.Data.EventType() == "tool_result" })
				if r := k.events[i].Data.(preflight.ToolResult); r.Success != (want == preflight.OutcomeDone) {
					t.Errorf("%+v", r)
				}
			})
		})
	}
}

// TestOneHintForParallelCalls checks that calls of one turn that fail alike in their tool get one hint, and each its answer.
func TestOneHintForParallelCalls(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var ran []time.Time
		g, k := newGate(t, newSet(limited(9, "7", &ran)))
		outs := g.Calls(t.Context(), preflight.Turn{Thread: "t"}, []runtime.ToolCall{pay("c1"), pay("c2"), pay("c3")})
		for i, out := range outs {
			h := out.RetryHint
			if out.Error == nil || h.Action != runtime.RetryLater || h.RetryAfter != 7 || strings.Contains(h.Message, `"c1"`) != (i > 0) {
				t.Errorf("call %d: %+v", i+1, h)
			}
		}
		closeGate(t, g, k, preflight.OutcomeFailed, preflight.OutcomeFailed, preflight.OutcomeFailed)
	})
}

// TestRetryNever checks that a rule keeps the gate from running a tool again after its connection failed.
func TestRetryNever(t *testing.T) {
	t.Parallel()
	for rule, want := range map[runtime.RetryRule]int{runtime.RetryUnsaid: 2, runtime.RetryNever: 1} {
		synctest.Test(t, func(t *testing.T) {
			runs := 0
			tool := runtime.NewTool[json.RawMessage, json.RawMessage](&runtime.ToolSpec{Name: "pay", Write: true, Idempotent: runtime.True,
				Retry: rule},
				func(data []byte, _ ...runtime.DecodeOption) (*json.RawMessage, error) {
					raw := json.RawMessage(data)
					return &raw, nil
				}, nil)
			set := runtime.NewToolset(runtime.HandleAny(tool, func(context.Context, runtime.Invocation) (any, error) {
				runs++
				return nil, io.ErrUnexpectedEOF
			}))
			g, k := newGate(t, set)
			g.Call(t.Context(), preflight.Turn{Thread: "t"}, call("c1", "pay", `{}`))
			if closeGate(t, g, k, preflight.OutcomeFailed); runs != want {
				t.Errorf("%q: %d runs", rule, runs)
			}
		})
	}
}
