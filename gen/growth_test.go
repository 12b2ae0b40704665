package gen_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen"
	"github.com/toolgen/toolgen/internal/benchgen"
)

// TestWorkGrowsWithTheInput counts allocations, which are deterministic: four times the input may take about
// four times the work; quadratic work would be sixteen times. It is not parallel, because the count is per
// process.
func TestWorkGrowsWithTheInput(t *testing.T) {
	for name, source := range map[string]func(n int) []byte{
		"tools":      func(n int) []byte { return benchgen.Tools(n, 7) },
		"properties": wideTool,
	} {
		t.Run(name, func(t *testing.T) {
			const small = 20
			workOf(t, source(small)) // initialize tables first
			one, four := workOf(t, source(small)), workOf(t, source(4*small))
			objects := float64(four.Mallocs) / float64(one.Mallocs)
			bytes := float64(four.TotalAlloc) / float64(one.TotalAlloc)
			t.Logf("four times the input: %.2f times the objects, %.2f times the bytes", objects, bytes)
			if most := 4.4; objects > most || bytes > most {
				t.Errorf("more than %.1f times the work", most)
			}
		})
	}
}

// workOf measures generating and checking the package of a source.
func workOf(t *testing.T, source []byte) runtime.MemStats {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "tools.json")
	if err := os.WriteFile(file, source, 0o644); err != nil {
		t.Fatal(err)
	}
	opts := gen.Options{Targets: []gen.Target{{Sources: []string{file}, Out: filepath.Join(dir, "tools")}}}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	result, err := gen.Generate(opts)
	if err != nil || result.Failed {
		t.Fatal(err, result.Diagnostics)
	}
	drift, err := gen.Check(opts)
	if err != nil || len(drift.Files) > 0 {
		t.Fatal(err, drift.Files)
	}
	runtime.ReadMemStats(&after)
	after.Mallocs -= before.Mallocs
	after.TotalAlloc -= before.TotalAlloc
	return after
}

// wideTool is a tool with many properties.
func wideTool(n int) []byte {
	var properties []string
	for i := range n {
		properties = append(properties, fmt.Sprintf(`"key%d":{"type":"string","minLength":%d,"description":"Text number %d."}`, i, i, i))
	}
	return fmt.Appendf(nil, `{"name":"wide","inputSchema":{"type":"object","properties":{%s}}}`, strings.Join(properties, ","))
}
