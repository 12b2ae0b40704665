package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"strings"
)

// counts is the content of the counts file.
type counts struct {
	// Go, Arch and Counter describe how Ratio was measured. Ratios are valid for every patch version of
	// the same Go; the instruction counts, which are informational, for this version only.
	Go      string          `json:"go"`
	Arch    string          `json:"arch"`
	Counter string          `json:"counter,omitempty"` // "" if there was none
	Work    map[string]cost `json:"work"`              // by [work.key]
}

// cost is the cost of one run.
type cost struct {
	Allocs       float64 `json:"allocs"`
	Instructions int64   `json:"instructions,omitempty"`
	Ratio        float64 `json:"ratio,omitempty"` // relative to the instructions of the yardstick
}

// readCounts reads a counts file.
func readCounts(path string) (counts, error) {
	var c counts
	text, err := os.ReadFile(path)
	if err != nil {
		return c, err
	}
	if err := json.Unmarshal(text, &c); err != nil {
		return c, fmt.Errorf("%s: %w", path, err)
	}
	return c, nil
}

// replace writes the file, but refuses to drop the instruction counts that a check needs.
func (c counts) replace(path string) error {
	if c.Counter == "" {
		return errors.New("neither valgrind nor a working perf is installed; the file would lose its instruction counts")
	}
	text, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o644)
}

// tolerance is how much the instruction ratio may grow, and the allocations of work that has hundreds of them.
const tolerance = 0.05

// incomparable returns why the ratios of two counts cannot be compared, or "".
func (c counts) incomparable(old counts) string {
	switch {
	case c.Counter == "":
		return "neither valgrind nor a working perf is installed"
	case c.Counter != old.Counter:
		return fmt.Sprintf("this machine counts with %s, the file was counted with %q", c.Counter, old.Counter)
	case c.Arch != old.Arch:
		return fmt.Sprintf("this machine is %s, the file was counted on %s", c.Arch, old.Arch)
	case release(c.Go) != release(old.Go):
		return fmt.Sprintf("this is %s, the file was counted with %s", c.Go, old.Go)
	}
	return ""
}

// release returns a Go version without its patch number: "go1.26" for "go1.26.8".
func release(version string) string {
	parts := strings.SplitN(version, ".", 3)
	return strings.Join(parts[:min(len(parts), 2)], ".")
}

// regressions returns the work that costs more than before, and the work that costs less.
func (c counts) regressions(old counts, all []work) (worse, better []string) {
	ratios := c.incomparable(old) == ""
	for _, w := range all {
		was, known := old.Work[w.key()]
		is := c.Work[w.key()]
		if !known {
			worse = append(worse, w.key()+": is not in the file of counts")
			continue
		}
		if is.Allocs > ceiling(was.Allocs) {
			worse = append(worse, fmt.Sprintf("%s: %g allocations, %g before", w.key(), is.Allocs, was.Allocs))
		} else if ceiling(is.Allocs) < was.Allocs {
			better = append(better, fmt.Sprintf("%s: %g allocations, %g before", w.key(), is.Allocs, was.Allocs))
		}
		if !ratios || w.name == yardstick {
			continue
		}
		change := fmt.Sprintf("%s: %.3f × the instructions of %s, %.3f before (%+.1f %%)",
			w.key(), is.Ratio, yardstick, was.Ratio, 100*(is.Ratio/was.Ratio-1))
		if is.Ratio > was.Ratio*(1+tolerance) {
			worse = append(worse, change)
		} else if is.Ratio < was.Ratio*(1-tolerance) {
			better = append(better, change)
		}
	}
	return worse, better
}

// ceiling is the maximum number of allocations allowed. Small counts are exact: they are those of a sound call,
// or of one with few faults. Large counts are those of hints, where a few more cost nobody anything.
func ceiling(was float64) float64 {
	if was < 100 {
		return was
	}
	return math.Floor(was * (1 + tolerance))
}

// empty returns counts of this Go version without any work.
func empty() counts {
	return counts{Go: runtime.Version(), Arch: runtime.GOARCH, Work: map[string]cost{}}
}
