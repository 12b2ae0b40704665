// Package benchrun keeps what benchmarks measured, run by run, and checks it against targets. Two runs
// side by side, of different days or machines, tell what is noise.
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

// Figure is one measured figure and the target that it is held to.
type Figure struct {
	What    string  `json:"what"`
	Limit   float64 `json:"limit"`
	AtLeast bool    `json:"at_least,omitempty"` // the limit is a lower one
	Free    bool    `json:"free,omitempty"`     // there is no limit: a yardstick, or what is measured with it
	Format  string  `json:"format"`             // a format of package fmt for the figure and its limit
	Median  float64 `json:"median"`
	Least   float64 `json:"least"`
	Most    float64 `json:"most"`
}

// Held reports whether the median keeps the limit, if there is one.
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

// String is the median with its spread, "0.71 (0.69–0.74)"; the spread is left out where there is none.
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

// Run is one run of a benchmark.
type Run struct {
	Date    string   `json:"date"`    // with the minute, in UTC
	Machine string   `json:"machine"` // processor, cores, platform, version of Go
	Figures []Figure `json:"figures"`
}

// beside is the place of the run to show beside the last one, so that what both show is no matter of one
// machine's mood: the latest of another machine, or else of another day, or else the one before it; less
// than zero where it is the only one.
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

// kept is the number of runs that a log keeps. The one that is shown beside the last is among them,
// however old it is.
const kept = 6

// Log reads the runs in the file at path, oldest first, and adds one. A file that is not there has no
// runs. The file is not written, see [Write].
func Log(path string, run Run) ([]Run, error) {
	var runs []Run
	data, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	default:
		if err := json.Unmarshal(data, &runs); err != nil {
			return nil, fmt.Errorf("%s: %w; take the file away to begin a new log", path, err)
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

// Write writes the runs to the file at path.
func Write(path string, runs []Run) error {
	data, err := json.MarshalIndent(runs, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(data, '\n'), 0o644)
}

// Table is the figures of the last run as Markdown, beside those of the latest run of another machine,
// or else of another day, or else of the run before it. A figure that misses its target is bold.
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

// Processor is the name of the machine's processor, as far as the system tells it.
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
