package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/toolgen/toolgen/example/books/agent"
	"github.com/toolgen/toolgen/internal/update"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval"
	"github.com/toolgen/toolgen/runtime/preflight"
	"github.com/toolgen/toolgen/test/browsertest"
)

// A visit is an open page with a user who only uses the keyboard.
type visit struct {
	*testing.T
	ctx     context.Context
	app     *app
	address string
	door    *door
}

// door is the connection to the server, which can be delayed and closed.
type door struct {
	http.Handler
	server *httptest.Server
	mu     sync.RWMutex
	held   string        // path whose requests are not answered
	opened chan struct{} // closed at the end
	closed bool
}

func (d *door) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d.mu.RLock()
	held, closed := d.held, d.closed
	d.mu.RUnlock()
	switch {
	case closed:
		panic(http.ErrAbortHandler)
	case held == r.URL.Path:
		<-d.opened
		panic(http.ErrAbortHandler)
	}
	d.Handler.ServeHTTP(w, r)
}

func (d *door) hold(path string) { d.mu.Lock(); d.held = path; d.mu.Unlock() }

func (d *door) close() {
	d.mu.Lock()
	d.closed = true
	d.mu.Unlock()
	d.server.CloseClientConnections()
}

// see waits until a selector shows a text.
func (v *visit) see(selector, text string) {
	v.Helper()
	condition := fmt.Sprintf(`[...document.querySelectorAll(%q)].some((e) => e.checkVisibility() && e.innerText.includes(%q))`, selector, text)
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		seen, err := chromedp.Run(v.ctx, chromedp.Evaluate[bool](condition)) // fails during navigation
		if err == nil && seen {
			return
		}
		if time.Now().After(end) {
			all, _ := chromedp.Run(v.ctx, chromedp.Evaluate[string](`document.body.innerText`))
			v.Fatalf("%s never reads %q: %v\nthe page:\n%s", selector, text, err, all)
		}
	}
}

// keys presses keys at the focus.
func (v *visit) keys(keys ...string) {
	v.Helper()
	for _, key := range keys {
		do(v.T, v.ctx, chromedp.KeyEvent(key))
	}
}

// reach tabs to an element.
func (v *visit) reach(selector string) {
	v.Helper()
	for range 60 {
		there, err := chromedp.Run(v.ctx, chromedp.Evaluate[bool](fmt.Sprintf(`document.activeElement.matches(%q)`, selector)))
		if err != nil {
			v.Fatal(err)
		}
		if there {
			return
		}
		v.keys(kb.Tab)
	}
	v.Fatalf("the keyboard does not get to %s", selector)
}

func (v *visit) press(selector string) { v.Helper(); v.reach(selector); v.keys(kb.Enter) }

// ask selects a scenario.
func (v *visit) ask(scenario string) {
	v.Helper()
	v.press(fmt.Sprintf(`[data-scenario=%q]`, scenario))
}

// page follows a link of the navigation.
func (v *visit) page(path string) {
	v.Helper()
	v.press(fmt.Sprintf(`nav a[href=%q]`, path))
	v.see(`nav a[aria-current="page"][href="`+path+`"]`, "")
}

// grace signs in the controller.
func (v *visit) grace() {
	v.Helper()
	v.reach("#user")
	v.keys("g", kb.Tab, kb.Enter)
	v.see(`#user:has(option[value="grace"][selected])`, "")
	do(v.T, v.ctx, chromedp.WaitVisible(chromedp.CSS(`body[data-ready] #say`)))
}

// void makes a call of Ada's wait for approval.
func (v *visit) void() {
	v.Helper()
	calls := []runtime.ToolCall{{ID: "call_void", Name: "void_invoice", Arguments: `{"InvoiceId": "INV-002", "Reason": "Sent to the wrong customer"}`}}
	asked := make(chan struct{})
	go func() { v.app.gate.Calls(v.Context(), preflight.Turn{Thread: "ada.thread"}, calls); close(asked) }()
	for v.app.gate.RespondIn(v.Context(), "ada.thread", preflight.MCQResponse{ToolCallID: "call_void", Value: preflight.Confirm, Phrase: "VOID"}) != nil {
		time.Sleep(time.Millisecond)
	}
	<-asked
}

