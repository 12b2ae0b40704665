package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/toolgen/toolgen/runtime/internal/testdiff"
)

const goodCall = `{"AccountId":"acc_x1","Amount":5,"Applications":[{"InvoiceId":"inv_1","Amount":5}]}`

// named returns a tool with another name and the same arguments.
func named(name string) *TypedTool[payArgs, json.RawMessage] {
	return NewTool[payArgs, json.RawMessage](&ToolSpec{Name: name, FullSchema: paySchema}, decodePayArgs, nil)
}

func raw(s string) (*json.RawMessage, error) {
	r := json.RawMessage(s)
	return &r, nil
}

// failingSet has a tool for each way of failing; ran counts the handler calls.
func failingSet(ran *atomic.Int64) *Toolset {
	does := func(name string, fn func(context.Context, *payArgs) (*json.RawMessage, error)) Tool {
		return Handle(named(name), func(ctx context.Context, a *payArgs) (*json.RawMessage, error) {
			ran.Add(1)
			return fn(ctx, a)
		})
	}
	return NewToolset(
		Handle(payTool, func(_ context.Context, a *payArgs) (*payResult, error) {
			ran.Add(1)
			return &payResult{PaymentID: "pay_" + a.AccountID}, nil
		}),
		does("panics", func(context.Context, *payArgs) (*json.RawMessage, error) { panic("secret") }),
		does("fails", func(context.Context, *payArgs) (*json.RawMessage, error) { return nil, errors.New("backend is down") }),
		does("refuses", func(context.Context, *payArgs) (*json.RawMessage, error) {
			return nil, fmt.Errorf("posting: %w", errors.Join(
				Invalid("Applications[0].InvoiceId", "enum", []string{"inv_2", "inv_3"}, "inv_1 is already paid"),
				Invalid("Amount", "maximum", 3, "more than is open"),
			))
		}),
		does("garbles", func(context.Context, *payArgs) (*json.RawMessage, error) { return raw(`{"half`) }),
		does("is_silent", func(context.Context, *payArgs) (*json.RawMessage, error) { return nil, nil }),
		does("waits", func(ctx context.Context, _ *payArgs) (*json.RawMessage, error) { return nil, ctx.Err() }),
		named("has_no_handler"),
		&brokenTool{spec: ToolSpec{Name: "panics_decoding"}, panics: true},
		&brokenTool{spec: ToolSpec{Name: "unavailable"}},
	)
}

// brokenTool is a tool with a faulty decoder.
type brokenTool struct {
	spec   ToolSpec
	panics bool
}

func (b *brokenTool) Spec() *ToolSpec { return &b.spec }

func (b *brokenTool) Decode([]byte, ...DecodeOption) (any, error) {
	if b.panics {
		panic("decoder")
	}
	return nil, errors.New("its schema cannot be used")
}

