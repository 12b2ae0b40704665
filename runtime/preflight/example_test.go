package preflight_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testtools/booktools"
	"github.com/toolgen/toolgen/runtime/preflight"
)

// ledger has two bookkeeping tools for a service that accepts anything.
func ledger() *runtime.Toolset {
	return runtime.NewToolset(
		runtime.HandleAny(booktools.CreatePayment, func(_ context.Context, inv runtime.Invocation) (any, error) {
			return json.RawMessage(`{"PaymentId":"PAY-1"}`), nil
		}),
		runtime.HandleAny(booktools.UpdateInvoice, func(_ context.Context, inv runtime.Invocation) (any, error) {
			return json.RawMessage(`{"InvoiceId":"INV-1"}`), nil
		}),
	)
}

func ExampleGate() {
	ask := preflight.ConfirmerFunc(func(_ context.Context, q preflight.Question) (preflight.Answer, error) {
		fmt.Println("asked:", q.Text)
		return preflight.Answer{Value: preflight.Confirm}, nil
	})
	gate, err := preflight.New(ledger(), preflight.WithConfirmer(ask))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer gate.Close()

	turn := preflight.Turn{Thread: "t1", Query: "Northwind has paid 1200."}
	out := gate.Call(context.Background(), turn, runtime.ToolCall{ID: "1", Name: "create_payment", Arguments: `{"Amount": 1200}`})
	fmt.Println("blocked:", out.RetryHint.MissingFields, "first call", out.RetryHint.Remedies[0].Call)

	out = gate.Call(context.Background(), turn, runtime.ToolCall{ID: "2", Name: "create_payment",
		Arguments: `{"AccountId": "BANK-1", "Amount": 1200, "Applications": [{"InvoiceId": "INV-1", "Amount": 1200}]}`})
	fmt.Println("done:", string(out.Payload))
	// Output:
	// blocked: [AccountId Applications] first call get_all_invoices
	// asked: Record a payment? Account id: BANK-1, Amount: 1200
	// done: {"PaymentId":"PAY-1"}
}

func ExampleGate_Respond() {
	questions := make(chan preflight.Event, 1)
	watch := preflight.SinkFunc(func(e preflight.Event) {
		if _, ok := e.Data.(preflight.MCQ); ok {
			questions <- e
		}
	})
	gate, err := preflight.New(ledger(), preflight.WithSink(watch))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer gate.Close()

	go func() { // the person sees the question and says no
		e := <-questions
		fmt.Println(e.Data.(preflight.MCQ).Question)
		if err := gate.Respond(preflight.MCQResponse{ToolCallID: e.CallID, Value: preflight.Cancel}); err != nil {
			fmt.Println(err)
		}
	}()
	out := gate.Call(context.Background(), preflight.Turn{Thread: "t1", Query: "Make it due in April."},
		runtime.ToolCall{ID: "1", Name: "update_invoice", Arguments: `{"InvoiceId": "INV-1", "DueDate": "2026-04-30"}`})
	fmt.Println(string(out.Payload))
	// Output:
	// Change an invoice?
	// - Invoice id: INV-1
	// - Due date: 2026-04-30
	// {"status":"cancelled","tool":"update_invoice","message":"The user said no to update_invoice, so it was not run and nothing was changed. Do not call it again unless the user asks for it."}
}

func ExampleCorrectionError() {
	gate, err := preflight.New(ledger(), preflight.WithSink(preflight.SinkFunc(func(preflight.Event) {})), preflight.WithMaxCorrections(1))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer gate.Close()

	turn := preflight.Turn{Thread: "t1", Query: "A customer has paid."}
	for _, arguments := range []string{`{}`, `{"Amount": 300}`} {
		out := gate.Call(context.Background(), turn, runtime.ToolCall{Name: "create_payment", Arguments: arguments})
		var correction *preflight.CorrectionError
		if errors.As(out.Error, &correction) {
			fmt.Println(correction.Question)
			for _, a := range correction.Attempts() {
				fmt.Println(a.Number, a.Arguments)
			}
		}
	}
	// Output:
	// What should the account id (Bank or cash account that receives the money) be?
	// 1 {}
	// 2 {"Amount": 300}
}
