package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/toolgen/toolgen/example/books/booktools"
	"github.com/toolgen/toolgen/example/books/ledger"
	"github.com/toolgen/toolgen/internal/update"
	"github.com/toolgen/toolgen/runtime/preflight"
	"github.com/toolgen/toolgen/test/browsertest"
)

// open starts the example and gives a browser that shows its page.
func open(t *testing.T, o options) (*app, context.Context) {
	t.Helper()
	ctx := browsertest.New(t)
	a, address := serveTest(t, o)
	do(t, ctx, chromedp.Navigate(address), chromedp.WaitVisible(chromedp.CSS(`body[data-ready] #say button`)))
	return a, ctx
}

func do(t *testing.T, ctx context.Context, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	limited, cancel := context.WithTimeout(ctx, 90*time.Second)
	defer cancel()
	if err := chromedp.Do(limited, actions...); err != nil {
		seen, _ := chromedp.Run(ctx, chromedp.Text(chromedp.CSS("main")))
		t.Fatalf("%v\nThe page shows:\n%s", err, seen)
	}
}

// press clicks the button that bears the text, once it can be clicked.
func press(text string) chromedp.Action[chromedp.Void] {
	return chromedp.Click(chromedp.Search(fmt.Sprintf(`//button[normalize-space()=%q and not(@disabled)]`, text)), chromedp.NodeVisible)
}

// said waits until the bookkeeper has said something.
func said(text string) chromedp.Action[chromedp.Void] {
	return chromedp.WaitVisible(chromedp.Search(fmt.Sprintf(`//ol[@id="messages"]/li[@class="model" and contains(., %q)]`, text)))
}

// step waits until the pipeline shows a step of a status.
func step(name, status string) chromedp.Action[chromedp.Void] {
	return chromedp.WaitVisible(chromedp.Search(fmt.Sprintf(`//ol[@id="steps"]/li[.//span[@class="name" and text()=%q] and .//span[text()=%q]]`, name, status)))
}

// as signs somebody else in, by the keyboard.
func as(name string) chromedp.Action[chromedp.Void] {
	return chromedp.Steps(
		chromedp.SetValue(chromedp.CSS(`#user`), name), chromedp.Focus(chromedp.CSS(`#user`)), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Enter),
		chromedp.WaitVisible(chromedp.Search(fmt.Sprintf(`//select[@id="user"]/option[@selected and @value=%q]/..`, name))),
		chromedp.WaitVisible(chromedp.CSS(`body[data-ready] #say`)),
	)
}

// count is how many records of a kind the ledger has.
func count(t *testing.T, a *app, kind string) int {
	t.Helper()
	records, err := a.ledger.Records(t.Context(), kind)
	if err != nil {
		t.Fatal(err)
	}
	return len(records)
}

// screenshot keeps a picture for the README, with -update.
func screenshot(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if *update.Expected {
		path = filepath.Join("testdata", name)
	}
	browsertest.Screenshot(t, ctx, path)
}

func TestPayment(t *testing.T) {
	a, ctx := open(t, options{})
	do(t, ctx,
		press("Record a payment"),
		step("write_validation", "warn"),
		chromedp.WaitVisible(chromedp.CSS(`#question .card`)))
	if count(t, a, "payments") != 0 {
		t.Error("a payment was recorded before anybody had agreed")
	}
	screenshot(t, ctx, "question.png")
	do(t, ctx, press("Yes, go ahead"), said("I have recorded the payment of 1200."),
		step("write_validation", "pass"), step("mcp_execute", "done"),
		chromedp.WaitNotPresent(chromedp.CSS(`#question .card`)),
		chromedp.Click(chromedp.Search(`//ol[@id="steps"]/li[.//span[text()="warn"]]//summary`)))
	screenshot(t, ctx, "payment.png")
	payments, err := a.ledger.Records(t.Context(), "payments")
	if err != nil || len(payments) != 1 || !strings.Contains(payments[0].Body.String(), `"INV-001"`) {
		t.Errorf("%v, %v", payments, err)
	}
	// A page that is loaded again shows the conversation as it was.
	do(t, ctx, chromedp.Reload(), said("I have recorded the payment of 1200."), step("mcp_execute", "done"))
}

func TestJournal(t *testing.T) {
	a, ctx := open(t, options{})
	do(t, ctx, press("A journal that does not balance"), step("write_validation", "warn"),
		press("Yes, go ahead"), said("I have posted the journal entry."))
	if n := count(t, a, "journals"); n != 1 {
		t.Errorf("%d journal entries", n)
	}
}

