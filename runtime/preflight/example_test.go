package preflight_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/example/books/booktools"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/preflight"
)

// ledger are two tools of the books, with a service behind them that accepts anything.
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

	go func() { // the person, who sees the question and says no
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

func ExampleGate_CheckReply() {
	gate, err := preflight.New(ledger(), preflight.WithSink(preflight.SinkFunc(func(preflight.Event) {})))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer gate.Close()

	turn := preflight.Turn{Thread: "t1", Query: "Make it due in April."}
	reply := gate.CheckReply(turn, "Sure! I've updated the invoice. Is there anything else?")
	fmt.Println(reply.Text)
	fmt.Printf("%q is false\n", reply.Claims[0].Text)
	// Output:
	// Sure! Correction: “Change an invoice” was not run in answer to this, so nothing was changed. Is there anything else?
	// "I've updated the invoice." is false
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
	// What should the account ID be? (Bank or cash account that receives the money)
	// 1 {}
	// 2 {"Amount": 300}
}

// german finds what replies in German say of payments. It asks the default detector as well, since models
// change their language.
type german struct{ english preflight.ClaimDetector }

func (d german) Detect(reply string) []preflight.Claim {
	claims := d.english.Detect(reply)
	if len(claims) > 0 {
		return claims // they come in the order of the reply, which is simplest if they are of one kind
	}
	start := 0
	for sentence := range strings.SplitAfterSeq(reply, ".") {
		text := strings.TrimSpace(sentence)
		at := start + strings.Index(sentence, text)
		start += len(sentence)
		lower := strings.ToLower(text)
		if !strings.Contains(lower, "zahlung") || strings.Contains(lower, "wenn") || strings.Contains(lower, "werde") {
			continue // about something else, or about what may be
		}
		claim := preflight.Claim{Start: at, End: at + len(text), Text: text, Tools: []string{"create_payment"}}
		switch {
		case strings.Contains(lower, "nicht") || strings.Contains(lower, "fehlgeschlagen"):
			claims = append(claims, claim)
		case strings.Contains(lower, "gebucht") || strings.Contains(lower, "erfasst"):
			claim.Success = true
			claims = append(claims, claim)
		}
	}
	return claims
}

// A detector for another language is given to the gate, which holds its claims against what has happened.
// What stands in their place is in English, so that a program in another language says it in its own words:
// the claims of a reply are those that were false.
func ExampleWithClaimDetector() {
	create := booktools.CreatePayment.Spec()
	gate, err := preflight.New(ledger(), preflight.WithSink(preflight.SinkFunc(func(preflight.Event) {})),
		preflight.WithClaimDetector(german{preflight.NewClaimDetector(create)}))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer gate.Close()

	turn := preflight.Turn{Thread: "t1", Query: "Northwind hat 1200 bezahlt."}
	for _, text := range []string{
		"Die Zahlung wurde gebucht. Noch etwas?",
		"Ich werde die Zahlung buchen, wenn du mir das Konto nennst.",
		"I've recorded the payment.",
	} {
		reply := gate.CheckReply(turn, text)
		for _, claim := range reply.Claims {
			fmt.Println(text[:claim.Start] + "(Das ist nicht geschehen.)" + text[claim.End:])
		}
		if len(reply.Claims) == 0 {
			fmt.Println(reply.Text)
		}
	}
	// Output:
	// (Das ist nicht geschehen.) Noch etwas?
	// Ich werde die Zahlung buchen, wenn du mir das Konto nennst.
	// (Das ist nicht geschehen.)
}
