package preflight_test

import (
	"context"
	"testing"
	"testing/synctest"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/preflight"
)

// TestAnsweredBeforeTheOthers checks that a call is in progress until it is answered, not until its whole batch is: a call that is
// approved while a person is asked about another runs.
func TestAnsweredBeforeTheOthers(t *testing.T) {
	t.Parallel()
	for name, opts := range map[string][]preflight.Option{"alone": nil, "shared": {preflight.WithMemory(&mapMemory{})}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				handler, runs := counted()
				void := runtime.ToolCall{ID: "c1", Name: "void_invoice", Arguments: `{"InvoiceId":"inv_7"}`}
				var g *preflight.Gate
				asking := preflight.ConfirmerFunc(func(ctx context.Context, q preflight.Question) (preflight.Answer, error) {
					if q.CallID == "c2" { // the approver is faster than the person who is asked
						if out := g.Execute(ctx, "t", runtime.Invocation{Call: void}); out.Error != nil {
							t.Errorf("approved: %v", out.Error)
						}
					}
					return yes.Confirm(ctx, q)
				})
				var k *kept
				g, k = newGate(t, newSet(handler), append(opts, preflight.WithConfirmer(asking))...)
				g.Calls(t.Context(), preflight.Turn{Thread: "t"}, []runtime.ToolCall{void, pay("c2")})
				if runs() != 2 {
					t.Errorf("%d runs", runs())
				}
				closeGate(t, g, k, preflight.OutcomeApproval, preflight.OutcomeDone, preflight.OutcomeDone)
			})
		})
	}
}
