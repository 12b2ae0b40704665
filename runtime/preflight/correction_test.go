package preflight_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/runtime/preflight"
)

func call(id, name, arguments string) runtime.ToolCall {
	return runtime.ToolCall{ID: id, Name: name, Arguments: arguments}
}

// TestCorrections counts the invalid calls at decision points. A step is "tool ok", "tool bad", or several of them in one turn; want
// says which of them are handed back.
func TestCorrections(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		max   int
		turns []string
		want  string // for each call: "." ran, "b" blocked, "H" handed back, "S" told to stop
	}{
		{"third in a row", 2, []string{"pay bad", "pay bad", "pay bad", "pay bad", "pay bad", "pay ok"}, "b b H S S ."},
		{"none allowed", 0, []string{"pay bad"}, "H"},
		{"none allowed, then stopped", 0, []string{"pay bad", "pay bad"}, "H S"},
		{"one allowed", 1, []string{"pay bad", "pay bad"}, "b H"},
		{"stopped between reads", 2, []string{"pay bad", "read ok", "pay bad", "read ok", "pay bad", "read ok", "pay bad", "read ok",
			"pay bad"}, "b . b . H . S . S"},
		{"stopped between invented names", 2, []string{"pay bad", "one ok", "pay bad", "two ok", "pay bad", "three ok", "pay bad",
			"four ok"}, "b b b b H S S S"},
		{"one invented name", 2, []string{"one ok", "one ok", "one ok", "one ok"}, "b b S S"},
		{"stopped in one turn", 2, []string{"pay bad", "pay bad", "pay bad, pay bad", "pay bad, pay bad"}, "b b H H S S"},
		{"many allowed, but all the same", 9, []string{"pay bad", "pay bad", "pay bad", "pay bad", "pay bad"}, "b b H S S"},
		{"below none is none", -3, []string{"pay bad"}, "H"},
		{"mended", 2, []string{"pay bad", "pay bad", "pay ok", "pay bad", "pay bad", "pay bad"}, "b b . b b H"},
		{"one turn is one attempt", 2, []string{"pay bad, pay bad, pay bad, pay bad", "pay bad", "pay bad, pay bad"}, "b b b b b H H"},
		{"a read between does not count", 2, []string{"pay bad", "read ok", "pay bad", "read ok", "pay bad"}, "b . b . H"},
		{"position does not count", 2, []string{"pay bad, pay ok", "pay ok, pay bad", "pay ok, pay bad"}, "b . . b . H"},
		{"tools count apart", 2, []string{"pay bad", "void bad", "pay bad", "void bad", "pay ok", "void ok"}, "b b b b . ."},
		{"but not without end", 2, []string{"pay bad", "void bad", "read bad", "pay bad", "void bad", "read bad", "send bad",
			"send bad"}, "b b b b b b H S"},
		{"invented names count together", 2, []string{"one ok", "two ok", "three ok"}, "b b S"},
		{"between calls, too", 2, []string{"one ok", "pay ok", "two ok", "pay ok", "three ok", "pay ok", "four ok", "pay ok", "five ok"},
			"b . b . S . S . S"},
		{"stopped between writes", 2, []string{"pay bad", "void ok", "pay bad", "void ok", "pay bad", "void ok", "pay bad", "void ok",
			"pay bad"}, "b . b . H . S . S"},
		{"stopped beside writes", 2, []string{"pay bad, void ok", "void ok, pay bad", "pay bad, void ok", "pay bad, void ok"}, "b . . b H . S ."},
		{"many mended ones are no many", 2, []string{"pay bad", "pay ok", "void bad", "void ok", "pay bad", "pay ok", "void bad",
			"void ok", "pay bad", "pay ok", "pay bad", "pay ok", "pay bad", "pay ok", "pay bad"}, "b . b . b . b . b . b . b . b"},
		{"but they have an end, too", 1, []string{"pay bad", "pay ok", "pay bad", "pay ok", "pay bad", "pay ok", "pay bad", "pay ok",
			"pay bad", "pay ok", "pay bad", "pay ok", "pay bad", "pay ok", "pay bad", "pay ok", "pay bad"}, "b . b . b . b . b . b . b . S . S"},
	}
	names := map[string]string{"pay": "create_payment", "void": "send_invoice", "read": "get_all_invoices", "send": "delete_contact"}
	good := map[string]string{"pay": payment, "void": `{"InvoiceId":"i","email":"a@b.example"}`, "read": `{}`}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				g, _ := newGate(t, newSet(done), preflight.WithMaxCorrections(test.max))
				var got []string
				for n, turn := range test.turns {
					var calls []runtime.ToolCall
					for i, c := range strings.Split(turn, ", ") {
						word, how, _ := strings.Cut(c, " ")
						name, known := names[word]
						if !known {
							name = word
						}
						arguments := good[word]
						if how == "bad" {
							arguments = `{"Page":"x"}`
						}
						calls = append(calls, call(fmt.Sprint("c", n, "-", i), name, arguments))
					}
					for _, out := range g.Calls(t.Context(), preflight.Turn{Thread: "t", Query: "q"}, calls) {
						var correction *preflight.CorrectionError
						switch {
						case out.Error == nil:
							got = append(got, ".")
						case errors.As(out.Error, &correction) && out.RetryHint.Action == runtime.Stop:
							got = append(got, "S")
							if correction.Question == "" || out.RetryHint.ClarifyingQuestion != "" ||
								!errors.Is(out.Error, runtime.ErrInvalidArguments) && out.Error.Kind != runtime.FailureToolNotFound {
								t.Errorf("question %q, hint %+v", correction.Question, out.RetryHint)
							}
						case errors.As(out.Error, &correction):
							got = append(got, "H")
							if correction.Question == "" || out.RetryHint.Action != runtime.AskUser || out.RetryHint.ClarifyingQuestion != correction.Question {
								t.Errorf("question %q, hint %+v", correction.Question, out.RetryHint)
							}
							if !errors.Is(out.Error, runtime.ErrInvalidArguments) {
								t.Errorf("%v is not an error about invalid arguments", out.Error)
							}
						default:
							got = append(got, "b")
						}
					}
				}
				if diff := testdiff.Diff(test.want, strings.Join(got, " ")); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
				if err := g.Close(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

func TestDecisionPoints(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g, k := newGate(t, newSet(done), preflight.WithMaxCorrections(1))
		made := 0
		handedBack := func(turn preflight.Turn) bool {
			var correction *preflight.CorrectionError
			made++
			return errors.As(g.Call(t.Context(), turn, call(fmt.Sprint("c", made), "create_payment", `{}`)).Error, &correction)
		}
		a := preflight.Turn{Thread: "t", Query: "a"}
		if handedBack(a) || handedBack(preflight.Turn{Thread: "t", Query: "b"}) || handedBack(preflight.Turn{Thread: "u", Query: "a"}) ||
			handedBack(preflight.Turn{Thread: "t", Query: "a", Point: "p"}) {
			t.Error("the points are not independent")
		}
		if !handedBack(preflight.Turn{Thread: "t", Query: "other words", Point: "p"}) {
			t.Error("the caller's own point depends on the query")
		}
		g.EndTurn(a)
		if handedBack(a) {
			t.Error("EndTurn did not end the turn")
		}
		if !handedBack(a) {
			t.Error("EndTurn ended the turn permanently")
		}
		if err := g.Close(); err != nil {
			t.Error(err)
		}
		if k.records[0].Point == k.records[1].Point || k.records[3].Point != "p" || k.records[0].Point != k.records[2].Point {
			t.Errorf("points %q %q %q %q", k.records[0].Point, k.records[1].Point, k.records[2].Point, k.records[3].Point)
		}
	})
}

