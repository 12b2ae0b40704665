package main

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestKeyboard makes a payment without a mouse: the question takes the focus as a whole, its button
// is the next stop, and the message box has the focus again in the end.
func TestKeyboard(t *testing.T) {
	a, ctx := open(t, options{})
	do(t, ctx, chromedp.Focus(chromedp.CSS(`[data-scenario="payment"]`)), chromedp.KeyEvent(kb.Enter),
		chromedp.WaitVisible(chromedp.CSS(`#question .card`)), chromedp.WaitVisible(chromedp.CSS(`#question .card:focus`)),
		chromedp.KeyEvent(kb.Tab), chromedp.WaitVisible(chromedp.CSS(`#question button:focus`)), chromedp.KeyEvent(kb.Enter), said("I have recorded the payment of 1200."), chromedp.WaitVisible(chromedp.CSS(`#text:focus`)))
	if n := count(t, a, "payments"); n != 1 {
		t.Errorf("%d payments", n)
	}
	// What is typed goes to the model.
	do(t, ctx, chromedp.SendKeys(chromedp.CSS(`#text`), "hello"+kb.Enter), said("I am a script"))
	// The first stop of the tabulator skips the navigation.
	do(t, ctx, chromedp.Reload(), chromedp.WaitVisible(chromedp.CSS(`#say`)), said("I am a script"))
	seen, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`
		[...document.querySelectorAll("input, select, textarea")].every((e) => e.labels.length > 0) &&
		document.querySelector("a, button, input").className === "skip"`))
	if err != nil || !seen {
		t.Errorf("a control without a label, or no link to the content first: %v", err)
	}
}

// TestQuestionWhileTyping has a question come while somebody types: the keys go where they went before,
// and none of them approves.
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

// TestTwoTabs answers in one tab the question of the other.
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
