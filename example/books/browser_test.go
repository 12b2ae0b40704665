package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/toolgen/toolgen/example/books/ledger"
	"github.com/toolgen/toolgen/internal/update"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/preflight"
	"github.com/toolgen/toolgen/test/browsertest"
)

// open starts the example and opens its page in a browser.
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

// press clicks the button with the text as soon as it is enabled.
func press(text string) chromedp.Action[chromedp.Void] {
	return chromedp.Click(chromedp.Search(fmt.Sprintf(`//button[normalize-space()=%q and not(@disabled)]`, text)), chromedp.NodeVisible)
}

// said waits until the bookkeeper has said something.
func said(text string) chromedp.Action[chromedp.Void] {
	return chromedp.WaitVisible(chromedp.Search(fmt.Sprintf(`//ol[@id="messages"]/li[@class="model" and contains(., %q)]`, text)))
}

// line waits until the pipeline shows a call in a state.
func line(title, state string) chromedp.Action[chromedp.Void] {
	return chromedp.WaitVisible(chromedp.Search(fmt.Sprintf(`//ol[@id="steps"]/li[@data-state=%q and .//span[@class="title" and .=%q]]`, state, title)))
}

// as signs in somebody else, using the keyboard.
func as(name string) chromedp.Action[chromedp.Void] {
	return chromedp.Steps(
		chromedp.SetValue(chromedp.CSS(`#user`), name), chromedp.Focus(chromedp.CSS(`#user`)), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Enter),
		chromedp.WaitVisible(chromedp.Search(fmt.Sprintf(`//select[@id="user"]/option[@selected and @value=%q]/..`, name))),
		chromedp.WaitVisible(chromedp.CSS(`body[data-ready] #say`)),
	)
}

// count returns the number of records of a kind in the ledger.
func count(t *testing.T, a *app, kind string) int {
	t.Helper()
	records, err := a.ledger.Records(t.Context(), kind)
	if err != nil {
		t.Fatal(err)
	}
	return len(records)
}

// screenshot saves a picture for the README, with -update.
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
		line("Record a payment", "asks"),
		chromedp.WaitVisible(chromedp.CSS(`#question .card`)))
	if count(t, a, "payments") != 0 {
		t.Error("a payment was recorded before it was confirmed")
	}
	screenshot(t, ctx, "question.png")
	do(t, ctx, press("Yes, go ahead"), said("I have recorded the payment of 1200."),
		line("Record a payment", "done"), line("List invoices", "done"), line("Reply of the bookkeeper", "checked"),
		chromedp.WaitNotPresent(chromedp.CSS(`#question .card`)),
		chromedp.Click(chromedp.CSS(`#steps > li:nth-child(2) summary`)))
	screenshot(t, ctx, "payment.png")
	payments, err := a.ledger.Records(t.Context(), "payments")
	if err != nil || len(payments) != 1 || !strings.Contains(payments[0].Body.String(), `"INV-001"`) {
		t.Errorf("%v, %v", payments, err)
	}
	// A reloaded page shows the same conversation.
	do(t, ctx, chromedp.Reload(), said("I have recorded the payment of 1200."), line("Record a payment", "done"))
}

func TestJournal(t *testing.T) {
	a, ctx := open(t, options{})
	do(t, ctx, press("A journal that does not balance"), press("Yes, go ahead"), said("I have posted the journal entry."), line("Reply of the bookkeeper", "checked"),
		chromedp.Click(chromedp.CSS(`#steps > li:nth-child(2) summary`)),
		chromedp.WaitVisible(chromedp.Search(`//p[@class="complaint" and .="Debits (250) must equal Credits (205)."]`)),
		chromedp.WaitVisible(chromedp.Search(`//ul[@class="changed"]/li[.="Credit amount of line 2: €205.00 → €250.00"]`)))
	if n := count(t, a, "journals"); n != 1 {
		t.Errorf("%d journal entries", n)
	}
}

func TestInvoice(t *testing.T) {
	a, ctx := open(t, options{})
	before := count(t, a, "invoices")
	do(t, ctx, press("An invoice without lines"), chromedp.WaitVisible(chromedp.Search(`//span[@class="sum" and .="Total: €950.00"]`)), press("Yes, go ahead"), said("I have created the invoice."))
	if n := count(t, a, "invoices") - before; n != 1 {
		t.Errorf("%d new invoices", n)
	}
}

