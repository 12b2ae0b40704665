package preflight

import (
	"fmt"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
)

func TestFaultyFields(t *testing.T) {
	t.Parallel()
	got := faultyFields([]runtime.ValidationIssue{
		{Field: "A", Fields: []string{"A", "B"}}, {Constraint: "atLeastOneOf", Fields: []string{"B", "C", "A"}}, {Constraint: "json"},
		{Field: "C"},
	})
	if diff := testdiff.Diff([]string{"A", "B", "C"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestPastIsBounded checks that the oldest threads and runs are dropped.
func TestPastIsBounded(t *testing.T) {
	t.Parallel()
	var g Gate
	for i := range maxThreads + 10 {
		g.past.note(fmt.Sprint(i), run{})
	}
	for i := range maxRuns + 10 {
		g.past.note("last", run{Ran: Ran{Shown: fmt.Sprint(i)}})
	}
	_, runs := g.Ran(Turn{Thread: "last"})
	_, oldest := g.Ran(Turn{Thread: "10"})
	if len(g.past.threads) != maxThreads || len(g.past.order) != maxThreads || oldest != nil {
		t.Errorf("%d threads are kept", len(g.past.threads))
	}
	if len(runs) != maxRuns || runs[0].Shown != "10" {
		t.Errorf("%d runs are kept", len(runs))
	}
}
