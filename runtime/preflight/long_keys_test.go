package preflight

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
)

// TestLongKeys checks that a field is looked up by its whole key, even if only a part of the key is shown.
func TestLongKeys(t *testing.T) {
	t.Parallel()
	shown, filled := strings.Repeat("a.", 40), strings.Repeat("b", 70)
	spec := &runtime.ToolSpec{FullSchema: `{"type":"object","properties":{"` + shown + `":{"title":"Amount"},"` + filled + `":{"x-toolgen":{"injected":true}}}}`}
	args := []byte(`{"` + shown + `":1,"` + filled + `":2}`)
	v := &visit{spec: spec}
	if diff := testdiff.Diff([]string{shown[:maxLabel] + "…"}, v.fields(args)); diff != "" {
		t.Errorf("reported fields (-want +got)\n%s", diff)
	}
	want := []Change{{Field: `["` + shown + `"]`, Label: "Amount", Value: "1"}}
	if diff := testdiff.Diff(want, changes(spec, args)); diff != "" {
		t.Errorf("changes (-want +got)\n%s", diff)
	}
	if got := scalars([]byte(`{"` + shown + `":"paid"}`)); got != shown[:maxLabel]+"… paid" {
		t.Errorf("a result in words: %q", got)
	}
}
