package toolgentest

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/toolgen/toolgen/gen/dynamic"
	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/runtime"
)

// TestFidelityOfHints measures the hints for the labelled calls beside the module. The measure there is
// stricter in what counts as told, and this one in what counts as invented.
func TestFidelityOfHints(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(filepath.Join(sharedDir(), "repairs", "repairs.jsonl"))
	if sharedDir() == "" || err != nil {
		t.Skip("no labelled calls beside the module")
	}
	calls, err := ReadLabelled(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	good := 0
	for _, l := range calls {
		set, diags := dynamic.Load("t.json", []byte(`[`+string(l.Tool)+`]`), dynamic.Options{Envelope: tooldef.MCP})
		if len(set.Tools) != 1 {
			t.Fatalf("%s: %v", l.ID, diags)
		}
		f := Compare(set.Tools[0], l, runtime.WithBudget(runtime.DefaultBudget))
		if f.Faithful() {
			good++
		} else if testing.Verbose() {
			t.Logf("%s: %s", l.ID, &f)
		}
	}
	t.Logf("%d of %d hints are faithful", good, len(calls))
	if good*100 < len(calls)*85 {
		t.Errorf("%d of %d hints are faithful, less than 85 %%", good, len(calls))
	}
}
