package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestSpread(t *testing.T) {
	t.Parallel()
	a := &task{rounds: []float64{100, 300, 200}}
	b := &task{rounds: []float64{50, 100, 200}}
	opt := cmp.AllowUnexported(spread{})
	if diff := cmp.Diff(spread{200, 100, 300}, a.time(), opt); diff != "" {
		t.Errorf("time (-want +got):\n%s", diff)
	}
	// The ratios per round are 2, 3 and 1.
	if diff := cmp.Diff(spread{2, 1, 3}, a.over(b), opt); diff != "" {
		t.Errorf("ratio (-want +got):\n%s", diff)
	}
	if got := median([]float64{4, 1, 3, 2}); got != 2.5 {
		t.Errorf("median of four is %g", got)
	}
}

// Every task runs equally often, and each round gives one figure.
func TestMeasure(t *testing.T) { // not parallel: allocations are counted
	g := &group{name: "a group"}
	for _, name := range []string{"a", "b", "c"} {
		g.add(name, func() {})
	}
	measure([]*group{g}, 2, time.Nanosecond, func(int) {})
	for _, task := range g.tasks {
		if len(task.rounds) != 2 {
			t.Errorf("%s has %d figures after 2 rounds", task.name, len(task.rounds))
		}
	}
}

func TestSpreadText(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ got, want string }{
		{spread{0.713, 0.689, 0.744}.text("%.2f"), "0.71 (0.69–0.74)"},
		{spread{5, 5, 5}.text("%.0f"), "5"},
		{spread{420, 410, 433}.duration(), "420 (410–433) ns"},
		{spread{12_340, 12_000, 13_000}.duration(), "12.3 (12.0–13.0) µs"},
		{spread{2_500_000, 2_400_000, 2_600_000}.duration(), "2.5 (2.4–2.6) ms"},
		{size(74), "74 B"}, {size(1912), "1.9 kB"}, {size(148_674), "149 kB"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestWriteReadme(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"markers", "a\n<!-- bench -->\nold\n<!-- /bench -->\nb\n", "a\n<!-- bench -->\nnew\n<!-- /bench -->\nb\n"},
		{"no markers", "a\nb\n", "a\nb\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "README.md")
			if err := os.WriteFile(path, []byte(c.text), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := writeReadme(path, "new\n"); err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, string(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	path := filepath.Join(t.TempDir(), "README.md")
	if err := os.WriteFile(path, []byte("<!-- bench -->\nold\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := writeReadme(path, "new\n"); err == nil {
		t.Error("a marker without an end is no error")
	}
}
