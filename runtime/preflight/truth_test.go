package preflight_test

import (
	"context"
	"errors"
	goruntime "runtime"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/toolgen/toolgen/runtime"
	failures "github.com/toolgen/toolgen/runtime/backend"
	"github.com/toolgen/toolgen/runtime/preflight"
)

// TestUnforeseenEndsAreUnknown ends the handler of a write in ways that leave open whether it did its work. Of a tool that only reads,
// nothing needs to be found out.
func TestUnforeseenEndsAreUnknown(t *testing.T) {
	t.Parallel()
	for name, h := range map[string]handler{
		"panic":                          func(context.Context, runtime.Invocation) (any, error) { panic("boom") },
		"Goexit":                         func(context.Context, runtime.Invocation) (any, error) { goruntime.Goexit(); return nil, nil },
		"a result that cannot be stored": func(context.Context, runtime.Invocation) (any, error) { return func() {}, nil },
		"another toolset failed": func(context.Context, runtime.Invocation) (any, error) {
			return nil, &runtime.ToolError{Kind: runtime.FailureInternal, Message: "unreachable", Cause: errors.New("session ended")}
		},
		"another toolset lost its connection": func(context.Context, runtime.Invocation) (any, error) {
			return nil, &runtime.ToolError{Kind: runtime.FailureInternal, Message: "unreachable", Cause: syscall.ECONNRESET}
		},
	} {
		synctest.Test(t, func(t *testing.T) {
			g, k := newGate(t, newSet(h))
			turn := preflight.Turn{Thread: "t"}
			out := g.Call(t.Context(), turn, pay("c1"))
			if out.Error == nil || runtime.WasNotRun(out) || !strings.Contains(out.RetryHint.Text(), "not known whether") ||
				out.RetryHint.Action == runtime.RetryLater || out.RetryHint.Action == runtime.Correct {
				t.Errorf("%s: %+v", name, out.RetryHint)
			}
			if now, _ := g.Ran(turn); len(now) != 1 || !now[0].Unknown {
				t.Errorf("%s: %+v", name, now)
			}
			read := g.Call(t.Context(), turn, call("c2", "get_contacts", `{"Search":"Ada"}`))
			if read.Error == nil || strings.Contains(read.RetryHint.Text(), "not known whether") {
				t.Errorf("%s, reading: %+v", name, read.RetryHint)
			}
			closeGate(t, g, k, preflight.OutcomeFailed, preflight.OutcomeFailed)
		})
	}
}

// TestRetriesKeepWhatWasDone has a later run of a call not reach its tool, or be refused: an earlier one did reach it.
func TestRetriesKeepWhatWasDone(t *testing.T) {
	t.Parallel()
	limited := &failures.Error{Kind: failures.RateLimited, RetryAfter: time.Minute}
	for _, test := range []struct {
		name   string
		errs   []error
		cancel int // the run after which the caller goes away
		want   string
	}{
		{"the caller goes away after a lost connection", []error{syscall.ECONNRESET}, 1, "not known whether"},
		{"a lost connection, then a rate limit", []error{syscall.ECONNRESET, limited}, 0, "not known whether"},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			runs := 0
			set := runtime.NewToolset(plainTool(&runtime.ToolSpec{Name: "tool", Write: true}, func(ctx context.Context, _ runtime.Invocation) (any, error) {
				runtime.IdempotencyKey(ctx)
				runs++
				return nil, test.errs[runs-1]
			}))
			g, k := newGate(t, set, preflight.WithTransportErrors(func(err error) bool {
				if runs == test.cancel {
					cancel()
				}
				return preflight.IsTransportError(err)
			}))
			out := g.Call(ctx, preflight.Turn{}, call("c1", "tool", `{}`))
			if out.Error == nil || runtime.WasNotRun(out) || !strings.Contains(out.Error.Message, test.want) || out.RetryHint.Action != runtime.Stop {
				t.Errorf("%s: %+v, %+v", test.name, out.Error, out.RetryHint)
			}
			closeGate(t, g, k, preflight.OutcomeFailed)
		})
	}
}

// TestToolsWithoutHandlersDoNotRun records a call that the gate could not run as not run, and lets it be delivered again.
func TestToolsWithoutHandlersDoNotRun(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		bare := runtime.NewTool[any, any](&runtime.ToolSpec{Name: "bare", Write: true},
			func([]byte, ...runtime.DecodeOption) (*any, error) { return new(any), nil }, nil)
		g, k := newGate(t, runtime.NewToolset(bare), preflight.WithoutHandlers())
		for range 2 {
			out := g.Execute(t.Context(), "t", runtime.Invocation{Call: call("c1", "bare", `{}`)})
			if !runtime.WasNotRun(out) || !errors.Is(out.Error, runtime.ErrNoHandler) {
				t.Errorf("%+v", out)
			}
		}
		if _, ever := g.Ran(preflight.Turn{Thread: "t"}); ever != nil {
			t.Errorf("ran: %+v", ever)
		}
		closeGate(t, g, k, preflight.OutcomeAborted, preflight.OutcomeAborted)
	})
}

