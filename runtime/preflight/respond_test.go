package preflight_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/runtime/preflight"
)

var (
	confirm = preflight.MCQResponse{ToolCallID: "c1", Value: preflight.Confirm}
	cancel  = preflight.MCQResponse{ToolCallID: "c1", Value: preflight.Cancel}
)

// asking is a gate with the built-in confirmer.
func asking(t *testing.T, h handler, opts ...preflight.Option) (*preflight.Gate, *kept) {
	t.Helper()
	return newGate(t, newSet(h), append([]preflight.Option{preflight.WithConfirmer(nil)}, opts...)...)
}

// begin makes a call in the background and returns when it waits for the answer.
func begin(ctx context.Context, g *preflight.Gate, thread string, call runtime.ToolCall) chan runtime.ToolOutput {
	out := make(chan runtime.ToolOutput, 1)
	go func() { out <- g.Call(ctx, preflight.Turn{Thread: thread}, call) }()
	synctest.Wait()
	return out
}

func TestQuestionTimeout(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g, k := asking(t, done, preflight.WithQuestionTimeout(time.Minute))
		out := <-begin(t.Context(), g, "t1", pay("c1"))
		if status(t, out) != "unasked" || !strings.Contains(string(out.Payload), "nobody answered within 1m0s") ||
			!strings.Contains(string(out.Payload), "not said no") {
			t.Errorf("got %s", out.Payload)
		}
		if err := g.Respond(confirm); !errors.Is(err, preflight.ErrNoQuestion) {
			t.Errorf("Respond: %v", err)
		}
		closeGate(t, g, k, preflight.OutcomeUnasked)
	})
}

func TestDisconnect(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g, k := asking(t, done)
		ctx, stop := context.WithCancel(t.Context())
		waiting := begin(ctx, g, "t1", pay("c1"))
		stop()
		out := <-waiting
		if status(t, out) != "unasked" || !strings.Contains(string(out.Payload), "connection ended") {
			t.Errorf("got %s", out.Payload)
		}
		closeGate(t, g, k, preflight.OutcomeUnasked)
	})
}

func TestCloseEndsQuestions(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g, k := asking(t, done)
		waiting := begin(t.Context(), g, "t1", pay("c1"))
		closeGate(t, g, k, preflight.OutcomeUnasked)
		if out := <-waiting; status(t, out) != "unasked" || !strings.Contains(string(out.Payload), "shut down") {
			t.Errorf("got %s", out.Payload)
		}
		if err := g.Respond(confirm); !errors.Is(err, preflight.ErrClosed) {
			t.Errorf("Respond: %v", err)
		}
	})
}

func TestAnswersCountOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g, k := asking(t, done)
		ctx, stop := context.WithCancel(t.Context())
		waiting := begin(ctx, g, "t1", pay("c1"))
		stop()
		<-waiting
		if err := g.RespondIn(t.Context(), "t1", confirm); !errors.Is(err, preflight.ErrNoQuestion) {
			t.Errorf("RespondIn to a question that has ended: %v", err)
		}
		if err := g.Respond(confirm); !errors.Is(err, preflight.ErrNoQuestion) {
			t.Errorf("Respond to a question that has ended: %v", err)
		}
		// The call was not made, and nobody said no, so it can be repeated with a new question.
		waiting = begin(t.Context(), g, "t1", pay("c1"))
		if err := g.Respond(confirm); err != nil {
			t.Fatal(err)
		}
		if err := g.Respond(cancel); !errors.Is(err, preflight.ErrAnswered) {
			t.Errorf("Respond again: %v", err)
		}
		if err := g.RespondIn(t.Context(), "t1", cancel); !errors.Is(err, preflight.ErrAnswered) {
			t.Errorf("RespondIn again: %v", err)
		}
		first := <-waiting
		if first.Error != nil {
			t.Error(first.Error)
		}
		// Now it was made, and there is no further question.
		if again := <-begin(t.Context(), g, "t1", pay("c1")); again.Error != nil || string(again.Payload) != string(first.Payload) {
			t.Errorf("got %s, %v, want %s", again.Payload, again.Error, first.Payload)
		}
		closeGate(t, g, k, preflight.OutcomeUnasked, preflight.OutcomeDone)
	})
}

