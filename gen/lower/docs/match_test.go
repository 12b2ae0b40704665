package docs

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// slowPattern is a pattern that takes exponential time for the texts below.
const slowPattern = `^(?:(a|aa|aaa)+)+(?<!c)b$`

// TestManyRunawayPatterns has each of many patterns take too long.
func TestManyRunawayPatterns(t *testing.T) {
	t.Parallel()
	m := Matcher{}
	began := time.Now()
	for i := range 60 {
		if _, ok := m.Match(fmt.Sprintf("x%d|", i)+slowPattern, strings.Repeat("a", 50)); ok {
			t.Fatal("decided")
		}
	}
	if took := time.Since(began); took > time.Minute {
		t.Errorf("took %v", took)
	}
}

// TestPatternsAreCompiledOnce counts what a further match by a large pattern allocates.
func TestPatternsAreCompiledOnce(t *testing.T) {
	m := Matcher{}
	allocs := testing.AllocsPerRun(10, func() {
		if match, ok := m.Match(`^[0-9]{1,900}\p{L}{0,900}$`, "1"); !match || !ok {
			t.Fatal(match, ok)
		}
	})
	if allocs > 100 {
		t.Errorf("%v allocations", allocs)
	}
	const patterns = 3 * maxCompiled / 1000
	for i := range patterns {
		if match, ok := m.Match(fmt.Sprintf(`^x%d[a-z]{0,600}`, i), "x0"); match != (i == 0) || !ok {
			t.Fatal(i, match, ok)
		}
	}
	if n := len(m.compiled); n > patterns/2 || m.size > maxCompiled {
		t.Errorf("%d are kept, with %d instructions", n, m.size)
	}
}