// inbox opens the approvals as the controller.
func (v *visit) inbox() {
	v.Helper()
	v.grace()
	v.page("/approvals")
	v.see(".inbox [data-ready]", "")
}

// slow is a model that stops in the middle of a sentence.
type slow struct{}

func (slow) Next(ctx context.Context, _ []agent.Message, show func(string)) (agent.Reply, error) {
	show("Let me look at the open invoices of Northwind Traders, and ")
	<-ctx.Done()
	return agent.Reply{}, ctx.Err()
}

// states are the states of the pages, and how to reach them.
var states = []struct {
	name    string
	options options
	drive   func(v *visit)
	errors  []string // on the console
}{
	{name: "chat-empty", drive: func(v *visit) { v.see(".welcome", "Ask for a booking") }},
	{name: "chat-loading", errors: []string{"ERR_"}, drive: func(v *visit) {
		v.door.hold("/events")
		do(v.T, v.ctx, chromedp.Reload())
		v.see("#loading", "Loading the conversation")
	}},
	{name: "chat-streaming", drive: func(v *visit) {
		v.app.agent.Model = slow{}
		v.reach("#text")
		v.keys("What does Northwind owe us?", kb.Enter)
		v.see("#draft", "Let me look at the open invoices")
	}},
	{name: "question", drive: func(v *visit) {
		v.ask("payment")
		v.see(".asked .values", "Northwind Traders")
	}},
	{name: "question-lines", drive: func(v *visit) { v.ask("invoice"); v.see(".asked .values", "Consulting") }},
	{name: "question-wrong-phrase", errors: []string{"422"}, drive: func(v *visit) {
		v.ask("void")
		v.reach(".asked input")
		v.keys("void", kb.Enter)
		v.see(".wrong", "not the phrase")
	}},
	{name: "question-expired", options: options{patience: 2 * time.Second}, drive: func(v *visit) {
		v.ask("payment")
		v.see(".note", "Nobody answered in time")
		v.see(".model", "Nobody has answered")
	}},
	{name: "payment", drive: func(v *visit) {
		v.ask("payment")
		v.press(`.asked button[value="confirm"]`)
		v.see(".model", "I have recorded")
		v.see("#steps", "Reply of the bookkeeper")
		v.press(`#steps > li:nth-child(2) summary`)
	}},
	{name: "blocked", drive: func(v *visit) {
		v.ask("unresolved")
		v.see(".model", "account")
		v.press(`#steps [data-state="blocked"] summary`)
		v.press(`#steps .try:last-child summary`)
		v.see(".raw", "write_validation")
	}},
	{name: "failed", drive: func(v *visit) {
		v.ask("outage")
		v.press(`.asked button[value="confirm"]`)
		v.see(".model", "That did not work")
	}},
	{name: "claim", drive: func(v *visit) {
		v.ask("claim")
		v.see(".model", "Nothing was changed")
		v.see(`#steps [data-state="withdrawn"]`, "claim")
	}},
	{name: "chat-lost", errors: []string{"ERR_"}, drive: func(v *visit) {
		v.ask("payment")
		v.see(".asked", "Record a payment?")
		v.door.close()
		v.see("#lost", "does not answer")
	}},
	{name: "no-gate", options: options{noGate: true}, drive: func(v *visit) { v.see(".notice", "The gate is off") }},
	{name: "approvals-empty", drive: func(v *visit) { v.page("/approvals"); v.see("main", "Nothing waits") }},
	{name: "approvals-own", drive: func(v *visit) {
		v.void()
		v.page("/approvals")
		v.see(".inbox .values", "INV-002")
	}},
	{name: "approvals", drive: func(v *visit) {
		v.void()
		v.inbox()
		v.see(".inbox .values", "Northwind Traders")
		v.see(`.expiry[title*=" at "]`, "in 14 minutes")
	}},
	{name: "approvals-invalid", drive: func(v *visit) {
		v.void()
		v.inbox()
		v.press(".inbox summary")
		v.reach(".inbox textarea")
		do(v.T, v.ctx, chromedp.Evaluate[chromedp.Void](`document.activeElement.select()`))
		v.keys(`{"Reason": "Sent twice"}`)
		v.see(".issues", "Invoice number is missing.")
	}},
	{name: "approvals-expired", options: options{patience: 6 * time.Second}, drive: func(v *visit) {
		v.void()
		v.inbox()
		v.see(".closed", "The time for this call is over")
	}},
	{name: "approvals-decided", errors: []string{"409"}, drive: func(v *visit) {
		v.void()
		v.inbox()
		if _, err := v.app.approvals.Decide(v.Context(), approval.Principal{ID: "grace", Roles: []string{"controller"}}, approval.Decision{ThreadID: "ada.thread", ToolCallID: "call_void", Reason: "the customer has paid"}); err != nil {
			v.Fatal(err)
		}
		v.press(".approve")
		v.see(".closed", "Somebody else has decided: the call is rejected.")
	}},
	{name: "approvals-history", drive: func(v *visit) {
		v.void()
		v.inbox()
		v.reach(".reason")
		v.keys("The customer has paid")
		v.press(".reject")
		v.see("#outcome", "Rejected")
		v.see(".list", "The customer has paid")
	}},
	{name: "health-empty", drive: func(v *visit) { v.page("/health"); v.see("main", "No calls yet") }},
	{name: "health", drive: func(v *visit) { aDay(v.T, v.app); v.page("/health"); v.see(".rules", "Account number is missing.") }},
	{name: "health-rule", drive: func(v *visit) {
		aDay(v.T, v.app)
		v.page("/health")
		v.press(".rules li:nth-child(2) a")
		v.see("#calls + .list", "Create a bill")
	}},
	{name: "not-found", errors: []string{"404"}, drive: func(v *visit) {
		do(v.T, v.ctx, chromedp.Navigate(v.address+"/invoices"))
		v.see("h1", "Nothing here")
	}},
	{name: "error", errors: []string{"500"}, drive: func(v *visit) {
		_ = v.app.db.Close()
		v.press(`nav a[href="/health"]`)
		v.see("h1", "cannot be shown now")
	}},
}

