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

// counts is the file of counts.
type counts struct {
	// Go, Arch and Counter are what Ratio was counted with. The ratios hold for every patch
	// version of the same Go; the instructions, which are there to be read, for this one only.
	Go      string          `json:"go"`
	Arch    string          `json:"arch"`
	Counter string          `json:"counter,omitempty"` // "" where there was none
	Work    map[string]cost `json:"work"`              // by [work.key]
}

// cost is what one run takes.
type cost struct {
	Allocs       float64 `json:"allocs"`
	Instructions int64   `json:"instructions,omitempty"`
	Ratio        float64 `json:"ratio,omitempty"` // to the instructions of the yardstick
}

// readCounts reads a file of counts.
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

// replace writes the file, but not one with less in it than a check needs.
func (c counts) replace(path string) error {
	if c.Counter == "" {
		return errors.New("neither valgrind nor a working perf is here; the file would lose its instructions")
	}
	text, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o644)
}

// tolerance is how much the ratio of instructions may grow.
const tolerance = 0.05

// incomparable is why the ratios of two counts cannot be held against each other, or "".
func (c counts) incomparable(old counts) string {
	switch {
	case c.Counter == "":
		return "neither valgrind nor a working perf is here"
	case c.Counter != old.Counter:
		return fmt.Sprintf("they are counted with %s here, and were with %q", c.Counter, old.Counter)
	case c.Arch != old.Arch:
		return fmt.Sprintf("this is %s, and they were counted on %s", c.Arch, old.Arch)
	case release(c.Go) != release(old.Go):
		return fmt.Sprintf("this is %s, and they were counted with %s", c.Go, old.Go)
	}
	return ""
}

// release is a Go version without its patch number: "go1.26" of "go1.26.8".
func release(version string) string {
	parts := strings.SplitN(version, ".", 3)
	return strings.Join(parts[:min(len(parts), 2)], ".")
}

// regressions tells of each work that takes more than it did; better tells of what takes less.
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

// ceiling is the number of allocations that work may make. Few are exact; of many, some are made by
// maps, which grow a little differently in each process.
func ceiling(was float64) float64 {
	if was < 100 {
		return was
	}
	return math.Floor(was * 1.01)
}

// empty is counts of this Go, yet without any work.
func empty() counts {
	return counts{Go: runtime.Version(), Arch: runtime.GOARCH, Work: map[string]cost{}}
}
