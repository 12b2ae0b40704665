package preflight_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	goruntime "runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/runtime/internal/testtools/booktools"
	"github.com/toolgen/toolgen/runtime/preflight"
)

const payment = `{"AccountId":"BANK-1","Amount":1200,"Applications":[{"InvoiceId":"inv_7","Amount":1200}]}`

func pay(id string) runtime.ToolCall {
	return runtime.ToolCall{ID: id, Name: "create_payment", Arguments: payment}
}

type handler = func(context.Context, runtime.Invocation) (any, error)

// yes is a confirmer that says yes, with the right phrase.
var yes = preflight.ConfirmerFunc(func(_ context.Context, q preflight.Question) (preflight.Answer, error) {
	return preflight.Answer{Value: preflight.Confirm, Phrase: q.Phrase}, nil
})

// newSet returns the bookkeeping tools with one handler for all.
func newSet(h handler, more ...runtime.Tool) *runtime.Toolset {
	tools := more
	for _, tool := range booktools.Tools.Tools() {
		tools = append(tools, runtime.HandleAny(tool, h))
	}
	return runtime.NewToolset(tools...)
}

func done(context.Context, runtime.Invocation) (any, error) {
	return json.RawMessage(`{"PaymentId":"PAY-1"}`), nil
}

// kept stores what a sink and a recorder get.
type kept struct {
	mu      sync.Mutex
	events  []preflight.Event
	records []preflight.Record
}

func (k *kept) Emit(e preflight.Event) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.events = append(k.events, e)
}

func (k *kept) Record(r preflight.Record) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.records = append(k.records, r)
}

func newGate(t *testing.T, set *runtime.Toolset, opts ...preflight.Option) (*preflight.Gate, *kept) {
	t.Helper()
	k := &kept{}
	opts = append([]preflight.Option{preflight.WithSink(k), preflight.WithRecorder(k), preflight.WithApprover(waiting{}),
		preflight.WithConfirmer(yes)}, opts...)
	g, err := preflight.New(set, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return g, k
}

// closeGate closes a gate and checks that each call had one result and one record, with the outcomes in order of completion.
func closeGate(t *testing.T, g *preflight.Gate, k *kept, want ...preflight.Outcome) {
	t.Helper()
	if err := g.Close(); err != nil {
		t.Error(err)
	}
	results := 0
	for _, e := range k.events {
		if _, ok := e.Data.(preflight.ToolResult); ok {
			results++
		}
	}
	var got []preflight.Outcome
	for _, r := range k.records {
		got = append(got, r.Outcome)
	}
	if diff := testdiff.Diff(want, got); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
	if results != len(want) {
		t.Errorf("%d results for %d calls", results, len(want))
	}
}

func status(t *testing.T, out runtime.ToolOutput) string {
	t.Helper()
	var payload struct{ Status, Message string }
	if out.Error != nil || json.Unmarshal(out.Payload, &payload) != nil || payload.Message == "" {
		t.Fatalf("no status: %+v", out)
	}
	return payload.Status
}

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	set := newSet(done)
	tests := []struct {
		name string
		set  *runtime.Toolset
		opts []preflight.Option
		want []string
	}{
		{"nobody", set, nil, []string{"create_payment", "WithConfirmer", "void_invoice", "WithApprover"}},
		{"no approver", set, []preflight.Option{preflight.WithConfirmer(yes)}, []string{"void_invoice, delete_contact, approve_bill",
			"WithApprover"}},
		{"no confirmer", set, []preflight.Option{preflight.WithApprover(waiting{})}, []string{"create_payment", "WithConfirmer"}},
		{"no toolset", nil, nil, []string{"toolset"}},
		{"nil sink", set, []preflight.Option{preflight.WithSink(nil)}, []string{"a sink is nil"}},
		{"nil recorder", set, []preflight.Option{preflight.WithRecorder(nil)}, []string{"a recorder is nil"}},
		{"no handlers", runtime.NewToolset(booktools.CreatePayment, booktools.GetContacts), []preflight.Option{preflight.WithConfirmer(yes)},
			[]string{`"create_payment", "get_contacts": no handler`, "runtime.Handle", "WithoutHandlers"}},
		{"nobody fills a field", runtime.NewToolset(plainTool(&runtime.ToolSpec{Name: "pay",
			FullSchema: `{"type":"object","properties":{"Tenant":{"x-toolgen":{"injected":true}}},"required":["Tenant"]}`}, done)),
			[]preflight.Option{preflight.WithoutHandlers()}, []string{`the field "Tenant" of "pay"`, "Toolset.Injecting"}},
		{"unknown write", set, []preflight.Option{preflight.WithWrites("nope")}, []string{`"nope"`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := preflight.New(test.set, test.opts...)
			if err == nil {
				t.Fatal("no error")
			}
			for _, want := range test.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q does not name %q", err, want)
				}
			}
		})
	}
	g, err := preflight.New(set.Only("get_contacts"))
	if err != nil {
		t.Fatalf("a set without write tools needs no confirmer: %v", err)
	}
	if err := g.Close(); err != nil {
		t.Error(err)
	}
}

