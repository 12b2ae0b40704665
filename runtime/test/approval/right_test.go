package approval_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval"
)

// board lets its current members decide.
type board struct{ away *string }

func (board) Identify(*http.Request) (approval.Principal, error) {
	return approval.Principal{}, errHouse
}

func (board) MaySee(context.Context, approval.Principal, string) error { return nil }

func (b board) MayDecide(_ context.Context, who approval.Principal, _ approval.Call, args any) error {
	if who.ID == *b.away || args == nil {
		return errHouse
	}
	return nil
}

// TestRightIsAskedAgain has an approver lose the right before the call runs: it is settled as not run, with that reason. Other calls
// run.
func TestRightIsAskedAgain(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		away := ""
		r := newRig(t, address, func(cfg *approval.Config) { cfg.Authorizer = board{&away} })
		for id, who := range map[string]string{"c1": "ada", "c2": "bob"} {
			r.request(id)
			r.crashAt("decided", func() {
				_, _ = r.Decide(t.Context(), approval.Principal{ID: who, Roles: []string{"controller"}}, approval.Decision{ToolCallID: id,
					Approve: true})
			})
		}
		away = "ada"
		r.clock.add(approval.DefaultLease)
		found, err := r.Resume(t.Context())
		if err != nil || len(found.Refused) != 1 || !errors.Is(found.Refused[0], approval.ErrRightLost) || len(found.Executed) != 1 ||
			r.runs() != 1 {
			t.Errorf("%+v, %v, %d runs", found, err, r.runs())
		}
		got := r.get("c1")
		if got.Status != approval.Failed || got.Failure != approval.FailureRefused ||
			!strings.Contains(got.Text, "was not run and will not be: its approval is not valid, since the approver may no longer approve it") {
			t.Errorf("%+v", got)
		}
		r.verified()
	})
}

// TestRejectionIsAccepted rejects calls whose tool is gone or changed, or whose record was manipulated.
func TestRejectionIsAccepted(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address)
		for id, change := range map[string]func(cfg *approval.Config){
			"gone":     func(cfg *approval.Config) { cfg.Tools = runtime.NewToolset() },
			"changed":  func(cfg *approval.Config) { cfg.RulesVersion = "another" },
			"tampered": func(*approval.Config) { r.exec("UPDATE tool_calls SET tier = 0 WHERE tool_call_id = 'tampered'") },
		} {
			r.request(id)
			other := newRig(t, address, change)
			if _, err := other.Decide(t.Context(), trainee, approval.Decision{ToolCallID: id}); id != "gone" &&
				!isA[*approval.ForbiddenError](err) {
				t.Errorf("%s: rejected without the role: %v", id, err)
			}
			if id == "gone" { // the roles are unknown, so even the trainee may reject
				if got := r.get(id); got.Status != approval.Rejected || got.DecidedBy != "trainee" {
					t.Errorf("%+v", got)
				}
				continue
			}
			settled, err := other.Decide(t.Context(), grace, approval.Decision{ToolCallID: id, Reason: "No."})
			if err != nil || settled.Call.Status != approval.Rejected || settled.Call.DecidedBy != "grace" || settled.Call.Reason != "No." {
				t.Errorf("%s: %+v, %v", id, settled.Call, err)
			}
		}
		entries, err := r.Audit(t.Context(), grace, "t1")
		if err != nil {
			t.Fatal(err)
		}
		rejected := 0
		for _, e := range entries {
			if e.Event == string(approval.Rejected) && strings.Contains(e.Detail, "It could not have been approved: ") {
				rejected++
			}
		}
		if rejected != 3 || r.runs() != 0 {
			t.Errorf("%d rejections in the audit, %d runs", rejected, r.runs())
		}
		r.verified()
	})
}

// slowBoard is a board whose member list hangs.
type slowBoard struct {
	board
	hangs *bool
}

func (b slowBoard) Remind(ctx context.Context, who approval.Principal) (approval.Principal, error) {
	if *b.hangs {
		<-ctx.Done()
		return approval.Principal{}, ctx.Err()
	}
	return who, nil
}

var _ approval.Reminder = slowBoard{}

// TestProgramHangs has the program hang in a callback of Resume: Resume continues after the timeout, and the call stays approved and runs
// when the program responds again.
func TestProgramHangs(t *testing.T) {
	eachOnItsOwnTime(t, func(t *testing.T, address string) {
		away, hangs, sealed := "", false, false
		r := newRig(t, address, func(cfg *approval.Config) {
			cfg.Authorizer = slowBoard{board{&away}, &hangs}
			cfg.Refill = func(ctx context.Context, _ string) (context.Context, error) {
				if sealed {
					<-ctx.Done()
				}
				return ctx, ctx.Err()
			}
		})
		r.request("c1")
		r.crashAt("decided", func() { _, _ = r.approve("c1") })
		r.clock.add(approval.DefaultLease)
		for _, hanging := range []*bool{&hangs, &sealed} {
			*hanging = true
			found, err := r.Resume(t.Context())
			if err != nil && !errors.Is(err, context.DeadlineExceeded) || len(found.Refused)+len(found.Executed) != 0 ||
				r.get("c1").Status != approval.Approved {
				t.Errorf("%+v, %v, %s", found, err, r.get("c1").Status)
			}
			*hanging = false
		}
		if found, err := r.Resume(t.Context()); err != nil || len(found.Executed) != 1 || r.runs() != 1 {
			t.Errorf("%+v, %v, %d runs", found, err, r.runs())
		}
	})
}

// TestRejectedWithoutATier has the Tier function fail: the call can still be rejected.
func TestRejectedWithoutATier(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		broken := false
		r := newRig(t, address, func(cfg *approval.Config) {
			cfg.Tier = func(runtime.Invocation) runtime.ConfirmSpec {
				if broken {
					panic("boom")
				}
				return runtime.ConfirmSpec{Tier: 1}
			}
		})
		r.request("c1")
		broken = true
		if _, err := r.approve("c1"); err == nil || r.get("c1").Status != approval.Pending {
			t.Errorf("approved: %v, %s", err, r.get("c1").Status)
		}
		if settled, err := r.Decide(t.Context(), grace, approval.Decision{ToolCallID: "c1", Reason: "no"}); err != nil ||
			settled.Call.Status != approval.Rejected || r.runs() != 0 {
			t.Errorf("rejected: %+v, %v", settled.Call, err)
		}
		r.verified()
	})
}