// TestManyAnswers checks that only the first of many answers counts.
func TestManyAnswers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g, k := asking(t, done)
		waiting := begin(t.Context(), g, "t1", pay("c1"))
		errs := make(chan error)
		const n = 50
		for i := range n {
			go func() { errs <- g.Respond([]preflight.MCQResponse{confirm, cancel}[i%2]) }()
		}
		accepted := 0
		for range n {
			if err := <-errs; err == nil {
				accepted++
			} else if !errors.Is(err, preflight.ErrAnswered) {
				t.Errorf("Respond: %v", err)
			}
		}
		<-waiting
		if accepted != 1 {
			t.Errorf("%d answers were accepted", accepted)
		}
		if err := g.Close(); err != nil {
			t.Error(err)
		}
		answers := 0
		for _, e := range k.events {
			if _, ok := e.Data.(preflight.MCQResponse); ok {
				answers++
			}
		}
		if answers != 1 {
			t.Errorf("%d answers were reported", answers)
		}
	})
}

func TestWrongPhrase(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g, k := asking(t, done)
		waiting := begin(t.Context(), g, "t1", runtime.ToolCall{ID: "c1", Name: "void_invoice", Arguments: `{"InvoiceId":"inv_7"}`})
		for i, phrase := range []string{"void", "VOID ", ""} {
			resp := confirm
			resp.Phrase = phrase
			err := g.Respond(resp)
			var wrong *preflight.WrongPhraseError
			if !errors.As(err, &wrong) || !errors.Is(err, preflight.ErrInvalidAnswer) || wrong.Left != 4-i ||
				!strings.Contains(wrong.Notice, "VOID") {
				t.Errorf("%q: %v", phrase, err)
			}
		}
		if err := g.Respond(cancel); err != nil { // no phrase is needed for no
			t.Error(err)
		}
		if out := <-waiting; status(t, out) != "cancelled" {
			t.Errorf("got %s", out.Payload)
		}
		closeGate(t, g, k, preflight.OutcomeCancelled)
	})
}

// TestLateAnswerOfAnotherThread answers a question twice, the second time when another thread has a question with the same call ID.
func TestLateAnswerOfAnotherThread(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g, k := asking(t, done)
		zero := begin(t.Context(), g, "t0", pay("c0"))
		<-zero // nobody answers
		begin(t.Context(), g, "t2", pay("c0"))
		if err := g.Respond(preflight.MCQResponse{ToolCallID: "c0", Value: preflight.Confirm}); !errors.Is(err, preflight.ErrAmbiguousAnswer) {
			t.Errorf("Respond, too late: %v", err)
		}
		one := begin(t.Context(), g, "t1", pay("c1"))
		if err := g.Respond(confirm); err != nil {
			t.Error(err)
		}
		<-one
		two := begin(t.Context(), g, "t2", pay("c1"))
		if err := g.Respond(confirm); !errors.Is(err, preflight.ErrAmbiguousAnswer) {
			t.Errorf("Respond, again: %v", err)
		}
		if err := g.RespondIn(t.Context(), "t2", cancel); err != nil {
			t.Error(err)
		}
		if out := <-two; status(t, out) != "cancelled" {
			t.Errorf("got %s", out.Payload)
		}
		if err := g.Respond(confirm); !errors.Is(err, preflight.ErrAnswered) {
			t.Errorf("Respond, after all: %v", err)
		}
		closeGate(t, g, k, preflight.OutcomeUnasked, preflight.OutcomeDone, preflight.OutcomeCancelled, preflight.OutcomeUnasked)
	})
}

// TestThreads has two threads ask questions with one call ID.
func TestThreads(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g, k := asking(t, done)
		one := begin(t.Context(), g, "t1", pay("c1"))
		two := begin(t.Context(), g, "t2", pay("c1"))
		if err := g.Respond(confirm); !errors.Is(err, preflight.ErrAmbiguousAnswer) {
			t.Errorf("Respond: %v", err)
		}
		if err := g.RespondIn(t.Context(), "t3", confirm); !errors.Is(err, preflight.ErrNoQuestion) {
			t.Errorf("in another thread: %v", err)
		}
		if err := g.RespondIn(t.Context(), "t2", cancel); err != nil {
			t.Error(err)
		}
		if out := <-two; status(t, out) != "cancelled" {
			t.Errorf("got %s", out.Payload)
		}
		if err := g.Respond(confirm); !errors.Is(err, preflight.ErrAmbiguousAnswer) { // it may be for t2
			t.Errorf("Respond: %v", err)
		}
		if err := g.RespondIn(t.Context(), "t1", confirm); err != nil {
			t.Error(err)
		}
		if out := <-one; out.Error != nil {
			t.Error(out.Error)
		}
		closeGate(t, g, k, preflight.OutcomeCancelled, preflight.OutcomeDone)
	})
}