func plainTool(spec *runtime.ToolSpec, h handler) runtime.Tool {
	return runtime.HandleAny(runtime.NewTool[json.RawMessage, json.RawMessage](spec, func(data []byte,
		_ ...runtime.DecodeOption) (*json.RawMessage, error) {
		raw := json.RawMessage(data)
		return &raw, nil
	}, nil), h)
}

func TestWhichToolsWrite(t *testing.T) {
	t.Parallel()
	set := runtime.NewToolset(
		plainTool(&runtime.ToolSpec{Name: "says"}, done),
		plainTool(&runtime.ToolSpec{Name: "named"}, done),
		plainTool(&runtime.ToolSpec{Name: "destroys", Destructive: runtime.True}, done),
		plainTool(&runtime.ToolSpec{Name: "writes", Write: true}, done),
		plainTool(&runtime.ToolSpec{Name: "asks", Confirm: runtime.ConfirmSpec{Tier: 1}}, done),
		plainTool(&runtime.ToolSpec{Name: "waits", Approval: &runtime.ApprovalSpec{}}, done),
	)
	synctest.Test(t, func(t *testing.T) {
		g, k := newGate(t, set, preflight.WithWrites("named"))
		for _, name := range set.Names() {
			g.Call(t.Context(), preflight.Turn{}, runtime.ToolCall{ID: name, Name: name, Arguments: "{}"})
		}
		d := preflight.OutcomeDone
		closeGate(t, g, k, d, d, d, d, d, preflight.OutcomeApproval)
		got := map[string]bool{}
		for _, r := range k.records {
			got[r.Tool] = r.Write
		}
		want := map[string]bool{"says": false, "named": true, "destroys": true, "writes": true, "asks": true, "waits": true}
		if diff := testdiff.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// TestHandlers has tools misbehave.
func TestHandlers(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		handler handler
		outcome preflight.Outcome
		kind    runtime.FailureKind
		message string
	}{
		{"panic", func(context.Context, runtime.Invocation) (any, error) { panic("boom") }, preflight.OutcomeFailed,
			runtime.FailureInternal, "different arguments would not fix"},
		{"error", func(context.Context, runtime.Invocation) (any, error) { return nil, errors.New("no funds") },
			preflight.OutcomeFailed, runtime.FailureHandler, "no funds"},
		{"not JSON", func(context.Context, runtime.Invocation) (any, error) { return make(chan int), nil }, preflight.OutcomeFailed,
			runtime.FailureInternal, "different arguments would not fix"},
		{"obedient", func(ctx context.Context, _ runtime.Invocation) (any, error) { <-ctx.Done(); return nil, ctx.Err() },
			preflight.OutcomeFailed, runtime.FailureHandler, "did not answer within 1m0s. It is not known"},
		{"late", func(context.Context, runtime.Invocation) (any, error) {
			time.Sleep(61 * time.Second)
			return json.RawMessage(`{}`), nil
		}, preflight.OutcomeFailed, runtime.FailureHandler, "did not answer within 1m0s. It is not known"},
		{"goexit", func(context.Context, runtime.Invocation) (any, error) { goruntime.Goexit(); return nil, nil },
			preflight.OutcomeFailed, runtime.FailureInternal, "fault of the program"},
		{"cut off", func(context.Context, runtime.Invocation) (any, error) {
			return json.RawMessage(`{"PaymentId"`), nil
		}, preflight.OutcomeDone, "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				g, k := newGate(t, newSet(test.handler))
				out := g.Call(t.Context(), preflight.Turn{}, pay("c1"))
				if test.kind != "" && (out.Error == nil || out.Error.Kind != test.kind ||
					!strings.Contains(out.Error.Message, test.message) || out.RetryHint == nil) {
					t.Errorf("got %+v", out)
				}
				closeGate(t, g, k, test.outcome)
			})
		})
	}
}

