package approval_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime/approval"
)

// TestStorm has replicas request, decide, expire, resume, prune, erase and verify at random at the same time: no call runs
// twice or without an approval, and the audit stays intact.
func TestStorm(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		first := newRig(t, address)
		rigs := []*rig{first, newRig(t, address, func(cfg *approval.Config) { cfg.Now = first.clock.now })}
		ctx := context.Background()
		var group sync.WaitGroup
		for worker := range 6 {
			random := rand.New(rand.NewPCG(uint64(worker), 1))
			group.Go(func() {
				for range 25 {
					r := rigs[random.IntN(len(rigs))]
					id := fmt.Sprint("c", random.IntN(8))
					var err error
					switch random.IntN(9) {
					case 0, 1:
						_, err = r.ask("t1", id, "pay", `{"To":"`+id+`","Amount":1}`)
					case 2, 3:
						_, err = r.Decide(ctx, grace, approval.Decision{ToolCallID: id, Approve: true})
					case 4:
						_, err = r.Decide(ctx, grace, approval.Decision{ToolCallID: id})
					case 5:
						first.clock.add(time.Duration(random.IntN(4)) * time.Minute)
						_, err = r.Expire(ctx)
					case 6:
						_, err = r.Resume(ctx)
					case 7:
						if random.IntN(3) > 0 {
							_, err = r.Prune(ctx, r.now().Add(-5*time.Minute))
						} else {
							_, err = r.Erase(ctx, "t1")
						}
					case 8:
						_, err = r.VerifyAudit(ctx)
					}
					var settled *approval.SettledError
					known := errors.As(err, &settled) || errors.Is(err, approval.ErrNotFound) || errors.Is(err, approval.ErrConflict) ||
						errors.Is(err, approval.ErrOpen)
					if err != nil && !known {
						t.Errorf("%T %v", err, err)
					}
				}
			})
		}
		group.Wait()
		runs := map[string]int{}
		for _, r := range rigs {
			for _, a := range r.paid {
				runs[a.To]++
			}
		}
		entries, err := first.Audit(ctx, grace, "t1")
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if e.Event == string(approval.Executing) {
				runs[e.ToolCallID]--
			}
		}
		for id, n := range runs {
			if n != 0 {
				t.Errorf("%s ran %d times more than the audit says", id, n)
			}
		}
		first.verified()
	})
}
