package main

import (
	"context"
	"slices"
	"testing"

	"github.com/toolgen/toolgen/example/books/agent"
	"github.com/toolgen/toolgen/runtime"
)

// inventor is a model that pays an invented invoice, then one that it has looked up.
type inventor struct {
	answers []agent.Message
	second  func() // called before the second call
}

func (m *inventor) Next(_ context.Context, conversation []agent.Message, _ func(string)) (agent.Reply, error) {
	m.answers = slices.DeleteFunc(slices.Clone(conversation), func(m agent.Message) bool { return m.Answers == nil })
	pay := func(id, invoice string) agent.Reply {
		return agent.Reply{Calls: []runtime.ToolCall{{ID: id, Name: "create_payment",
			Arguments: `{"AccountId":"ACC-090","Amount":5,"Applications":[{"InvoiceId":"` + invoice + `","Amount":5}]}`}}}
	}
	switch len(m.answers) {
	case 0:
		return pay("1", "INV-777"), nil
	case 1:
		m.second()
		return agent.Reply{Calls: []runtime.ToolCall{{ID: "2", Name: "get_all_invoices", Arguments: "{}"}}}, nil
	case 2:
		return pay("3", "INV-002"), nil
	}
	return agent.Reply{Text: "Done."}, nil
}

// TestInventedInvoice checks that an invoice that the model invented never reaches the ledger, which would accept it.
func TestInventedInvoice(t *testing.T) {
	a, _ := serveTest(t, options{})
	model := &inventor{}
	a.agent.Model = model
	paid := 0 // after the model has seen the answer to its first call
	model.second = func() { paid = count(t, a, "payments") }
	agree(t, a)
	if _, err := a.agent.Say(t.Context(), "t", "Northwind has paid 5."); err != nil {
		t.Fatal(err)
	}
	if n := count(t, a, "payments"); paid != 0 || n != 1 {
		t.Errorf("%d payments after the invented invoice, %d at the end", paid, n)
	}
	refused := model.answers[0].Answers[0].Output
	if refused.Error == nil || refused.RetryHint.Action != runtime.CallFirst || refused.RetryHint.Remedies[0].Call != "get_all_invoices" {
		t.Errorf("%+v", refused.RetryHint)
	}
}
