package guide

import (
	"context"
	"fmt"

	"github.com/toolgen/toolgen/example/books/booktools"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/preflight"
)

func Example_gate() {
	record := func(_ context.Context, args *booktools.CreatePaymentArgs) (*booktools.CreatePaymentResult, error) {
		id := "PAY-1"
		return &booktools.CreatePaymentResult{PaymentID: &id}, nil
	}
	ask := func(_ context.Context, q preflight.Question) (preflight.Answer, error) {
		fmt.Println("asked:", q.Text)
		return preflight.Answer{Value: preflight.Confirm}, nil
	}
	gate, err := preflight.New(
		runtime.NewToolset(runtime.Handle(booktools.CreatePayment, record)),
		preflight.WithConfirmer(preflight.ConfirmerFunc(ask)),
	)
	if err != nil {
		panic(err)
	}
	defer gate.Close()

	turn := preflight.Turn{Thread: "t1", Query: "Northwind has paid 1200."}
	for _, call := range []runtime.ToolCall{
		{ID: "1", Name: "create_payment", Arguments: `{"Amount": 1200}`},
		{ID: "2", Name: "create_payment", Arguments: `{"AccountId": "BANK-1", "Amount": 1200,
			"Applications": [{"InvoiceId": "INV-1", "Amount": 1200}]}`},
	} {
		out := gate.Call(context.Background(), turn, call)
		if out.Error != nil {
			fmt.Println(out.RetryHint.Text())
			continue
		}
		fmt.Println("done:", string(out.Payload))
	}
	// Output:
	// create_payment was not called. Do this, then send the whole call again:
	// - call get_all_invoices first; take Applications[].InvoiceId from "$.invoices[*].InvoiceId" of its result: "Fetch the open invoices first to obtain the InvoiceId."
	// - AccountId: missing; must be a string that is not empty.
	// - Applications: missing; must be an array of at least 1 object.
	// Known so far: {"Amount":1200}
	// asked: Record a payment? Account id: BANK-1, Amount: 1200
	// done: {"PaymentId":"PAY-1"}
}
