package claims_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/runtime/preflight"
	"github.com/toolgen/toolgen/runtime/preflight/claims"
)

// tool is a write tool whose handler gives a result or an error.
func tool(name, title string, result string, err error) runtime.Tool {
	spec := &runtime.ToolSpec{Name: name, Title: title, Write: true, InputSchema: `{"type":"object"}`}
	decode := func([]byte, ...runtime.DecodeOption) (*struct{}, error) { return &struct{}{}, nil }
	return runtime.Handle(runtime.NewTool[struct{}, runtime.RawJSON](spec, decode, nil), func(context.Context,
		*struct{}) (*runtime.RawJSON, error) {
		raw := json.RawMessage(result)
		return &raw, err
	})
}

// gate is a gate of services' tools, some of which fail.
func gate(t *testing.T, opts ...preflight.Option) *preflight.Gate {
	t.Helper()
	quiet := runtime.OnError(func(context.Context, runtime.Invocation, error) {})
	g, err := preflight.New(runtime.NewToolset(
		tool("create_payment", "Record a payment", `{"PaymentId":"PAY-1"}`, nil),
		tool("slack_post_message", "", `{"ok":true}`, nil),
		tool("jira_create_issue", "", `{"key":"OPS-1"}`, nil),
		tool("stripe_create_refund", "", `{}`, nil),
		tool("send_invoice", "", `{}`, errors.New("the mail server is down")),
	).With(quiet), opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = g.Close() })
	return g
}

var turn = preflight.Turn{Thread: "t", Query: "q"}

// run makes calls of tools in the turn.
func run(t *testing.T, g *preflight.Gate, turn preflight.Turn, tools string) {
	t.Helper()
	for name := range strings.FieldsSeq(tools) {
		g.Call(t.Context(), turn, runtime.ToolCall{ID: name + turn.Query, Name: name, Arguments: "{}"})
	}
}

// TestJudge compares replies with what ran.
func TestJudge(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		ran, reply string
		ok         bool
	}{
		// A success that no call made.
		{"", "I've recorded the payment.", false},
		{"", "I've posted the message to #general.", false},
		{"", "Done! I have created the issue OPS-7 in Jira.", false},
		{"", "The customer's payment was refunded.", false},
		{"", "The payment was refunded on 5 May.", true},
		{"stripe_create_refund", "I've refunded the payment.", true},
		{"", "The refund has been created.", false},
		{"", "I've sent the message.", false}, // another verb, and nothing was changed at all
		{"send_invoice", "I've sent the invoice.", false},
		{"create_payment", "I've recorded the payment and sent the invoice.", false},
		{"create_payment", "I have created the issue.", false},
		// A failure of what succeeded.
		{"create_payment", "Sorry, I could not record the payment.", false},
		{"slack_post_message", "Unfortunately the message was not posted.", false},
		{"jira_create_issue", "There was an error creating the issue.", false},
		{"stripe_create_refund", "The refund failed.", false},
		// What is true.
		{"create_payment", "I've recorded the payment.", true},
		{"create_payment", "I've recorded the payment. Their invoice is settled now.", true},
		{"slack_post_message", "I've sent the message.", true},
		{"slack_post_message jira_create_issue", "I created the issue and posted the message about it.", true},
		{"send_invoice", "I couldn't send the invoice.", true},
		{"send_invoice create_payment", "I recorded the payment, but sending the invoice failed.", true},
		{"", "I could not record the payment.", true},
		{"", "Shall I record the payment?", true},
		{"", "There are three open invoices.", true},
		{"", "", true},
	} {
		g := gate(t)
		run(t, g, turn, tt.ran)
		f, ok := claims.New(g, nil).Check(turn, tt.reply)
		if ok != tt.ok {
			t.Errorf("%q after %q: %+v", tt.reply, tt.ran, f)
		}
	}
}

// TestReply asks the model once, and no more.
func TestReply(t *testing.T) {
	t.Parallel()
	const nothing = "Nothing was changed in answer to this request: no call was made."
	for _, tt := range []struct {
		name    string
		ran     string
		reply   string
		answer  string // of the model, when asked
		err     error
		want    string
		respond bool
		asked   int
	}{
		{"true at once", "create_payment", "I've recorded the payment.", "", nil, "I've recorded the payment.", true, 0},
		{"mended", "", "I have recorded the payment. Their invoice is settled now.", "I have not recorded it yet. Into which account?",
			nil, "I have not recorded it yet. Into which account?", true, 1},
		{"claims again", "", "I have recorded the payment.", "The payment was recorded.", nil, nothing, true, 1},
		{"cannot be asked", "", "I have recorded the payment.", "", nil, nothing, false, 0},
		{"does not answer", "", "I have recorded the payment.", "", errors.New("down"), nothing, true, 1},
		{"answers nothing", "", "I have recorded the payment.", " ", nil, nothing, true, 1},
		{"failure of a success", "create_payment", "I could not record the payment.", "The payment failed.", nil,
			"This is what was done in answer to this request:\n- “Record a payment” succeeded: PaymentId PAY-1.", true, 1},
		{"several", "send_invoice create_payment", "I've sent the invoice.", "Sent the invoice.", nil,
			"This is what was done in answer to this request:\n- “Send invoice” failed: The tool reported: \"the mail server is down\".\n- “Record a payment” succeeded: PaymentId PAY-1.", true, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			g := gate(t)
			run(t, g, turn, tt.ran)
			asked, prompt := 0, ""
			var respond claims.Respond
			if tt.respond {
				respond = func(_ context.Context, f claims.Finding) (string, error) {
					asked++
					prompt = f.Prompt()
					return tt.answer, tt.err
				}
			}
			got := claims.New(g, respond).Reply(t.Context(), turn, tt.reply)
			if diff := testdiff.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if asked != tt.asked || asked > 0 && !strings.Contains(prompt, "in answer to this request") {
				t.Errorf("asked %d times: %s", asked, prompt)
			}
		})
	}
}