func TestCallOutcomes(t *testing.T) {
	t.Parallel()
	var ran atomic.Int64
	set := failingSet(&ran)
	for _, tt := range []struct {
		name    string
		call    ToolCall
		kind    FailureKind
		reason  Reason
		action  Action
		payload string
		ran     int64
	}{
		{name: "good", call: ToolCall{Name: "create_payment", Arguments: goodCall}, payload: `{"PaymentId":"pay_acc_x1"}`, ran: 1},
		{name: "invalid", call: ToolCall{Name: "create_payment", Arguments: `{}`}, kind: FailureValidation, reason: InvalidArguments, action: Correct},
		{name: "not JSON", call: ToolCall{Name: "create_payment", Arguments: `{"a" 1}`}, kind: FailureParse, reason: InvalidJSON, action: Correct},
		{name: "empty", call: ToolCall{Name: "create_payment"}, kind: FailureParse, reason: InvalidJSON, action: Correct},
		{name: "ends early", call: ToolCall{Name: "create_payment", Arguments: `{"Memo":"x`}, kind: FailureParse, reason: Truncated, action: Correct},
		{name: "ends early at the limit", call: ToolCall{Name: "create_payment", Arguments: `{"Memo":"x`, StopReason: "max_tokens"}, kind: FailureParse, reason: Truncated, action: Shrink},
		{name: "ends early by carelessness", call: ToolCall{Name: "create_payment", Arguments: `{"Memo":"x`, StopReason: "tool_calls"}, kind: FailureParse, reason: InvalidJSON, action: Correct},
		{name: "missing at the limit", call: ToolCall{Name: "create_payment", Arguments: `{"Amount":1}`, StopReason: "length"}, kind: FailureValidation, reason: Truncated, action: Shrink},
		{name: "not begun at the limit", call: ToolCall{Name: "create_payment", StopReason: "length"}, kind: FailureParse, reason: Truncated, action: Shrink},
		{name: "empty", call: ToolCall{Name: "create_payment", StopReason: "tool_calls"}, kind: FailureParse, reason: InvalidJSON, action: Correct},
		{name: "complete at the limit", call: ToolCall{Name: "create_payment", Arguments: goodCall, StopReason: "length"}, payload: `{"PaymentId":"pay_acc_x1"}`, ran: 1},
		{name: "wrong at the limit", call: ToolCall{Name: "create_payment", Arguments: `{"AccountId":"acc_x1","Amount":-5,"Applications":[{"InvoiceId":"inv_1","Amount":5}]}`, StopReason: "length"}, kind: FailureValidation, reason: InvalidArguments, action: Correct},
		{name: "unknown tool", call: ToolCall{Name: "createPayment", Arguments: goodCall}, kind: FailureToolNotFound, reason: ToolNotFound, action: Correct},
		{name: "injected field", call: ToolCall{Name: "create_payment", Arguments: strings.Replace(goodCall, `{`, `{"Tenant":"x",`, 1)}, payload: `{"PaymentId":"pay_acc_x1"}`, ran: 1},
		{name: "panic", call: ToolCall{Name: "panics", Arguments: goodCall}, kind: FailureInternal, reason: Internal, action: Stop, ran: 1},
		{name: "handler error", call: ToolCall{Name: "fails", Arguments: goodCall}, kind: FailureHandler, reason: Internal, action: Stop, ran: 1},
		{name: "backend refuses", call: ToolCall{Name: "refuses", Arguments: goodCall}, kind: FailureValidation, reason: InvalidArguments, action: Correct, ran: 1},
		{name: "result is no JSON", call: ToolCall{Name: "garbles", Arguments: goodCall}, reason: MalformedResponse, action: Stop, payload: `"{\"half"`, ran: 1},
		{name: "no result", call: ToolCall{Name: "is_silent", Arguments: goodCall}, payload: `null`, ran: 1},
		{name: "no handler", call: ToolCall{Name: "has_no_handler", Arguments: goodCall}, kind: FailureInternal, reason: Internal, action: Stop},
		{name: "panic in the decoder", call: ToolCall{Name: "panics_decoding", Arguments: goodCall}, kind: FailureInternal, reason: Internal, action: Stop},
		{name: "unavailable", call: ToolCall{Name: "unavailable", Arguments: goodCall}, kind: FailureInternal, reason: Internal, action: Stop},
	} {
		before := ran.Load()
		tt.call.ID = "call_" + tt.name
		out := set.Call(context.Background(), tt.call)
		if out.CallID != tt.call.ID {
			t.Errorf("%s: answers %q", tt.name, out.CallID)
		}
		if got := ran.Load() - before; got != tt.ran {
			t.Errorf("%s: %d handlers ran, want %d", tt.name, got, tt.ran)
		}
		if string(out.Payload) != tt.payload {
			t.Errorf("%s: payload %s, want %s", tt.name, out.Payload, tt.payload)
		}
		var kind FailureKind
		if out.Error != nil {
			kind = out.Error.Kind
			if out.Error.Message == "" || strings.Contains(out.Error.Message, "secret") {
				t.Errorf("%s: message %q", tt.name, out.Error.Message)
			}
		}
		var reason Reason
		var action Action
		if out.RetryHint != nil {
			reason, action = out.RetryHint.Reason, out.RetryHint.Action
		}
		if kind != tt.kind || reason != tt.reason || action != tt.action {
			t.Errorf("%s: %q, %q, %q, want %q, %q, %q", tt.name, kind, reason, action, tt.kind, tt.reason, tt.action)
		}
	}
}

