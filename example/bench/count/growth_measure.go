package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// grown is the cost per unit of a growth, by size.
type grown struct {
	growth
	perUnit []float64
}

// worst returns the highest ratio of the costs per unit of a size and a smaller size. Each size is
// compared with every smaller one, because the fixed cost of a call can make the smallest size look
// expensive and so hide growth between the larger ones.
func (g grown) worst() float64 {
	worst := 0.0
	least := g.perUnit[0]
	for _, cost := range g.perUnit[1:] {
		worst = max(worst, cost/max(least, 1))
		least = min(least, cost)
	}
	return worst
}

// growthInstructions counts the instructions of every growth, one process per processor at a time, the
// largest first.
func growthInstructions(c counter, self string) ([]grown, error) {
	all := allGrowths()
	var wg sync.WaitGroup
	var mu sync.Mutex
	var failed error
	slots := make(chan struct{}, runtime.NumCPU())
	found := make([]grown, len(all))
	for i, g := range all {
		found[i] = grown{g, make([]float64, len(g.sizes))}
		for j, size := range slices.Backward(g.sizes) {
			wg.Go(func() {
				slots <- struct{}{}
				defer func() { <-slots }()
				cost, err := c.perUnit(self, g, size)
				mu.Lock()
				defer mu.Unlock()
				if found[i].perUnit[j] = cost; err != nil && failed == nil {
					failed = err
				}
			})
		}
	}
	wg.Wait()
	return found, failed
}

// perUnit returns the number of instructions per unit of g in one size: those of a process that does the
// work, minus those of a process that does only the uncounted part.
func (c counter) perUnit(self string, g growth, size int) (float64, error) {
	count := func(part string) (int64, error) {
		return c.count(self, "-grow", g.name, "-size", strconv.Itoa(size), "-part", part)
	}
	with, err := count("run")
	if err != nil {
		return 0, err
	}
	without, err := count("base")
	if err != nil {
		return 0, err
	}
	s := g.at(size)
	return float64(with-without) / float64(s.runs) / float64(s.units), nil
}

// grow is the main function of the counted process.
func grow(name string, size int, part string) error {
	all := allGrowths()
	i := slices.IndexFunc(all, func(g growth) bool { return g.name == name })
	if i < 0 {
		return fmt.Errorf("unknown growth %q", name)
	}
	s := all[i].at(size)
	// One-time work is done first, in both processes.
	s.run()
	run := s.run
	if part == "base" {
		run = s.base
	}
	if run == nil {
		return nil
	}
	for range s.runs {
		run()
	}
	return nil
}

// judge prints the cost of the growths and returns those that exceed their limit.
func judge(stdout io.Writer, all []grown) (worse []string) {
	for _, g := range all {
		fmt.Fprintf(stdout, "%s, instructions per %s:", g.name, g.unit)
		for i, size := range g.sizes {
			fmt.Fprintf(stdout, "  %s %.1f", sizeText(size), g.perUnit[i])
		}
		fmt.Fprintf(stdout, "  (worst ratio %.2f, at most %.2f)\n", g.worst(), g.most)
		if g.worst() > g.most {
			worse = append(worse, fmt.Sprintf("%s: %.2f × the instructions per %s of a smaller size, at most %.2f",
				g.name, g.worst(), g.unit, g.most))
		}
	}
	return worse
}

// sizeText formats a size, with k and M for powers of 1,024 where they divide it.
func sizeText(n int) string {
	switch {
	case n >= 1<<20 && n%(1<<20) == 0:
		return strconv.Itoa(n>>20) + "Mi"
	case n >= 1<<10 && n%(1<<10) == 0:
		return strconv.Itoa(n>>10) + "Ki"
	}
	return strconv.Itoa(n)
}

// compareGrowth counts the growths and reports those that exceed their limit. It returns 0 if none does or if
// nothing can be counted, 1 if one does, 2 if counting fails.
func compareGrowth(stdout, stderr io.Writer) int {
	self, err := os.Executable()
	if err != nil {
		fmt.Fprintln(stderr, "count:", err)
		return 2
	}
	c, ok := workingCounter(self)
	if !ok {
		fmt.Fprintln(stdout, "SKIPPED the growth of instructions: neither valgrind nor a working perf is installed; the tests of this package check the growth of allocations.")
		return 0
	}
	all, err := growthInstructions(c, self)
	if err != nil {
		fmt.Fprintln(stderr, "count:", err)
		return 2
	}
	if worse := judge(stdout, all); len(worse) > 0 {
		fmt.Fprintf(stderr, "These grow faster than their input:\n  %s\n", strings.Join(worse, "\n  "))
		return 1
	}
	return 0
}