// layout returns layout errors as lines.
const layout = `(() => {
	const wrong = [], width = document.documentElement.clientWidth;
	if (document.documentElement.scrollWidth > width) wrong.push("the page is " + document.documentElement.scrollWidth + " px wide, in a window of " + width);
	for (const e of document.querySelectorAll("main *, header *")) {
		const box = e.getBoundingClientRect();
		if (e.checkVisibility() && box.width > 1 && (box.right > width + 1 || box.left < -1) && !e.closest("svg, pre")) wrong.push(e.tagName + "." + e.className + " ends at " + Math.round(box.right) + " px");
	}
	for (const e of document.querySelectorAll(".title, [role=rowheader]")) {
		if (getComputedStyle(e).overflowWrap === "anywhere" || getComputedStyle(e).wordBreak !== "normal") wrong.push("a name of a tool may break within a word");
	}
	for (const row of document.querySelectorAll(".rows tbody tr")) {
		if (width < 640 && getComputedStyle(row).display !== "block") wrong.push("a table is no list on a phone");
	}
	const asked = document.querySelector(".asked"), pipeline = document.querySelector(".debugger"), chat = document.querySelector(".chat");
	if (asked) {
		const box = asked.querySelector(".options").getBoundingClientRect();
		if (box.bottom > innerHeight || box.top < 0) wrong.push("the buttons of the question are at " + Math.round(box.top) + " px in a window of " + innerHeight);
	}
	if (pipeline && width > 896) { // next to the chat; the chat or the window determines the height of both
		const columns = pipeline.parentElement, least = parseFloat(getComputedStyle(columns).minHeight);
		const content = chat.lastElementChild.getBoundingClientRect().bottom - chat.getBoundingClientRect().top + parseFloat(getComputedStyle(chat).paddingBottom);
		if (columns.offsetHeight > Math.max(least, content) + 3) wrong.push("the pipeline outgrows the chat: " + columns.offsetHeight + " px");
	}
	return wrong.join("\n");
})()`

