package main

import (
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/toolgen/toolgen/test/browsertest"
)

// TestRestart kills the program while a question is open. The page says so and disables its buttons; after the
// restart it shows the outcome of the call.
func TestRestart(t *testing.T) {
	ctx := browsertest.New(t)
	browsertest.Expect(ctx, "ERR_") // requests while it is down
	data := t.TempDir()
	p := startProcess(t, data, data+"/books.db")
	do(t, ctx, chromedp.Navigate(p.address), chromedp.WaitVisible(chromedp.CSS(`#say button:enabled`)),
		chromedp.Focus(chromedp.CSS(`[data-scenario="payment"]`)), chromedp.KeyEvent(kb.Enter), chromedp.WaitVisible(chromedp.CSS(`#question .card`)))
	p.kill()
	do(t, ctx, chromedp.WaitVisible(chromedp.CSS(`#lost`)), chromedp.WaitVisible(chromedp.CSS(`#question button:disabled`)),
		chromedp.WaitNotPresent(chromedp.CSS(`#question button:enabled`)), chromedp.WaitNotPresent(chromedp.CSS(`[data-request]:enabled`)))
	startProcess(t, data, data+"/books.db", "--addr", strings.TrimPrefix(p.address, "http://"))
	do(t, ctx, chromedp.WaitVisible(chromedp.Search(`//p[@id="notice" and contains(., "restarted while this waited") and contains(., "You had not answered")]`)),
		chromedp.WaitNotPresent(chromedp.CSS(`#question .card`)), chromedp.WaitVisible(chromedp.CSS(`#say button:enabled`)))
}

// TestLostWhileDeciding kills the program during an approval. The page says that the outcome is unknown and takes no
// second decision; after the restart it shows the state of the call.
func TestLostWhileDeciding(t *testing.T) {
	ctx := browsertest.New(t)
	browsertest.Expect(ctx, "ERR_") // the unanswered request
	data := t.TempDir()
	p := startProcess(t, data, data+"/books.db")
	do(t, ctx, chromedp.Navigate(p.address), chromedp.WaitVisible(chromedp.CSS(`#say button:enabled`)), press("Void an invoice"),
		chromedp.WaitVisible(chromedp.CSS(`#question .phrase input`)), chromedp.SendKeys(chromedp.CSS(`#question .phrase input`), "VOID"+kb.Enter),
		said("waits for approval"), as("grace"), chromedp.Click(chromedp.Search(`//nav//a[text()="Approvals"]`)), chromedp.WaitVisible(chromedp.CSS(`.inbox [data-ready]`)))
	p.kill()
	do(t, ctx, press("Approve and run"), chromedp.WaitVisible(chromedp.Search(`//p[@id="outcome" and contains(., "not known whether the call was decided")]`)),
		chromedp.WaitVisible(chromedp.CSS(`.approve:disabled`)), chromedp.WaitVisible(chromedp.CSS(`.reject:disabled`)))
	startProcess(t, data, data+"/books.db", "--addr", strings.TrimPrefix(p.address, "http://"))
	do(t, ctx, chromedp.Navigate(p.address+"/approvals"), chromedp.WaitVisible(chromedp.CSS(`.approve:enabled`)))
}

// TestHost rejects requests through another host name that resolves to this address.
func TestHost(t *testing.T) {
	_, address := serveTest(t, options{})
	for host, want := range map[string]int{"evil.example": http.StatusMisdirectedRequest, "127.0.0.1.evil.example": http.StatusMisdirectedRequest, "localhost:1": http.StatusOK, "[::1]:80": http.StatusOK} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("%s: %d, want %d", host, answer.StatusCode, want)
		}
	}
}

// TestLargeBody sends a body over the limit in chunks, so that no header announces its size.
func TestLargeBody(t *testing.T) {
	_, address := serveTest(t, options{})
	body := strings.Repeat("a", 1<<20+1)
	answer, err := http.Post(address+"/say", "application/json", struct{ *strings.Reader }{strings.NewReader(body)})
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("%d", answer.StatusCode)
	}
}