func TestBackendValuesWin(t *testing.T) {
	t.Parallel()
	var ran atomic.Int64
	out := failingSet(&ran).Call(context.Background(), ToolCall{ID: "1", Name: "refuses", Arguments: goodCall})
	got, err := json.Marshal(out.RetryHint)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"reason":"invalid_arguments","action":"correct","tool":"refuses","message":"Applications[0].InvoiceId: must be one of \"inv_2\", \"inv_3\" (\"inv_1 is already paid\"); got \"inv_1\".","constraints":[{"field":"Applications[0].InvoiceId","constraint":"enum","type":"string","allowed_values":["inv_2","inv_3"],"min_length":3},{"field":"Amount","constraint":"maximum","type":"number","max":3,"exclusive_min":0}],"example_input":{"AccountId":"acc_x1","Applications":[{"Amount":5,"InvoiceId":"\u003c?InvoiceId: a string of at least 3 characters\u003e"}],"Amount":"\u003c?Amount: a number greater than 0 and at most 1000…\u003e"},"changes":[{"kind":"give","field":"Applications[0].InvoiceId","from":"\"inv_1\"","to":"must be one of \"inv_2\", \"inv_3\" (\"inv_1 is already paid\")"},{"kind":"give","field":"Amount","from":"5","to":"must be at most 3 (\"more than is open\")"}],"corrected_input":{"AccountId":"acc_x1","Applications":[{"Amount":5}]},"ask":["Applications[0].InvoiceId","Amount"],"kind":"invalid"}`
	if diff := testdiff.Diff(want, string(got)); diff != "" {
		t.Errorf("hint (-want +got):\n%s", diff)
	}
}

func TestCancelledBeforeTheHandler(t *testing.T) {
	t.Parallel()
	var ran atomic.Int64
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	out := failingSet(&ran).Call(ctx, ToolCall{ID: "1", Name: "waits", Arguments: goodCall})
	if ran.Load() != 0 || out.Error == nil || !errors.Is(out.Error, context.Canceled) || out.RetryHint.Action != Stop {
		t.Errorf("ran %d, error %v, hint %+v", ran.Load(), out.Error, out.RetryHint)
	}
}

func TestResultThatDoesNotFit(t *testing.T) {
	t.Parallel()
	tool := HandleAny(payTool, func(context.Context, Invocation) (any, error) {
		return json.RawMessage(`{"PaymentId":7}`), nil
	})
	out := NewToolset(tool).Call(context.Background(), ToolCall{ID: "1", Name: "create_payment", Arguments: goodCall})
	if out.Error != nil || string(out.Payload) != `{"PaymentId":7}` || out.RetryHint == nil ||
		out.RetryHint.Reason != MalformedResponse || out.RetryHint.ClarifyingQuestion != "" {
		t.Errorf("got %+v, hint %+v", out, out.RetryHint)
	}
}

func TestHandlerSeesTheModelsBytes(t *testing.T) {
	t.Parallel()
	var got string
	tool := HandleAny(payTool, func(_ context.Context, inv Invocation) (any, error) {
		got = string(inv.Raw)
		return inv.Args.(*payArgs).AccountID, nil
	})
	spaced := " " + goodCall + "\n"
	NewToolset(tool).Call(context.Background(), ToolCall{ID: "1", Name: "create_payment", Arguments: spaced})
	if got != spaced {
		t.Errorf("raw %q", got)
	}
}

func TestConvertCalls(t *testing.T) {
	t.Parallel()
	var ran atomic.Int64
	set := failingSet(&ran)
	var calls []ToolCall
	for i, args := range []string{goodCall, `{}`, `{"a`, `[]`, `null`, ``, "{\"a\":\"\x00\"}", goodCall, `{"AccountId":1}`} {
		calls = append(calls, ToolCall{ID: fmt.Sprint(i), Name: "create_payment", Arguments: args})
	}
	calls = append(calls, ToolCall{ID: "9", Name: "no_such_tool"}, ToolCall{ID: "9", Name: "create_payment", Arguments: goodCall})
	invocations, failures := set.ConvertCalls(calls)
	answered := map[string]int{}
	for _, inv := range invocations {
		out := set.Run(context.Background(), inv)
		answered[out.CallID]++
		if out.Error != nil || inv.Call != calls[inv.Index] {
			t.Errorf("call %s: %v", out.CallID, out.Error)
		}
	}
	for _, f := range failures {
		out := f.Output()
		answered[out.CallID]++
		if out.Error == nil || out.RetryHint == nil || f.Call != calls[f.Index] {
			t.Errorf("call %s: no error", out.CallID)
		}
	}
	for i := range 10 {
		if answered[fmt.Sprint(i)] != 1 {
			t.Errorf("call %d was answered %d times", i, answered[fmt.Sprint(i)])
		}
	}
	if len(invocations) != 2 || ran.Load() != 2 {
		t.Errorf("%d invocations, %d handlers ran", len(invocations), ran.Load())
	}
}

