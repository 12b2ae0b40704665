package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/example/bench/payload"
)

var someWork = []work{{name: yardstick, kind: payload.Invoice}, {name: "decode valid", kind: payload.Invoice}}

func countsOf(version, counter string, allocs, ratio float64) counts {
	return counts{Go: version, Arch: "amd64", Counter: counter, Work: map[string]cost{
		"invoice: json.Valid":   {Instructions: 1000, Ratio: 1},
		"invoice: decode valid": {Allocs: allocs, Ratio: ratio},
	}}
}

func TestCompare(t *testing.T) {
	old := countsOf("go1.26.8", "valgrind", 5, 0.600)
	for _, c := range []struct {
		name    string
		now     counts
		require string
		code    int
		says    string // in what is printed
	}{
		{"the same", countsOf("go1.26.8", "valgrind", 5, 0.600), "1", 0, "Nothing costs more"},
		{"within the tolerance", countsOf("go1.26.9", "valgrind", 5, 0.629), "1", 0, "Nothing costs more"},
		{"more instructions", countsOf("go1.26.8", "valgrind", 5, 0.631), "", 1, "0.631 × the instructions of json.Valid, 0.600 before (+5.2 %)"},
		{"one allocation more", countsOf("go1.26.8", "valgrind", 6, 0.600), "", 1, "6 allocations, 5 before"},
		{"what to do", countsOf("go1.26.8", "valgrind", 6, 0.600), "", 1, "make bench-count UPDATE=1"},
		{"less", countsOf("go1.26.8", "valgrind", 4, 0.500), "", 0, "to keep the gain:\n  invoice: decode valid: 4 allocations"},
		{"no counter", countsOf("go1.26.8", "", 5, 0), "", 0, "SKIPPED the instructions: neither valgrind nor a working perf"},
		{"no counter, more allocations", countsOf("go1.26.8", "", 6, 0), "", 1, "6 allocations, 5 before"},
		{"no counter where one is required", countsOf("go1.26.8", "", 5, 0), "1", 2, requireCounter},
		{"another counter", countsOf("go1.26.8", "perf", 5, 0.900), "", 0, "SKIPPED"},
		{"another Go", countsOf("go1.27.0", "valgrind", 5, 0.900), "", 0, "SKIPPED the instructions: this is go1.27.0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv(requireCounter, c.require)
			var out bytes.Buffer
			if code := compare(&out, &out, c.now, old, someWork); code != c.code || !strings.Contains(out.String(), c.says) {
				t.Errorf("code %d, want %d and %q:\n%s", code, c.code, c.says, out.String())
			}
		})
	}
}

func TestUnknownWork(t *testing.T) {
	t.Parallel()
	now := countsOf("go1.26.8", "valgrind", 5, 0.6)
	old := countsOf("go1.26.8", "valgrind", 5, 0.6)
	delete(old.Work, "invoice: decode valid")
	var out bytes.Buffer
	if code := compare(&out, &out, now, old, someWork); code != 1 || !strings.Contains(out.String(), "is not in the file of counts") {
		t.Errorf("code %d:\n%s", code, out.String())
	}
}

// Counts without instructions never replace others.
func TestReplace(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "counts.json")
	want := countsOf("go1.26.8", "valgrind", 5, 0.6)
	if err := want.replace(path); err != nil {
		t.Fatal(err)
	}
	if err := countsOf("go1.26.8", "", 5, 0).replace(path); err == nil {
		t.Error("counts without instructions were written")
	}
	got, err := readCounts(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Small allocation counts are compared exactly, large ones within the tolerance.
func TestCeiling(t *testing.T) {
	t.Parallel()
	for was, want := range map[float64]float64{0: 0, 5: 5, 99: 99, 100: 105, 585: 614, 9190: 9649} {
		if got := ceiling(was); got != want {
			t.Errorf("ceiling(%g) = %g, want %g", was, got, want)
		}
	}
}

// The counters' output is parsed.
func TestCounterMessages(t *testing.T) {
	t.Parallel()
	for counterName, message := range map[string]string{
		"valgrind": "==12== Cachegrind\n==12== \n==12== I   refs:      28,712,553\n",
		"perf":     "28712553,,instructions:u,21204516,100.00,,\n",
	} {
		for _, c := range counters {
			if c.name != counterName {
				continue
			}
			m := c.found.FindStringSubmatch(message)
			if m == nil || strings.ReplaceAll(m[1], ",", "") != "28712553" {
				t.Errorf("%s: parsed %q", counterName, m)
			}
		}
	}
	if perf := counters[1].found.FindString("<not supported>,,instructions:u,0,100.00,,\n"); perf != "" {
		t.Errorf("perf without a counter counts %q", perf)
	}
}