// TestQueryIsMasked has the query contain the value of a sensitive field.
func TestQueryIsMasked(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		spec := &runtime.ToolSpec{Name: "set_pin", Write: true, FullSchema: `{"type":"object","properties":{"Pin":{"x-toolgen":{"sensitive":true}}}}`}
		g, k := newGate(t, runtime.NewToolset(plainTool(spec, done)))
		g.Call(t.Context(), preflight.Turn{Query: "Make it 4711-0815, please."}, runtime.ToolCall{ID: "c1", Name: "set_pin",
			Arguments: `{"Pin":"4711-0815"}`})
		closeGate(t, g, k, preflight.OutcomeDone)
		if got := k.records[0].Query; got != "Make it •••, please." {
			t.Errorf("got %q", got)
		}
	})
}

// TestAttemptsAreMasked has calls contain a sensitive value where the tool has no field for it.
func TestAttemptsAreMasked(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ tool, args, want string }{
		{"set_pin", `{"Pin":"4711-0815"}`, `{"Pin":"•••"}`},
		{"set_pin", `{"PIN":"4711-0815"}`, `{"PIN":"•••"}`},
		{"set_pin", `{"pin_code":"4711-0815"}`, `{"pin_code":"•••"}`},
		{"set_pin", `{"args":{"Pin":"4711-0815"}}`, `{"args":{"Pin":"•••"}}`},
		{"set_pin", `[{"Pin":"4711-0815"}]`, `[{"Pin":"•••"}]`},
		{"set_pin", `"{\"Pin\":\"4711-0815\"}"`, `"•••"`},
		{"set_pin", `{"Pin":"4711-0815"`, `•••`},
		{"set_pins", `{"Pin":"4711-0815","n":[4711,null]}`, `{"Pin":"•••","n":["•••",null]}`},
		{"set_pins", `{"Pin":"4711-0815"`, `•••`},
		{"set_name", `{"Name":5}`, `{"Name":5}`},
	} {
		synctest.Test(t, func(t *testing.T) {
			refuse := func([]byte, ...runtime.DecodeOption) (*any, error) {
				return nil, runtime.Invalid("", "type", "x", "Wrong.")
			}
			pin := &runtime.ToolSpec{Name: "set_pin", Write: true, FullSchema: `{"type":"object","properties":{"Pin":{"x-toolgen":{"sensitive":true}}}}`}
			name := &runtime.ToolSpec{Name: "set_name", Write: true, FullSchema: `{"type":"object","properties":{"Name":{}}}`}
			g, _ := newGate(t, runtime.NewToolset(
				runtime.NewTool[any, json.RawMessage](pin, refuse, nil), runtime.NewTool[any, json.RawMessage](name, refuse, nil),
			), preflight.WithMaxCorrections(0), preflight.WithoutHandlers())
			out := g.Call(t.Context(), preflight.Turn{}, runtime.ToolCall{ID: "c1", Name: test.tool, Arguments: test.args})
			var handBack *preflight.CorrectionError
			if !errors.As(out.Error, &handBack) {
				t.Fatalf("%s %s: got %+v", test.tool, test.args, out)
			}
			if got := handBack.Attempts()[0].Arguments; got != test.want {
				t.Errorf("%s %s: stored as %s, want %s", test.tool, test.args, got, test.want)
			}
			if err := g.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestPanicBehindTheTool has functions of the program panic after the tool has run: that it has run must not be forgotten.
func TestPanicBehindTheTool(t *testing.T) {
	t.Parallel()
	boom := func(error) bool { panic("boom") }
	synctest.Test(t, func(t *testing.T) {
		g, k := newGate(t, newSet(func(context.Context, runtime.Invocation) (any, error) { return nil, errors.New("broken") }),
			preflight.WithTransportErrors(boom))
		out := g.Call(t.Context(), preflight.Turn{}, pay("c1"))
		if out.Error == nil || out.Error.Kind != runtime.FailureInternal || !strings.Contains(out.Error.Message, "not known whether") ||
			out.CallID != "c1" {
			t.Errorf("got %+v", out.Error)
		}
		if now, _ := g.Ran(preflight.Turn{}); len(now) != 1 || !now[0].Unknown {
			t.Errorf("got %+v", now)
		}
		closeGate(t, g, k, preflight.OutcomeFailed)
	})
	synctest.Test(t, func(t *testing.T) {
		g, k := newGate(t, newSet(done), preflight.WithIdempotencyKeys(func(runtime.Invocation) string { panic("boom") }))
		if out := g.Call(t.Context(), preflight.Turn{}, pay("c1")); out.Error == nil || strings.Contains(out.Error.Message, "not known") {
			t.Errorf("before the tool: %+v", out.Error)
		}
		closeGate(t, g, k, preflight.OutcomeAborted)
	})
}

// TestStuckHandler has a tool that never returns: the call ends, and Close reports it.
func TestStuckHandler(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		g, k := newGate(t, newSet(func(context.Context, runtime.Invocation) (any, error) { <-release; return nil, nil }),
			preflight.WithTimeout(time.Second))
		out := g.Call(t.Context(), preflight.Turn{}, pay("c1"))
		if out.Error == nil || !strings.Contains(out.Error.Message, "within 1s") {
			t.Errorf("got %+v", out)
		}
		if err := g.Close(); err == nil || err.Error() != "preflight: a handler goes on although its time is over" {
			t.Errorf("Close: %v", err)
		}
		if len(k.records) != 1 {
			t.Errorf("%d records", len(k.records))
		}
		close(release)
	})
}

func TestContext(t *testing.T) {
	t.Parallel()
	t.Run("before", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			ran := false
			g, k := newGate(t, newSet(func(context.Context, runtime.Invocation) (any, error) { ran = true; return nil, nil }))
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			out := g.Call(ctx, preflight.Turn{}, pay("c1"))
			if out.Error == nil || out.Error.Kind != runtime.FailureInternal || ran || !strings.Contains(out.Error.Message, "nothing was done") {
				t.Errorf("got %+v, ran %v", out, ran)
			}
			closeGate(t, g, k, preflight.OutcomeAborted)
		})
	})
	t.Run("while the tool runs", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			g, k := newGate(t, newSet(func(ctx context.Context, _ runtime.Invocation) (any, error) {
				cancel()
				<-ctx.Done()
				return nil, ctx.Err()
			}))
			out := g.Call(ctx, preflight.Turn{}, pay("c1"))
			if out.Error == nil || !strings.Contains(out.Error.Message, "not known") || !errors.Is(out.Error, context.Canceled) {
				t.Errorf("got %+v", out)
			}
			closeGate(t, g, k, preflight.OutcomeFailed)
		})
	})
	t.Run("after the confirmation", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			g, k := newGate(t, newSet(done), preflight.WithConfirmer(preflight.ConfirmerFunc(func(context.Context,
				preflight.Question) (preflight.Answer, error) {
				defer cancel()
				return preflight.Answer{Value: preflight.Confirm}, nil
			})))
			if out := g.Call(ctx, preflight.Turn{}, pay("c1")); out.Error == nil && status(t, out) != "unasked" {
				t.Errorf("got %+v", out)
			}
			if err := g.Close(); err != nil {
				t.Error(err)
			}
			if len(k.records) != 1 || k.records[0].Outcome.Ran() {
				t.Errorf("got %+v", k.records)
			}
		})
	})
}

