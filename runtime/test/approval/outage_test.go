package approval_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime/approval"
)

// until waits for a condition that another goroutine fulfils.
func until(t *testing.T, what string, done func() bool) {
	t.Helper()
	for began := time.Now(); !done(); time.Sleep(time.Millisecond) {
		if time.Since(began) > 20*time.Second {
			t.Fatal(what)
		}
	}
}

// TestStuckTool has a tool that ignores its context: it does not block Resume, Run or other calls, and is settled as lost when its
// lease expires. Its late result is stored.
func TestStuckTool(t *testing.T) {
	eachOnItsOwnTime(t, func(t *testing.T, address string) {
		r := newRig(t, address, func(cfg *approval.Config) {
			cfg.Lease, cfg.Timeout, cfg.Now, cfg.Parallel = 100*time.Millisecond, 200*time.Millisecond, time.Now, 2
		})
		release := make(chan struct{})
		var taken atomic.Bool
		r.hold = func(context.Context) {
			if taken.CompareAndSwap(false, true) {
				<-release
			}
		}
		for _, id := range []string{"stuck", "a", "b", "c"} {
			r.request(id)
			r.crashAt("decided", func() { _, _ = r.approve(id) })
			time.Sleep(2 * time.Millisecond) // for a defined order
		}
		time.Sleep(r.cfg.Lease)
		found, err := r.Resume(t.Context())
		if err != nil || len(found.Executed) != 3 || len(found.Lost) != 1 || found.Lost[0].Failure != approval.FailureLost {
			t.Errorf("%+v, %v", found, err)
		}
		close(release)
		until(t, "the late result is not kept", func() bool {
			settled, err := r.Get(t.Context(), grace, "", found.Lost[0].ToolCallID)
			return err == nil && settled.Call.Failure == approval.FailureLost && settled.Late != nil &&
				string(settled.Late.Payload) == `{"Paid":100}`
		})
		if r.runs() != 4 {
			t.Errorf("%d runs", r.runs())
		}
		r.verified()
	})
}

// TestRunGoesOnBesideAStuckTool checks that the loop of a server runs later calls despite one that hangs.
func TestRunGoesOnBesideAStuckTool(t *testing.T) {
	eachOnItsOwnTime(t, func(t *testing.T, address string) {
		r := newRig(t, address, func(cfg *approval.Config) {
			cfg.Lease, cfg.Timeout, cfg.Now = 50*time.Millisecond, time.Hour, time.Now
		})
		release := make(chan struct{})
		var taken atomic.Bool
		began := make(chan struct{})
		r.hold = func(context.Context) {
			if taken.CompareAndSwap(false, true) {
				close(began)
				<-release
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		r.request("stuck")
		r.crashAt("decided", func() { _, _ = r.approve("stuck") })
		go func() { ended <- r.Run(ctx, 10*time.Millisecond) }()
		<-began
		r.request("later")
		r.crashAt("decided", func() { _, _ = r.approve("later") })
		until(t, "the call behind the stuck one is not run", func() bool { return r.get("later").Status == approval.Done })
		cancel()
		close(release)
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		if got := r.get("stuck"); got.Status != approval.Done {
			t.Errorf("Run did not wait for %+v", got)
		}
	})
}

// TestResultOutlivesAnOutage has the database fail before a result is saved: it is saved when the database is back, and attached to
// a call that was meanwhile settled as lost.
func TestResultOutlivesAnOutage(t *testing.T) {
	for name, lease := range map[string]time.Duration{"within the lease": 20 * time.Second, "beyond it": 30 * time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			eachOnItsOwnTime(t, func(t *testing.T, address string) {
				r := newRig(t, address, func(cfg *approval.Config) { cfg.Lease, cfg.Now = lease, time.Now })
				r.request("c1")
				down := make(chan struct{})
				r.hold = func(context.Context) {
					r.exec("ALTER TABLE approval_audit RENAME TO away")
					close(down)
				}
				decided := make(chan struct{})
				go func() { defer close(decided); _, _ = r.approve("c1") }()
				<-down
				if lease > time.Second {
					time.Sleep(300 * time.Millisecond) // longer than three retries
					r.exec("ALTER TABLE away RENAME TO approval_audit")
					<-decided
					if got := r.get("c1"); got.Status != approval.Done {
						t.Errorf("%+v", got)
					}
					r.verified()
					return
				}
				<-decided // the lease has expired
				// Another process settles it before this one retries.
				other := newRig(t, address, func(cfg *approval.Config) { cfg.Lease, cfg.Now = lease, time.Now })
				r.exec("ALTER TABLE away RENAME TO approval_audit")
				for range 50 {
					if _, err := other.Resume(t.Context()); err != nil {
						t.Fatal(err)
					}
				}
				var got approval.Settled
				until(t, "the result is lost", func() bool {
					var err error
					got, err = r.Get(t.Context(), grace, "", "c1")
					return err == nil && (got.Call.Status == approval.Done || got.Late != nil)
				})
				out := got.Output
				if got.Call.Status != approval.Done {
					out = *got.Late
				}
				if string(out.Payload) != `{"Paid":100}` {
					t.Errorf("%+v", got)
				}
				if r.runs() != 1 {
					t.Errorf("%d runs", r.runs())
				}
				r.verified()
			})
		})
	}
}
