package main

import (
	"bytes"
	"runtime"
	"strings"
	"testing"
)

// allocated returns the number and the bytes of the allocations of f, averaged, because calls share the memory
// of short strings with earlier ones.
func allocated(f func(), runs int) (allocs, size float64) {
	if f == nil {
		return 0, 0
	}
	f() // fills the pools
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range runs {
		f()
	}
	runtime.ReadMemStats(&after)
	n := float64(runs)
	return float64(after.Mallocs-before.Mallocs) / n, float64(after.TotalAlloc-before.TotalAlloc) / n
}

// TestGrowthOfAllocations checks for allocations, where instructions cannot be counted, what bench-count checks
// for instructions: they grow no faster than the input. Slices and maps do not explain a cost per unit of more
// than twice that of a smaller size. Work that does not allocate goes unnoticed.
func TestGrowthOfAllocations(t *testing.T) {
	// A garbage collection in between would empty the pools.
	const slackAllocs, slackBytes, most = 64, 64 << 10, 2
	for _, g := range allGrowths() {
		t.Run(g.name, func(t *testing.T) {
			type point struct{ units, allocs, size float64 }
			var smaller []point
			for _, size := range g.sizes {
				s := g.at(size)
				p := point{units: float64(s.units)}
				p.allocs, p.size = allocated(s.run, s.runs)
				baseAllocs, baseSize := allocated(s.base, s.runs)
				p.allocs, p.size = p.allocs-baseAllocs, p.size-baseSize
				t.Logf("%s: %.0f allocations, %.0f bytes", sizeText(size), p.allocs, p.size)
				for _, q := range smaller {
					share := p.units / q.units
					if p.allocs > most*share*q.allocs+slackAllocs || p.size > most*share*q.size+slackBytes {
						t.Errorf("%s: %.0f allocations, %.0f bytes; %.0f and %.0f for 1/%.0f of the work",
							sizeText(size), p.allocs, p.size, q.allocs, q.size, share)
					}
				}
				smaller = append(smaller, p)
			}
		})
	}
}

// TestJudge checks that each size is compared with every smaller one: the fixed cost of a call must not hide
// that the largest size costs more than the middle one.
func TestJudge(t *testing.T) {
	t.Parallel()
	g := growth{name: "sorting", unit: "item", most: 1.25, sizes: []int{1, 1 << 10, 1 << 20}}
	for _, c := range []struct {
		name    string
		perUnit []float64
		worst   float64
	}{
		{"flat", []float64{100, 100, 100}, 1},
		{"shared fixed cost", []float64{900, 110, 101}, 101.0 / 110},
		{"within the bound", []float64{100, 90, 112}, 112.0 / 90},
		{"hidden growth", []float64{900, 100, 200}, 2},
		{"quadratic", []float64{100, 1000, 10000}, 100},
		{"nothing at first", []float64{0, 0, 50}, 50},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			found := grown{g, c.perUnit}
			if got := found.worst(); got != c.worst {
				t.Errorf("worst %v, want %v", got, c.worst)
			}
			var out bytes.Buffer
			worse := judge(&out, []grown{found})
			if fails := len(worse) > 0; fails != (c.worst > g.most) {
				t.Errorf("got %q", worse)
			}
			if !strings.Contains(out.String(), "1Mi") {
				t.Errorf("printed %q", out.String())
			}
		})
	}
}

func TestGrowOfUnknown(t *testing.T) {
	t.Parallel()
	if err := grow("nothing", 1, "run"); err == nil {
		t.Error("an unknown growth is no error")
	}
}
