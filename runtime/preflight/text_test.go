package preflight

import (
	"strings"
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

// TestMemory checks that the oldest entry is dropped.
func TestMemory(t *testing.T) {
	t.Parallel()
	var m memory[int]
	key := func(i int) string { return hashed(strings.Repeat("x", i)) }
	for i := range maxPoints + 10 {
		*m.at(key(i)) = i
	}
	if m.find(key(9)) != nil || m.find(key(10)) == nil || *m.find(key(maxPoints + 9)) != maxPoints+9 || len(m.byKey) != maxPoints ||
		len(m.order) != maxPoints {
		t.Errorf("%d kept", len(m.byKey))
	}
	m.drop(key(10))
	m.drop(key(10))
	if m.find(key(10)) != nil || len(m.order) != maxPoints-1 {
		t.Error("not dropped")
	}
	if list := last(last(last([]int{}, 1, 2), 2, 2), 3, 2); !testdiff.Equal(list, []int{2, 3}) {
		t.Errorf("last: %v", list)
	}
}
