package gen_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen"
	"github.com/toolgen/toolgen/gen/model"
)

// deep is a tool of nested objects with long keys. Go names are made of all enclosing keys, so the code grows
// quadratically.
func deep(levels, letters int) string {
	schema := `{"type":"string"}`
	for i := range levels {
		schema = fmt.Sprintf(`{"type":"object","properties":{"k%s%d":%s}}`, strings.Repeat("a", letters), i, schema)
	}
	return fmt.Sprintf(`{"name":"deep","inputSchema":%s}`, schema)
}

// A tool with disproportionate code is an error, and does not affect other tools.
func TestCodeTooLarge(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	source := filepath.Join(dir, "tools.json")
	text := "[" + `{"name":"list","inputSchema":{"type":"object"}},` + "\n" + deep(250, 300) + "]"
	if err := os.WriteFile(source, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out")
	result, err := gen.Generate(gen.Options{Targets: []gen.Target{{Sources: []string{source}, Out: out}}})
	if err != nil || !result.Failed || len(result.Diagnostics) != 1 {
		t.Fatal(err, result.Diagnostics)
	}
	if d := result.Diagnostics[0]; d.Tool != "deep" || d.Pos.Line != 2 || !strings.Contains(d.Problem, "MiB") || !strings.Contains(d.Fix, "$defs") {
		t.Error(d)
	}
	if len(result.Written) != 2 || filepath.Base(result.Written[0]) != "list_toolgen.go" {
		t.Error(result.Written)
	}
}

// Text repeated by many references is counted before it is written.
func TestRepeatedTextTooLarge(t *testing.T) { // not parallel: counts allocations
	dir := t.TempDir()
	var fields []string
	for i := range 3000 {
		fields = append(fields, fmt.Sprintf(`"f%d":{"$ref":"#/$defs/d"}`, i))
	}
	text := fmt.Sprintf(`{"name":"long","inputSchema":{"type":"object","$defs":{"d":{"type":"string","description":%q}},"properties":{%s}}}`,
		strings.Repeat("y", 100_000), strings.Join(fields, ","))
	source := filepath.Join(dir, "tools.json")
	if err := os.WriteFile(source, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	result, err := gen.Generate(gen.Options{Targets: []gen.Target{{Sources: []string{source}, Out: filepath.Join(dir, "out")}}})
	runtime.ReadMemStats(&after)
	if err != nil || !result.Failed || len(result.Diagnostics) != 1 || !strings.Contains(result.Diagnostics[0].Fix, "shorten texts that references repeat") {
		t.Error(err, result.Diagnostics)
	}
	if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 300 {
		t.Errorf("it took %d MiB", took)
	}
}

// A result with too much code loses its type, but the tool is kept.
func TestResultTooLarge(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	source := filepath.Join(dir, "tools.json")
	text := strings.Replace(deep(250, 300), `"inputSchema"`, `"inputSchema":{"type":"object","properties":{"id":{"type":"string"}}},"outputSchema"`, 1)
	if err := os.WriteFile(source, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out")
	result, err := gen.Generate(gen.Options{Targets: []gen.Target{{Sources: []string{source}, Out: out}}})
	if err != nil || result.Failed || len(result.Diagnostics) != 1 {
		t.Fatal(err, result.Diagnostics)
	}
	if d := result.Diagnostics[0]; d.Severity != model.Warning || d.Tool != "deep" || !strings.Contains(d.Problem, "MiB") {
		t.Error(d)
	}
	code, err := os.ReadFile(filepath.Join(out, "deep_toolgen.go"))
	if err != nil || !strings.Contains(string(code), "runtime.RawJSON") {
		t.Error(err, "the tool has no untyped result")
	}
}