// TestAfter tells the truth below what was streamed.
func TestAfter(t *testing.T) {
	t.Parallel()
	g := gate(t)
	check := claims.New(g, nil)
	if got := check.After(turn, "I've recorded the payment."); got != "\n\nThat is not correct. Nothing was changed in answer to this request: no call was made." {
		t.Errorf("%q", got)
	}
	run(t, g, turn, "create_payment")
	if got := check.After(turn, "I've recorded the payment."); got != "" {
		t.Errorf("%q", got)
	}
}

// TestEarlierTurns compares a reply with its own turn, and with the thread where it says so.
func TestEarlierTurns(t *testing.T) {
	t.Parallel()
	g := gate(t)
	run(t, g, turn, "create_payment")
	next := preflight.Turn{Thread: "t", Query: "and now"}
	check := claims.New(g, nil)
	if f, ok := check.Check(next, "I've recorded the payment."); ok || !strings.Contains(f.Ran, "Earlier in this conversation") {
		t.Errorf("%+v", f)
	}
	if f, ok := check.Check(next, "I've already recorded the payment."); !ok {
		t.Errorf("%+v", f)
	}
	if _, ok := check.Check(preflight.Turn{Thread: "other", Query: "q"}, "I've already recorded the payment."); ok {
		t.Error("another thread counts")
	}
	// What was agreed to elsewhere belongs to each turn of its thread.
	g.Execute(t.Context(), "t", runtime.Invocation{Call: runtime.ToolCall{ID: "e", Name: "jira_create_issue", Arguments: "{}"}})
	if f, ok := check.Check(next, "I've created the issue."); !ok {
		t.Errorf("%+v", f)
	}
}

// TestUncertain checks replies after calls that are not done, or whose outcome nobody knows.
func TestUncertain(t *testing.T) {
	t.Parallel()
	spec := &runtime.ToolSpec{Name: "create_payment", Title: "Record a payment", Write: true, Approval: &runtime.ApprovalSpec{},
		InputSchema: `{"type":"object"}`}
	decode := func([]byte, ...runtime.DecodeOption) (*struct{}, error) { return &struct{}{}, nil }
	waits := runtime.Handle(runtime.NewTool[struct{}, runtime.RawJSON](spec, decode, nil), func(context.Context,
		*struct{}) (*runtime.RawJSON, error) {
		return nil, nil
	})
	g, err := preflight.New(runtime.NewToolset(waits), preflight.WithApprover(waiting{}))
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	run(t, g, turn, "create_payment")
	check := claims.New(g, nil)
	if f, ok := check.Check(turn, "I've recorded the payment."); ok || !strings.Contains(f.Ran, "waits for approval and has not run") {
		t.Errorf("%+v", f)
	}
	if f, ok := check.Check(turn, "I've submitted the payment for approval."); !ok {
		t.Errorf("%+v", f)
	}
}

type waiting struct{}

func (waiting) RequestApproval(context.Context, string, runtime.Invocation) (runtime.ToolOutput, error) {
	return runtime.ToolOutput{Payload: json.RawMessage(`{}`), Pending: true}, nil
}

// TestPrograms is about functions of a program's own, which may panic.
func TestPrograms(t *testing.T) {
	t.Parallel()
	g := gate(t)
	boom := func(context.Context, claims.Finding) (string, error) { panic("boom") }
	if got := claims.New(g, boom).Reply(t.Context(), turn, "I've recorded the payment."); !strings.HasPrefix(got, "Nothing was changed") {
		t.Errorf("%q", got)
	}
	check := claims.New(g, nil)
	check.Find = func(string) []claims.Claim { panic("boom") }
	if got := check.Reply(t.Context(), turn, "text"); got != "text" {
		t.Errorf("%q", got)
	}
	check.Find = func(reply string) []claims.Claim { return []claims.Claim{{Text: reply, Success: true}} }
	if _, ok := check.Check(turn, "Die Zahlung wurde gebucht."); ok {
		t.Error("nothing ran")
	}
	run(t, g, turn, "create_payment")
	if _, ok := check.Check(turn, "Die Zahlung wurde gebucht."); !ok {
		t.Error("a call succeeded")
	}
}

// TestEvent tells sinks of a check, also after the gate has closed: then nobody is told.
func TestEvent(t *testing.T) {
	t.Parallel()
	events := make(chan preflight.Event, 8)
	g := gate(t, preflight.WithSink(preflight.SinkFunc(func(e preflight.Event) { events <- e })))
	check := claims.New(g, nil)
	check.Check(turn, "I've recorded the payment.")
	select {
	case e := <-events:
		if step, ok := e.Data.(preflight.Step); !ok || step.Step != preflight.StepClaimCheck || step.Status != preflight.StepWarn ||
			e.Thread != "t" {
			t.Errorf("%+v", e)
		}
	case <-time.After(time.Minute):
		t.Fatal("no event")
	}
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	if _, ok := check.Check(turn, "I've recorded the payment."); ok {
		t.Error("a closed gate has made no payment either")
	}
}