// TestConfirmers has confirmers that give no answer.
func TestConfirmers(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		confirm preflight.ConfirmerFunc
		outcome preflight.Outcome
		message string
	}{
		{"error", func(context.Context, preflight.Question) (preflight.Answer, error) {
			return preflight.Answer{Value: preflight.Confirm}, errors.New("terminal is gone")
		}, preflight.OutcomeUnasked, "nobody could be asked"},
		{"panic", func(context.Context, preflight.Question) (preflight.Answer, error) { panic("boom") }, preflight.OutcomeUnasked,
			"nobody could be asked"},
		{"nothing", func(context.Context, preflight.Question) (preflight.Answer, error) { return preflight.Answer{}, nil },
			preflight.OutcomeUnasked, "nobody could be asked"},
		{"yes of another kind", func(context.Context, preflight.Question) (preflight.Answer, error) {
			return preflight.Answer{Value: "yes"}, nil
		}, preflight.OutcomeUnasked, "nobody could be asked"},
		{"no time", func(ctx context.Context, _ preflight.Question) (preflight.Answer, error) {
			<-ctx.Done()
			return preflight.Answer{}, ctx.Err()
		}, preflight.OutcomeUnasked, "nobody answered within 10m0s"},
		{"too late", func(context.Context, preflight.Question) (preflight.Answer, error) {
			time.Sleep(11 * time.Minute)
			return preflight.Answer{Value: preflight.Confirm}, nil
		}, preflight.OutcomeUnasked, "nobody answered within 10m0s"},
		{"no", func(context.Context, preflight.Question) (preflight.Answer, error) {
			return preflight.Answer{Value: preflight.Cancel}, nil
		}, preflight.OutcomeCancelled, "said no"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ran := false
				g, k := newGate(t, newSet(func(context.Context, runtime.Invocation) (any, error) { ran = true; return nil, nil }),
					preflight.WithConfirmer(test.confirm))
				out := g.Call(t.Context(), preflight.Turn{}, pay("c1"))
				if got := status(t, out); got != string(test.outcome) || !strings.Contains(string(out.Payload), test.message) || ran {
					t.Errorf("got %s, ran %v", out.Payload, ran)
				}
				time.Sleep(2 * time.Minute) // for the late one
				closeGate(t, g, k, test.outcome)
			})
		})
	}
}