// TestStates checks every state in desktop and phone width, light and dark, reached by keyboard only: nothing overflows, and
// axe-core finds nothing. With -update, it saves pictures of all.
func TestStates(t *testing.T) {
	for _, s := range states {
		for _, size := range [][2]int64{{1280, 800}, {390, 844}} {
			t.Run(fmt.Sprintf("%s-%d", s.name, size[0]), func(t *testing.T) {
				v := &visit{T: t, ctx: browsertest.New(t)}
				v.app, _ = serveTest(t, s.options)
				v.door = &door{Handler: v.app.handler, opened: make(chan struct{})}
				v.door.server = httptest.NewServer(v.door)
				t.Cleanup(func() { close(v.door.opened); v.app.hub.Close(); v.door.server.Close() })
				v.address = v.door.server.URL
				do(t, v.ctx, browsertest.Look(size[0], size[1], "light"), chromedp.Navigate(v.address), chromedp.WaitVisible(chromedp.CSS(`body[data-ready] #say`)))
				s.drive(v)
				for _, text := range s.errors {
					browsertest.Expect(v.ctx, text)
				}
				for _, scheme := range []string{"light", "dark"} {
					do(t, v.ctx, browsertest.Look(size[0], size[1], scheme))
					wrong, err := chromedp.Run(v.ctx, chromedp.Evaluate[string](layout))
					if err != nil || wrong != "" {
						t.Errorf("%s: %s%v", scheme, wrong, err)
					}
					browsertest.Accessible(t, v.ctx)
					if *update.Expected {
						browsertest.Screenshot(t, v.ctx, filepath.Join("testdata", "states", fmt.Sprintf("%s-%d-%s.png", s.name, size[0], scheme)))
					}
				}
			})
		}
	}
}

// aDay fills the log with calls of a day.
func aDay(t *testing.T, a *app) {
	t.Helper()
	now := time.Now()
	tools := []string{"create_payment", "create_payment", "create_invoice", "create_bill", "get_all_invoices", "create_journal_entry", "create_payment"}
	breaks := map[string]string{"create_payment": "AccountId: required", "create_invoice": "Lines: required", "create_bill": "ContactId: required", "create_journal_entry": "Lines: balanced"}
	for i := range 140 {
		// Two of three calls are a pair: the earlier one blocked, the later one correct.
		r := preflight.Record{
			Started: now.Add(-time.Duration(i*560+(i*i*37)%5000) * time.Second), Thread: "t", Point: fmt.Sprint("p", i/3), CallID: fmt.Sprint("c", i),
			Query: "Record what was paid on Monday.", Write: true, Attempt: 1 + i%3/2, Outcome: preflight.OutcomeDone, Duration: time.Duration(i) * time.Millisecond,
			Tool: tools[i/3%7],
		}
		switch {
		case i%3 == 2: // the earlier one: the log is written newest first
			r.Outcome, r.Attempt = preflight.OutcomeBlocked, 1
			if broken := breaks[r.Tool]; broken != "" {
				r.Broken = []string{broken}
			}
		case i%3 == 1:
			r.Attempt = 2
		case i%17 == 0:
			r.Outcome = preflight.OutcomeFailed
		}
		if err := a.log.Add(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
}
