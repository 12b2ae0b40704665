// Command count counts the cost of decoding, validating and hinting in allocations and instructions, and
// fails if one exceeds the counts file. It measures no time, so its results do not depend on how busy the
// machine is.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run returns 0 if nothing costs more, 1 if something does, 2 if it cannot tell.
func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("count", flag.ContinueOnError)
	flags.SetOutput(stderr)
	path := flags.String("counts", "counts.json", "`file` of counts")
	update := flags.Bool("update", false, "write the file instead of comparing with it")
	version := flags.Bool("version", false, "print the Go version and exit")
	repeated := flags.String("repeat", "", "run only the `work` of this name (used by the counters)")
	n := flags.Int("n", 0, "number of runs")
	grows := flags.String("grow", "", "run only the `growth` of this name (used by the counters)")
	size := flags.Int("size", 0, "size to run it in")
	part := flags.String("part", "run", "run, or base for the uncounted part")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if *version {
		fmt.Fprintln(stdout, runtime.Version())
		return 0
	}
	var err error
	switch {
	case *repeated != "":
		err = repeat(*repeated, *n)
	case *grows != "":
		err = grow(*grows, *size, *part)
	default:
		return countAndCompare(stdout, stderr, *path, *update)
	}
	if err != nil {
		fmt.Fprintln(stderr, "count:", err)
		return 2
	}
	return 0
}

// countAndCompare counts everything and compares it with the counts file, or writes that file.
func countAndCompare(stdout, stderr io.Writer, path string, update bool) int {
	all := allWork()
	now, err := countAll(all, stderr)
	if err == nil && update {
		err = now.replace(path)
	}
	if err != nil {
		fmt.Fprintln(stderr, "count:", err)
		return 2
	}
	printCounts(stdout, now, all)
	code := 0
	if !update {
		old, err := readCounts(path)
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%w; make bench-count UPDATE=1 writes it", err)
		}
		if err != nil {
			fmt.Fprintln(stderr, "count:", err)
			return 2
		}
		code = compare(stdout, stderr, now, old, all)
	}
	return max(code, compareGrowth(stdout, stderr))
}

// requireCounter is the environment variable that makes it a failure if instructions cannot be compared, for
// machines that are set up to count them.
const requireCounter = "TOOLGEN_REQUIRE_VALGRIND"

// compare reports what costs more or less than before.
func compare(stdout, stderr io.Writer, now, old counts, all []work) int {
	if why := now.incomparable(old); why != "" {
		if os.Getenv(requireCounter) != "" {
			fmt.Fprintf(stderr, "count: the instructions cannot be compared, but %s requires it: %s\n", requireCounter, why)
			return 2
		}
		fmt.Fprintf(stdout, "SKIPPED the instructions: %s; only allocations were compared.\n", why)
	}
	worse, better := now.regressions(old, all)
	if len(better) > 0 {
		fmt.Fprintf(stdout, "These cost less; run make bench-count UPDATE=1 to keep the gain:\n  %s\n", strings.Join(better, "\n  "))
	}
	if len(worse) > 0 {
		fmt.Fprintf(stderr, "These cost more than example/bench/counts.json allows:\n  %s\n"+
			"Fix it; if the cost is justified, run make bench-count UPDATE=1 and commit the file.\n", strings.Join(worse, "\n  "))
		return 1
	}
	fmt.Fprintln(stdout, "Nothing costs more than example/bench/counts.json allows.")
	return 0
}

// countAll counts allocations in this process, and instructions in child processes.
func countAll(all []work, stderr io.Writer) (counts, error) {
	now := empty()
	for _, w := range all {
		now.Work[w.key()] = cost{Allocs: testing.AllocsPerRun(50, w.run)}
	}
	self, err := os.Executable()
	if err != nil {
		return now, err
	}
	c, ok := workingCounter(self)
	if !ok {
		return now, nil
	}
	now.Counter = c.name
	fmt.Fprintf(stderr, "counting instructions with %s\n", c.name)
	taken, err := countInstructions(c, self, all)
	if err != nil {
		return now, err
	}
	for i, w := range all {
		entry := now.Work[w.key()]
		entry.Instructions = taken[i]
		now.Work[w.key()] = entry
	}
	for _, w := range all {
		entry := now.Work[w.key()]
		unit := now.Work[work{name: yardstick, kind: w.kind}.key()].Instructions
		entry.Ratio = math.Round(1e5*float64(entry.Instructions)/float64(unit)) / 1e5
		now.Work[w.key()] = entry
	}
	return now, nil
}

// countInstructions runs one counting process per processor at a time.
func countInstructions(c counter, self string, all []work) ([]int64, error) {
	taken, errs := make([]int64, len(all)), make([]error, len(all))
	slots := make(chan struct{}, runtime.NumCPU())
	var wg sync.WaitGroup
	for i, w := range all {
		wg.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			taken[i], errs[i] = c.instructions(self, w)
		})
	}
	wg.Wait()
	return taken, errors.Join(errs...)
}

func printCounts(stdout io.Writer, now counts, all []work) {
	fmt.Fprintf(stdout, "%-34s %12s %14s %13s\n", "per run, "+now.Go, "allocations", "instructions", "× json.Valid")
	for _, w := range all {
		c := now.Work[w.key()]
		if now.Counter == "" {
			fmt.Fprintf(stdout, "%-34s %12g %14s %13s\n", w.key(), c.Allocs, "-", "-")
			continue
		}
		fmt.Fprintf(stdout, "%-34s %12g %14d %13.3f\n", w.key(), c.Allocs, c.Instructions, c.Ratio)
	}
}
