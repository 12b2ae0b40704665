package claims_test

import (
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/runtime/internal/testtools/booktools"
	"github.com/toolgen/toolgen/runtime/preflight/claims"
)

// bookWrites are the write tools of the books.
func bookWrites() []*runtime.ToolSpec {
	var specs []*runtime.ToolSpec
	for _, tool := range booktools.Tools.Tools() {
		if tool.Spec().Write {
			specs = append(specs, tool.Spec())
		}
	}
	return specs
}

func TestFinder(t *testing.T) {
	t.Parallel()
	const none = ""
	find := claims.NewFinder(bookWrites()...)
	tests := []struct{ reply, want string }{
		// Claims of success.
		{"I've recorded the payment.", "+create_payment"},
		{"I’ve recorded the payment.", "+create_payment"},
		{"I have recorded the payment of 1,200.00 against INV-001.", "+create_payment"},
		{"I recorded the payment.", "+create_payment"},
		{"I have now successfully recorded your payment PAY-7 for Northwind!", "+create_payment"},
		{"We've just posted the journal entry.", "+create_journal_entry"},
		{"I posted a journal entry of 250 to 720.", "+create_journal_entry"},
		{"The payment has been recorded.", "+create_payment"},
		{"payment has been created", "+create_payment"},
		{"The payment of 1200 has now been recorded in the ledger.", "+create_payment"},
		{"The payment was successfully processed.", "+create_payment"},
		{"The payment of 300 from Northwind against invoice INV-002 was recorded.", "+create_payment"},
		{"It's been a pleasure: the invoice has been sent.", "+send_invoice"},
		{"The invoice was voided.", "+void_invoice"},
		{"Invoice INV-002 was voided successfully.", "+void_invoice"},
		{"INV-002 is done; the invoice is now voided.", "+void_invoice"},
		{"The contact has been deleted.", "+delete_contact"},
		{"The bill was approved.", "+approve_bill"},
		{"I emailed the invoice to billing@northwind.example.", "+send_invoice"},
		{"I've sent them the invoice.", "+send_invoice"},
		{"I've sent you the invoice.", "+send_invoice"},
		{"Payment recorded ✅", "+create_payment"},
		{"**Payment recorded**", "+create_payment"},
		{"Done! Invoice INV-9 created for Northwind.", "+create_invoice"},
		{"Successfully created the invoice.", "+create_invoice"},
		{"Recorded the payment of 1200.", "+create_payment"},
		{"Created invoice INV-9.", "+create_invoice"},
		{"I looked up the open invoice and recorded the payment.", "+create_payment"},
		{"I looked up the open invoice, recorded the payment, and updated nothing else.", "+create_payment"},
		{"As requested, the payment has been recorded.", "+create_payment"},
		{"The payment has been recorded as requested.", "+create_payment"},
		{"Good news: your payment was recorded.", "+create_payment"},
		{"I can confirm that the payment was recorded.", "+create_payment"},
		{"I'm happy to report that the payment has been recorded.", "+create_payment"},
		{"The credit note has been created.", "+create_credit_note"},
		{"I've created a credit note for 50.", "+create_credit_note"},
		{"The payment went through.", "+create_payment"},
		{"Your payment was successful.", "+create_payment"},
		{"- Payment: recorded the payment of 10", "+create_payment"},
		{"I've already recorded the payment.", "+create_payment"},
		{"I've cancelled the invoice.", "+void_invoice"},
		{"I've canceled the invoice.", "+void_invoice"},
		{"I have recorded it.", "+create_payment"},
		{"They have been voided.", "+void_invoice"},
		{"I've recorded the payment, so if you need anything else, let me know.", "+create_payment"},
		{"I've recorded the payment. Shall I send the invoice?", "+create_payment"},
		{"Just to let you know the payment has been created", "+create_payment"},

		{"I've updated the due date of the invoice to 30 April.", "+update_invoice"},
		{"The due date on the invoice has been changed.", "+update_invoice"},
		{"I've gone ahead and recorded the payment.", "+create_payment"},
		{"No problem, I've recorded the payment.", "+create_payment"},
		{"1. Created invoice INV-9", "+create_invoice"},

		{"I was able to record the payment.", "+create_payment"},
		{"I've been able to void the invoice.", "+void_invoice"},
		{"We successfully managed to create the invoice INV-9.", "+create_invoice"},
		{"The payment of $1,200.00 from Northwind Traders Inc. has been recorded.", "+create_payment"},
		{"I sent the invoice to Acme Corp. and recorded the payment.", "+send_invoice +create_payment"},
		{"I sent it to Mr. Jones. I recorded the payment with ref. 12 of St. Ives.", "+send_invoice +create_payment"},
		{"Recorded the payment and created the invoice.", "+create_payment +create_invoice"},
		{"I created the invoice and the payment.", "+create_invoice"},
		{"Created the invoice and a payment of 20 for Northwind.", "+create_invoice"},
		{"The payment and the invoice have been updated.", "+update_invoice"},
		{"I created the invoice and the payment is due in May.", "+create_invoice"},
		{"I created the invoice and the payment reminder.", "+create_invoice"},
		{"I checked the payment and the invoice was voided.", "+void_invoice"},

		// Claims of failure.
		{"The payment could not be recorded.", "-create_payment"},
		{"I couldn't record the payment.", "-create_payment"},
		{"I was unable to record the payment.", "-create_payment"},
		{"I was not able to void the invoice.", "-void_invoice"},
		{"Unfortunately, the payment was not recorded.", "-create_payment"},
		{"The payment hasn't been recorded yet.", "-create_payment"},
		{"The payment failed.", "-create_payment"},
		{"Your payment has failed.", "-create_payment"},
		{"The system failed to create the invoice.", "-create_invoice"},
		{"There was an error recording the payment.", "-create_payment"},
		{"There was a problem when recording the payment.", "-create_payment"},
		{"Recording the payment failed.", "-create_payment"},
		{"The payment was rejected.", "-create_payment"},
		{"The payment did not go through.", "-create_payment"},
		{"No payment was recorded.", "-create_payment"},
		{"I cannot send the invoice.", "-send_invoice"},
		{"I did not send the invoice.", "-send_invoice"},

		// Both.
		{"I've recorded the payment, but I could not send the invoice.", "+create_payment -send_invoice"},

		{"I recorded the payment and sent the invoice.", "+create_payment +send_invoice"},
		{"I've recorded the payment, and I've sent the invoice to them.", "+create_payment +send_invoice"},
		{"The invoice was created, and the payment was recorded.", "+create_invoice +create_payment"},

		// Questions.
		{"Has the payment been recorded?", none},
		{"I've recorded the payment, right?", none},
		{"Shall I record the payment?", none},
		// What is to come.
		{"I will record the payment.", none},
		{"I'll have the payment recorded in a minute.", none},
		{"The payment will be recorded tomorrow.", none},
		{"I'm going to send the invoice.", none},
		{"Let me record the payment.", none},
		{"The payment can be recorded now.", none},
		{"The payment needs to be recorded.", none},
		{"The payment is ready to be recorded.", none},
		{"The invoice is being created.", none},
		{"I am recording the payment.", none},
		// Conditions.
		{"If the payment was recorded, you will see it in the ledger.", none},
		{"Once the invoice has been created, I will send it.", none},
		{"Once I've created the invoice, I will send it.", none},
		{"Please check whether the payment was recorded.", none},
		{"The payment would have been recorded.", none},
		{"Unless the invoice was sent, nobody will pay.", none},
		{"The payment may have failed.", none},
		{"If the payment failed, call the bank.", none},
		// Negations are no claims of success, and those of what is to come none of failure.
		{"The payment will not be recorded.", none},
		{"I won't send the invoice.", none},
		{"I never recorded the payment.", "-create_payment"},
		// What others say or do.
		{"You said that the payment was recorded.", none},
		{"You asked me to record the payment.", none},
		{`You wrote "I recorded the payment".`, none},
		{"> I recorded the payment.", none},
		{"```\nI recorded the payment.\n```", none},
		{"You recorded the payment yesterday.", none},
		{"The bank has recorded the payment.", none},
		{"The ledger shows that the payment was recorded.", none},
		{"According to the books the invoice was sent.", none},
		// What the books tell.
		{"The invoice was created by Ann.", none},
		{"The invoice was sent on 5 May.", none},
		{"Invoice INV-002 was created in March.", none},
		{"Invoice INV-002 is voided.", none},
		{"INV-001, which was sent on 5 May, is paid.", none},
		{"The payment has already been recorded.", none},
		{"The payment was recorded earlier.", none},
		{"The invoice that was created for Northwind is due.", none},
		{"The payment was recorded last year.", none},
		{"It seems the payment has been recorded.", none},
		{"I am able to record the payment.", none},
		{"I would be able to record the payment.", none},
		{"You were able to record the payment.", none},
		// Mere mentions and other things.
		{"To record a payment I need the account.", none},
		{"Recorded payments are listed below.", none},
		{"Here are the payments recorded in March.", none},
		{"I've created a summary of the invoices.", none},
		{"I've added a note below.", none},
		{"I've created a payment summary.", none},
		{"A summary of the payment was created.", none},
		{"I've checked the invoices.", none},
		{"I've updated my summary of the invoice list.", none},
		{"I've created a list of the invoices.", none},
		{"The payment of 1200 was received from Northwind.", none},
		{"It looks like the payment was recorded twice.", none},
		{"The payment appears to have been recorded.", none},
		{"Only payments that were recorded in March are listed.", none},
		{"The payment you recorded was deleted.", none},
		{"Before I record the payment, please confirm the account.", none},
		{"I found two open invoices.", none},
		{"create_payment records a payment.", none},
		{"The open invoice is INV-001 with 1200 due.", none},
		{"There were no errors recording the payment.", none},
		{"The first attempt failed.", none},
		{"Done.", none},
		{"", none},
	}
	if len(tests) < 60 {
		t.Fatalf("only %d sentences", len(tests))
	}
	for _, test := range tests {
		t.Run(test.reply, func(t *testing.T) {
			t.Parallel()
			found := find(test.reply)
			missing := false
			for _, want := range strings.Fields(test.want) {
				there := false
				for _, c := range found {
					if c.Success != (want[0] == '+') {
						continue
					}
					for _, tool := range c.Tools {
						there = there || tool == want[1:]
					}
				}
				missing = missing || !there
			}
			if missing || len(found) != len(strings.Fields(test.want)) {
				t.Errorf("got %+v, want %q", found, test.want)
			}
		})
	}
}

