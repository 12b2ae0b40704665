package gen

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
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
	second.Context = beforeWriting{context.Background(), sync.OnceFunc(func() {
		if result, err := Generate(first); err != nil || len(result.Written) != 2 {
			t.Errorf("the first run: %v, wrote %v", err, result.Written)
		}
	})}
	result, err := Generate(second)
	if err == nil || !strings.Contains(err.Error(), "another toolgen has written") || len(result.Written)+len(result.Removed) > 0 {
		t.Errorf("the second run: %v, wrote %v", err, result.Written)
	}
	if got, want := filesIn(t, out), "one_toolgen.go toolgen.go"; got != want {
		t.Errorf("there are %s, want %s", got, want)
	}

	same := Options{Targets: []Target{{Sources: first.Targets[0].Sources, Out: filepath.Join(dir, "same")}}}
	inner := same
	same.Context = beforeWriting{context.Background(), sync.OnceFunc(func() {
		if _, err := Generate(inner); err != nil {
			t.Error(err)
		}
	})}
	if _, err := Generate(same); err != nil {
		t.Errorf("a second run of the same: %v", err)
	}
}

// beforeWriting is a context that runs a function when a run is about to write.
type beforeWriting struct {
	context.Context
	do func()
}

func (c beforeWriting) Err() error {
	c.do()
	return c.Context.Err()
}

// A cancelled run writes nothing and leaves nothing behind.
func TestCalledOff(t *testing.T) {
	t.Parallel()
	cause := errors.New("called off")
	for _, late := range []bool{false, true} {
		dir := t.TempDir()
		out := filepath.Join(dir, "out")
		ctx, cancel := context.WithCancelCause(context.Background())
		opts := Options{Targets: []Target{{Sources: []string{writeTool(t, dir, "one")}, Out: out}}, Context: ctx}
		if late {
			opts.Context = beforeWriting{ctx, func() { cancel(cause) }}
		} else {
			cancel(cause)
		}
		if result, err := Generate(opts); !errors.Is(err, cause) || len(result.Written) > 0 {
			t.Errorf("late %t: %v, wrote %v", late, err, result.Written)
		}
		if _, err := os.Stat(out); err == nil && filesIn(t, out) != "" {
			t.Errorf("late %t: there are %s", late, filesIn(t, out))
		}
	}
}

// Files of a killed run are reported by check and removed by the next run; other files are not.
func TestLeftByKilledRun(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	opts := Options{Targets: []Target{{Sources: []string{writeTool(t, dir, "one")}, Out: out}}}
	if _, err := Generate(opts); err != nil {
		t.Fatal(err)
	}
	generated := filesIn(t, out)
	for name, text := range map[string]string{
		".toolgen-1.tmp": "", ".toolgen-23.tmp": header + "\n\npackage out", ".toolgen-456.tmp": header[:10],
		".toolgen-7.tmp": "my notes", ".toolgen-x.tmp": header, ".toolgen-.tmp": "", "toolgen-8.tmp": "", ".toolgen-9.tmp.go": "",
	} {
		if err := os.WriteFile(filepath.Join(out, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		old := time.Now().Add(-2 * staleAge)
		if err := os.Chtimes(filepath.Join(out, name), old, old); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(out, ".toolgen-10.tmp"), 0o755); err != nil {
		t.Fatal(err)
	}
	recent := filepath.Join(out, ".toolgen-11.tmp") // of a run at the same time
	if err := os.WriteFile(recent, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	drift, err := Check(opts)
	if err != nil || len(drift.Files) > 0 || len(drift.Interrupted) != 4 {
		t.Errorf("check: %v, %v, %v", err, drift.Files, drift.Interrupted)
	}
	if _, err := Generate(opts); err != nil {
		t.Fatal(err)
	}
	want := ".toolgen-.tmp .toolgen-10.tmp .toolgen-11.tmp .toolgen-7.tmp .toolgen-9.tmp.go .toolgen-x.tmp " + strings.ReplaceAll(generated, " toolgen.go", " toolgen-8.tmp toolgen.go")
	if got := filesIn(t, out); got != want {
		t.Errorf("there are %s\nwant      %s", got, want)
	}
	if data, _ := os.ReadFile(filepath.Join(out, ".toolgen-7.tmp")); !bytes.Equal(data, []byte("my notes")) {
		t.Error("a file of somebody else's was touched")
	}
}