// TestUnrecordedOutcomeIsUnknown has the memory fail after the handler ran. A repeated delivery is neither in progress nor not run.
func TestUnrecordedOutcomeIsUnknown(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		handler, runs := counted()
		m := &mapMemory{fail: func(next []byte) error {
			if strings.Contains(string(next), `"state":"answered"`) {
				return errors.New("down")
			}
			return nil
		}}
		g, k := newGate(t, newSet(handler), preflight.WithMemory(m))
		for i := range 2 {
			out := g.Execute(t.Context(), "t", runtime.Invocation{Call: pay("c1")})
			if runtime.WasNotRun(out) || i == 1 && !strings.Contains(out.RetryHint.Text(), "not known whether") {
				t.Errorf("%+v, %+v", out, out.RetryHint)
			}
		}
		if runs() != 1 {
			t.Errorf("%d runs", runs())
		}
		closeGate(t, g, k, preflight.OutcomeDone)
	})
}

// TestExecutedTwiceAtOnce executes an approved call while it runs: the second execution must not say that the call was not run.
func TestExecutedTwiceAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var g *preflight.Gate
		g, k := newGate(t, newSet(func(ctx context.Context, _ runtime.Invocation) (any, error) {
			if out := g.Execute(ctx, "t", runtime.Invocation{Call: voidCall}); out.Error == nil || runtime.WasNotRun(out) {
				t.Errorf("at once: %+v", out)
			}
			return nil, nil
		}))
		if out := g.Execute(t.Context(), "t", runtime.Invocation{Call: voidCall}); out.Error != nil {
			t.Errorf("%+v", out)
		}
		closeGate(t, g, k, preflight.OutcomeDone)
	})
}

// TestForgottenAnswerSaysNothing drops the answer to a call that a person cancelled: a repeated delivery must not say that the call
// was made.
func TestForgottenAnswerSaysNothing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &mapMemory{}
		no := preflight.ConfirmerFunc(func(context.Context, preflight.Question) (preflight.Answer, error) {
			return preflight.Answer{Value: preflight.Cancel}, nil
		})
		g, k := newGate(t, newSet(done), preflight.WithMemory(m), preflight.WithConfirmer(no))
		g.Call(t.Context(), preflight.Turn{}, pay("c1"))
		for key, entry := range m.byKey {
			head, _, _ := strings.Cut(string(entry), `,"output"`)
			m.byKey[key] = []byte(head + "}")
		}
		out := g.Call(t.Context(), preflight.Turn{}, pay("c1"))
		if out.Error == nil || strings.Contains(out.Error.Message, "made before") || strings.Contains(out.Error.Message, "again") {
			t.Errorf("%+v", out)
		}
		closeGate(t, g, k, preflight.OutcomeCancelled)
	})
}

// TestTheApproverAnswers reports calls as what the approver says has become of them.
func TestTheApproverAnswers(t *testing.T) {
	t.Parallel()
	for want, out := range map[preflight.Outcome]runtime.ToolOutput{
		preflight.OutcomeApproval:  {Payload: []byte(`{}`), Pending: true},
		preflight.OutcomeDone:      {Payload: []byte(`{"InvoiceId":"INV-7"}`)},
		preflight.OutcomeCancelled: {Error: &runtime.ToolError{Kind: runtime.FailureApproval, Message: "rejected"}},
		preflight.OutcomeFailed:    {Error: &runtime.ToolError{Kind: runtime.FailureHandler, Message: "locked"}},
	} {
		synctest.Test(t, func(t *testing.T) {
			g, k := newGate(t, newSet(done), preflight.WithApprover(askerFunc(func(runtime.Invocation) runtime.ToolOutput { return out })))
			turn := preflight.Turn{Thread: "t"}
			g.Call(t.Context(), turn, voidCall)
			if now, _ := g.Ran(turn); len(now) != 1 || now[0].Outcome != want {
				t.Errorf("%s: %+v", want, now)
			}
			closeGate(t, g, k, want)
		})
	}
}

// TestApprovedCallNoLongerWaits executes a call in the turn that submitted it, also before its submission has returned.
func TestApprovedCallNoLongerWaits(t *testing.T) {
	t.Parallel()
	for _, early := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			var g *preflight.Gate
			run := func() { g.Execute(t.Context(), "t", runtime.Invocation{Call: voidCall}) }
			g, _ = newGate(t, newSet(done), preflight.WithApprover(askerFunc(func(runtime.Invocation) runtime.ToolOutput {
				if early {
					run()
				}
				return runtime.ToolOutput{Payload: []byte(`{}`), Pending: true}
			})))
			turn := preflight.Turn{Thread: "t"}
			g.Call(t.Context(), turn, voidCall)
			if !early {
				run()
			}
			if now, ever := g.Ran(turn); len(now) != 1 || len(ever) != 1 || now[0].Outcome != preflight.OutcomeDone {
				t.Errorf("early %t: %+v", early, ever)
			}
			if err := g.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}