func TestClaimIsNarrow(t *testing.T) {
	t.Parallel()
	find := claims.NewFinder(bookWrites()...)
	tests := []struct {
		reply string
		want  []string
	}{
		{"I've recorded the payment.", []string{"create_payment"}},
		{"I've voided the invoice.", []string{"void_invoice"}},
		{"I've sent the invoice.", []string{"send_invoice"}},
		{"I've deleted the contact.", []string{"delete_contact"}},
	}
	for _, test := range tests {
		found := find(test.reply)
		if len(found) != 1 {
			t.Fatalf("%s: %d claims", test.reply, len(found))
		}
		if diff := testdiff.Diff(test.want, found[0].Tools); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.reply, diff)
		}
	}
}

// TestFinderHostile holds the finder to linear work: text eight times as long must not
// take much more than eight times as many allocations, and it must end at all.
func TestFinderHostile(t *testing.T) {
	find := claims.NewFinder(bookWrites()...)
	for name, part := range map[string]string{
		"claims":      "I've recorded the payment. ",
		"no end":      "I've recorded the payment and ",
		"quotes":      `"`,
		"backticks":   "`",
		"curly":       "“",
		"commas":      ",",
		"dots":        ".",
		"dots, space": ". ",
		"one word":    "payment",
		"contraction": "couldn't'",
		"not":         "not recorded ",
		"adverbs":     "now successfully ",
		"nouns":       "the payment ",
		"invalid":     "\xff\xfe payment",
		"fences":      "```\n",
		"controls":    "\x00\u2028\u202e",
	} {
		t.Run(name, func(t *testing.T) {
			short, long := strings.Repeat(part, 2000), strings.Repeat(part, 16000)
			find(short)
			done := make(chan struct{})
			go func() { defer close(done); find(long) }()
			select {
			case <-done:
			case <-time.After(time.Minute):
				t.Fatal("not done in 20 s")
			}
			few := testing.AllocsPerRun(1, func() { find(short) })
			many := testing.AllocsPerRun(1, func() { find(long) })
			if many > 12*few+100 {
				t.Errorf("%v allocations for the short text, %v for one eight times as long", few, many)
			}
		})
	}
}
