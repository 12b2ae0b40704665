package main

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
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

// TestNarrowAndDark looks at the pages as a phone at night shows them.
func TestNarrowAndDark(t *testing.T) {
	_, ctx := open(t, options{})
	address := location(t, ctx)
	do(t, ctx, chromedp.EmulateViewport(360, 700), dark,
		press("Void an invoice"), chromedp.WaitVisible(chromedp.CSS(`#question .phrase input`)),
		chromedp.SendKeys(chromedp.CSS(`#question .phrase input`), "VOID"+kb.Enter), said("waits for approval"),
		chromedp.Click(chromedp.CSS(`#steps li:nth-child(2) summary`)))
	screenshot(t, ctx, "dark.png")
	for _, page := range []string{"", "approvals", "health"} {
		do(t, ctx, chromedp.Navigate(address+page), chromedp.WaitVisible(chromedp.CSS(`main`)))
		width, err := chromedp.Run(ctx, chromedp.Evaluate[int](`document.documentElement.scrollWidth`))
		if err != nil || width > 360 {
			t.Errorf("/%s is %d pixels wide, %v", page, width, err)
		}
		color, err := chromedp.Run(ctx, chromedp.Evaluate[string](`getComputedStyle(document.body).backgroundColor`))
		if err != nil || !strings.HasPrefix(color, "rgb(20,") {
			t.Errorf("/%s has the background %s, %v", page, color, err)
		}
	}
}

// dark is the browser of somebody who likes it dark.
var dark = chromedp.Func(func(ctx context.Context, page *chromedp.Target) error {
	_, err := cdp.Call(ctx, page, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}},
	})
	return err
})