// TestOnlyTheLastCallIsCutOff checks that a call that is followed by others counts as complete: a shorter call would not help.
func TestOnlyTheLastCallIsCutOff(t *testing.T) {
	t.Parallel()
	tools := payTools()
	careless := func(id string) ToolCall {
		return ToolCall{ID: id, Name: "create_payment", Arguments: `{"Amount":1}`, StopReason: "max_tokens"}
	}
	good := ToolCall{ID: "good", Name: "create_payment", Arguments: goodCall, StopReason: "max_tokens"}
	calls := []ToolCall{careless("a"), good, {ID: "c", Name: "create_payment", Arguments: `{"Amount":`, StopReason: "max_tokens"}, careless("d")}
	invocations, failures := tools.ConvertCalls(calls)
	for i := range calls[:3] {
		calls[i].StopReason = ""
	}
	good.StopReason = ""
	if len(invocations) != 1 || invocations[0].Call != good || len(failures) != 3 {
		t.Fatalf("%+v, %+v", invocations, failures)
	}
	for i, want := range []Reason{InvalidArguments, Truncated, Truncated} {
		if f := failures[i]; f.RetryHint.Reason != want || f.Call != calls[f.Index] {
			t.Errorf("%s: %+v of %+v, want %s", f.Call.ID, f.RetryHint, f.Call, want)
		}
	}
}

func TestUnknownToolNames(t *testing.T) {
	t.Parallel()
	var many []Tool
	for i := range 30 {
		many = append(many, named(fmt.Sprintf("tool_number_%02d", i)))
	}
	all := NewToolset(append(many, payTool, named("create_invoice"))...)
	for _, tt := range []struct {
		set  *Toolset
		name string
		want string
	}{
		{all, "createPayment", `There is no tool "createPayment"; did you mean "create_payment"?`},
		{all, "functions.create_payment", `There is no tool "functions.create_payment"; did you mean "create_payment"?`},
		{all.Only("create_invoice", "nonsense"), "create_payment", `There is no tool "create_payment"; available: "create_invoice".`},
		{all, "zzz", `There is no tool "zzz"; available: "tool_number_00", "tool_number_01", "tool_number_02", "tool_number_03", "tool_number_04" and 27 more.`},
		{NewToolset(), "x", `There is no tool "x"; no tool is enabled.`},
		{all.Only("create_invoice"), "a\x1b[31m\n" + strings.Repeat("b", 1<<20), `There is no tool "a\x1b[31m\n` + strings.Repeat("b", 57) + `…"; available: "create_invoice".`},
	} {
		out := tt.set.Call(context.Background(), ToolCall{ID: "1", Name: tt.name})
		if diff := testdiff.Diff(tt.want, out.RetryHint.Text()); diff != "" {
			t.Errorf("%.30q (-want +got):\n%s", tt.name, diff)
		}
		if raw, _ := json.Marshal(out.RetryHint); len(raw) > DefaultBudget {
			t.Errorf("%.30q: %d bytes", tt.name, len(raw))
		}
	}
}

func TestOnlyKeepsOrder(t *testing.T) {
	t.Parallel()
	set := NewToolset(named("a"), named("b"), named("c"))
	if diff := testdiff.Diff([]string{"a", "c"}, set.Only("c", "a", "zzz").Names()); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
	if _, ok := set.Only("a").Lookup("b"); ok {
		t.Error("b is found although it is not enabled")
	}
}

func TestTwoToolsOfOneName(t *testing.T) {
	t.Parallel()
	set := NewToolset(named("a"), named("a"))
	for range 2 {
		if err := protect(func() { set.Lookup("a") }); err == nil {
			t.Error("a set with two tools of the same name can be used")
		}
	}
}

