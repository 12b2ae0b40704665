package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
)

// TestFailuresAreHandedOn checks that a handler that calls another toolset or a guard and returns the error of its answer gives the
// model the original hint, not a quotation of it.
func TestFailuresAreHandedOn(t *testing.T) {
	t.Parallel()
	call := ToolCall{ID: "1", Name: "create_payment", Arguments: goodCall}
	for name, fault := range map[string]error{
		"plain":         errors.New("the ledger is closed"),
		"of a library":  errors.New(`[{"code":"too_small","minimum":20,"inclusive":true,"path":["Amount"],"message":"Number must be greater than or equal to 20"}]`),
		"of arguments":  Invalid("AccountId", "enum", []string{"acc_x2"}, ""),
		"not approved":  NotApproved("The user said no."),
		"of connection": io.ErrUnexpectedEOF,
		"ended":         context.Canceled,
		"panic":         nil,
	} {
		within := NewToolset(HandleAny(payTool, func(context.Context, Invocation) (any, error) {
			if fault == nil {
				panic("secret")
			}
			return nil, fault
		}))
		want := within.Call(t.Context(), call)
		around := NewToolset(HandleAny(payTool, func(ctx context.Context, inv Invocation) (any, error) {
			out := within.Call(ctx, inv.Call)
			return out.Payload, out.Error
		}))
		got := around.Call(t.Context(), call)
		if got.Error == nil || got.Error.Kind != want.Error.Kind || got.Error.Message != want.Error.Message || got.RetryHint.Text() != want.RetryHint.Text() {
			t.Errorf("%s: told\n%s\nwant\n%s", name, got.RetryHint.Text(), want.RetryHint.Text())
		}
		if fault != nil && !errors.Is(got.Error, fault) {
			t.Errorf("%s: the cause is lost: %v", name, got.Error.Cause)
		}
	}
}

// TestWithheldFailuresAreHandedOn checks that text that is withheld from the answer of a tool with sensitive values stays withheld if the
// handler of another tool returns that error.
func TestWithheldFailuresAreHandedOn(t *testing.T) {
	t.Parallel()
	within := NewToolset(HandleAny(payTool, func(context.Context, Invocation) (any, error) { return nil, errors.New("no account hunter2") }))
	around := NewToolset(HandleAny(NewTool[payArgs, json.RawMessage](&ToolSpec{Name: "relay"}, decodePayArgs, nil), func(ctx context.Context, inv Invocation) (any, error) {
		out := within.Call(ctx, ToolCall{ID: "2", Name: "create_payment", Arguments: goodCall})
		return out.Payload, out.Error
	}))
	out := around.Call(t.Context(), ToolCall{ID: "1", Name: "relay", Arguments: goodCall})
	if told := out.RetryHint.Text() + out.Error.Message; strings.Contains(told, "hunter2") || !strings.Contains(told, "withheld") {
		t.Errorf("told %s", told)
	}
}

// TestStopIsHandedOn checks that if a writing tool may have been partly executed, the tool that called it does not tell the model to
// retry, even if it is read-only itself.
func TestStopIsHandedOn(t *testing.T) {
	t.Parallel()
	relay := func(handler func(context.Context, Invocation) (any, error)) *Toolset {
		return NewToolset(HandleAny(NewTool[payArgs, json.RawMessage](&ToolSpec{Name: "relay", ReadOnly: True}, decodePayArgs, nil), handler))
	}
	for name, tt := range map[string]struct {
		fault error
		want  Action
	}{
		"plain":        {errors.New("the ledger is closed"), Stop},
		"of arguments": {Invalid("AccountId", "enum", []string{"acc_x2"}, ""), Correct},
		"none":         {nil, ""},
	} {
		writes := NewToolset(HandleAny(NewTool[payArgs, json.RawMessage](&ToolSpec{Name: "write", Write: true}, decodePayArgs, nil), func(context.Context, Invocation) (any, error) {
			return nil, tt.fault
		}))
		hand := func(set *Toolset, tool string) func(context.Context, Invocation) (any, error) {
			return func(ctx context.Context, inv Invocation) (any, error) {
				out := set.Call(ctx, ToolCall{ID: "2", Name: tool, Arguments: inv.Call.Arguments})
				return out.Payload, out.Error
			}
		}
		once := relay(hand(writes, "write"))
		for _, set := range []*Toolset{once, relay(hand(once, "relay"))} {
			out := set.Call(t.Context(), ToolCall{ID: "1", Name: "relay", Arguments: goodCall})
			var got Action
			if out.RetryHint != nil {
				got = out.RetryHint.Action
			}
			if got != tt.want {
				t.Errorf("%s: the action is %q, want %q: %s", name, got, tt.want, out.RetryHint.Text())
			}
		}
	}
	// Read-only tools may be retried.
	reads := relay(func(context.Context, Invocation) (any, error) { return nil, errors.New("429 Too Many Requests") })
	if out := reads.Call(t.Context(), ToolCall{ID: "1", Name: "relay", Arguments: goodCall}); out.RetryHint.Action != RetryLater {
		t.Errorf("the action is %s", out.RetryHint.Action)
	}
}

// TestNoFailureIsHandedOn checks that the nil error of a successful answer counts as none, although the interface that contains it is not
// nil: the tool has already run.
func TestNoFailureIsHandedOn(t *testing.T) {
	t.Parallel()
	set := NewToolset(HandleAny(payTool, func(context.Context, Invocation) (any, error) {
		var out ToolOutput
		return map[string]any{"PaymentId": "p"}, out.Error
	}))
	if out := set.Call(t.Context(), ToolCall{ID: "1", Name: "create_payment", Arguments: goodCall}); out.Error != nil || string(out.Payload) != `{"PaymentId":"p"}` {
		t.Errorf("%s, %v", out.Payload, out.Error)
	}
}

// badError is an error whose methods panic on nil, like those of most errors.
type badError struct{ text string }

func (e *badError) Error() string { return e.text }
func (e *badError) Unwrap() error { return errors.New(e.text) }

// TestErrorsThatPanic checks that a nil pointer of an error type is treated as a fault of the tool, without a crash.
func TestErrorsThatPanic(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]error{
		"itself":     (*badError)(nil),
		"wrapped":    errors.Join(errors.New("x"), (*badError)(nil)),
		"tool error": errors.Join(errors.New("x"), (*ToolError)(nil)),
	} {
		set := NewToolset(HandleAny(payTool, func(context.Context, Invocation) (any, error) { return nil, fault }))
		out := set.Call(t.Context(), ToolCall{ID: "1", Name: "create_payment", Arguments: goodCall})
		if out.CallID != "1" || out.Error == nil || out.Error.Kind != FailureInternal || !strings.Contains(out.RetryHint.Text(), "failed") {
			t.Errorf("%s: %+v, %+v", name, out, out.Error)
		}
		var caught *PanicError
		if !errors.As(out.Error, &caught) {
			t.Errorf("%s: the cause is %v", name, out.Error.Cause)
		}
	}
}
