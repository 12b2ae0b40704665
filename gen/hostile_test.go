//go:build unix

package gen_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/toolgen/toolgen/gen"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/internal/hostile"
)

// TestTimeGrowsWithTheSize checks that schemas that once took quadratic time or more take about four times as
// long at four times the size. It measures CPU time of this process and is not parallel. Thousands of properties of
// one object are not among them: go/types, like the compiler, searches all fields of a struct at each use of one.
func TestTimeGrowsWithTheSize(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes some seconds for each")
	}
	for _, c := range []struct {
		axis  string
		small int
	}{
		{"allOf", 600},
		{"anyOfRequired", 600},
		{"collidingKeys", 600},
		{"collidingTools", 500},
		{"oneOfConst", 600},
		{"oneOfShadowed", 1000},
		{"requiredAlone", 600},
		{"requiredTypos", 500},
	} {
		t.Run(c.axis, func(t *testing.T) {
			// Other processes disturb a measurement, but not always: the best of three counts.
			best := math.Inf(1)
			for range 3 {
				one, four := timeOf(t, c.axis, c.small), timeOf(t, c.axis, 4*c.small)
				best = min(best, float64(four)/float64(one))
				t.Logf("%v, and of four times the size %v", one, four)
				if best <= 8 {
					return
				}
			}
			t.Errorf("%.1f times the time; of quadratic growth, it would be 16", best)
		})
	}
}

// timeOf measures generating.
func timeOf(t *testing.T, axis string, n int) time.Duration {
	t.Helper()
	before := processorTime(t)
	if diags := generateHostile(t, axis, n); diags.HasErrors() {
		t.Fatal(diags)
	}
	return processorTime(t) - before
}

func generateHostile(t *testing.T, axis string, n int) model.Diagnostics {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "tools.json")
	if err := os.WriteFile(file, hostile.Axes[axis](n), 0o644); err != nil {
		t.Fatal(err)
	}
	result, err := gen.Generate(gen.Options{Targets: []gen.Target{{Sources: []string{file}, Out: filepath.Join(dir, "tools")}}})
	if err != nil {
		t.Fatal(err)
	}
	return result.Diagnostics
}

func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// TestHostileSizes generates a moderate size of every axis, so that none makes the command hang.
func TestHostileSizes(t *testing.T) {
	t.Parallel()
	for _, axis := range hostile.Names() {
		n := 40
		if strings.HasPrefix(axis, "long") {
			n = 20_000
		}
		began := time.Now()
		generateHostile(t, axis, n)
		if took := time.Since(began); took > 30*time.Second {
			t.Errorf("%s: took %v", axis, took)
		}
	}
}

// TestTooManySchemas checks that an absurdly large schema is rejected quickly, at the first part beyond the
// limit.
func TestTooManySchemas(t *testing.T) {
	t.Parallel()
	began := time.Now()
	diags := generateHostile(t, "properties", 60_000)
	if len(diags) != 1 || !diags.HasErrors() || !strings.HasPrefix(diags[0].Pointer, "/inputSchema/properties/key") || !strings.Contains(fmt.Sprint(diags), "more than 50000") {
		t.Error(diags)
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
}