// TestAttempts records everything that a model has tried.
func TestAttempts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		own := func(tool string, issues []runtime.ValidationIssue, made string) string {
			return fmt.Sprintf("%s has %d issues\n%s", tool, len(issues), made)
		}
		g, _ := newGate(t, newSet(done), preflight.WithQuestions(preflight.Questions{HandBack: own}))
		var out runtime.ToolOutput
		for i, arguments := range []string{`{"Amount":`, `{"Amount":"x"}`, `{"Amount":1}` + strings.Repeat(" ", 10_000)} {
			out = g.Call(t.Context(), preflight.Turn{}, call(fmt.Sprint("c", i), "create_payment", arguments))
		}
		var correction *preflight.CorrectionError
		if !errors.As(out.Error, &correction) {
			t.Fatalf("got %+v", out)
		}
		if want := "create_payment has 2 issues What should the account id (Bank or cash account that receives the money) be?"; correction.Question != want {
			t.Errorf("question %q", correction.Question)
		}
		type attempt struct {
			Number int
			CallID string
			Length int
			First  string
		}
		var got []attempt
		for _, a := range correction.Attempts() {
			if a.Hint == nil || a.Tool != "create_payment" {
				t.Errorf("attempt %+v", a)
			}
			got = append(got, attempt{a.Number, a.CallID, len(a.Arguments), a.Issues[0].Constraint})
		}
		want := []attempt{{1, "c0", 10, "truncated"}, {2, "c1", 14, "required"}, {3, "c2", 4096 + len("…"), "required"}}
		if diff := testdiff.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if len(correction.Issues()) != 2 {
			t.Errorf("issues %v", correction.Issues())
		}
		if want := "the call is still invalid after 3 attempts: AccountId required, Applications required"; correction.Error() != want {
			t.Errorf("error %q, want %q", correction.Error(), want)
		}
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	})
}

