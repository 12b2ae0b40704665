package approval_test

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime/approval"
	"github.com/toolgen/toolgen/runtime/database"
	"github.com/toolgen/toolgen/test/pgtest"
)

// upgraded is a service on a database of the first version of this package, a second after that stopped.
func upgraded(t *testing.T, address string, change ...func(*approval.Config)) *rig {
	t.Helper()
	db, err := pgtest.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	dump, err := os.ReadFile("testdata/upgrade/first." + string(db.Dialect) + ".sql")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), string(dump)); err != nil {
		t.Fatal(err)
	}
	at := &clock{at: time.Date(2026, 3, 1, 12, 10, 44, 0, time.UTC)}
	r := newRig(t, address, append([]func(*approval.Config){func(cfg *approval.Config) { cfg.Now = at.now }}, change...)...)
	r.clock = at
	return r
}

// firstHead is the head of the audit of the first version.
var firstHead = map[database.Dialect]approval.AuditHead{
	database.SQLite:     {Seq: 32, Hash: "f9b5373e784b2e054a6a4867eec538b9cd457c4fc7f842e91fd9c6180a33d144"},
	database.PostgreSQL: {Seq: 32, Hash: "f9b5373e784b2e054a6a4867eec538b9cd457c4fc7f842e91fd9c6180a33d144"},
}

// TestUpgrade opens a database of the first version: settled calls keep their outcomes, open ones need a new approval, and the
// audit continues.
func TestUpgrade(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := upgraded(t, address)
		if head := r.verified(); head != firstHead[r.db.Dialect] {
			t.Errorf("the audit ends at %+v", head)
		}
		for id, want := range map[string]string{
			"done": "done ", "told": "done ", "rejected": "rejected ", "failed": "failed tool", "late": "failed lost", "expired": "expired ",
			"executing": "executing ", "approved": "approved ", "approved, edited": "approved ", "pending, to reject": "pending ",
		} {
			if got := r.get(id); string(got.Status)+" "+string(got.Failure) != want {
				t.Errorf("%s is %s %s", id, got.Status, got.Failure)
			}
		}
		if got, err := r.Get(t.Context(), grace, "", "late"); err != nil || got.Late == nil || string(got.Late.Payload) != `{"Paid":100}` {
			t.Errorf("the late result: %+v, %v", got.Late, err)
		}
		r.told("done", "expired", "late", "rejected")

		// A model that repeats its call gets the outcome.
		if out := r.request("done"); string(out.Payload) != `{"Paid":100}` {
			t.Errorf("asked again: %+v", out)
		}
		if out := r.request("pending, to approve"); !out.Pending {
			t.Errorf("asked again: %+v", out)
		}
		if r.runs() != 0 {
			t.Errorf("%d runs before a decision", r.runs())
		}

		// Its format of tool descriptions is obsolete, so approval is requested again.
		if _, err := r.approve("pending, to approve"); !errors.Is(err, approval.ErrToolChanged) {
			t.Errorf("approved: %v", err)
		}
		if settled, err := r.Decide(t.Context(), grace, approval.Decision{ToolCallID: "pending, to reject"}); err != nil ||
			settled.Call.Status != approval.Rejected {
			t.Errorf("rejected: %+v, %v", settled.Call, err)
		}
		r.clock.add(approval.DefaultLease)
		if found, err := r.Resume(t.Context()); err != nil || len(found.Refused) != 2 ||
			!errors.Is(found.Refused[0], approval.ErrToolChanged) || r.runs() != 0 {
			t.Errorf("resumed: %+v, %v, %d runs", found, err, r.runs())
		}
		r.clock.add(10 * time.Minute)
		if n, err := r.Expire(t.Context()); n != 2 || err != nil {
			t.Errorf("%d calls have expired, %v", n, err)
		}
		r.told("approved", "done", "executing", "expired", "late", "pending, to approve", "pending, to reject", "rejected")
		r.verified()
		if _, err := r.VerifyAudit(t.Context(), firstHead[r.db.Dialect]); err != nil {
			t.Errorf("from the saved head: %v", err)
		}
	})
}

// told checks which calls of thread t1 the model learns of.
func (r *rig) told(want ...string) {
	r.t.Helper()
	settled, err := r.Untold(r.t.Context(), "t1")
	var got []string
	for _, s := range settled {
		got = append(got, s.Call.ToolCallID)
	}
	slices.Sort(got)
	if err != nil || !slices.Equal(got, want) {
		r.t.Errorf("the model learns of %s, want %s, %v", strings.Join(got, "; "), strings.Join(want, "; "), err)
	}
}
