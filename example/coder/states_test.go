package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/toolgen/toolgen/internal/update"
	"github.com/toolgen/toolgen/test/browsertest"
)

// long is a file with more lines than a window, and edit a block that changes one of them.
var (
	long = strings.Repeat("A line of a poem that goes on and on, as poems do when nobody ends them in time.\n", 60)
	edit = func(name string) string {
		return "I'll end " + name + ".\n```json\n{\"tool\": \"edit_file\", \"path\": \"" + name + "\", \"search_replace\": {\"old_string\": \"THE END\", \"new_string\": \"The end\"}}\n```\n"
	}
)

// states are the states of the page, and how to reach them by keyboard.
var states = []struct {
	name   string
	drive  func(v visitor, end func(error))
	errors []string // on the console
}{
	{"waiting", func(v visitor, _ func(error)) { v.reads("#waiting", "Waiting for the model's text") }, nil},
	{"writing", func(v visitor, _ func(error)) {
		v.write("I'll write the notes.\n```json\n{\"tool\": \"write_file\", \"path\": \"notes.md\",")
		v.reads("#call-1 .pill", "is being written")
	}, nil},
	{"question", func(v visitor, _ func(error)) {
		v.write("First a look.\n```json\n{\"tool\": \"file_read\", \"path\": \"poem.txt\"}\n```\n" + edit("poem.txt"))
		v.reads("#dock", "change poem.txt (1 line added, 1 removed)")
	}, nil},
	{"next-question", func(v visitor, _ func(error)) {
		v.write(edit("poem.txt"))
		v.reads("#dock", "change poem.txt")
		v.tabTo("#dock button[value=yes]")
		v.do(chromedp.KeyEvent(kb.Enter))
		v.reads("#call-1 .pill", "done")
		v.write("```json\n{\"tool\": \"file_read\", \"path\": \"poem.txt\"}\n```\n" + edit("song.txt"))
		v.reads("#dock", "change song.txt")
	}, nil},
	{"wrong-name", func(v visitor, _ func(error)) {
		v.write("```json\n{\"tool\": \"delete_file\", \"path\": \"old.txt\"}\n```\n")
		v.reads("#dock", "delete old.txt")
		v.tabTo("#dock input")
		v.do(chromedp.KeyEvent("new.txt" + kb.Enter))
		v.reads("#dock [role=alert]", "not the name of the file")
	}, []string{"422"}},
	{"decided", func(v visitor, _ func(error)) {
		v.write(edit("poem.txt"))
		v.reads("#dock", "change poem.txt")
		_, err := chromedp.Run(v.ctx, chromedp.Evaluate[bool](`fetch("answer", { method: "POST", body: new URLSearchParams({ id: "call-1", allow: "no" }) }).then((r) => r.ok)`, chromedp.EvalAwaitPromise))
		if err != nil {
			v.Fatal(err)
		}
		v.reads("#call-1 .answer", "Not allowed")
		v.do(chromedp.WaitNotPresent(chromedp.CSS("#dock form")))
	}, nil},
	{"not-valid", func(v visitor, _ func(error)) {
		v.write("```json\n{\"tool\": \"file_read\", \"path\": \"../" + strings.Repeat("far-", 40) + "<i>\u202etxt\", \"lineStart\": 0}\n```\n")
		v.reads("#call-1 .told", "lineStart")
		v.tabTo("#call-1 summary")
		v.do(chromedp.KeyEvent(kb.Enter))
		v.reads("#call-1 .verdict li", "lineStart is too small, got 0")
	}, nil},
	{"lost", func(v visitor, _ func(error)) {
		v.write(edit("poem.txt"))
		v.reads("#dock", "change poem.txt")
		v.stop()
		v.reads("#lost", "does not answer, or has ended")
		v.do(chromedp.WaitVisible(chromedp.CSS("#dock button[value=yes]:disabled")))
	}, []string{"ERR_"}},
	{"ended", func(v visitor, end func(error)) {
		v.write("That file can go.\n```json\n{\"tool\": \"delete_file\"}\n```\n")
		end(nil)
		v.reads("#end", "The text has ended. Calls done: 0, not done: 1.")
	}, nil},
	{"broken-off", func(v visitor, end func(error)) {
		v.write("I was about to\n```json\n{\"tool\": \"write_file\", ")
		end(fmt.Errorf("the connection to the model broke"))
		v.reads("#end", "The text has broken off: the connection to the model broke.")
	}, nil},
	{"not-found", func(v visitor, _ func(error)) {
		v.do(chromedp.Navigate(v.url + "else/"))
		v.reads("h1", "Nothing here")
	}, []string{"404"}},
}

// layout returns layout errors as lines.
const layout = `(() => {
	const wrong = [], width = document.documentElement.clientWidth, dock = document.querySelector("#dock:not([hidden])");
	if (document.documentElement.scrollWidth > width) wrong.push("the page is " + document.documentElement.scrollWidth + " px wide, in a window of " + width);
	for (const e of document.querySelectorAll("body *")) {
		const box = e.getBoundingClientRect();
		if (e.checkVisibility() && box.width > 1 && (box.right > width + 1 || box.left < -1)) wrong.push(e.tagName + "." + e.className + " ends at " + Math.round(box.right) + " px");
	}
	if (dock) {
		const box = dock.getBoundingClientRect(), change = [...document.querySelectorAll(".scroll")].at(-1)?.getBoundingClientRect();
		if (box.bottom > innerHeight || box.top < 0) wrong.push("the question is at " + Math.round(box.top) + " px in a window of " + innerHeight);
		if (change && (change.top > box.top || change.bottom < 0)) wrong.push("the change is not in view");
		scrollTo(0, 0);
		if (dock.getBoundingClientRect().bottom > innerHeight) wrong.push("the question does not stay");
		scrollTo(0, document.documentElement.scrollHeight);
	}
	return wrong.join("\n");
})()`

// TestStates checks every state in desktop and phone width, light and dark, reached by keyboard only: nothing overflows,
// questions are and stay in view, and axe-core finds nothing. With -update, it saves pictures of all.
func TestStates(t *testing.T) {
	for _, s := range states {
		for _, size := range [][2]int64{{1280, 700}, {390, 844}} {
			t.Run(fmt.Sprintf("%s-%d", s.name, size[0]), func(t *testing.T) {
				ctx := browsertest.New(t)
				_, url, model, stop := show(t, map[string]string{"poem.txt": long + "THE END\n", "song.txt": long + "THE END\n", "old.txt": "old\n"})
				t.Cleanup(func() { _ = chromedp.Do(ctx, chromedp.Navigate("about:blank")) }) // before the program exits
				v := visitor{t, ctx, model, url, stop}
				v.do(browsertest.Look(size[0], size[1], "light"), chromedp.Navigate(url))
				v.reads("h1", "coder")
				s.drive(v, func(err error) { _ = model.CloseWithError(err) })
				for _, text := range s.errors {
					browsertest.Expect(ctx, text)
				}
				for _, scheme := range []string{"light", "dark"} {
					v.do(browsertest.Look(size[0], size[1], scheme))
					wrong, err := chromedp.Run(ctx, chromedp.Evaluate[string](layout))
					if err != nil || wrong != "" {
						t.Errorf("%s: %s%v", scheme, wrong, err)
					}
					browsertest.Accessible(t, ctx)
					if *update.Expected {
						browsertest.Screenshot(t, ctx, filepath.Join("testdata", "states", fmt.Sprintf("%s-%d-%s.png", s.name, size[0], scheme)))
					}
				}
			})
		}
	}
}
