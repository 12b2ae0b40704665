package gen

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// writeTool writes a source with one tool.
func writeTool(t *testing.T, dir, name string) string {
	t.Helper()
	file := filepath.Join(dir, name+".json")
	if err := os.WriteFile(file, []byte(`{"name":"`+name+`","inputSchema":{"type":"object"}}`), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func filesIn(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

// Of two concurrent runs in one directory, one writes and the other reports why it does not; equal runs do not
// conflict.
func TestRunsAtTheSameTime(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	first := Options{Targets: []Target{{Sources: []string{writeTool(t, dir, "one")}, Out: out}}}
	second := Options{Targets: []Target{{Sources: []string{writeTool(t, dir, "two")}, Out: out}}}
	plans, err := planAll(second)
	if err != nil {
		t.Fatal(err)
	}
	if result, err := Generate(first); err != nil || len(result.Written) != 2 {
		t.Errorf("the first run: %v, wrote %v", err, result.Written)
	}
	var result Result
	err = writeAll(plans, &result)
	if err == nil || !strings.Contains(err.Error(), "another toolgen has written") || len(result.Written)+len(result.Removed) > 0 {
		t.Errorf("the second run: %v, wrote %v", err, result.Written)
	}
	if got, want := filesIn(t, out), "one_toolgen.go toolgen.go"; got != want {
		t.Errorf("there are %s, want %s", got, want)
	}

	same := Options{Targets: []Target{{Sources: first.Targets[0].Sources, Out: filepath.Join(dir, "same")}}}
	if plans, err = planAll(same); err != nil {
		t.Fatal(err)
	}
	if _, err := Generate(same); err != nil {
		t.Error(err)
	}
	if err := writeAll(plans, &Result{}); err != nil {
		t.Errorf("a second run of the same: %v", err)
	}
}

// A stale temporary file of a killed run is removed; other files are not.
func TestLeftByKilledRun(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	opts := Options{Targets: []Target{{Sources: []string{writeTool(t, dir, "one")}, Out: out}}}
	if _, err := Generate(opts); err != nil {
		t.Fatal(err)
	}
	generated := filesIn(t, out)
	for _, name := range []string{".toolgen-1.tmp", ".toolgen-23.tmp", ".toolgen-x.tmp", ".toolgen-.tmp", "toolgen-8.tmp", ".toolgen-9.tmp.go"} {
		file := filepath.Join(out, name)
		if err := os.WriteFile(file, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		old := time.Now().Add(-2 * staleAge)
		if err := os.Chtimes(file, old, old); err != nil {
			t.Fatal(err)
		}
	}
	recent := filepath.Join(out, ".toolgen-11.tmp") // of a run at the same time
	if err := os.WriteFile(recent, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Generate(opts); err != nil {
		t.Fatal(err)
	}
	want := ".toolgen-.tmp .toolgen-11.tmp .toolgen-9.tmp.go .toolgen-x.tmp " + strings.ReplaceAll(generated, " toolgen.go", " toolgen-8.tmp toolgen.go")
	if got := filesIn(t, out); got != want {
		t.Errorf("there are %s\nwant      %s", got, want)
	}
}
