package runtime

import (
	"context"
	"testing"
)

// TestFinishedCallsStayFinished checks that a call that was followed by others never counts as truncated: neither when the ledger
// rebuilds the hint of a repeated failure, nor when its handler asks for a field.
func TestFinishedCallsStayFinished(t *testing.T) {
	t.Parallel()
	var ledger Ledger
	for range 2 {
		calls := []ToolCall{
			{ID: "a", Name: "create_payment", Arguments: `{"Amount":1}`, StopReason: "max_tokens"},
			{ID: "b", Name: "create_payment", Arguments: goodCall, StopReason: "max_tokens"},
		}
		_, failures := payTools().ConvertCalls(calls)
		if len(failures) != 1 {
			t.Fatalf("%+v", failures)
		}
		out := ledger.Turn("d").Answer(payTool, failures[0].Call, failures[0].Output())
		if out.RetryHint.Reason != InvalidArguments {
			t.Errorf("%+v", out.RetryHint)
		}
	}

	asking := NewToolset(HandleAny(payTool, func(context.Context, Invocation) (any, error) {
		return nil, Invalid("Memo", "required", nil, "this account needs a memo")
	}))
	call := ToolCall{ID: "a", Name: "create_payment", Arguments: goodCall, StopReason: "max_tokens"}
	last := call
	last.ID = "b"
	invocations, _ := asking.ConvertCalls([]ToolCall{call, last})
	if len(invocations) != 2 {
		t.Fatalf("%+v", invocations)
	}
	if out := asking.Run(context.Background(), invocations[0]); out.RetryHint.Reason != InvalidArguments {
		t.Errorf("%+v", out.RetryHint)
	}
}
