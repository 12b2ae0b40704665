package preflight_test

import (
	"context"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/backend"
	"github.com/toolgen/toolgen/runtime/preflight"
)

// TestTimeoutsAreUnknown checks that a write whose handler reports a timeout counts as one with an unknown outcome, also if
// the tool may be called again after one.
func TestTimeoutsAreUnknown(t *testing.T) {
	t.Parallel()
	for kind, unknown := range map[backend.Kind]bool{backend.Timeout: true, backend.NotFound: false} {
		tool := plainTool(&runtime.ToolSpec{Name: "pay", Write: true, Retry: runtime.RetryAfter}, func(context.Context, runtime.Invocation) (any, error) {
			return nil, &backend.Error{Kind: kind}
		})
		g, _ := newGate(t, runtime.NewToolset(tool))
		turn := preflight.Turn{Thread: "t"}
		g.Call(t.Context(), turn, call("c1", "pay", `{}`))
		if now, _ := g.Ran(turn); len(now) != 1 || now[0].Unknown != unknown {
			t.Errorf("%s: %+v", kind, now)
		}
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	}
}
