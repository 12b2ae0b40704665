package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
)

// TestFailuresAreHandedOn holds that a handler which asks another toolset, or a guard, and hands on the error
// of its answer tells the model what that would have told, and no quotation of it.
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

// TestWithheldFailuresAreHandedOn holds that a text which the answer of a tool with sensitive values does not
// show is not shown by a tool without such, either, whose handler hands the answer on.
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

// TestStopIsHandedOn holds that where a tool that writes may have done a part of its work, no tool whose handler
// has called it has the model try again, though it only reads by its own account.
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
				t.Errorf("%s: the model is told to %q, want %q: %s", name, got, tt.want, out.RetryHint.Text())
			}
		}
	}
	// What only reads may be tried again.
	reads := relay(func(context.Context, Invocation) (any, error) { return nil, errors.New("429 Too Many Requests") })
	if out := reads.Call(t.Context(), ToolCall{ID: "1", Name: "relay", Arguments: goodCall}); out.RetryHint.Action != RetryLater {
		t.Errorf("the model is told to %s", out.RetryHint.Action)
	}
}

// TestNoFailureIsHandedOn holds that the error of an answer without one is none, though an interface that
// holds it is not nil: the tool has run by then.
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

// badError is an error whose methods need a value, as those of most errors do.
type badError struct{ text string }

func (e *badError) Error() string { return e.text }
func (e *badError) Unwrap() error { return errors.New(e.text) }

// TestErrorsThatPanic holds that an error which is no error, the nil pointer of a type of errors, is a fault
// of the tool, and brings down nobody.
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
