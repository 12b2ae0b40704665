package approval

import (
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// TestDecodersAreNoTerms checks that calls that were signed before a spec had its decoders stay valid.
func TestDecodersAreNoTerms(t *testing.T) {
	t.Parallel()
	spec := &runtime.ToolSpec{Name: "pay"}
	tool := runtime.NewTool[any, any](spec, nil, nil)
	c := &catalog{cfg: &Config{}}
	if tool.Spec().Decoders == nil || c.version(spec) != c.version(tool.Spec()) {
		t.Error("the version of a tool depends on its decoders")
	}
}