// TestOnlyTheLastCallIsCutOff checks that only the last call of a turn counts as truncated and gets the advice to be shorter.
func TestOnlyTheLastCallIsCutOff(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g, _ := newGate(t, newSet(done))
		var calls []runtime.ToolCall
		for i := range 3 {
			calls = append(calls, runtime.ToolCall{ID: fmt.Sprint("c", i), Name: "create_payment", Arguments: fmt.Sprintf(`{"Amount":%d}`,
				i), StopReason: "length"})
		}
		for i, out := range g.Calls(t.Context(), preflight.Turn{}, calls) {
			want := runtime.InvalidArguments
			if i == 2 {
				want = runtime.Truncated
			}
			if out.RetryHint == nil || out.RetryHint.Reason != want {
				t.Errorf("call %d: %+v, want %s", i, out.RetryHint, want)
			}
		}
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	})
}

// TestEveryCallIsAnsweredOnce makes many batches with all kinds of calls concurrently.
func TestEveryCallIsAnsweredOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var set *runtime.Toolset
		random := rand.New(rand.NewPCG(1, 2))
		set = newSet(func(ctx context.Context, inv runtime.Invocation) (any, error) {
			switch len(inv.Call.ID) % 5 {
			case 0:
				panic("boom")
			case 1:
				return nil, errors.New("no")
			case 2:
				<-ctx.Done()
				return nil, ctx.Err()
			case 3:
				return nil, runtime.Invalid("Amount", "maximum", 1, "too much")
			}
			return nil, nil
		})
		ask := preflight.ConfirmerFunc(func(ctx context.Context, q preflight.Question) (preflight.Answer, error) {
			switch len(q.CallID) % 7 {
			case 0:
				return preflight.Answer{Value: preflight.Cancel}, nil
			case 1:
				<-ctx.Done()
				return preflight.Answer{}, ctx.Err()
			}
			return preflight.Answer{Value: preflight.Confirm, Phrase: q.Phrase}, nil
		})
		g, k := newGate(t, set, preflight.WithConfirmer(ask))
		kinds := []runtime.ToolCall{
			call("", "create_payment", payment), call("", "create_payment", `{}`), call("", "create_payment", `nonsense`), call("", "nope", `{}`),
			call("", "get_contacts", `{}`), call("", "void_invoice", `{"InvoiceId":"i"}`), call("", "send_invoice",
				`{"InvoiceId":"i","email":"a@b.example"}`),
		}
		sent := map[string]string{} // tools by ID
		const batches = 60
		answered := make(chan int)
		for b := range batches {
			var batch []runtime.ToolCall
			for i := range random.IntN(6) {
				c := kinds[random.IntN(len(kinds))]
				c.ID = fmt.Sprintf("%d-%d-%s", b, i, strings.Repeat("x", random.IntN(70)))
				sent[c.ID] = c.Name
				batch = append(batch, c)
			}
			ctx, cancel := context.WithCancel(t.Context())
			if b%7 == 0 {
				time.AfterFunc(time.Second, cancel)
			}
			go func() {
				defer cancel()
				outs := g.Calls(ctx, preflight.Turn{Thread: fmt.Sprint(b % 5)}, batch)
				if len(outs) != len(batch) {
					t.Errorf("%d outputs for %d calls", len(outs), len(batch))
				}
				for i, out := range outs {
					if out.CallID != batch[i].ID || (out.Error == nil) == (out.Payload == nil) || out.Error != nil && out.RetryHint == nil {
						t.Errorf("call %+v: output %+v", batch[i], out)
					}
				}
				answered <- len(outs)
			}()
		}
		for range batches {
			<-answered
		}
		if err := g.Close(); err != nil {
			t.Error(err)
		}
		results, records := map[string]string{}, map[string]string{}
		for _, e := range k.events {
			if r, ok := e.Data.(preflight.ToolResult); ok {
				if results[e.CallID] != "" || len(r.Result) == 0 {
					t.Errorf("a second result of %s: %+v", e.CallID, r)
				}
				results[e.CallID] = r.Tool
			}
		}
		for _, r := range k.records {
			if records[r.CallID] != "" {
				t.Errorf("a second record of %s", r.CallID)
			}
			records[r.CallID] = r.Tool
		}
		if missed := g.Stats().MissedEvents[0]; missed > 0 {
			t.Fatalf("%d events were missed: the test is too large for the queue", missed)
		}
		if diff := testdiff.Diff(sent, results); diff != "" {
			t.Errorf("results (-want +got):\n%s", diff)
		}
		if diff := testdiff.Diff(sent, records); diff != "" {
			t.Errorf("records (-want +got):\n%s", diff)
		}
	})
}

func TestBatches(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g, k := newGate(t, newSet(done))
		if outs := g.Calls(t.Context(), preflight.Turn{}, nil); len(outs) != 0 {
			t.Errorf("outputs for no calls: %+v", outs)
		}
		outs := g.Calls(t.Context(), preflight.Turn{}, []runtime.ToolCall{pay("a"), call("b", "create_payment", `{}`), pay("a"),
			pay(""), pay("")})
		var ids []string
		for _, out := range outs {
			ids = append(ids, out.CallID)
		}
		if diff := testdiff.Diff([]string{"a", "b", "", ""}, ids); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		closeGate(t, g, k, preflight.OutcomeDone, preflight.OutcomeBlocked, preflight.OutcomeDone, preflight.OutcomeDone)
	})
}
