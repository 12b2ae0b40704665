package guide

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/toolgen/toolgen/example/books/booktools"
	"github.com/toolgen/toolgen/runtime"
)

func Example_known() {
	service := func(result string) func(context.Context, runtime.Invocation) (any, error) {
		return func(context.Context, runtime.Invocation) (any, error) { return json.RawMessage(result), nil }
	}
	tools := runtime.NewToolset(
		runtime.HandleAny(booktools.GetAllInvoices, service(`{"invoices": [{"InvoiceId": "INV-1"}]}`)),
		runtime.HandleAny(booktools.CreatePayment, service(`{"PaymentId": "PAY-1"}`)),
	)
	known := &runtime.Known{} // one for each conversation
	known.AddText("Northwind has paid 1200.")
	ctx := runtime.WithKnown(context.Background(), known)

	list := runtime.ToolCall{Name: "get_all_invoices", Arguments: `{}`}
	pay := runtime.ToolCall{Name: "create_payment", Arguments: `{"AccountId": "BANK-1", "Amount": 1200,
		"Applications": [{"InvoiceId": "INV-1", "Amount": 1200}]}`}
	for _, call := range []runtime.ToolCall{pay, list, pay} {
		out := tools.Call(ctx, call) // or a gate's Calls
		if out.Error != nil {
			fmt.Println(out.RetryHint.Text())
			continue
		}
		fmt.Println(string(out.Payload))
	}
	// Output:
	// create_payment was not called. Do this, then send the whole call again:
	// - call get_all_invoices first; take Applications[].InvoiceId from "$.invoices[*].InvoiceId" of its result: "Fetch the open invoices first to obtain the InvoiceId."
	// - Applications[0].InvoiceId: is not a known value; got "INV-1".
	// Known so far: {"AccountId":"BANK-1","Amount":1200,"Applications":[{"Amount":1200,"InvoiceId":…}]}
	// {"invoices": [{"InvoiceId": "INV-1"}]}
	// {"PaymentId": "PAY-1"}
}