// TestTwoQuestionsOfOneThread are answered by call ID, in any order.
func TestTwoQuestionsOfOneThread(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g, k := asking(t, done)
		one := begin(t.Context(), g, "t1", pay("c1"))
		two := begin(t.Context(), g, "t1", pay("c2"))
		if err := g.Respond(preflight.MCQResponse{ToolCallID: "c2", Value: preflight.Cancel}); err != nil {
			t.Error(err)
		}
		if out := <-two; status(t, out) != "cancelled" {
			t.Errorf("got %s", out.Payload)
		}
		if err := g.Respond(confirm); err != nil {
			t.Error(err)
		}
		if out := <-one; out.Error != nil {
			t.Error(out.Error)
		}
		closeGate(t, g, k, preflight.OutcomeCancelled, preflight.OutcomeDone)
	})
}

// TestDuplicateCall rejects a call whose ID is in progress in the thread. It has no result or record of its own, because readers would
// take these for the first call's.
func TestDuplicateCall(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g, k := asking(t, done)
		one := begin(t.Context(), g, "t1", pay("c1"))
		again := <-begin(t.Context(), g, "t1", pay("c1"))
		if again.Error == nil || again.Error.Kind != runtime.FailureInternal || !strings.Contains(again.Error.Message, "in progress") {
			t.Errorf("got %+v", again)
		}
		if err := g.Respond(confirm); err != nil {
			t.Error(err)
		}
		if out := <-one; out.Error != nil {
			t.Error(out.Error)
		}
		closeGate(t, g, k, preflight.OutcomeDone)
	})
}

// TestCallsWithoutID checks that each question about a call without an ID gets its own, and that an answer without an ID counts if it is
// unambiguous.
func TestCallsWithoutID(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g, k := asking(t, done)
		bare := preflight.MCQResponse{Value: preflight.Confirm}
		named := begin(t.Context(), g, "t1", pay("c1")) // an answer without an ID is never for this call
		if err := g.RespondIn(t.Context(), "t1", bare); !errors.Is(err, preflight.ErrNoQuestion) {
			t.Errorf("no call without an ID: %v", err)
		}
		one := begin(t.Context(), g, "t1", pay(""))
		two := begin(t.Context(), g, "t1", pay(""))
		for _, err := range []error{g.Respond(bare), g.RespondIn(t.Context(), "t1", bare)} {
			if !errors.Is(err, preflight.ErrAmbiguousAnswer) {
				t.Errorf("two calls without an ID: %v", err)
			}
		}
		if err := g.RespondIn(t.Context(), "t2", bare); !errors.Is(err, preflight.ErrNoQuestion) {
			t.Errorf("in another thread: %v", err)
		}
		var asked []string
		synctest.Wait()
		k.mu.Lock()
		events := slices.Clone(k.events)
		k.mu.Unlock()
		for _, e := range events {
			if _, ok := e.Data.(preflight.MCQ); ok && e.CallID != "c1" {
				asked = append(asked, e.CallID)
			}
		}
		if len(asked) != 2 || asked[0] == asked[1] || asked[0] == "" {
			t.Fatalf("asked about %q", asked)
		}
		no := preflight.MCQResponse{ToolCallID: asked[1], Value: preflight.Cancel}
		for i, want := range []error{nil, preflight.ErrAnswered} {
			if err := g.RespondIn(t.Context(), "t1", no); !errors.Is(err, want) {
				t.Errorf("answer %d: %v", i, err)
			}
		}
		if out := <-two; status(t, out) != "cancelled" || out.CallID != "" {
			t.Errorf("got %+v", out)
		}
		if err := g.Respond(bare); err != nil { // now it is unambiguous
			t.Error(err)
		}
		if out := <-one; out.Error != nil || out.CallID != "" {
			t.Errorf("got %+v", out)
		}
		if err := g.Respond(confirm); err != nil {
			t.Error(err)
		}
		if out := <-named; out.Error != nil || out.CallID != "c1" {
			t.Errorf("got %+v", out)
		}
		closeGate(t, g, k, preflight.OutcomeCancelled, preflight.OutcomeDone, preflight.OutcomeDone)
	})
}

// TestQuestionsTellWhatIsIgnored checks that a person who is asked learns of values that have no effect.
func TestQuestionsTellWhatIsIgnored(t *testing.T) {
	t.Parallel()
	var got preflight.Question
	ask := preflight.ConfirmerFunc(func(_ context.Context, q preflight.Question) (preflight.Answer, error) {
		got = q
		return preflight.Answer{Value: preflight.Cancel}, nil
	})
	g, _ := newGate(t, newSet(done), preflight.WithConfirmer(ask))
	g.Call(t.Context(), preflight.Turn{}, call("c1", "update_payment",
		`{"PaymentId":"PAY-1","Dry":true,"Amount":5,"Applications":[{"InvoiceId":"inv_1","Amount":5,"only if":{"Open":true}}]}`))
	want := "Change a payment?\n- Payment id: PAY-1\n- Amount: 5\n- Applications 1, Invoice id: inv_1\n- Applications 1, Amount: 5\n" +
		"- Applications 1, Only if, Open: yes (ignored, since the tool has no such field)\n" +
		"- Dry: yes (ignored, since the tool has no such field)"
	if diff := testdiff.Diff(want, got.Text); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if err := g.Close(); err != nil {
		t.Error(err)
	}
}

