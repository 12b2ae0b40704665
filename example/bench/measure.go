package main

import (
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"
)

// task is one function to measure. Its ratios are to tasks of its group, which take turns with it, so that
// noise affects all of them alike.
type task struct {
	name string
	run  func()

	perBurst int
	rounds   []float64 // nanoseconds per run, one per round
	allocs   float64
}

// group is a set of tasks that are compared with each other.
type group struct {
	name  string
	tasks []*task
}

func (g *group) add(name string, run func()) *task {
	t := &task{name: name, run: run}
	g.tasks = append(g.tasks, t)
	return t
}

func (g *group) task(name string) *task {
	for _, t := range g.tasks {
		if t.name == name {
			return t
		}
	}
	panic(fmt.Sprintf("%s has no %q", g.name, name))
}

// burstsPerRound is odd, so that the median of a round is a measured value.
const burstsPerRound = 3

// measure runs every group for the given number of rounds. In a round the tasks of a group take turns in short
// bursts; the median of a task's bursts is its figure for the round, so that a single interruption does not
// count. Everything runs on one processor, so that each task pays for its own garbage collection.
func measure(groups []*group, rounds int, burst time.Duration, progress func(round int)) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, g := range groups {
		for _, t := range g.tasks {
			t.calibrate(burst)
			t.allocs = testing.AllocsPerRun(20, t.run)
		}
	}
	for round := range rounds {
		progress(round + 1)
		for _, g := range groups {
			bursts := make([][]float64, len(g.tasks))
			for pass := range burstsPerRound {
				for i := range g.tasks {
					// Each pass starts with another task, so that none always follows the same one.
					i = (i + pass + round) % len(g.tasks)
					bursts[i] = append(bursts[i], g.tasks[i].burst())
				}
			}
			for i, t := range g.tasks {
				t.rounds = append(t.rounds, median(bursts[i]))
			}
		}
	}
}

// calibrate finds how many runs make a burst of at least the given length. It warms up the task first, which
// keeps one-time compilation and caching out of the figures.
func (t *task) calibrate(length time.Duration) {
	for range 3 {
		t.run()
	}
	for t.perBurst = 1; ; t.perBurst *= 2 {
		if took := t.burst() * float64(t.perBurst); took >= float64(length.Nanoseconds()) {
			return
		}
	}
}

// burst returns the nanoseconds of processor time per run of one burst. It starts with a collected heap, so that
// no task pays for the garbage of the one before.
func (t *task) burst() float64 {
	runtime.GC()
	start := cpuTime()
	for range t.perBurst {
		t.run()
	}
	return float64((cpuTime() - start).Nanoseconds()) / float64(t.perBurst)
}

// spread is a figure over several rounds: the median and the range.
type spread struct {
	median, min, max float64
}

func spreadOf(rounds []float64) spread {
	return spread{median(rounds), slices.Min(rounds), slices.Max(rounds)}
}

// time returns the spread of the nanoseconds per run.
func (t *task) time() spread { return spreadOf(t.rounds) }

// over returns the spread of the ratio of t to another task of its group, computed per round.
func (t *task) over(other *task) spread {
	ratios := make([]float64, len(t.rounds))
	for i := range ratios {
		ratios[i] = t.rounds[i] / other.rounds[i]
	}
	return spreadOf(ratios)
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