// TestWords shows questions with every kind of value in words, exact, and as plain text.
func TestWords(t *testing.T) {
	a, ctx := open(t, options{})
	calls := []runtime.ToolCall{{ID: "c", Name: "create_credit_note", Arguments: `{"ContactId": "CON-003", "Date": "2026-02-01", "InvoiceId": "INV-003", "Currency": "SEK", "Reason": "<img src=x onerror=alert(1)>\u202e",
		"Lines": [{"Description": "A", "Quantity": 2.5, "UnitAmount": 12345678901234567.89, "AccountCode": "200"}, {"Description": "B", "Quantity": 1, "UnitAmount": 10}]}`}}
	go a.gate.Calls(t.Context(), preflight.Turn{Thread: threadOf(t, ctx)}, calls)
	do(t, ctx, chromedp.WaitVisible(chromedp.CSS(`.asked .values td`)))
	seen, err := chromedp.Run(ctx, chromedp.Text(chromedp.CSS(`.asked`)))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Create a credit note?", "Harbour Café (CON-003)", "INV-003, Lindqvist & Daughters, €950.00 due on January 17, 2026", "February 1, 2026", "SEK\u00a012,345,678,901,234,567.89", "2.5", "<img src=x onerror=alert(1)>\\u202e",
	} {
		if !strings.Contains(seen, want) {
			t.Errorf("the question does not say %q:\n%s", want, seen)
		}
	}
	for _, data := range []string{"ContactId", "create_credit_note", "{", "Type "} {
		if strings.Contains(seen, data) {
			t.Errorf("the question shows %q:\n%s", data, seen)
		}
	}
	do(t, ctx, chromedp.Click(chromedp.CSS(`.asked summary`)), chromedp.WaitVisible(chromedp.Search(`//pre[contains(., '"UnitAmount": 12345678901234567.89')]`)))
}

// TestManyLines has a model propose more lines than anyone reads: the page says how many it leaves out.
func TestManyLines(t *testing.T) {
	a, ctx := open(t, options{})
	lines := strings.Repeat(`{"Description": "x", "Quantity": 1, "UnitAmount": 2, "AccountCode": "200"},`, 119)
	calls := []runtime.ToolCall{{ID: "c", Name: "create_bill", Arguments: `{"ContactId": "CON-004", "BillNumber": "` + strings.Repeat("9", 3000) + `", "Lines": [` + strings.TrimSuffix(lines, ",") + `]}`}}
	go a.gate.Calls(t.Context(), preflight.Turn{Thread: threadOf(t, ctx)}, calls)
	do(t, ctx, chromedp.WaitVisible(chromedp.Search(`//caption[contains(., "Lines, the first 50 of 119") and contains(., "Total: €238.00")]`)))
	rows, err := chromedp.Run(ctx, chromedp.Evaluate[int](`document.querySelectorAll(".values tbody tr").length + 1000 * (document.querySelector(".values").innerText.length > 9000)`))
	if err != nil || rows != 50 {
		t.Errorf("%d rows, or the text is too long, %v", rows, err)
	}
}

// threadOf returns the conversation of the page.
func threadOf(t *testing.T, ctx context.Context) (thread string) {
	t.Helper()
	do(t, ctx, chromedp.Func(func(ctx context.Context, page *chromedp.Target) error {
		cookies, err := cdp.Call(ctx, page, network.GetCookies, network.GetCookiesParams{})
		if err == nil && len(cookies.Cookies) == 1 {
			thread = cookies.Cookies[0].Value
		}
		return err
	}))
	return thread
}

// TestPipeline blocks a call that is then corrected: one line, which names each missing field once and expands to the changes.
func TestPipeline(t *testing.T) {
	_, ctx := open(t, options{})
	do(t, ctx, press("Record a payment"), line("Record a payment", "asks"), press("Yes, go ahead"), said("I have recorded"), line("Reply of the bookkeeper", "checked"), chromedp.Click(chromedp.CSS(`#steps > li:nth-child(2) summary`)))
	seen, err := chromedp.Run(ctx, chromedp.Text(chromedp.CSS(`#steps`)))
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for _, want := range []string{
		"Reply of the bookkeeper", "Record a payment", "2 tries", "Account number is missing. Applications are missing.", "Try 2",
		"Account number: nothing → ACC-090", "Invoice number of application 1: nothing → INV-001", "List invoices",
	} {
		i := strings.Index(seen[at:], want)
		if i < 0 {
			t.Fatalf("%q is not where it should be:\n%s", want, seen)
		}
		at += i
	}
	if n := strings.Count(seen, "Account number is missing"); n != 1 {
		t.Errorf("the missing field is named %d times:\n%s", n, seen)
	}
}

func TestCancel(t *testing.T) {
	a, ctx := open(t, options{})
	do(t, ctx, press("Record a payment"), press("No, cancel"), said("Nothing was recorded"))
	if n := count(t, a, "payments"); n != 0 {
		t.Errorf("%d payments", n)
	}
}

