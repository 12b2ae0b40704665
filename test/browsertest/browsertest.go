// Package browsertest runs Chromium for tests of pages.
//
//	ctx := browsertest.New(t)
//	err := chromedp.Do(ctx,
//		chromedp.Navigate(server.URL),
//		chromedp.Click(chromedp.CSS("#approve")),
//		chromedp.WaitVisible(chromedp.CSS("#done")))
//	browsertest.Screenshot(t, ctx, filepath.Join(t.TempDir(), "done.png"))
//
// Every test has a browser of its own, without a window and with a profile that is empty at first
// and removed in the end. A test whose page writes an error to the console fails, be it an
// exception, a violation of the page's content security policy or a file that is not there.
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

// RequireVariable is the environment variable that, where it is not empty, makes tests fail
// instead of being skipped where there is no Chromium.
const RequireVariable = "TOOLGEN_REQUIRE_CHROMIUM"

// Timeout bounds the work of one browser, so that a page that never gets ready fails its own test
// and not all of them.
const Timeout = 2 * time.Minute

// New starts a browser with one empty page of 1000 by 800 pixels and returns the context for
// actions of chromedp. The browser is closed at the end of the test. Errors on the page's console
// fail the test then; [Expect] excepts those that the test is about.
//
// The command chromium is looked for in PATH. Where there is none, the test is skipped, or fails
// if [RequireVariable] is set.
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
	// Not t.Context, which is done before the clean-up that closes the browser in good order.
	ctx, stop := context.WithTimeout(context.Background(), Timeout)
	t.Cleanup(stop)
	// Without a given one, chromedp makes a user data directory and removes it when the last
	// process of the browser has ended.
	ctx, stopAll := chromedp.NewExecAllocator(ctx, slices.Concat(chromedp.DefaultExecAllocatorOptions[:], []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path),
		chromedp.NoSandbox, // containers do not allow what the sandbox needs, and all pages are ours
		chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("lang", "en-US"),
		chromedp.WindowSize(1000, 800),
	})...)
	t.Cleanup(stopAll)
	console := &console{tb: t, end: make(chan struct{})}
	// What chromedp has to say about the protocol is told if the test fails, see report.
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
		// Messages come in order: after this one there are none that the test has caused.
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

// Expect excepts console errors that contain the text from failing the test. One such error must
// have come by the end of the test.
func Expect(ctx context.Context, text string) {
	c := ctx.Value(consoleKey{}).(*console)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.expected = append(c.expected, text)
}

// Screenshot writes a picture of the whole page, also of what would have to be scrolled to, to a
// PNG file of at most 256 colours, which is enough for text and small.
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

// paletted is a picture in its 256 most frequent colours; the others become the nearest of these.
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
	for _, c := range frequent[:min(len(frequent), 256)] {
		palette = append(palette, c)
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

// Look has the page shown at a width and height in pixels to somebody who likes it light or dark.
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

// console collects what a page writes to its console.
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

// note keeps a message of chromedp.
func (c *console) note(format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.notes) < 20 {
		c.notes = append(c.notes, strings.TrimSpace(fmt.Sprintf(format, args...)))
	}
}

// report fails the test where the console has an error that was not expected, or lacks one that
// was.
func (c *console) report() {
	c.mu.Lock()
	defer c.mu.Unlock()
	met := make([]bool, len(c.expected))
	for _, text := range c.errors {
		i := slices.IndexFunc(c.expected, func(part string) bool { return strings.Contains(text, part) })
		if i < 0 {
			c.tb.Errorf("on the console of the page: %s", text)
			continue
		}
		met[i] = true
	}
	for i, text := range c.expected {
		if !met[i] {
			c.tb.Errorf("the console of the page has no error with %q", text)
		}
	}
	if c.tb.Failed() {
		for _, note := range c.notes {
			c.tb.Logf("chromedp: %s", note)
		}
	}
}
