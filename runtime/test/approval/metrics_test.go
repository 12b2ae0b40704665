package approval_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime/approval"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
)

func TestMetrics(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address)
		check := func(want approval.Metrics) {
			t.Helper()
			got, err := r.Metrics(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if diff := testdiff.Diff(want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		}
		check(approval.Metrics{})
		for _, id := range []string{"approved", "rejected", "refused", "lost", "waits"} {
			r.request(id)
			r.clock.add(time.Second)
		}
		r.request("waits") // a repetition, not a new call
		check(approval.Metrics{Pending: 5, Oldest: 5 * time.Second, Requested: 5})
		if _, err := r.approve("approved"); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Decide(t.Context(), grace, approval.Decision{ToolCallID: "rejected"}); err != nil {
			t.Fatal(err)
		}
		r.exec("UPDATE tool_calls SET tier = 0 WHERE tool_call_id = 'refused'")
		if _, err := r.approve("refused"); err == nil {
			t.Error("a manipulated call ran")
		}
		r.crashAt("claimed", func() { _, _ = r.approve("lost") })
		r.clock.add(approval.DefaultLease)
		if _, err := r.Resume(t.Context()); err != nil {
			t.Fatal(err)
		}
		check(approval.Metrics{Pending: 1, Oldest: approval.DefaultLease + time.Second, Requested: 5, Approved: 2, Rejected: 1, Lost: 1,
			Refused: 1})
		r.clock.add(time.Hour)
		check(approval.Metrics{Requested: 5, Approved: 2, Rejected: 1, Lost: 1, Refused: 1})
		if _, err := r.Expire(t.Context()); err != nil {
			t.Fatal(err)
		}
		check(approval.Metrics{Requested: 5, Approved: 2, Rejected: 1, Expired: 1, Lost: 1, Refused: 1})
	})
}

// TestOnPending checks that the hook is called with each new call only, and that its blocking or panicking has no effect.
func TestOnPending(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		told := make(chan approval.Call)
		r := newRig(t, address, func(cfg *approval.Config) {
			cfg.OnPending = func(_ context.Context, call approval.Call) {
				told <- call
				panic("the hook is broken")
			}
		})
		for _, id := range []string{"c1", "c1", "c2"} {
			r.request(id)
		}
		got := map[string]approval.Status{}
		for range 2 {
			call := <-told
			got[call.ToolCallID] = call.Status
			if call.ThreadID != "t1" || strings.Contains(string(call.Args), "1234") {
				t.Errorf("%s", call.Args)
			}
		}
		if diff := testdiff.Diff(map[string]approval.Status{"c1": approval.Pending, "c2": approval.Pending}, got); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		select {
		case call := <-told:
			t.Errorf("the hook was called with %s again", call.ToolCallID)
		default:
		}
	})
}
