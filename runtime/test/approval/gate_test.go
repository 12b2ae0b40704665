package approval_test

import (
	"context"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval"
	"github.com/toolgen/toolgen/runtime/preflight"
	"github.com/toolgen/toolgen/runtime/preflight/callstore"
)

// TestQuotaAtTheGate repeats a call that was rejected because too many were waiting: with the same ID, it succeeds once there is room.
func TestQuotaAtTheGate(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address, func(cfg *approval.Config) { cfg.MaxPending = 1 })
		memory, err := callstore.New(t.Context(), r.db)
		if err != nil {
			t.Fatal(err)
		}
		yes := preflight.ConfirmerFunc(func(context.Context, preflight.Question) (preflight.Answer, error) {
			return preflight.Answer{Value: preflight.Confirm}, nil
		})
		gate, err := preflight.New(r.cfg.Tools, preflight.WithApprover(r.Service), preflight.WithMemory(memory), preflight.WithConfirmer(yes))
		if err != nil {
			t.Fatal(err)
		}
		defer gate.Close()
		ask := func(id string) runtime.ToolOutput {
			return gate.Call(t.Context(), preflight.Turn{Thread: "t1"}, callOf(id)[0])
		}
		if out := ask("c1"); !out.Pending {
			t.Errorf("%+v", out)
		}
		for range 2 {
			if out := ask("c2"); out.Pending || out.Error == nil || !strings.Contains(out.Error.Message, "too many calls wait") || r.runs() != 0 {
				t.Errorf("%+v", out)
			}
		}
		if _, err := r.Decide(t.Context(), grace, approval.Decision{ToolCallID: "c1"}); err != nil {
			t.Fatal(err)
		}
		if out := ask("c2"); !out.Pending {
			t.Errorf("once there is room: %+v", out)
		}
		r.verified()
	})
}
