package agent

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"github.com/toolgen/toolgen/example/books/booktools"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/toolgentest"
	"github.com/toolgen/toolgen/runtime/wire"
)

// converse has the script talk to the tools without a gate, for at most ten turns, and reports
// whether the scenario's tool has run.
func converse(t *testing.T, s Scenario, blank bool) bool {
	t.Helper()
	tools, fakes := toolgentest.Fake(booktools.Tools)
	fakes.Return("get_all_invoices", json.RawMessage(`{"invoices": [{"InvoiceId": "INV-001"}]}`))
	fakes.Return("get_contacts", json.RawMessage(`{"contacts": [{"ContactId": "CON-001"}]}`))
	conversation := []Message{{Person: s.Request}}
	for range 10 {
		reply, err := Script{}.Next(context.Background(), conversation)
		if err != nil {
			t.Fatal(err)
		}
		conversation = append(conversation, Message{Model: &reply})
		if len(reply.Calls) == 0 {
			break
		}
		var answers []wire.Answer
		for _, call := range reply.Calls {
			out := tools.Call(t.Context(), call)
			if blank && out.RetryHint != nil {
				out.RetryHint = &runtime.RetryHint{Reason: out.RetryHint.Reason, Action: out.RetryHint.Action, Tool: out.RetryHint.Tool}
			}
			answers = append(answers, wire.Answer{Call: call, Output: out})
		}
		conversation = append(conversation, Message{Answers: answers})
	}
	return slices.ContainsFunc(fakes.Calls(), func(inv runtime.Invocation) bool { return inv.Call.Name == s.Tool })
}

// TestHintsAloneLeadToSuccess holds for the scenarios whose request says all that is needed.
func TestHintsAloneLeadToSuccess(t *testing.T) {
	for _, s := range Scenarios {
		t.Run(s.ID, func(t *testing.T) {
			want := s.ID != "unresolved" && s.ID != "claim"
			if got := converse(t, s, false); got != want {
				t.Errorf("with hints: the tool has run: %t, want %t", got, want)
			}
			if converse(t, s, true) {
				t.Error("the tool has run although the hints were blank")
			}
		})
	}
}
