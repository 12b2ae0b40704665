package approval

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"
)

// until waits for something that another goroutine does.
func until(t *testing.T, what string, done func() bool) {
	t.Helper()
	for began := time.Now(); !done(); time.Sleep(time.Millisecond) {
		if time.Since(began) > 20*time.Second {
			t.Fatal(what)
		}
	}
}

// TestStuckTool has a tool that ignores its context hold up neither Resume nor Run: calls beside it run, and it is
// settled as lost when its lease is over. What it gives back in the end is kept.
func TestStuckTool(t *testing.T) {
	eachOnItsOwnTime(t, func(t *testing.T, address string) {
		r := newRig(t, address, func(cfg *Config) {
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
			time.Sleep(2 * time.Millisecond) // which orders them
		}
		time.Sleep(r.cfg.Lease)
		found, err := r.Resume(t.Context())
		if err != nil || len(found.Executed) != 3 || len(found.Lost) != 1 || found.Lost[0].Failure != FailureLost {
			t.Errorf("%+v, %v", found, err)
		}
		close(release)
		until(t, "the late result is not kept", func() bool {
			settled, err := r.Get(t.Context(), grace, "", found.Lost[0].ToolCallID)
			return err == nil && settled.Call.Failure == FailureLost && settled.Late != nil && string(settled.Late.Payload) == `{"Paid":100}`
		})
		if r.runs() != 4 {
			t.Errorf("%d runs", r.runs())
		}
		r.verified()
	})
}

// TestRunGoesOnBesideAStuckTool has the loop of a server take up calls that come later than one that hangs.
func TestRunGoesOnBesideAStuckTool(t *testing.T) {
	eachOnItsOwnTime(t, func(t *testing.T, address string) {
		r := newRig(t, address, func(cfg *Config) {
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
		before, err := r.load(t.Context(), r.db, inT1("later"))
		if err != nil {
			t.Fatal(err)
		}
		moves, err := r.consider(t.Context(), grace, before, Decision{ToolCallID: "later", Approve: true})
		if err == nil {
			err = r.record(t.Context(), "", []*decided{moves}) // and whoever has decided dies
		}
		if err != nil {
			t.Fatal(err)
		}
		until(t, "the call behind the stuck one is not run", func() bool { return r.get("later").Status == Done })
		cancel()
		close(release)
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		if got := r.get("stuck"); got.Status != Done {
			t.Errorf("Run did not wait for %+v", got)
		}
	})
}

// TestResultOutlivesAnOutage has the database fail when a result is in hand: it is saved when the database is
// back, and attached to a call that was given up for lost in the meantime.
func TestResultOutlivesAnOutage(t *testing.T) {
	for name, lease := range map[string]time.Duration{"within the lease": 20 * time.Second, "beyond it": 30 * time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			eachOnItsOwnTime(t, func(t *testing.T, address string) {
				r := newRig(t, address, func(cfg *Config) { cfg.Lease, cfg.Now = lease, time.Now })
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
					time.Sleep(300 * time.Millisecond) // as it is, three tries are long over
					r.exec("ALTER TABLE away RENAME TO approval_audit")
					<-decided
					if got := r.get("c1"); got.Status != Done {
						t.Errorf("%+v", got)
					}
					r.verified()
					return
				}
				<-decided // the lease is over
				// Another process finds it so before this one tries again.
				other := newRig(t, address, func(cfg *Config) { cfg.Lease, cfg.Now = lease, time.Now })
				r.exec("ALTER TABLE away RENAME TO approval_audit")
				for range 50 {
					if _, err := other.Resume(t.Context()); err != nil {
						t.Fatal(err)
					}
				}
				var got Settled
				until(t, "the result is lost", func() bool {
					var err error
					got, err = r.Get(t.Context(), grace, "", "c1")
					return err == nil && (got.Call.Status == Done || got.Late != nil)
				})
				out := got.Output
				if got.Call.Status != Done {
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
