package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/toolgen/toolgen/internal/update"
	"github.com/toolgen/toolgen/test/browsertest"
)

// show runs the program with a page on a folder with the files. It returns the folder, the page's address, a
// writer for the model's text, and a function that ends the program.
func show(t *testing.T, files map[string]string) (dir, url string, model *io.PipeWriter, stop func()) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "greeter")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	stdin, model := io.Pipe()
	messages, stderr := io.Pipe()
	env := &surroundings{stdin: stdin, stdout: io.Discard, stderr: stderr}
	env.terminal = func() (io.ReadWriteCloser, error) { return nil, errors.New("the terminal must not be opened") }
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan int, 1)
	go func() {
		done <- run(ctx, []string{"--web", ":0", dir}, env)
		stderr.Close()
	}()
	t.Cleanup(func() {
		stop()
		model.Close()
		if code := <-done; code != exitNotDone {
			t.Errorf("exit code %d, want %d", code, exitNotDone)
		}
	})
	line, err := bufio.NewReader(messages).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = io.Copy(io.Discard, messages) }() // further messages must not block the program
	_, url, _ = strings.Cut(line, "open ")
	url, _, ok := strings.Cut(url, " ")
	if !ok || !strings.HasPrefix(url, "http://127.0.0.1:") {
		t.Fatalf("no address on the loopback in %q", line)
	}
	return dir, url, model, stop
}

// visitor is a user of the page.
type visitor struct {
	*testing.T
	ctx   context.Context
	model io.Writer
	url   string
	stop  func()
}

func (v visitor) do(steps ...chromedp.Action[chromedp.Void]) {
	v.Helper()
	if err := chromedp.Do(v.ctx, steps...); err != nil {
		v.Fatal(err)
	}
}

func (v visitor) write(text string) {
	v.Helper()
	if _, err := io.WriteString(v.model, text); err != nil {
		v.Fatal(err)
	}
}

// patience limits the time that the page may take to show something.
const patience = 20 * time.Second

// reads waits until an element shows a text.
func (v visitor) reads(selector, text string) {
	v.Helper()
	condition := fmt.Sprintf(`[...document.querySelectorAll(%q)].some((e) => e.checkVisibility() && e.innerText.includes(%q))`, selector, text)
	if _, err := chromedp.Run(v.ctx, chromedp.Poll[any](condition, chromedp.WithPollingTimeout(patience))); err != nil {
		all, _ := chromedp.Run(v.ctx, chromedp.Evaluate[string]("document.body.innerText"))
		v.Fatalf("%s never reads %q: %v\nthe page:\n%s", selector, text, err, all)
	}
}

func (v visitor) click(selector string) {
	v.Helper()
	v.do(chromedp.Click(chromedp.CSS(selector)))
}

// tabTo moves the focus to an element with the keyboard.
func (v visitor) tabTo(selector string) {
	v.Helper()
	for range 50 {
		v.do(chromedp.KeyEvent(kb.Tab))
		there, err := chromedp.Run(v.ctx, chromedp.Evaluate[bool](fmt.Sprintf(`document.activeElement.matches(%q)`, selector)))
		if err != nil {
			v.Fatal(err)
		}
		if there {
			return
		}
	}
	v.Fatalf("the keyboard does not get to %s", selector)
}

func (v visitor) file(dir, name, want string) {
	v.Helper()
	got, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil && want != "" || string(got) != want {
		v.Errorf("%s is %q, %v; want %q", name, got, err, want)
	}
}

