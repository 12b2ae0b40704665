package toolblock

import (
	"testing"

	"github.com/toolgen/toolgen/runtime/internal/testdiff"
)

// TestChangesAreNamedAsInIssues checks that a receipt names a member as the issues of the same block do.
func TestChangesAreNamedAsInIssues(t *testing.T) {
	list := changesOf(nil, "", map[string]any{"größe": "1", "x": map[string]any{"a.b": "1", "ö": "1"}}, map[string]any{"größe": "2", "x": map[string]any{"a.b": "2", "ö": "2"}, "": "3"}, func(string) bool { return false })
	var got []string
	for _, r := range list {
		got = append(got, r.Field)
	}
	if diff := testdiff.Diff([]string{`[""]`, "größe", `x["a.b"]`, "x.ö"}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