// TestVoid needs two people: the first types the phrase, the second approves.
func TestVoid(t *testing.T) {
	a, ctx := open(t, options{})
	do(t, ctx, press("Void an invoice"), chromedp.WaitVisible(chromedp.CSS(`#question .phrase input`)))
	seen, err := chromedp.Run(ctx, chromedp.Text(chromedp.CSS(`.asked`)))
	if err != nil || strings.Count(seen, "INV-002") != 1 || strings.Count(seen, "VOID") != 1 || strings.Count(seen, "Sent to the wrong customer") != 1 {
		t.Errorf("something is shown twice or not at all, %v:\n%s", err, seen)
	}
	do(t, ctx,
		chromedp.SendKeys(chromedp.CSS(`#question .phrase input`), "void"+kb.Enter),
		// The question is asked again.
		chromedp.WaitVisible(chromedp.Search(`//form[contains(@class, "card") and contains(., "not the phrase")]`)),
		chromedp.SendKeys(chromedp.CSS(`#question .phrase input`), "VOID"+kb.Enter),
		line("Void an invoice", "approval"), said("waits for approval"))
	if status := invoice(t, a, "INV-002").Status; status == "VOIDED" {
		t.Fatal("the invoice was voided before it was approved")
	}
	do(t, ctx,
		// The requester sees the call, but may not approve it.
		chromedp.Navigate(location(t, ctx)+"approvals"), chromedp.WaitVisible(chromedp.Search(`//li[contains(., "You may not decide this call")]`)),
		chromedp.WaitNotPresent(chromedp.CSS(`.inbox button`)))
	browsertest.Expect(ctx, "422") // the wrong phrase
	do(t, ctx, as("grace"), chromedp.Click(chromedp.Search(`//nav//a[text()="Approvals"]`)),
		// Arguments are checked while they are edited.
		chromedp.WaitVisible(chromedp.CSS(`.inbox [data-ready]`)),
		chromedp.Click(chromedp.CSS(`.inbox summary`)),
		chromedp.SetValue(chromedp.CSS(`.inbox textarea`), `{"InvoiceId": 2}`), chromedp.SendKeys(chromedp.CSS(`.inbox textarea`), " "),
		chromedp.WaitVisible(chromedp.Search(`//ul[@class="issues"]/li[.="Invoice number must be a text."]`)),
		chromedp.WaitVisible(chromedp.CSS(`button.approve[disabled]`)),
		chromedp.SetValue(chromedp.CSS(`.inbox textarea`), `{"InvoiceId": "INV-002", "Reason": "Sent to the wrong customer, see the mail of March"}`),
		chromedp.SendKeys(chromedp.CSS(`.inbox textarea`), " "), chromedp.WaitVisible(chromedp.CSS(`button.approve:enabled`)),
		// The description reflects the edit.
		chromedp.WaitVisible(chromedp.Search(`//dd[contains(., "the mail of March")]`)))
	do(t, ctx, press("Approve and run"), chromedp.WaitVisible(chromedp.Search(`//p[@id="outcome" and contains(., "Approved")]`)))
	if r := invoice(t, a, "INV-002"); r.Status != "VOIDED" || !strings.Contains(r.Body.String(), "the mail of March") {
		t.Errorf("%s: %s", r.Status, r.Body)
	}
}

// TestAskedAgain cancels a call by wrong phrases, and then asks under the same ID again.
func TestAskedAgain(t *testing.T) {
	a, ctx := open(t, options{})
	browsertest.Expect(ctx, "422")
	thread := threadOf(t, ctx)
	events, err := a.hub.Subscribe(thread, "")
	if err != nil {
		t.Fatal(err)
	}
	defer events.Close()
	go a.gate.Calls(t.Context(), preflight.Turn{Thread: thread}, []runtime.ToolCall{{ID: "c", Name: "void_invoice", Arguments: `{"InvoiceId": "INV-002"}`}})
	do(t, ctx, chromedp.WaitVisible(chromedp.CSS(`#question .phrase input`)), chromedp.SendKeys(chromedp.CSS(`#question .phrase input`), strings.Repeat("void"+kb.Enter, 5)),
		chromedp.WaitNotPresent(chromedp.CSS(`#question .card`)), chromedp.WaitVisible(chromedp.Search(`//li[@class="note" and contains(., "Void an invoice? It was cancelled.")]`)))
	for ended := false; !ended; { // the last event of the call also closes its question
		messages, err := events.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range messages {
			ended = ended || strings.Contains(string(m.JSON), `"type":"tool_result"`)
		}
	}
	a.hub.Emit(preflight.Event{Thread: thread, CallID: "c", Data: preflight.MCQ{Question: "Void it after all?", Options: []preflight.MCQOption{{Label: "Yes", Value: preflight.Confirm}}, PendingArgs: []byte("{}")}})
	do(t, ctx, chromedp.WaitVisible(chromedp.Search(`//div[@id="question"]//p[.="Void it after all?"]`)))
}

