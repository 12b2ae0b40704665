package main

import (
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"
)

// task is one function to measure. Its ratios are to the tasks of its group, which run in turns
// with it, so that a noisy machine hits all of them alike.
type task struct {
	name string
	run  func()

	perBurst int
	rounds   []float64 // nanoseconds per run, one figure a round
	allocs   float64
}

// group is tasks that are compared with each other.
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

// burstsPerRound is odd, so that a round has a median that was measured.
const burstsPerRound = 3

// measure runs every group for so many rounds. In a round each task runs in short bursts, in turns
// with the others of its group; the median of the bursts is the figure of the round, so that one
// interruption does not count. All run on one processor, so that they pay for their own garbage.
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
					// Each pass begins with another task: no one always follows the same.
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

// calibrate finds how many runs make a burst of at least the given length. It warms the task up
// first: what is compiled or cached on the first run is no part of the figure.
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

// burst is the nanoseconds of processor time per run of one burst. It begins with an empty heap: nobody pays for the
// garbage of the task before.
func (t *task) burst() float64 {
	runtime.GC()
	start := cpuTime()
	for range t.perBurst {
		t.run()
	}
	return float64((cpuTime() - start).Nanoseconds()) / float64(t.perBurst)
}

// spread is a figure of several rounds: its median, and how far the rounds lie apart.
type spread struct {
	median, min, max float64
}

func spreadOf(rounds []float64) spread {
	return spread{median(rounds), slices.Min(rounds), slices.Max(rounds)}
}

// time is the spread of the nanoseconds per run.
func (t *task) time() spread { return spreadOf(t.rounds) }

// over is the spread of the ratio of t to another task of its group, taken round by round.
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
