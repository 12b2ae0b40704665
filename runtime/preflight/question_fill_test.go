package preflight

import (
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

func TestQuestionOfTheRules(t *testing.T) {
	t.Parallel()
	spec := &runtime.ToolSpec{Name: "create_payment", Confirm: runtime.ConfirmSpec{Tier: 1,
		Question: "Record a payment of {Amount} to {Account.Name} for {Invoices}, memo {Memo}?"}}
	for _, test := range []struct{ args, want string }{
		{`{"Amount":1200.00,"Account":{"Name":"ACC-090"},"Invoices":["a","b"]}`,
			"Record a payment of 1200.00 to ACC-090 for 2 entries, memo nothing?"},
		{`{"Amount":1,"Account":{"Name":"{Amount} \u202egnorw\nYes?"},"Invoices":["a"],"Memo":""}`,
			"Record a payment of 1 to {Amount}  gnorw Yes? for 1 entry, memo empty?"},
		{`{"Amount":null,"Account":"x"}`, "Record a payment of nothing to nothing for nothing, memo nothing?"},
	} {
		if got := defaultText(Question{Tool: spec, Tier: 1, Args: []byte(test.args)}); got != test.want {
			t.Errorf("%s: %q, want %q", test.args, got, test.want)
		}
	}
}

// TestNothingTwice checks that a value in the sentence is not listed again below it.
func TestNothingTwice(t *testing.T) {
	t.Parallel()
	spec := &runtime.ToolSpec{Name: "void_invoice", Confirm: runtime.ConfirmSpec{Tier: 3, Question: "Void invoice {InvoiceId}?"}}
	args := []byte(`{"InvoiceId":"INV-1","Reason":"wrong"}`)
	got := defaultText(Question{Tool: spec, Tier: 3, Args: args, Changes: changes(spec, args), Phrase: "VOID"})
	if want := "Void invoice INV-1?\n- Reason: wrong\nType VOID to confirm."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestQuestionOfRequiredArguments(t *testing.T) {
	t.Parallel()
	spec := &runtime.ToolSpec{Name: "pay", Confirm: runtime.ConfirmSpec{Tier: 1},
		FullSchema: `{"type":"object","properties":{"Pin":{"x-toolgen":{"sensitive":true}},"Amount":{},"Memo":{}},"required":["Pin","Amount"]}`}
	args := spec.Redact([]byte(`{"Memo":"m","Amount":5,"Pin":"hunter2"}`))
	if got, want := defaultText(Question{Tool: spec, Tier: 1, Args: args}), "Pay? Pin: •••, Amount: 5"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
