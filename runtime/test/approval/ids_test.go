package approval_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/approval"
)

// TestImpossibleIDs uses IDs that a database rejects or that no call can have: such calls and threads do not exist.
func TestImpossibleIDs(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address, func(cfg *approval.Config) { cfg.Authorizer = everybody{} })
		r.request("c1")
		ctx := t.Context()
		for name, id := range map[string]string{
			"empty": "", "NUL": "c1\x00", "no UTF-8": "c1\xff", "half a surrogate": "\xed\xa0\x80", "long": strings.Repeat("c", 512+1),
		} {
			notFound := func(what string, err error) {
				t.Helper()
				if !errors.Is(err, approval.ErrNotFound) {
					t.Errorf("%s: %s: %v", name, what, err)
				}
			}
			_, err := r.Get(ctx, grace, "", id)
			notFound("Get", err)
			_, err = r.Decide(ctx, grace, approval.Decision{ToolCallID: id, Approve: true})
			notFound("Decide", err)
			_, err = r.DecideAll(ctx, grace, []approval.Decision{{ToolCallID: "c1", Approve: true}, {ToolCallID: id, Approve: true}})
			notFound("DecideAll", err)
			_, err = r.Pending(ctx, grace, id, approval.Page{})
			notFound("Pending", err)
			_, err = r.History(ctx, grace, id, approval.Page{})
			notFound("History", err)
			_, err = r.Audit(ctx, grace, id)
			notFound("Audit", err)
			if _, err = r.Untold(ctx, id); err == nil || errors.Is(err, approval.ErrNotFound) {
				t.Errorf("%s: Untold: %v", name, err)
			}
			if err := r.Acknowledge(ctx, id, "c1"); err == nil {
				t.Errorf("%s: an impossible thread was acknowledged", name)
			}
			if err := r.Acknowledge(ctx, "t1", id, "c1"); err != nil {
				t.Errorf("%s: Acknowledge: %v", name, err)
			}
		}
		if got := r.get("c1"); got.Status != approval.Pending {
			t.Errorf("the valid call is %s", got.Status)
		}
	})
}

// everybody may see all threads, whatever their names.
type everybody struct{ house }

func (everybody) MaySee(context.Context, approval.Principal, string) error { return nil }
