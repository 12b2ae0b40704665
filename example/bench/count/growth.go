package main

import (
	"fmt"

	"github.com/toolgen/toolgen/example/bench/benchtools"
	"github.com/toolgen/toolgen/example/bench/payload"
	"github.com/toolgen/toolgen/runtime"
)

// growth is work in several sizes whose cost per unit must not grow with the size.
type growth struct {
	name  string
	unit  string
	sizes []int
	at    func(size int) sample
	most  float64 // maximum ratio of the cost per unit to that in a smaller size
}

// sample is the work in one size.
type sample struct {
	units int
	run   func()
	// base is the part of run that is not counted; nil for nothing.
	base func()
	runs int // enough to outweigh the noise of a process
}

// allGrowths returns all work whose growth is checked. A linear cost has ratios near one: below it where
// more units share the fixed cost of a call, slightly above it where slices and maps grow. A quadratic cost
// has the ratio of the sizes, which is ten or more.
func allGrowths() []growth {
	return []growth{
		{
			name: "decode a journal", unit: "byte", most: 1.25,
			sizes: []int{1 << 10, 16 << 10, 256 << 10, 4 << 20, 16 << 20}, at: decodeSized,
		},
		{
			name: "issues of a journal", unit: "faulty line", most: 1.25,
			sizes: []int{1, 10, 100, 1_000, 10_000}, at: decodeFaulty,
		},
		{
			name: "hint of a journal's error", unit: "hint, beyond the cap", most: 1.1,
			sizes: []int{100, 1_000, 10_000}, at: hintOf,
		},
		{
			name: "hint with a journal's text", unit: "byte", most: 1.25,
			sizes: []int{16 << 10, 256 << 10, 4 << 20}, at: hintWithText,
		},
		{
			name: "rules over a list", unit: "item", most: 1.25,
			sizes: []int{10, 100, 1_000, 10_000}, at: rulesOver,
		},
	}
}

// enough is the approximate number of bytes, lines or items to process for one count.
const enough = 200_000

func decodeSized(size int) sample {
	text := payload.SizedJournal(size)
	run := func() { mustDecode(text, 0) }
	run()
	return sample{units: len(text), run: run, runs: 1 + enough/size}
}

// decodeFaulty counts the cost of faults beyond reading the lines that contain them.
func decodeFaulty(faults int) sample {
	lines := max(faults, 2)
	faulty, sound := payload.FaultyJournal(lines, faults), payload.FaultyJournal(lines, 0)
	return sample{
		units: faults,
		run:   func() { mustDecode(faulty, faults) },
		base:  func() { mustDecode(sound, 0) },
		runs:  2 + enough/100/lines,
	}
}

// mustDecode panics unless the text has exactly that many faults: the cost of wrong results is meaningless.
func mustDecode(text []byte, faults int) {
	_, err := benchtools.DecodeJournal(text, runtime.MaxBytes(64<<20))
	if found := issues(err) + omitted(err); found != faults {
		panic(fmt.Sprintf("found %d of %d faults: %v", found, faults, err))
	}
}

func hintOf(faults int) sample {
	_, refusal := benchtools.DecodeJournal(payload.FaultyJournal(max(faults, 2), faults))
	return sample{
		units: 1,
		run:   func() { _ = runtime.BuildHint(benchtools.JournalTool, refusal).Text() },
		runs:  20,
	}
}

// hintWithText has a fault in every line.
func hintWithText(size int) sample {
	lines := len(payload.SizedJournal(size)) / len(payload.SizedJournal(1<<14)) * 100
	text := payload.FaultyJournal(lines, lines)
	_, refusal := benchtools.DecodeJournal(text, runtime.MaxBytes(64<<20))
	return sample{
		units: len(text),
		run:   func() { _ = runtime.BuildHint(benchtools.JournalTool, refusal, runtime.WithCall(text)).Text() },
		runs:  1 + enough/size,
	}
}

// rulesOver uses amounts with two decimals, like money; sums of other numbers have a different cost.
func rulesOver(items int) sample {
	t := &benchtools.Tally{Entries: make([]benchtools.TallyEntry, items)}
	for i := range t.Entries {
		t.Entries[i] = benchtools.TallyEntry{Account: "4000", Debit: float64(1+i/2) / 100}
		if i%2 == 1 {
			t.Entries[i].Debit, t.Entries[i].Credit = 0, t.Entries[i].Debit
		}
	}
	run := func() {
		if err := t.Validate(); err != nil {
			panic(err)
		}
	}
	return sample{units: items, run: run, runs: 1 + enough/items}
}
