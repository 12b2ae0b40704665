package benchrun_test

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/benchrun"
	"github.com/toolgen/toolgen/internal/testdiff"
)

// A maximum must not be exceeded, a minimum must be reached.
func TestHeld(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		figure benchrun.Figure
		held   bool
	}{
		{benchrun.Figure{Limit: 0.8, Median: 0.8}, true},
		{benchrun.Figure{Limit: 0.8, Median: 0.81}, false},
		{benchrun.Figure{Limit: 2.2, AtLeast: true, Median: 2.2}, true},
		{benchrun.Figure{Limit: 2.2, AtLeast: true, Median: 2.1}, false},
	} {
		if c.figure.Held() != c.held {
			t.Errorf("%+v: held is %v", c.figure, !c.held)
		}
	}
}

func TestTable(t *testing.T) {
	t.Parallel()
	ratio := benchrun.Figure{What: "ratio", Limit: 2.2, AtLeast: true, Format: "%.2f", Median: 2.1, Least: 2, Most: 2.3}
	memory := benchrun.Figure{What: "memory", Limit: 400, Format: "%.0f MiB", Median: 154, Least: 154, Most: 154}
	better := ratio
	better.Median = 2.25
	got := benchrun.Table([]benchrun.Run{
		{Date: "long ago", Figures: []benchrun.Figure{memory}},
		{Date: "yesterday", Machine: "slow", Figures: []benchrun.Figure{ratio}},
		{Date: "today", Machine: "fast", Figures: []benchrun.Figure{better, memory}},
	})
	want := `| figure | target | today | yesterday |
|---|---|---|---|
| ratio | at least 2.20 | 2.25 (2.00–2.30) | **2.10 (2.00–2.30)** missed |
| memory | at most 400 MiB | 154 MiB | |

The run of yesterday was on another machine: slow.
`
	if diff := testdiff.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A run is shown next to one of another day or machine, if any; a reference value has no target.
func TestTableOfOtherDaysAndMachines(t *testing.T) {
	t.Parallel()
	run := func(date, machine string, median float64) benchrun.Run {
		figure := benchrun.Figure{What: "yardstick", Free: true, Format: "%.0f s", Median: median, Least: median, Most: median}
		return benchrun.Run{Date: date, Machine: machine, Figures: []benchrun.Figure{figure}}
	}
	last := run("2026-02-02 09:00", "fast", 1)
	for _, c := range []struct {
		name string
		runs []benchrun.Run
		want string
	}{
		{"the only one", []benchrun.Run{last}, "| figure | target | 2026-02-02 09:00 |\n|---|---|---|\n| yardstick |  | 1 s |\n"},
		{
			"all of one day and machine",
			[]benchrun.Run{run("2026-02-02 07:00", "fast", 3), run("2026-02-02 08:00", "fast", 2), last},
			"| figure | target | 2026-02-02 09:00 | 2026-02-02 08:00 |\n|---|---|---|---|\n| yardstick |  | 1 s | 2 s |\n",
		},
		{
			"another day",
			[]benchrun.Run{run("2026-02-01 07:00", "fast", 3), run("2026-02-02 08:00", "fast", 2), last},
			"| figure | target | 2026-02-02 09:00 | 2026-02-01 07:00 |\n|---|---|---|---|\n| yardstick |  | 1 s | 3 s |\n",
		},
		{
			"another machine, before another day",
			[]benchrun.Run{run("2026-02-01 07:00", "slow", 3), run("2026-02-01 08:00", "fast", 2), last},
			"| figure | target | 2026-02-02 09:00 | 2026-02-01 07:00 |\n|---|---|---|---|\n| yardstick |  | 1 s | 3 s |\n\nThe run of 2026-02-01 07:00 was on another machine: slow.\n",
		},
		{
			"another machine",
			[]benchrun.Run{run("2026-02-02 07:00", "slow", 3), run("2026-02-02 08:00", "fast", 2), last},
			"| figure | target | 2026-02-02 09:00 | 2026-02-02 07:00 |\n|---|---|---|---|\n| yardstick |  | 1 s | 3 s |\n\nThe run of 2026-02-02 07:00 was on another machine: slow.\n",
		},
	} {
		if diff := testdiff.Diff(c.want, benchrun.Table(c.runs)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// The log keeps a comparison run however often one machine measures in a day.
func TestLogKeepsTheRunToCompareWith(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "runs.json")
	for i := range 12 {
		run := benchrun.Run{Date: "2026-02-02 09:" + strconv.Itoa(10+i), Machine: "fast"}
		if i < 2 {
			run.Machine = "slow" + strconv.Itoa(i)
		}
		runs, err := benchrun.Log(path, run)
		if err != nil {
			t.Fatal(err)
		}
		if err := benchrun.Write(path, runs); err != nil {
			t.Fatal(err)
		}
		if len(runs) > 6 {
			t.Errorf("%d runs are kept after %d", len(runs), i+1)
		}
		if i > 1 && !slices.ContainsFunc(runs, func(r benchrun.Run) bool { return r.Machine == "slow1" }) {
			t.Errorf("after %d runs, the run of another machine is gone: %v", i+1, runs)
		}
	}
}

// A log keeps the latest runs; a file in another format is not overwritten.
func TestLog(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "runs.json")
	for i := range 9 {
		runs, err := benchrun.Log(path, benchrun.Run{Date: strconv.Itoa(i)})
		if err != nil {
			t.Fatal(err)
		}
		if err := benchrun.Write(path, runs); err != nil {
			t.Fatal(err)
		}
	}
	runs, err := benchrun.Log(path, benchrun.Run{Date: "now"})
	if err != nil {
		t.Fatal(err)
	}
	var dates []string
	for _, run := range runs {
		dates = append(dates, run.Date)
	}
	if got, want := strings.Join(dates, " "), "4 5 6 7 8 now"; got != want {
		t.Errorf("runs %s, want %s", got, want)
	}
	if err := os.WriteFile(path, []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := benchrun.Log(path, benchrun.Run{}); err == nil || !strings.Contains(err.Error(), "delete the file") {
		t.Errorf("a broken log: %v", err)
	}
}
