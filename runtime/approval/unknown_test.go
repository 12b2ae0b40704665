package approval

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/backend"
)

// TestTimeoutsAreUnknown checks that a call is not said to have failed if its tool reports a timeout, also if the tool may
// be called again after one.
func TestTimeoutsAreUnknown(t *testing.T) {
	t.Parallel()
	for kind, unknown := range map[backend.Kind]bool{backend.Timeout: true, backend.UnknownOutcome: true, backend.NotFound: false} {
		tool := runtime.NewTool[any, any](&runtime.ToolSpec{Name: "pay", Write: true, Retry: runtime.RetryAfter}, nil, nil)
		r := &record{progress: progress{status: Failed, failure: FailureTool, output: stored(runtime.ToolOutput{
			Error:     &runtime.ToolError{Kind: runtime.FailureHandler},
			RetryHint: runtime.BuildHint(tool, &backend.Error{Kind: kind}),
		})}}
		if text := r.text(); strings.Contains(text, "its outcome is unknown") != unknown {
			t.Errorf("%s: %s", kind, text)
		}
	}
}