// TestConfirmerPhrase has a custom confirmer at tier 3.
func TestConfirmerPhrase(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		typed []string
		want  preflight.Outcome
	}{
		"at once":       {[]string{"VOID"}, preflight.OutcomeApproval},
		"second":        {[]string{"void", "VOID"}, preflight.OutcomeApproval},
		"with space":    {[]string{"VOID ", " VOID", "", "VOID\n", "V0ID", "VOID"}, preflight.OutcomeCancelled},
		"not to confim": {[]string{"void", "cancel"}, preflight.OutcomeCancelled},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				n := 0
				g, k := newGate(t, newSet(done), preflight.WithConfirmer(preflight.ConfirmerFunc(func(_ context.Context,
					q preflight.Question) (preflight.Answer, error) {
					if (n > 0) != (q.Notice != "") || q.Phrase != "VOID" || q.Tier != 3 {
						t.Errorf("question %d: %+v", n, q)
					}
					n++
					if test.typed[n-1] == "cancel" {
						return preflight.Answer{Value: preflight.Cancel}, nil
					}
					return preflight.Answer{Value: preflight.Confirm, Phrase: test.typed[n-1]}, nil
				})))
				g.Call(t.Context(), preflight.Turn{}, runtime.ToolCall{ID: "c1", Name: "void_invoice", Arguments: `{"InvoiceId":"inv_7"}`})
				closeGate(t, g, k, test.want)
			})
		})
	}
}

// TestApprovers has approvers that give no answer.
func TestApprovers(t *testing.T) {
	t.Parallel()
	for name, approver := range map[string]approverFunc{
		"error": func(context.Context) (runtime.ToolOutput, error) {
			return runtime.ToolOutput{}, errors.New("no database")
		},
		"panic": func(context.Context) (runtime.ToolOutput, error) { panic("boom") },
		"stall": func(ctx context.Context) (runtime.ToolOutput, error) {
			<-ctx.Done()
			return runtime.ToolOutput{}, ctx.Err()
		},
		"stall for longer": func(ctx context.Context) (runtime.ToolOutput, error) {
			time.Sleep(61 * time.Second)
			return runtime.ToolOutput{}, nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				g, k := newGate(t, newSet(done), preflight.WithApprover(approver))
				out := g.Call(t.Context(), preflight.Turn{}, runtime.ToolCall{ID: "c1", Name: "void_invoice", Arguments: `{"InvoiceId":"inv_7"}`})
				const want = "not known whether it was submitted" // the approver may have it
				if out.Error == nil || out.Error.Kind != runtime.FailureInternal || !strings.Contains(out.Error.Message, want) {
					t.Errorf("got %+v", out)
				}
				closeGate(t, g, k, preflight.OutcomeAborted)
			})
		})
	}
}

type approverFunc func(context.Context) (runtime.ToolOutput, error)

func (f approverFunc) RequestApproval(ctx context.Context, _ string, _ runtime.Invocation) (runtime.ToolOutput, error) {
	return f(ctx)
}

