// Package benchrun records benchmark results over several runs and checks them against targets. Runs of
// different days or machines side by side show the noise.
package benchrun

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// Figure is a measured figure with its target.
type Figure struct {
	What    string  `json:"what"`
	Limit   float64 `json:"limit"`
	AtLeast bool    `json:"at_least,omitempty"` // the limit is a minimum
	Free    bool    `json:"free,omitempty"`     // no limit: a reference value
	Format  string  `json:"format"`             // fmt format of the figure and its limit
	Median  float64 `json:"median"`
	Least   float64 `json:"least"`
	Most    float64 `json:"most"`
}

// Held reports whether the median meets the limit, if any.
func (f Figure) Held() bool {
	switch {
	case f.Free:
		return true
	case f.AtLeast:
		return f.Median >= f.Limit
	default:
		return f.Median <= f.Limit
	}
}

// String returns the median with its spread, "0.71 (0.69–0.74)"; without a spread, the median alone.
func (f Figure) String() string {
	if f.Least == f.Most {
		return fmt.Sprintf(f.Format, f.Median)
	}
	return fmt.Sprintf(f.Format+" ("+f.Format+"–"+f.Format+")", f.Median, f.Least, f.Most)
}

func (f Figure) target() string {
	switch {
	case f.Free:
		return ""
	case f.AtLeast:
		return fmt.Sprintf("at least "+f.Format, f.Limit)
	default:
		return fmt.Sprintf("at most "+f.Format, f.Limit)
	}
}

// Run is a run of a benchmark.
type Run struct {
	Date    string   `json:"date"`    // to the minute, UTC
	Machine string   `json:"machine"` // processor, cores, platform, Go version
	Figures []Figure `json:"figures"`
}

// beside returns the index of the run to show next to the last one: the latest of another machine, else of
// another day, else the previous one; -1 if there is none.
func beside(runs []Run) int {
	last := runs[len(runs)-1]
	otherMachine := func(run Run) bool { return run.Machine != last.Machine }
	otherDay := func(run Run) bool { return run.day() != last.day() }
	for _, other := range []func(Run) bool{otherMachine, otherDay} {
		for i := len(runs) - 2; i >= 0; i-- {
			if other(runs[i]) {
				return i
			}
		}
	}
	return len(runs) - 2
}

func (r Run) day() string {
	day, _, _ := strings.Cut(r.Date, " ")
	return day
}

// kept is the number of runs that a log keeps, always including the one shown next to the last.
const kept = 6

// Log reads the runs in a file, oldest first, and appends one. A missing file has no runs. The file is not
// written; see [Write].
func Log(path string, run Run) ([]Run, error) {
	var runs []Run
	data, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	default:
		if err := json.Unmarshal(data, &runs); err != nil {
			return nil, fmt.Errorf("%s: %w; delete the file to start a new log", path, err)
		}
	}
	runs = append(runs, run)
	if first := len(runs) - kept; first > 0 {
		if old := beside(runs); old < first {
			runs[first] = runs[old]
		}
		runs = runs[first:]
	}
	return runs, nil
}

// Write writes runs to a file.
func Write(path string, runs []Run) error {
	data, err := json.MarshalIndent(runs, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(data, '\n'), 0o644)
}

// Table renders the last run as Markdown next to the comparison run. A figure that misses its target is bold.
func Table(runs []Run) string {
	var b strings.Builder
	shown := []Run{runs[len(runs)-1]}
	if i := beside(runs); i >= 0 {
		shown = append(shown, runs[i])
	}
	b.WriteString("| figure | target |")
	for _, run := range shown {
		b.WriteString(" " + run.Date + " |")
	}
	b.WriteString("\n|---|---|" + strings.Repeat("---|", len(shown)) + "\n")
	for _, figure := range shown[0].Figures {
		fmt.Fprintf(&b, "| %s | %s |", figure.What, figure.target())
		for _, run := range shown {
			i := slices.IndexFunc(run.Figures, func(f Figure) bool { return f.What == figure.What })
			switch {
			case i < 0:
				b.WriteString(" |")
			case run.Figures[i].Held():
				b.WriteString(" " + run.Figures[i].String() + " |")
			default:
				b.WriteString(" **" + run.Figures[i].String() + "** missed |")
			}
		}
		b.WriteString("\n")
	}
	if len(shown) == 2 && shown[0].Machine != shown[1].Machine {
		fmt.Fprintf(&b, "\nThe run of %s was on another machine: %s.\n", shown[1].Date, shown[1].Machine)
	}
	return b.String()
}

// Processor returns the name of the processor, if the system provides it.
func Processor() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return "unknown processor"
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if key, value, ok := strings.Cut(s.Text(), ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown processor"
}