// TestReject rejects a call with the keyboard, with a reason that the history shows at once.
func TestReject(t *testing.T) {
	a, ctx := open(t, options{})
	do(t, ctx, press("Void an invoice"), chromedp.WaitVisible(chromedp.CSS(`#question .phrase input`)),
		chromedp.SendKeys(chromedp.CSS(`#question .phrase input`), "VOID"+kb.Enter), said("waits for approval"), as("grace"),
		chromedp.Click(chromedp.Search(`//nav//a[text()="Approvals"]`)), chromedp.WaitVisible(chromedp.CSS(`.inbox [data-ready]`)),
		chromedp.SendKeys(chromedp.CSS(`.inbox .reason`), "the customer has paid"+kb.Tab), chromedp.WaitVisible(chromedp.CSS(`.reject:focus`)), chromedp.KeyEvent(kb.Enter),
		chromedp.WaitVisible(chromedp.Search(`//p[@id="outcome" and contains(., "Rejected")]`)),
		chromedp.WaitVisible(chromedp.Search(`//ul[@class="list"]/li[contains(., "Void an invoice") and contains(., "Grace, controller") and contains(., "the customer has paid")]`)))
	if status := invoice(t, a, "INV-002").Status; status == "VOIDED" {
		t.Error("the invoice was voided")
	}
}

// TestApprovedAndFailed has an approved call fail: the page does not claim success.
func TestApprovedAndFailed(t *testing.T) {
	_, ctx := open(t, options{})
	do(t, ctx, press("Void an invoice"), chromedp.WaitVisible(chromedp.CSS(`#question .phrase input`)),
		chromedp.SendKeys(chromedp.CSS(`#question .phrase input`), "VOID"+kb.Enter), said("waits for approval"), as("grace"),
		chromedp.Click(chromedp.Search(`//nav//a[text()="Approvals"]`)), chromedp.WaitVisible(chromedp.CSS(`.inbox [data-ready]`)),
		chromedp.Click(chromedp.CSS(`.inbox summary`)), chromedp.SetValue(chromedp.CSS(`.inbox textarea`), `{"InvoiceId": "INV-999"}`), chromedp.SendKeys(chromedp.CSS(`.inbox textarea`), " "),
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
	do(t, ctx, press("A payment that cannot be resolved"), said("account"), line("Record a payment", "blocked"))
	own, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`getComputedStyle(document.querySelector('[data-state="blocked"] .pill')).backgroundColor !== getComputedStyle(document.querySelector('[data-state="done"] .pill')).backgroundColor`))
	if err != nil || !own {
		t.Errorf("blocked has the same colour as done: %v", err)
	}
	if n := count(t, a, "payments"); n != 0 {
		t.Errorf("%d payments", n)
	}
}

func TestClaim(t *testing.T) {
	_, ctx := open(t, options{})
	do(t, ctx, press("A model that claims success"), line("Reply of the bookkeeper", "withdrawn"))
	text, err := chromedp.Run(ctx, chromedp.Text(chromedp.CSS(`#messages li.model`)))
	if err != nil || strings.Contains(text, "I have recorded") {
		t.Errorf("the claim stands: %s, %v", text, err)
	}
}

func TestOutage(t *testing.T) {
	a, ctx := open(t, options{})
	do(t, ctx, press("The ledger fails after validation"), press("Yes, go ahead"),
		line("Record a payment", "failed"), said("That did not work"))
	if n := count(t, a, "payments"); n != 0 {
		t.Errorf("%d payments", n)
	}
	do(t, ctx, chromedp.Click(chromedp.Search(`//nav//a[text()="Health"]`)),
		chromedp.WaitVisible(chromedp.Search(`//figcaption[.="1 of 2 calls that were run failed in the ledger"]`)))
}

// TestHealth shows a day with more in the log.
func TestHealth(t *testing.T) {
	a, ctx := open(t, options{})
	aDay(t, a)
	do(t, ctx, chromedp.Click(chromedp.Search(`//nav//a[text()="Health"]`)),
		chromedp.WaitVisible(chromedp.Search(`//figcaption[contains(., "46 of 140 calls were blocked")]`)),
		chromedp.WaitVisible(chromedp.Search(`//ol[@class="rules"]/li[1]/a[contains(., "Record a payment: Account number is missing.") and contains(., "20 calls")]`)))
	screenshot(t, ctx, "health.png")
}

// TestWithoutGate shows why there is a gate.
func TestWithoutGate(t *testing.T) {
	a, ctx := open(t, options{noGate: true})
	do(t, ctx, press("Record a payment"), said("I have recorded the payment of 1200."))
	payments, err := a.ledger.Records(t.Context(), "payments")
	if err != nil || len(payments) != 1 || strings.Contains(payments[0].Body.String(), "InvoiceId") {
		t.Errorf("%v, %v", payments, err)
	}
	do(t, ctx, press("A model that claims success"), said("settled now"))
}