func TestQuestionTexts(t *testing.T) {
	t.Parallel()
	noTitle := plainTool(&runtime.ToolSpec{
		Name: "drop_table", Write: true, Confirm: runtime.ConfirmSpec{Tier: 7},
		FullSchema: `{"type":"object","properties":{"Table":{"title":"Table to\ndrop"},"Tenant":{"x-toolgen":{"injected":true},"type":"object","properties":{"Id":{}}},"Options":{"type":"object","additionalProperties":{"x-toolgen":{"sensitive":true}}}}}`,
	}, done)
	var got preflight.Question
	ask := preflight.ConfirmerFunc(func(_ context.Context, q preflight.Question) (preflight.Answer, error) {
		got = q
		return preflight.Answer{Value: preflight.Cancel}, nil
	})
	tests := []struct {
		name      string
		arguments string
		questions preflight.Questions
		want      string
	}{
		{"default", `{"Table":"users","Tenant":{"Id":7},"Force":true,"Note":null,"Rows":[1,{"Id":2}],"None":[],"odd key":"x\u202ey\nz"}`, preflight.Questions{},
			"Drop table?\n- Table to drop: users\n- Force: yes\n- None: none\n- Note: nothing\n- Rows 1: 1\n- Rows 2, Id: 2\n- Odd key: x y z\nType DROP to confirm."},
		{"long", `{"Table":"` + strings.Repeat("x", 1000) + `"}`, preflight.Questions{},
			"Drop table?\n- Table to drop: " + strings.Repeat("x", 120) + "…\nType DROP to confirm."},
		{"many", `{"A":[` + strings.Repeat("1,", 29) + `1]}`, preflight.Questions{}, "and: 10 more\nType DROP to confirm."},
		{"own text", `{"Table":"users"}`, preflight.Questions{Text: func(q preflight.Question) string { return "Tippe " + q.Phrase + "." }}, "Tippe DROP."},
		{"own text that is empty", `{}`, preflight.Questions{Text: func(preflight.Question) string { return "" }},
			"Drop table?\nType DROP to confirm."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g, _ := newGate(t, newSet(done, noTitle), preflight.WithConfirmer(ask), preflight.WithQuestions(test.questions))
			g.Call(t.Context(), preflight.Turn{}, runtime.ToolCall{ID: "c1", Name: "drop_table", Arguments: test.arguments})
			if test.name == "many" {
				got.Text = got.Text[max(len(got.Text)-len(test.want), 0):]
			}
			if diff := testdiff.Diff(test.want, got.Text); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if err := g.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	t.Run("labels and notices", func(t *testing.T) {
		g, _ := newGate(t, newSet(done, noTitle), preflight.WithQuestions(preflight.Questions{
			ConfirmLabel: "Ja", CancelLabel: "Nein",
			WrongPhrase: func(_ preflight.Question, left int) string { return strings.Repeat("noch ", left) },
		}), preflight.WithConfirmer(preflight.ConfirmerFunc(func(_ context.Context, q preflight.Question) (preflight.Answer, error) {
			got = q
			return preflight.Answer{Value: preflight.Confirm, Phrase: "no"}, nil
		})))
		g.Call(t.Context(), preflight.Turn{}, runtime.ToolCall{ID: "c1", Name: "drop_table", Arguments: `{}`})
		want := []preflight.MCQOption{{Label: "Ja", Value: "confirm"}, {Label: "Nein", Value: "cancel"}}
		if diff := testdiff.Diff(want, got.Options); diff != "" || got.Notice != "noch " {
			t.Errorf("notice %q (-want +got):\n%s", got.Notice, diff)
		}
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	})
	t.Run("panic", func(t *testing.T) {
		g, k := newGate(t, newSet(done), preflight.WithQuestions(preflight.Questions{Text: func(preflight.Question) string { panic("boom") }}))
		out := g.Call(t.Context(), preflight.Turn{}, pay("c1"))
		if out.Error == nil || out.Error.Kind != runtime.FailureInternal {
			t.Errorf("got %+v", out)
		}
		closeGate(t, g, k, preflight.OutcomeAborted)
	})
}
