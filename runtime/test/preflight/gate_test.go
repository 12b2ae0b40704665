package preflight_test

import (
	"sync"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/runtime/preflight"
)

// kept collects the events of a sink and the records of a recorder.
type kept struct {
	mu      sync.Mutex
	events  []preflight.Event
	records []preflight.Record
}

func (k *kept) Emit(e preflight.Event) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.events = append(k.events, e)
}

func (k *kept) Record(r preflight.Record) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.records = append(k.records, r)
}

func newGate(t *testing.T, set *runtime.Toolset, opts ...preflight.Option) (*preflight.Gate, *kept) {
	t.Helper()
	k := &kept{}
	opts = append([]preflight.Option{preflight.WithSink(k), preflight.WithRecorder(k)}, opts...)
	g, err := preflight.New(set, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return g, k
}

// closeGate closes a gate and checks that each call had one result and one record, with the outcomes in order
// of completion.
func closeGate(t *testing.T, g *preflight.Gate, k *kept, want ...preflight.Outcome) {
	t.Helper()
	if err := g.Close(); err != nil {
		t.Error(err)
	}
	results := 0
	for _, e := range k.events {
		if _, ok := e.Data.(preflight.ToolResult); ok {
			results++
		}
	}
	var got []preflight.Outcome
	for _, r := range k.records {
		got = append(got, r.Outcome)
	}
	if diff := testdiff.Diff(want, got); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
	if results != len(want) {
		t.Errorf("%d results for %d calls", results, len(want))
	}
}
