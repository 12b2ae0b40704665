package browsertest

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed" // for axe-core
	"encoding/json"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

//go:embed axe/axe.min.js.gz
var axeArchive []byte

// axe returns the source of axe-core.
var axe = sync.OnceValues(func() (string, error) {
	r, err := gzip.NewReader(bytes.NewReader(axeArchive))
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(r)
	return string(text), err
})

// checkAccessible returns the violations and the undecided checks of axe-core as lines of text.
const checkAccessible = `axe.run(document, {
	runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"], resultTypes: ["violations", "incomplete"],
}).then((r) => {
	const lines = (list) => list.flatMap((v) => v.nodes.map((n) => v.id + ": " + n.target.join(" ") + ": " + (n.failureSummary || v.help).replace(/\s+/g, " ")));
	return JSON.stringify({Found: lines(r.violations), Undecided: lines(r.incomplete), Passes: r.passes.length});
})`

// Accessible fails the test if the page violates a success criterion of WCAG 2.2 level A or AA, or a best
// practice, that axe-core checks. Undecided checks are logged.
func Accessible(t testing.TB, ctx context.Context) {
	t.Helper()
	source, err := axe()
	if err != nil {
		t.Fatalf("axe-core cannot be read: %v", err)
	}
	present, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`typeof axe === "object"`))
	if err == nil && !present {
		_, err = chromedp.Run(ctx, chromedp.Evaluate[bool](source+"\ntrue"))
	}
	if err != nil {
		t.Fatalf("axe-core does not start: %v", err)
	}
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](checkAccessible, chromedp.EvalAwaitPromise))
	var result struct {
		Found, Undecided []string
		Passes           int
	}
	if err == nil {
		err = json.NewDecoder(strings.NewReader(text)).Decode(&result)
	}
	if err != nil || result.Passes == 0 {
		t.Fatalf("axe-core checked %d rules: %v", result.Passes, err)
	}
	for _, line := range result.Found {
		t.Errorf("accessibility: %s", line)
	}
	for _, line := range result.Undecided {
		t.Logf("axe-core cannot decide: %s", line)
	}
}
