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

// deep is a tool of objects within objects, each under a long key: the Go name of each is made of all
// the keys above it, so that the code grows with the square of the schema.
func deep(levels, letters int) string {
	schema := `{"type":"string"}`
	for i := range levels {
		schema = fmt.Sprintf(`{"type":"object","properties":{"k%s%d":%s}}`, strings.Repeat("a", letters), i, schema)
	}
	return fmt.Sprintf(`{"name":"deep","inputSchema":%s}`, schema)
}

// A tool whose code would be out of all proportion to its schema is an error of its own, and leaves
// the tools beside it as they are.
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

// Text that many references repeat is counted before it is written down as often.
func TestRepeatedTextTooLarge(t *testing.T) { // alone, since it counts what is allocated
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

// A result whose code would be too large costs the typed result, not the tool.
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
