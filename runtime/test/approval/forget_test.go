package approval_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime/approval"
)

// nowhere checks that no table contains a text.
func (r *rig) nowhere(text string) {
	r.t.Helper()
	for _, table := range []string{"tool_calls", "messages", "approval_audit", "approval_audit_texts", "approval_audit_head"} {
		if found := dump(r.t, r, table); strings.Contains(found, text) {
			r.t.Errorf("%s has %q", table, text)
		}
	}
}

// eventsOf returns the audit events of t1, by call.
func (r *rig) eventsOf(id string) string {
	r.t.Helper()
	entries, err := r.Audit(r.t.Context(), grace, "t1")
	if err != nil {
		r.t.Fatal(err)
	}
	var events []string
	for _, e := range entries {
		if e.ToolCallID == id {
			events = append(events, e.Event)
		}
	}
	return strings.Join(events, " ")
}

func TestPrune(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address)
		ask := func(id, to string) {
			t.Helper()
			if _, err := r.ask("t1", id, "pay", `{"To":"`+to+`","Amount":100}`); err != nil {
				t.Fatal(err)
			}
		}
		ask("done", "old friend")
		ask("rejected", "old friend")
		ask("tried", "old friend")
		if _, err := r.approve("done"); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Decide(t.Context(), trainee, approval.Decision{ToolCallID: "tried", Reason: "a secret reason"}); !isA[*approval.ForbiddenError](err) {
			t.Fatal(err)
		}
		for _, id := range []string{"rejected", "tried"} {
			if _, err := r.Decide(t.Context(), grace, approval.Decision{ToolCallID: id, Reason: "a secret reason"}); err != nil {
				t.Fatal(err)
			}
		}
		r.clock.add(24 * time.Hour)
		ask("recent", "new friend")
		if _, err := r.approve("recent"); err != nil {
			t.Fatal(err)
		}
		ask("waits", "new friend")
		anchor := r.verified()

		n, err := r.Prune(t.Context(), r.now().Add(-time.Hour))
		if err != nil || n != 3 {
			t.Errorf("%d deleted, %v", n, err)
		}
		r.nowhere("old friend")
		r.nowhere("secret reason")
		if n, err := r.Prune(t.Context(), r.now().Add(-time.Hour)); err != nil || n != 0 {
			t.Errorf("second time: %d, %v", n, err)
		}
		if got, err := r.History(t.Context(), grace, "t1", approval.Page{}); err != nil || ids(got.Calls) != "recent waits" {
			t.Errorf("%s, %v", ids(got.Calls), err)
		}
		for id, want := range map[string]string{
			"done": "pending approved executing done erased", "rejected": "pending rejected erased",
			"tried": "pending attempt rejected erased", "recent": "pending approved executing done",
		} {
			if got := r.eventsOf(id); got != want {
				t.Errorf("%s: %s", id, got)
			}
		}
		r.verified()
		if _, err := r.VerifyAudit(t.Context(), anchor); err != nil {
			t.Error(err)
		}
		// The ID stays used: an approval for it would be pointless, because the call could not run.
		if out, err := r.ask("t1", "done", "pay", args100); !errors.Is(err, approval.ErrConflict) {
			t.Errorf("the ID of a deleted call: %+v, %v", out, err)
		}
		if _, err := r.approve("waits"); err != nil {
			t.Error(err)
		}
		r.verified()
	})
}

func TestErase(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address)
		for i := range 100 + 20 {
			if _, err := r.ask("t1", fmt.Sprint("c", i), "pay", `{"To":"an old friend","Amount":1}`); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := r.ask("t2", "c1", "pay", `{"To":"bob","Amount":1}`); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Decide(t.Context(), grace, approval.Decision{ThreadID: "t1", ToolCallID: "c2", Reason: "a secret reason"}); err != nil {
			t.Fatal(err)
		}
		r.crashAt("decided", func() {
			_, _ = r.Decide(t.Context(), grace, approval.Decision{ThreadID: "t1", ToolCallID: "c3", Approve: true})
		})
		if n, err := r.Erase(t.Context(), "t1"); !errors.Is(err, approval.ErrOpen) || n != 0 {
			t.Errorf("with an approved call: %d, %v", n, err)
		}
		r.clock.add(r.cfg.Lease)
		if _, err := r.Resume(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n, err := r.Erase(t.Context(), "t1"); err != nil || n != 100+20 {
			t.Errorf("%d, %v", n, err)
		}
		r.nowhere("old friend")
		r.nowhere("secret reason")
		if got := r.eventsOf("c0"); got != "pending erased" {
			t.Errorf("%s", got)
		}
		if _, err := r.Decide(t.Context(), grace, approval.Decision{ThreadID: "t1", ToolCallID: "c0", Approve: true}); !errors.Is(err,
			approval.ErrNotFound) {
			t.Errorf("an erased call: %v", err)
		}
		if got, err := r.Get(t.Context(), grace, "t2", "c1"); err != nil || got.Call.Status != approval.Pending {
			t.Errorf("the call of another thread: %+v, %v", got, err)
		}
		r.verified()
	})
}

// TestKeep checks that the loop of a server deletes old calls.
func TestKeep(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address, func(cfg *approval.Config) { cfg.Keep = time.Hour })
		r.request("c1")
		if _, err := r.approve("c1"); err != nil {
			t.Fatal(err)
		}
		r.clock.add(2 * time.Hour)
		ctx, cancel := context.WithCancel(t.Context())
		cancelled := make(chan error)
		go func() { cancelled <- r.Run(ctx, time.Millisecond) }()
		until(t, "the call is not forgotten", func() bool {
			_, err := r.Get(t.Context(), grace, "t1", "c1")
			return errors.Is(err, approval.ErrNotFound)
		})
		cancel()
		<-cancelled
		r.verified()
	})
}

// TestForgottenWhileItRuns has an execution end after its call was settled as lost and deleted.
func TestForgottenWhileItRuns(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address)
		r.request("c1")
		r.hold = func(context.Context) {
			r.clock.add(approval.DefaultLease)
			if _, err := r.Resume(t.Context()); err != nil {
				t.Error(err)
			}
			if n, err := r.Erase(t.Context(), "t1"); err != nil || n != 1 {
				t.Errorf("%d, %v", n, err)
			}
		}
		if _, err := r.approve("c1"); !errors.Is(err, approval.ErrNotFound) || r.runs() != 1 {
			t.Errorf("%v", err)
		}
		r.verified()
	})
}