func TestInvoice(t *testing.T) {
	a, ctx := open(t, options{})
	before := count(t, a, "invoices")
	do(t, ctx, press("An invoice without lines"), step("write_validation", "warn"),
		press("Yes, go ahead"), said("I have created the invoice."))
	if n := count(t, a, "invoices") - before; n != 1 {
		t.Errorf("%d new invoices", n)
	}
}

func TestCancel(t *testing.T) {
	a, ctx := open(t, options{})
	do(t, ctx, press("Record a payment"), press("No, cancel"), said("Nothing was recorded"))
	if n := count(t, a, "payments"); n != 0 {
		t.Errorf("%d payments", n)
	}
}

// TestVoid takes two people: the first types the phrase, the second approves.
func TestVoid(t *testing.T) {
	a, ctx := open(t, options{})
	do(t, ctx, press("Void an invoice"), chromedp.WaitVisible(chromedp.CSS(`#question .phrase input`)),
		chromedp.SendKeys(chromedp.CSS(`#question .phrase input`), "void"+kb.Enter),
		// The question comes again.
		chromedp.WaitVisible(chromedp.Search(`//form[contains(@class, "card") and contains(., "not the phrase")]`)),
		chromedp.SendKeys(chromedp.CSS(`#question .phrase input`), "VOID"+kb.Enter),
		step("approval", "done"), said("waits for approval"))
	if status := invoice(t, a, "INV-002").Status; status == "VOIDED" {
		t.Fatal("the invoice was voided before anybody had approved")
	}
	do(t, ctx,
		// Who asked sees the call, and may not approve it.
		chromedp.Navigate(location(t, ctx)+"approvals"), chromedp.WaitVisible(chromedp.Search(`//li[contains(., "You may not decide this call")]`)),
		chromedp.WaitNotPresent(chromedp.CSS(`.inbox button`)))
	browsertest.Expect(ctx, "422") // the wrong phrase
	do(t, ctx, as("grace"), chromedp.Click(chromedp.Search(`//nav//a[text()="Approvals"]`)),
		// The arguments are checked while they are edited.
		chromedp.WaitVisible(chromedp.CSS(`.inbox [data-ready]`)),
		chromedp.SetValue(chromedp.CSS(`.inbox textarea`), `{"InvoiceId": 2}`), chromedp.SendKeys(chromedp.CSS(`.inbox textarea`), " "),
		chromedp.WaitVisible(chromedp.Search(`//ul[@class="issues"]/li[contains(., "InvoiceId")]`)),
		chromedp.WaitVisible(chromedp.CSS(`button.approve[disabled]`)),
		chromedp.SetValue(chromedp.CSS(`.inbox textarea`), `{"InvoiceId": "INV-002", "Reason": "Sent to the wrong customer, see the mail of March"}`),
		chromedp.SendKeys(chromedp.CSS(`.inbox textarea`), " "), chromedp.WaitVisible(chromedp.CSS(`button.approve:enabled`)))
	screenshot(t, ctx, "approval.png")
	do(t, ctx, press("Approve and run"), chromedp.WaitVisible(chromedp.Search(`//p[@id="outcome" and contains(., "Approved")]`)))
	if r := invoice(t, a, "INV-002"); r.Status != "VOIDED" || !strings.Contains(r.Body.String(), "the mail of March") {
		t.Errorf("%s: %s", r.Status, r.Body)
	}
}

// TestReject has somebody say no by the keyboard, with a reason that the history shows at once.
func TestReject(t *testing.T) {
	a, ctx := open(t, options{})
	do(t, ctx, press("Void an invoice"), chromedp.WaitVisible(chromedp.CSS(`#question .phrase input`)),
		chromedp.SendKeys(chromedp.CSS(`#question .phrase input`), "VOID"+kb.Enter), said("waits for approval"), as("grace"),
		chromedp.Click(chromedp.Search(`//nav//a[text()="Approvals"]`)), chromedp.WaitVisible(chromedp.CSS(`.inbox [data-ready]`)),
		chromedp.SendKeys(chromedp.CSS(`.inbox .reason`), "the customer has paid"+kb.Tab), chromedp.WaitVisible(chromedp.CSS(`.reject:focus`)), chromedp.KeyEvent(kb.Enter),
		chromedp.WaitVisible(chromedp.Search(`//p[@id="outcome" and contains(., "Rejected")]`)),
		chromedp.WaitVisible(chromedp.Search(`//tbody/tr[contains(., "void_invoice") and contains(., "grace") and contains(., "the customer has paid")]`)))
	if status := invoice(t, a, "INV-002").Status; status == "VOIDED" {
		t.Error("the invoice was voided")
	}
}

