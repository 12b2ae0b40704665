// Package benchrun keeps what benchmarks measured, run by run, and holds it against targets. Two runs
// side by side, on different days or machines, tell what is noise.
package benchrun

import (
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
	Format  string  `json:"format"`             // a format of package fmt for the figure and its limit
	Median  float64 `json:"median"`
	Least   float64 `json:"least"`
	Most    float64 `json:"most"`
}

// Held reports whether the median keeps the limit.
func (f Figure) Held() bool {
	if f.AtLeast {
		return f.Median >= f.Limit
	}
	return f.Median <= f.Limit
}

// String is the median with its spread, "0.71 (0.69–0.74)"; the spread is left out where there is none.
func (f Figure) String() string {
	if f.Least == f.Most {
		return fmt.Sprintf(f.Format, f.Median)
	}
	return fmt.Sprintf(f.Format+" ("+f.Format+"–"+f.Format+")", f.Median, f.Least, f.Most)
}

func (f Figure) target() string {
	if f.AtLeast {
		return fmt.Sprintf("at least "+f.Format, f.Limit)
	}
	return fmt.Sprintf("at most "+f.Format, f.Limit)
}

// Run is one run of a benchmark.
type Run struct {
	Date    string   `json:"date"`    // with the minute, in UTC
	Machine string   `json:"machine"` // processor, cores, platform, version of Go
	Figures []Figure `json:"figures"`
}

// kept is the number of runs that a log keeps.
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
	return runs[max(len(runs)-kept, 0):], nil
}

// Write writes the runs to the file at path.
func Write(path string, runs []Run) error {
	data, err := json.MarshalIndent(runs, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(data, '\n'), 0o644)
}

// Table is the figures of the last run as Markdown, beside those of the run before it. A figure that
// misses its target is bold.
func Table(runs []Run) string {
	var b strings.Builder
	shown := slices.Clone(runs[max(len(runs)-2, 0):])
	slices.Reverse(shown)
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
