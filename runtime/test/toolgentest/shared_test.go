package toolgentest_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/dynamic"
	"github.com/toolgen/toolgen/gen/lower"
	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/toolgentest"
)

// shared is an optional folder next to the repository with real tool definitions and labelled calls.
var shared = filepath.Join("..", "..", "..", "..", "shared")

// TestRealTools samples and spoils a call of real tools, every seventh of them or all if TOOLGEN_NIGHTLY is 1, and
// measures how often two hints repair it.
func TestRealTools(t *testing.T) {
	t.Parallel()
	tools := filepath.Join(shared, "corpus", "tools")
	if _, err := os.Stat(tools); err != nil {
		t.Skip("there are no real tools next to the repository")
	}
	every := 7
	if os.Getenv("TOOLGEN_NIGHTLY") == "1" {
		every = 1
	}
	n, sampled, tried, repaired := 0, 0, 0, 0
	var sizes []int
	err := filepath.WalkDir(tools, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		defs, _ := tooldef.Read(filepath.Base(file), data, tooldef.Options{PythonTypes: strings.Contains(file, "bfcl-"), KeepConflicts: true})
		for _, def := range defs {
			if n++; n%every != 0 {
				continue
			}
			p, _ := lower.Lower([]*tooldef.Tool{def}, lower.Options{Package: "p"})
			if len(p.Tools) != 1 {
				continue
			}
			tool := dynamic.NewTool(p.Tools[0])
			call, err := toolgentest.Sample(tool, uint64(n))
			if err != nil {
				continue
			}
			sampled++
			bad, ok := toolgentest.Spoil(call, uint64(n))
			if !ok {
				continue
			}
			tried++
			last, bytes := follow(t, tool, bad)
			sizes = append(sizes, bytes...)
			if _, err := tool.Decode(last); err == nil {
				repaired++
			} else {
				t.Logf("%s\n  call: %.300s\n  last: %.300s\n  %v", tool.Spec().Name, bad.Args, last, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if sampled < 500 || tried*10 < sampled*9 {
		t.Fatalf("%d tools were sampled, %d calls spoiled", sampled, tried)
	}
	slices.Sort(sizes)
	t.Logf("%d of %d spoiled calls are repaired; a hint has %d bytes (median)", repaired, tried, sizes[len(sizes)/2])
	if repaired*100 < tried*98 {
		t.Errorf("%d of %d spoiled calls are repaired, less than 98 %%", repaired, tried)
	}
}

// follow lets a repairer follow two hints, and returns the last call and the sizes of the hints.
func follow(t *testing.T, tool runtime.Tool, call toolgentest.Call) (args []byte, sizes []int) {
	t.Helper()
	s := toolgentest.StandIn{Truth: call.Truth}
	r := toolgentest.Repairer{Ask: s.Ask}
	args = call.Args
	for range 2 {
		_, err := tool.Decode(args)
		if err == nil {
			break
		}
		hint := runtime.BuildHint(tool, err, runtime.WithCall(args))
		text, _ := json.Marshal(hint)
		if again, _ := json.Marshal(runtime.BuildHint(tool, err, runtime.WithCall(args))); !bytes.Equal(text, again) {
			t.Errorf("two hints for the same fault differ:\n%s\n%s", text, again)
		}
		for _, n := range []int{len(text), len(hint.Text()), len(hint.Annotated(args))} {
			if n > runtime.DefaultBudget {
				t.Errorf("a hint has %d bytes: %s", n, text)
			}
		}
		sizes = append(sizes, len(text))
		args = r.Repair(args, text)
	}
	return args, sizes
}

// TestLabelledCalls measures the hints for labelled calls. The script that comes with the labels is stricter about what
// the text must name, this measure about what counts as invented.
func TestLabelledCalls(t *testing.T) {
	t.Parallel()
	file, err := os.Open(filepath.Join(shared, "repairs", "repairs.jsonl"))
	if err != nil {
		t.Skip("there are no labelled calls next to the repository")
	}
	defer file.Close()
	calls, err := toolgentest.ReadLabelled(file)
	if err != nil {
		t.Fatal(err)
	}
	good := 0
	for _, l := range calls {
		tool := load(t, "["+string(l.Tool)+"]", dynamic.Options{Envelope: tooldef.MCP})[0]
		if f := toolgentest.Compare(tool, l, runtime.WithBudget(runtime.DefaultBudget)); f.Faithful() {
			good++
		} else {
			t.Logf("%s: %s", l.ID, &f)
		}
	}
	if good*100 < len(calls)*85 {
		t.Errorf("%d of %d hints are faithful, less than 85 %%", good, len(calls))
	}
}