// TestApprovedAndFailed has an approved call fail: the page does not say that it has done anything.
func TestApprovedAndFailed(t *testing.T) {
	_, ctx := open(t, options{})
	do(t, ctx, press("Void an invoice"), chromedp.WaitVisible(chromedp.CSS(`#question .phrase input`)),
		chromedp.SendKeys(chromedp.CSS(`#question .phrase input`), "VOID"+kb.Enter), said("waits for approval"), as("grace"),
		chromedp.Click(chromedp.Search(`//nav//a[text()="Approvals"]`)), chromedp.WaitVisible(chromedp.CSS(`.inbox [data-ready]`)),
		chromedp.SetValue(chromedp.CSS(`.inbox textarea`), `{"InvoiceId": "INV-999"}`), chromedp.SendKeys(chromedp.CSS(`.inbox textarea`), " "),
		chromedp.WaitVisible(chromedp.CSS(`button.approve:enabled`)), press("Approve and run"),
		chromedp.WaitVisible(chromedp.Search(`//p[@id="outcome" and contains(., "Approved, but") and contains(., "INV-999")]`)))
}

func location(t *testing.T, ctx context.Context) string {
	t.Helper()
	address, err := chromedp.Run(ctx, chromedp.Location())
	if err != nil {
		t.Fatal(err)
	}
	return address
}

func invoice(t *testing.T, a *app, id string) *ledger.Record {
	t.Helper()
	records, err := a.ledger.Records(t.Context(), "invoices")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		if r.ID == id {
			return r
		}
	}
	t.Fatalf("there is no invoice %s", id)
	return nil
}

func TestUnresolved(t *testing.T) {
	a, ctx := open(t, options{})
	do(t, ctx, press("A payment that cannot be resolved"), said("account"), step("clarifying_question", "warn"))
	if n := count(t, a, "payments"); n != 0 {
		t.Errorf("%d payments", n)
	}
}

func TestClaim(t *testing.T) {
	_, ctx := open(t, options{})
	do(t, ctx, press("A model that claims success"), step("claim_check", "warn"))
	text, err := chromedp.Run(ctx, chromedp.Text(chromedp.CSS(`#messages li.model`)))
	if err != nil || strings.Contains(text, "I have recorded") {
		t.Errorf("the claim stands: %s, %v", text, err)
	}
}

func TestOutage(t *testing.T) {
	a, ctx := open(t, options{})
	do(t, ctx, press("The ledger fails after validation"), press("Yes, go ahead"),
		step("mcp_execute", "failed"), said("That did not work"))
	if n := count(t, a, "payments"); n != 0 {
		t.Errorf("%d payments", n)
	}
	do(t, ctx, chromedp.Click(chromedp.Search(`//nav//a[text()="Health"]`)),
		chromedp.WaitVisible(chromedp.Search(`//dt[.="Failed after validation"]/following-sibling::dd[.!="0 %"]`)))
}

// TestHealth shows a day of which the log knows more.
func TestHealth(t *testing.T) {
	a, ctx := open(t, options{})
	now := time.Now()
	for i := range 140 {
		r := preflight.Record{
			Started: now.Add(-time.Duration(i*560+(i*i*37)%5000) * time.Second), Thread: "t", Point: fmt.Sprint("p", i/3), CallID: fmt.Sprint("c", i),
			Tool: booktools.Tools.Names()[i*i%7], Write: true, Attempt: 1 + i%3/2, Outcome: preflight.OutcomeDone, Duration: time.Duration(i) * time.Millisecond,
		}
		switch {
		case i%3 == 2: // the earlier one, since the later ones come first
			r.Outcome, r.Attempt = preflight.OutcomeBlocked, 1
			r.Tool = booktools.Tools.Names()[(i-1)*(i-1)%7]
		case i%3 == 1:
			r.Attempt = 2
		case i%17 == 0:
			r.Outcome = preflight.OutcomeFailed
		}
		if err := a.log.Add(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	do(t, ctx, chromedp.Click(chromedp.Search(`//nav//a[text()="Health"]`)),
		chromedp.WaitVisible(chromedp.Search(`//dt[.="Calls"]/following-sibling::dd[.="140"]`)))
	screenshot(t, ctx, "health.png")
}

// TestWithoutGate shows what the gate is for.
func TestWithoutGate(t *testing.T) {
	a, ctx := open(t, options{noGate: true})
	do(t, ctx, press("Record a payment"), said("I have recorded the payment of 1200."))
	payments, err := a.ledger.Records(t.Context(), "payments")
	if err != nil || len(payments) != 1 || strings.Contains(payments[0].Body.String(), "InvoiceId") {
		t.Errorf("%v, %v", payments, err)
	}
	do(t, ctx, press("A model that claims success"), said("settled now"))
}