func TestToolErrorJSON(t *testing.T) {
	t.Parallel()
	e := &ToolError{Kind: FailureValidation, Message: "m", Cause: errors.New("not to be seen")}
	got, err := json.Marshal(ToolOutput{CallID: "1", Error: e})
	want := `{"call_id":"1","error":{"kind":"validation","reason":"validation_failed","message":"m"}}`
	if err != nil || string(got) != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
}

func TestDecodeResult(t *testing.T) {
	t.Parallel()
	r, err := DecodeResult(payTool, []byte(`{"PaymentId":"p","more":1}`))
	if err != nil || r.PaymentID != "p" {
		t.Errorf("got %+v, %v", r, err)
	}
	if _, err := DecodeResult(named("x"), []byte(`{"a`)); err == nil {
		t.Error("a result that is not JSON is accepted")
	}
	plain := NewTool[payArgs, payResult](nil, decodePayArgs, nil) // a tool without a spec must not panic
	if r, err := DecodeResult(plain, []byte(`{"PaymentId":"p"}`)); err != nil || r.PaymentID != "p" {
		t.Errorf("got %+v, %v", r, err)
	}
	if a, err := payTool.Decode([]byte(`{}`)); a != nil || err == nil {
		t.Errorf("Decode of an invalid call gives %v, %v", a, err)
	}
}

func TestParallelCalls(t *testing.T) {
	t.Parallel()
	var ran atomic.Int64
	set := failingSet(&ran)
	var wg sync.WaitGroup
	for i := range 2000 {
		wg.Go(func() {
			args, name := goodCall, "create_payment"
			switch i % 4 {
			case 1:
				args = `{"AccountID":"acc_x1","Amount":"5"}`
			case 2:
				name = fmt.Sprintf("no_tool_%d", i)
			case 3:
				name = "panics"
			}
			out := set.Call(context.Background(), ToolCall{ID: fmt.Sprint(i), Name: name, Arguments: args})
			if out.CallID != fmt.Sprint(i) || (out.Error == nil) != (i%4 == 0) {
				t.Errorf("call %d: %+v", i, out)
			}
		})
	}
	wg.Wait()
	if ran.Load() != 1000 {
		t.Errorf("%d handlers ran, want 1000", ran.Load())
	}
}

// TestRunRefusesToolsOfOtherSets checks that an invocation runs only in the set that made it: another set may have another tool of the
// same name.
func TestRunRefusesToolsOfOtherSets(t *testing.T) {
	t.Parallel()
	ran := ""
	handled := func(who string) Tool {
		return HandleAny(payTool, func(context.Context, Invocation) (any, error) {
			ran += who
			return map[string]any{"PaymentId": who}, nil
		})
	}
	a, b := NewToolset(handled("a")), NewToolset(handled("b"))
	calls := []ToolCall{{ID: "1", Name: payTool.Spec().Name, Arguments: goodCall}}
	of := func(s *Toolset) Invocation {
		invocations, failures := s.ConvertCalls(calls)
		if len(invocations) != 1 {
			t.Fatalf("failures %+v", failures)
		}
		return invocations[0]
	}
	value := NewToolset(HandleAny(valueTool{payTool, nil}, nil))
	for name, set := range map[string]*Toolset{"handled elsewhere": b, "not handled": NewToolset(payTool), "a value": value} {
		out := a.Run(t.Context(), of(set))
		if out.Error == nil || out.Error.Kind != FailureInternal || out.CallID != "1" || ran != "" {
			t.Errorf("%s: got %s, %v, ran %q", name, out.Payload, out.Error, ran)
		}
	}
	// Sets that are derived from a set share its tools.
	for _, inv := range []Invocation{of(a), of(a.Decoding(Lenient())), of(a.Only(calls[0].Name))} {
		if out := a.Run(t.Context(), inv); out.Error != nil {
			t.Error(out.Error)
		}
	}
	// An invocation may also be given another handler for its tool.
	inv := of(a)
	inv.Tool = HandleAny(inv.Tool, func(context.Context, Invocation) (any, error) {
		ran += "c"
		return map[string]any{"PaymentId": "c"}, nil
	})
	if out := a.Run(t.Context(), inv); out.Error != nil {
		t.Error(out.Error)
	}
	if ran != "aaac" {
		t.Errorf("ran %q", ran)
	}
}

// valueTool is a tool of a type that is not comparable in Go.
type valueTool struct {
	Tool
	_ []string
}
