package golang

import "github.com/toolgen/toolgen/gen/model"

// createPayment is a typical tool: eight properties, a nested object, an enum, a default, an
// output schema.
func createPayment() *model.Tool {
	application := object("CreatePaymentApplication",
		doc(need("InvoiceId", str(size("minLength", 1))), "Invoice to settle."),
		doc(need("Amount", num(bound("exclusiveMinimum", "0"))), "Part of the payment."))
	application.Closed = true
	args := object("CreatePaymentArgs",
		doc(need("AccountId", str(size("minLength", 3), pattern(`^acc_[a-z0-9]+$`))), "Bank or cash account that receives the money."),
		doc(need("Amount", num(bound("exclusiveMinimum", "0"))), "Amount in the organisation's currency."),
		doc(need("Date", str(model.Format{Name: "date"})), "Day of the payment."),
		doc(need("Applications", list(application, size("minItems", 1))), "Invoices that the payment settles."),
		doc(may("Currency", def(enumOf("CreatePaymentCurrency", "EUR", "INR", "USD"), jsonString("EUR"))), "Currency of the amount."),
		doc(may("Memo", str(size("maxLength", 200))), "Note on the receipt."),
		doc(may("Tags", list(str(size("maxLength", 20)), size("maxItems", 10), model.Unique{})), "Free labels."),
		doc(may("Attempts", def(integer(bound("minimum", "1"), bound("maximum", "5")), jsonNum("1"))), "How often to try."))
	args.Closed = true
	args.Doc = []string{"Records a payment against one or more open invoices."}
	result := object("CreatePaymentResult",
		doc(need("PaymentId", str()), "The new payment."),
		may("Status", str()),
		may("Lines", list(object("CreatePaymentLine", need("InvoiceId", str()), may("Open", num())))))
	t := withResult(tool("create_payment", "CreatePayment", args), result)
	t.Description = "Records a payment against one or more open invoices."
	no := false
	t.Annotations = model.Annotations{ReadOnly: &no, OpenWorld: &no}
	t.InputSchema = `{"type":"object","properties":{"AccountId":{"type":"string"}},"required":["AccountId"]}`
	return t
}
