// Package browsertest runs Chromium for tests of pages.
//
//	ctx := browsertest.New(t)
//	err := chromedp.Do(ctx,
//		chromedp.Navigate(server.URL),
//		chromedp.Click(chromedp.CSS("#approve")),
//		chromedp.WaitVisible(chromedp.CSS("#done")))
//	browsertest.Screenshot(t, ctx, filepath.Join(t.TempDir(), "done.png"))
//
// Every test has its own headless browser with a fresh profile, which is removed at the end. A test fails if
// its page writes an error to the console: an exception, a violation of the content security policy, or a
// missing file.
package browsertest

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// RequireVariable is the environment variable that makes tests fail, instead of being skipped, without
// Chromium.
const RequireVariable = "TOOLGEN_REQUIRE_CHROMIUM"

// Timeout limits the lifetime of one browser, so that a page that never gets ready fails only its own test.
const Timeout = 2 * time.Minute

// New starts a browser with an empty page of 1000 by 800 pixels and returns the context for chromedp actions.
// The browser is closed at the end of the test. Errors on the console then fail the test, unless [Expect]
// allows them.
//
// The command chromium is looked up in PATH. If it is missing, the test is skipped, or fails if
// [RequireVariable] is set.
func New(t testing.TB) context.Context {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		const message = "there is no command chromium in PATH; install Chromium to run this test"
		if os.Getenv(RequireVariable) != "" {
			t.Fatalf("%s (%s is set)", message, RequireVariable)
		}
		t.Skipf("%s (with %s set this is a failure)", message, RequireVariable)
	}
	// Not t.Context, which is cancelled before the clean-up that closes the browser.
	ctx, stop := context.WithTimeout(context.Background(), Timeout)
	t.Cleanup(stop)
	// By default, chromedp creates a user data directory and removes it when the browser has exited.
	ctx, stopAll := chromedp.NewExecAllocator(ctx, slices.Concat(chromedp.DefaultExecAllocatorOptions[:], []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path),
		chromedp.NoSandbox, // the sandbox does not work in containers, and all pages are ours
		chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("lang", "en-US"),
		chromedp.WindowSize(1000, 800),
	})...)
	t.Cleanup(stopAll)
	console := &console{tb: t, end: make(chan struct{})}
	// Messages of chromedp are reported if the test fails; see report.
	ctx, _ = chromedp.NewContext(context.WithValue(ctx, consoleKey{}, console), chromedp.WithErrorf(console.note), chromedp.WithLogf(console.note))
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(1000, 800)); err != nil {
		t.Fatalf("Chromium does not start: %v", err)
	}
	messages := chromedp.Console(ctx)
	go func() {
		defer close(console.end)
		for m, err := range messages {
			if err != nil || m.Text == lastMessage {
				return
			}
			console.add(m)
		}
	}()
	t.Cleanup(func() {
		// Messages of the page are ordered: everything that its scripts wrote comes before this one.
		if _, err := chromedp.Run(ctx, chromedp.Evaluate[any](`console.debug("`+lastMessage+`")`)); err == nil {
			<-console.end
		}
		if err := chromedp.Cancel(ctx); err != nil {
			t.Logf("closing Chromium: %v", err)
		}
		console.report()
	})
	return ctx
}

// Expect allows console errors that contain the text. At least one such error must occur: the end of the test waits for
// it, before the cleanups that the test registered earlier, since the browser reports a failed request later than scripts notice
// it.
func Expect(ctx context.Context, text string) {
	c := ctx.Value(consoleKey{}).(*console)
	c.tb.Cleanup(c.await)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.expected = append(c.expected, text)
}

// Screenshot writes the whole page, including parts out of view, to a PNG file of at most 256 colours, which
// keeps it small.
func Screenshot(t testing.TB, ctx context.Context, path string) {
	t.Helper()
	picture, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
	if err != nil {
		t.Fatalf("taking a screenshot: %v", err)
	}
	full, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		t.Fatalf("the screenshot is no picture: %v", err)
	}
	var small bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&small, paletted(full)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, small.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// paletted reduces an image to 256 colours: the most frequent ones that can be told apart.
