package preflight_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/backend"
	"github.com/toolgen/toolgen/runtime/preflight"
)

// TestTimeoutsAreUnknown checks that a write whose handler reports a timeout counts as one with an unknown outcome, also if
// the tool may be called again after one.
func TestTimeoutsAreUnknown(t *testing.T) {
	t.Parallel()
	for kind, unknown := range map[backend.Kind]bool{backend.Timeout: true, backend.NotFound: false} {
		tool := plainTool(&runtime.ToolSpec{Name: "pay", Write: true, Retry: runtime.RetryAfter}, func(context.Context, runtime.Invocation) (any, error) {
			return nil, &backend.Error{Kind: kind}
		})
		g, _ := newGate(t, runtime.NewToolset(tool))
		turn := preflight.Turn{Thread: "t"}
		g.Call(t.Context(), turn, call("c1", "pay", `{}`))
		if now, _ := g.Ran(turn); len(now) != 1 || now[0].Unknown != unknown {
			t.Errorf("%s: %+v", kind, now)
		}
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	}
}

// answering is an approver that knows what has become of a call.
type answering struct{ out runtime.ToolOutput }

func (a answering) RequestApproval(context.Context, string, runtime.Invocation) (runtime.ToolOutput, error) {
	return a.out, nil
}

// TestAnswersOfApprovers checks the outcome of calls that the approver answers at once.
func TestAnswersOfApprovers(t *testing.T) {
	t.Parallel()
	failed := &runtime.RetryHint{Reason: runtime.Internal, Action: runtime.Stop}
	for outcome, out := range map[preflight.Outcome]runtime.ToolOutput{
		preflight.OutcomeDone:      {Payload: json.RawMessage(`{}`)},
		preflight.OutcomeFailed:    {Payload: json.RawMessage(`{"error":"no such invoice"}`), RetryHint: failed},
		preflight.OutcomeCancelled: {Error: &runtime.ToolError{Kind: runtime.FailureApproval}, RetryHint: failed},
	} {
		tool := plainTool(&runtime.ToolSpec{Name: "pay", Approval: &runtime.ApprovalSpec{}}, done)
		g, k := newGate(t, runtime.NewToolset(tool), preflight.WithApprover(answering{out}))
		g.Call(t.Context(), preflight.Turn{}, call("c1", "pay", `{}`))
		closeGate(t, g, k, outcome)
	}
}
