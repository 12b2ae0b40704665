package browsertest_test

import (
	"bytes"
	"fmt"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	_ "github.com/toolgen/toolgen/internal/update"
	"github.com/toolgen/toolgen/test/browsertest"
)

// page serves a page whose policy allows scripts from files only.
func page(t *testing.T, body, script string) string {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'self'")
		fmt.Fprintf(w, `<!doctype html><title>Page</title><link rel="icon" href="/icon.svg">%s<script src="/page.js"></script>`, body)
	})
	mux.HandleFunc("GET /page.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		fmt.Fprint(w, script)
	})
	mux.HandleFunc("GET /icon.svg", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "image/svg+xml")
		fmt.Fprint(w, `<svg xmlns="http://www.w3.org/2000/svg"/>`)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL
}

func TestScreenshot(t *testing.T) {
	url := page(t, `<button id="b">Press</button><p id="tall">`, `
		document.getElementById("b").onclick = () => {
			document.getElementById("tall").textContent = "pressed";
			document.getElementById("tall").style.height = "2000px";
		}`)
	ctx := browsertest.New(t)
	if err := chromedp.Do(ctx, chromedp.Navigate(url), chromedp.Click(chromedp.CSS("#b"))); err != nil {
		t.Fatal(err)
	}
	if got, err := chromedp.Run(ctx, chromedp.Text(chromedp.CSS("#tall"))); err != nil || got != "pressed" {
		t.Errorf("got %q, %v", got, err)
	}
	path := filepath.Join(t.TempDir(), "page.png")
	browsertest.Screenshot(t, ctx, path)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	config, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if config.Width != 1000 || config.Height < 2000 {
		t.Errorf("the picture is %d by %d, not 1000 by 2000 or more", config.Width, config.Height)
	}
}

// TestConsoleErrors checks that a page fails a fake test exactly if it has an error.
func TestConsoleErrors(t *testing.T) {
	for _, tt := range []struct{ name, body, script, expect, want string }{
		{name: "none", script: `console.log("fine"); console.warn("nearly")`},
		{name: "error", script: `console.error("lost", 3)`, want: "lost 3"},
		{name: "exception", script: `null.x`, want: "TypeError"},
		{name: "rejection", script: `Promise.reject(new Error("refused"))`, want: "refused"},
		{name: "policy", body: `<script>document.title = "x"</script>`, want: "Content Security Policy"},
		{name: "missing file", body: `<img src="/none.png">`, want: "404"},
		{name: "expected", body: `<img src="/none.png">`, expect: "404"},
		{name: "expected, but did not come", expect: "404", want: `no console error contains "404"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			url := page(t, tt.body, tt.script)
			inner := &recorder{T: t}
			ctx := browsertest.New(inner)
			if tt.expect != "" {
				browsertest.Expect(ctx, tt.expect)
			}
			if err := chromedp.Do(ctx, chromedp.Navigate(url)); err != nil {
				t.Error(err)
			}
			inner.finish()
			got := strings.Join(inner.errors, "\n")
			if tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
				t.Errorf("the test fails with %q, want %q", got, tt.want)
			}
		})
	}
}

// TestAccessible finds an image without alternative text, in a page whose policy allows only its own scripts.
func TestAccessible(t *testing.T) {
	for _, tt := range []struct{ name, alt, want string }{{"sound", ` alt="A picture"`, ""}, {"faulty", "", "image-alt"}} {
		t.Run(tt.name, func(t *testing.T) {
			url := page(t, `<html lang="en"><main><h1>Page</h1><img src="/icon.svg"`+tt.alt+`></main>`, "")
			inner := &recorder{T: t}
			ctx := browsertest.New(inner)
			if err := chromedp.Do(ctx, chromedp.Navigate(url)); err != nil {
				t.Fatal(err)
			}
			browsertest.Accessible(inner, ctx)
			inner.finish()
			if got := strings.Join(inner.errors, "\n"); tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
				t.Errorf("the test fails with %q, want %q", got, tt.want)
			}
		})
	}
}

func TestNoChromium(t *testing.T) {
	for _, tt := range []struct{ require, want string }{{"", "skip"}, {"1", "fatal"}} {
		t.Setenv("PATH", t.TempDir())
		t.Setenv(browsertest.RequireVariable, tt.require)
		inner := &recorder{T: t, alone: true}
		var wg sync.WaitGroup
		wg.Go(func() { browsertest.New(inner) }) // Skip and Fatal exit the goroutine
		wg.Wait()
		if inner.ended != tt.want || !strings.Contains(inner.message, "install Chromium") {
			t.Errorf("with %s=%q: %s %q, want %s", browsertest.RequireVariable, tt.require, inner.ended, inner.message, tt.want)
		}
	}
}