func paletted(full image.Image) *image.Paletted {
	bounds := full.Bounds()
	counts := map[color.RGBA]int{}
	for y := range bounds.Dy() {
		for x := range bounds.Dx() {
			counts[color.RGBAModel.Convert(full.At(x, y)).(color.RGBA)]++
		}
	}
	frequent := slices.SortedFunc(maps.Keys(counts), func(a, b color.RGBA) int {
		return cmp.Or(counts[b]-counts[a], int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B))
	})
	var palette color.Palette
	for _, c := range frequent {
		if len(palette) < 256 && (len(palette) == 0 || unlike(c, palette.Convert(c).(color.RGBA))) {
			palette = append(palette, c)
		}
	}
	nearest := map[color.RGBA]uint8{}
	for c := range counts {
		nearest[c] = uint8(palette.Index(c))
	}
	small := image.NewPaletted(image.Rect(0, 0, bounds.Dx(), bounds.Dy()), palette)
	for y := range bounds.Dy() {
		for x := range bounds.Dx() {
			small.SetColorIndex(x, y, nearest[color.RGBAModel.Convert(full.At(x, y)).(color.RGBA)])
		}
	}
	return small
}

// unlike reports whether two colours can be told apart.
func unlike(a, b color.RGBA) bool {
	far := func(a, b uint8) bool { return max(a, b)-min(a, b) > 6 }
	return far(a.R, b.R) || far(a.G, b.G) || far(a.B, b.B)
}

// Look sets the size of the page in pixels and the preferred colour scheme.
func Look(width, height int64, scheme string) chromedp.Action[chromedp.Void] {
	return chromedp.Steps(chromedp.EmulateViewport(width, height), chromedp.Func(func(ctx context.Context, page *chromedp.Target) error {
		_, err := cdp.Call(ctx, page, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}},
		})
		return err
	}))
}

const lastMessage = "browsertest: the test has ended"

type consoleKey struct{}

// console collects console messages.
type console struct {
	tb  testing.TB
	end chan struct{}

	mu       sync.Mutex
	errors   []string
	expected []string
	notes    []string
}

func (c *console) add(m chromedp.ConsoleMessage) {
	if m.Type != chromedp.ConsoleError && m.Type != "assert" && !m.IsException() {
		return
	}
	text := m.String()
	if m.URL != "" {
		text += " (" + m.URL + ")"
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.errors = append(c.errors, text)
}

// note records a message of chromedp.
func (c *console) note(format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.notes) < 20 {
		c.notes = append(c.notes, strings.TrimSpace(fmt.Sprintf(format, args...)))
	}
}

// patience is how long await waits for expected errors.
const patience = 10 * time.Second

// await waits until all expected errors have come, for a while.
func (c *console) await() {
	for start := time.Now(); time.Since(start) < patience; time.Sleep(20 * time.Millisecond) {
		if _, missing := c.compare(); len(missing) == 0 {
			return
		}
	}
}

// compare returns the errors that are not expected, and the expected ones that have not come.
func (c *console) compare() (unexpected, missing []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	missing = slices.Clone(c.expected)
	for _, text := range c.errors {
		isIt := func(part string) bool { return strings.Contains(text, part) }
		if !slices.ContainsFunc(c.expected, isIt) {
			unexpected = append(unexpected, text)
		}
		missing = slices.DeleteFunc(missing, isIt)
	}
	return unexpected, missing
}

// report fails the test for unexpected console errors and for missing expected ones.
func (c *console) report() {
	unexpected, missing := c.compare()
	for _, text := range unexpected {
		c.tb.Errorf("console error: %s", text)
	}
	for _, text := range missing {
		c.tb.Errorf("no console error contains %q", text)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.tb.Failed() {
		for _, note := range c.notes {
			c.tb.Logf("chromedp: %s", note)
		}
	}
}
