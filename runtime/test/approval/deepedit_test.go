package approval_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval"
	"github.com/toolgen/toolgen/runtime/internal/canon"
)

// TestDeepEdit edits a call in Go, without the limits of the endpoint.
func TestDeepEdit(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address)
		r.request("c1")
		for _, args := range []string{
			strings.Repeat("[", 20_000_000),
			`{"To":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + `}`,
			`{"To":` + strings.Repeat("[", canon.MaxNesting-2) + strings.Repeat("]", canon.MaxNesting-2) + `}`,
		} {
			_, err := r.Decide(t.Context(), grace, approval.Decision{ToolCallID: "c1", Approve: true, Arguments: []byte(args)})
			if !errors.Is(err, runtime.ErrInvalidArguments) {
				t.Errorf("%.20s of %d bytes: %v", args, len(args), err)
			}
		}
		if got := r.get("c1"); got.Status != approval.Pending {
			t.Errorf("the call is %s", got.Status)
		}
	})
}