func TestPage(t *testing.T) {
	ctx := browsertest.New(t)
	dir, url, model, _ := show(t, map[string]string{"a.txt": "one\ntwo\n", "old.txt": "old\n"})
	v := visitor{t, ctx, model, url, nil}
	v.do(chromedp.Navigate(url))

	// The page shows that a block is being written.
	v.write("I'll write <img src=x onerror=alert(1)> the notes.\n```json\n{\"tool\": \"write_file\", \"path\": \"notes.md\",")
	v.reads(".text", "<img src=x onerror=alert(1)>")
	v.reads("#call-1 .pill", "is being written")
	v.reads("#call-1 h2", "Write")
	v.reads("#call-1 .path", "notes.md")

	// Then it shows the block with its verdict and repairs, and a question.
	v.write(" \"content\": \"# Notes\\n\\n- <b>one</b>\\n\",}\n```\nThen ")
	v.reads("#call-1 .verdict", "valid, its syntax repaired")
	v.click("#call-1 .verdict > summary")
	v.reads("#call-1 .verdict li", `The text: extra commas`)
	v.click("#call-1 .verdict > summary")
	v.reads("#call-1 .diff .added:nth-child(3) .number:nth-child(2)", "3")
	v.reads("#call-1 .diff .added:nth-child(3) .line", "- <b>one</b>")
	v.reads("#dock form", "create notes.md (3 lines)")
	v.reads("#call-1 .pill", "waits for you")
	v.reads("#live", "Write notes.md: waits for you")
	v.file(dir, "notes.md", "")
	browsertest.Screenshot(t, ctx, filepath.Join(t.TempDir(), "asking.png"))
	v.click("#dock button[value=yes]")
	v.reads("#call-1 .outcome", "Done: create notes.md (3 lines)")
	v.reads("#call-1 .pill", "done")
	v.do(chromedp.WaitNotPresent(chromedp.CSS("#dock form")))
	v.reads("#live", "Write notes.md: done")
	v.file(dir, "notes.md", "# Notes\n\n- <b>one</b>\n")

	// A denied change is not made. Everything works with the keyboard.
	v.write("an edit.\n```json\n{\"tool\": \"edit_file\", \"path\": \"a.txt\", \"search_replace\": {\"old_string\": \"two\", \"new_string\": \"2\"}}\n```\n")
	v.reads("#dock form", "change a.txt")
	v.tabTo("#dock button[value=no]")
	v.do(chromedp.KeyEvent(kb.Enter))
	v.reads("#call-2 .answer", "Not allowed (on the page)")
	v.reads("#call-2 .told", "The user did not allow it, so nothing was changed.")
	v.reads("#call-2:focus", "Not allowed") // in place of the button
	v.file(dir, "a.txt", "one\ntwo\n")

	// To delete a file, the user types its name.
	v.write("```json\n{\"tool\": \"delete_file\", \"path\": \"old.txt\"}\n```\n")
	v.reads("#dock form", "delete old.txt (1 line)")
	v.click("#dock button[value=yes]")
	browsertest.Expect(ctx, "422")
	v.reads("#dock [role=alert]", "not the name of the file")
	v.file(dir, "old.txt", "old\n")
	v.do(chromedp.SendKeys(chromedp.CSS("#dock input"), "old.txt"+kb.Enter))
	v.reads("#call-3 .outcome", "Done: delete old.txt")
	v.file(dir, "old.txt", "")

	// An invalid call shows what is wrong. Text of a model is shown as plain text, even in a path.
	v.write("```json\n{\"tool\": \"file_read\", \"path\": \"../<i>\\u202etxt\", \"lineStart\": 0}\n```\n")
	v.reads("#call-4 .verdict", "not valid")
	v.reads("#call-4 .path", `../<i>\u{202e}txt`)
	v.reads("#call-4 .told", "lineStart")
	v.write("The end.")
	if err := model.Close(); err != nil {
		t.Fatal(err)
	}
	v.reads("#end", "Calls done: 2, not done: 2.")

	// A reloaded page looks the same, except for answered questions.
	before, err := chromedp.Run(ctx, chromedp.Evaluate[string](`document.querySelector("main").innerText`))
	if err != nil {
		t.Fatal(err)
	}
	v.do(chromedp.Reload())
	v.reads("#end", "The text has ended")
	after, err := chromedp.Run(ctx, chromedp.Evaluate[string](`document.querySelector("main").innerText`))
	if err != nil || before != after {
		t.Errorf("reloaded: %v\n%s\nbefore:\n%s", err, after, before)
	}
	path := filepath.Join(t.TempDir(), "page.png")
	browsertest.Screenshot(t, ctx, path)
	if *update.Expected {
		browsertest.Screenshot(t, ctx, "testdata/screenshot.png")
	}

	const ground = `getComputedStyle(document.body).backgroundColor`
	light, err := chromedp.Run(ctx, chromedp.Evaluate[string](ground))
	if err != nil {
		t.Fatal(err)
	}
	v.do(browsertest.Look(1000, 800, "dark"))
	if dark, err := chromedp.Run(ctx, chromedp.Evaluate[string](ground)); err != nil || dark == light {
		t.Errorf("the dark page has the same background: %s, %v", dark, err)
	}
	browsertest.Screenshot(t, ctx, filepath.Join(t.TempDir(), "dark.png"))
}
