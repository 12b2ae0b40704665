package preflight_test

import (
	"context"
	"encoding/json"
	"slices"
	"testing"
	"testing/synctest"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/preflight"
)

// TestKnownValues blocks a call with a value that no result of its conversation contained: nobody is asked, it counts as a failed
// correction, and an approved call is not checked again.
func TestKnownValues(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		asked, ran := 0, []string(nil)
		set := newSet(func(_ context.Context, inv runtime.Invocation) (any, error) {
			ran = append(ran, inv.Call.ID)
			if inv.Call.Name == "get_all_invoices" {
				return json.RawMessage(`{"invoices":[{"InvoiceId":"inv_7"}]}`), nil
			}
			return json.RawMessage(`{}`), nil
		})
		g, k := newGate(t, set, preflight.WithConfirmer(preflight.ConfirmerFunc(func(context.Context,
			preflight.Question) (preflight.Answer, error) {
			asked++
			return preflight.Answer{Value: preflight.Confirm}, nil
		})))
		turn := preflight.Turn{Thread: "t"}
		first, second := &runtime.Known{}, &runtime.Known{}
		out := g.Call(runtime.WithKnown(t.Context(), first), turn, pay("c1"))
		if out.Error == nil || out.RetryHint.Action != runtime.CallFirst || out.RetryHint.Remedies[0].Call != "get_all_invoices" ||
			asked > 0 || ran != nil {
			t.Fatalf("asked %d times, ran %v: %+v", asked, ran, out.RetryHint)
		}
		g.Call(runtime.WithKnown(t.Context(), first), turn, call("c2", "get_all_invoices", `{}`))
		if out := g.Call(runtime.WithKnown(t.Context(), first), turn, pay("c3")); out.Error != nil || asked != 1 {
			t.Errorf("asked %d times: %v", asked, out.Error)
		}
		if out := g.Call(runtime.WithKnown(t.Context(), second), preflight.Turn{Thread: "u"}, pay("c4")); out.Error == nil {
			t.Error("values known in one conversation count in another")
		}
		invs, failures := set.ConvertCalls([]runtime.ToolCall{pay("c5")})
		if len(failures) > 0 {
			t.Fatal(failures)
		}
		if out := g.Execute(runtime.WithKnown(t.Context(), second), "u", invs[0]); out.Error != nil {
			t.Errorf("an approved call was checked again: %v", out.Error)
		}
		if !slices.Equal(ran, []string{"c2", "c3", "c5"}) {
			t.Errorf("ran %v", ran)
		}
		closeGate(t, g, k, preflight.OutcomeBlocked, preflight.OutcomeDone, preflight.OutcomeDone, preflight.OutcomeBlocked,
			preflight.OutcomeDone)
		if !slices.Equal(k.records[0].Broken, []string{"Applications[0].InvoiceId: known"}) {
			t.Errorf("%q", k.records[0].Broken)
		}
	})
}
