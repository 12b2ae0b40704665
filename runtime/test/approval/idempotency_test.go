package approval_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval"
)

// TestIdempotencyKey checks that the handler of an approved call gets the same key on every copy of the database, whatever the
// server injects, and that other calls get other keys. No gate is needed.
func TestIdempotencyKey(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		asked := 0
		refilled := func(cfg *approval.Config) {
			cfg.Tools = cfg.Tools.Injecting(func(context.Context, runtime.Injection) (any, error) {
				asked++
				return fmt.Sprint("token ", asked), nil
			})
			cfg.Refill = func(ctx context.Context, _ string) (context.Context, error) { return ctx, nil }
		}
		keys := map[string]int{}
		for _, address := range []string{address, t.TempDir() + "/backup.db"} {
			r := newRig(t, address, refilled)
			r.hold = func(ctx context.Context) {
				key, ok := runtime.IdempotencyKey(ctx)
				if !ok {
					t.Error("there is no key")
				}
				keys[key]++
			}
			for _, c := range []struct{ thread, id, tool, edit string }{
				{"t1", "approved", "pay", ""}, {"t1", "resumed", "pay", ""}, {"t2", "approved there", "pay", ""}, {"t1", "other tool",
					"pay_twice", ""}, {"t1", "edited", "pay", `{"To":"ada","Amount":3}`},
			} {
				if _, err := r.ask(c.thread, c.id, c.tool, args100); err != nil {
					t.Fatal(err)
				}
				approve := func() {
					d := approval.Decision{ToolCallID: c.id, Approve: true}
					if c.edit != "" {
						d.Arguments = json.RawMessage(c.edit)
					}
					_, _ = r.Decide(t.Context(), grace, d)
				}
				if c.id != "resumed" {
					approve()
					continue
				}
				r.crashAt("decided", approve)
				r.clock.add(approval.DefaultLease)
				if found, err := r.Resume(t.Context()); err != nil || len(found.Executed) != 1 {
					t.Errorf("%+v, %v", found, err)
				}
			}
			if r.runs() != 5 {
				t.Errorf("%d runs", r.runs())
			}
		}
		for key, n := range keys {
			if n != 2 || len(keys) != 5 || len(key) != 64 {
				t.Errorf("%d runs with %s, %d keys", n, key, len(keys))
			}
		}
	})
}
