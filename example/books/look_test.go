package main

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestKeyboard makes a payment without a mouse: the question gets the focus, its button is the next tab stop, and
// afterwards the message box has the focus again.
func TestKeyboard(t *testing.T) {
	a, ctx := open(t, options{})
	do(t, ctx, chromedp.Focus(chromedp.CSS(`[data-scenario="payment"]`)), chromedp.KeyEvent(kb.Enter),
		chromedp.WaitVisible(chromedp.CSS(`#question .card`)), chromedp.WaitVisible(chromedp.CSS(`#question .card:focus`)),
		chromedp.KeyEvent(kb.Tab), chromedp.WaitVisible(chromedp.CSS(`#question button:focus`)), chromedp.KeyEvent(kb.Enter), said("I have recorded the payment of 1200."), chromedp.WaitVisible(chromedp.CSS(`#text:focus`)))
	if n := count(t, a, "payments"); n != 1 {
		t.Errorf("%d payments", n)
	}
	// Typed text goes to the model.
	do(t, ctx, chromedp.SendKeys(chromedp.CSS(`#text`), "hello"+kb.Enter), said("I am a script"))
	// The first tab stop skips the navigation.
	do(t, ctx, chromedp.Reload(), chromedp.WaitVisible(chromedp.CSS(`#say`)), said("I am a script"))
	seen, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`
		[...document.querySelectorAll("input, select, textarea")].every((e) => e.labels.length > 0) &&
		document.querySelector("a, button, input").className === "skip"`))
	if err != nil || !seen {
		t.Errorf("a control has no label, or the first link does not lead to the content: %v", err)
	}
}

// TestQuestionWhileTyping shows a question while somebody types: the keys still go to the message box, and none
// of them approves.
func TestQuestionWhileTyping(t *testing.T) {
	a, ctx := open(t, options{})
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`document.querySelector('[data-scenario="payment"]').click(); document.querySelector("#text").focus()`),
		chromedp.WaitVisible(chromedp.CSS(`#question .card`)),
		chromedp.KeyEvent("and one"), chromedp.KeyEvent(" "), chromedp.KeyEvent("more"))
	typed, err := chromedp.Run(ctx, chromedp.Value(chromedp.CSS(`#text`)))
	if err != nil || typed != "and one more" {
		t.Errorf("%q is in the message box, %v", typed, err)
	}
	if n := count(t, a, "payments"); n != 0 {
		t.Errorf("%d payments were recorded by typing", n)
	}
}

// TestTwoTabs answers a question of one tab in another.
func TestTwoTabs(t *testing.T) {
	a, ctx := open(t, options{})
	other, cancel := chromedp.NewContext(ctx)
	defer cancel()
	do(t, ctx, press("Record a payment"), chromedp.WaitVisible(chromedp.CSS(`#question .card`)))
	do(t, other, chromedp.Navigate(location(t, ctx)), press("Yes, go ahead"), said("I have recorded the payment of 1200."))
	do(t, ctx, said("I have recorded the payment of 1200."), chromedp.WaitNotPresent(chromedp.CSS(`#question .card`)))
	if n := count(t, a, "payments"); n != 1 {
		t.Errorf("%d payments", n)
	}
}