func TestExecute(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		asked := preflight.ConfirmerFunc(func(context.Context, preflight.Question) (preflight.Answer, error) {
			t.Error("a person was asked")
			return preflight.Answer{}, nil
		})
		g, k := newGate(t, newSet(done), preflight.WithConfirmer(asked))
		out := g.Execute(t.Context(), "t1", runtime.Invocation{Call: pay("c1")})
		if out.Error != nil || string(out.Payload) != `{"PaymentId":"PAY-1"}` {
			t.Errorf("got %+v", out)
		}
		out = g.Execute(t.Context(), "t1", runtime.Invocation{Call: runtime.ToolCall{ID: "c2", Name: "create_payment", Arguments: `{}`}})
		if out.Error == nil || !errors.Is(out.Error, runtime.ErrInvalidArguments) || out.CallID != "c2" {
			t.Errorf("got %+v", out)
		}
		closeGate(t, g, k, preflight.OutcomeDone, preflight.OutcomeBlocked)
	})
}

func TestClosed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g, k := newGate(t, newSet(done))
		closeGate(t, g, k)
		if err := g.Close(); err != nil {
			t.Errorf("a second Close: %v", err)
		}
		outs := g.Calls(t.Context(), preflight.Turn{}, []runtime.ToolCall{pay("c1"), pay("c2")})
		outs = append(outs, g.Execute(t.Context(), "", runtime.Invocation{Call: pay("c3")}))
		for i, out := range outs {
			if !errors.Is(out.Error, preflight.ErrClosed) || out.CallID != fmt.Sprintf("c%d", i+1) || out.RetryHint == nil {
				t.Errorf("got %+v", out)
			}
		}
		if err := g.Respond(preflight.MCQResponse{ToolCallID: "c1", Value: preflight.Confirm}); !errors.Is(err, preflight.ErrClosed) {
			t.Errorf("Respond: %v", err)
		}
		g.Tell(preflight.Turn{}, preflight.Step{}) // no longer delivered
	})
}

// TestValidatedAgain blocks a call that became invalid while the person was deciding.
func TestValidatedAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		open, ran := true, false
		tool := runtime.NewTool[json.RawMessage, json.RawMessage](&runtime.ToolSpec{Name: "pay", Write: true,
			Confirm: runtime.ConfirmSpec{Tier: 1}},
			func(data []byte, _ ...runtime.DecodeOption) (*json.RawMessage, error) {
				if !open {
					return nil, runtime.Invalid("Invoice", "rule", nil, "The period is closed.")
				}
				raw := json.RawMessage(data)
				return &raw, nil
			}, nil)
		set := runtime.NewToolset(runtime.HandleAny(tool, func(context.Context, runtime.Invocation) (any, error) { ran = true; return nil, nil }))
		g, k := newGate(t, set, preflight.WithConfirmer(preflight.ConfirmerFunc(func(context.Context,
			preflight.Question) (preflight.Answer, error) {
			open = false
			return preflight.Answer{Value: preflight.Confirm}, nil
		})))
		out := g.Call(t.Context(), preflight.Turn{}, call("c1", "pay", `{"Invoice":"i"}`))
		if ran || !errors.Is(out.Error, runtime.ErrInvalidArguments) {
			t.Errorf("ran %v: %+v", ran, out)
		}
		closeGate(t, g, k, preflight.OutcomeBlocked)
		if got := k.records[0].Broken; !slices.Equal(got, []string{"Invoice: rule"}) {
			t.Errorf("it violates %q", got)
		}
		for _, e := range k.events {
			if v, ok := e.Data.(preflight.WriteValidation); ok && v.Status != preflight.Blocked {
				t.Errorf("got %+v", v)
			}
		}
	})
}

// TestBrokenTool has a tool whose decoder panics, which no model can correct.
func TestBrokenTool(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tool := runtime.NewTool[json.RawMessage, json.RawMessage](&runtime.ToolSpec{Name: "pay", Write: true},
			func([]byte, ...runtime.DecodeOption) (*json.RawMessage, error) { panic("boom") }, nil)
		g, k := newGate(t, runtime.NewToolset(runtime.HandleAny(tool, done)), preflight.WithMaxCorrections(0))
		out := g.Call(t.Context(), preflight.Turn{}, call("c1", "pay", `{}`))
		if out.Error == nil || out.Error.Kind != runtime.FailureInternal || out.RetryHint.Action != runtime.Stop {
			t.Errorf("got %+v", out)
		}
		closeGate(t, g, k, preflight.OutcomeAborted)
	})
}

// waiting is an approver whose calls wait forever.
type waiting struct{}

func (waiting) RequestApproval(_ context.Context, _ string, inv runtime.Invocation) (runtime.ToolOutput, error) {
	return runtime.ToolOutput{CallID: inv.Call.ID, Pending: true, Payload: json.RawMessage(`{"__hil_required":true}`)}, nil
}
