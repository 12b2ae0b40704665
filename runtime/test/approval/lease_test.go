package approval_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval"
	"github.com/toolgen/toolgen/test/pgtest"
)

func callOf(id string) []runtime.ToolCall {
	return []runtime.ToolCall{{ID: id, Name: "pay", Arguments: args100}}
}

var errCrash = errors.New("crash")

// crashAt stops the service at a step, as if its process had died.
func (r *rig) crashAt(step string, f func()) {
	r.t.Helper()
	r.step = func(name string) {
		if name == step {
			panic(errCrash)
		}
	}
	func() {
		defer func() {
			if v := recover(); v != errCrash {
				r.t.Fatalf("no crash at %s: %v", step, v)
			}
		}()
		f()
	}()
	r.step = nil
}

func TestResumeRunsWhatWasNotBegun(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address)
		r.request("c1")
		r.crashAt("decided", func() { _, _ = r.approve("c1") })
		if found, err := r.Resume(t.Context()); err != nil || len(found.Executed) != 0 {
			t.Errorf("right after the decision: %+v, %v", found, err)
		}
		if _, err := r.approve("c1"); !isA[*approval.SettledError](err) {
			t.Errorf("approved again: %v", err)
		}
		r.clock.add(approval.DefaultLease)
		for i := range 2 {
			found, err := r.Resume(t.Context())
			if err != nil || len(found.Executed) != 1-i || r.runs() != 1 {
				t.Errorf("%+v, %v, %d runs", found, err, r.runs())
			}
		}
		if got := r.get("c1"); got.Status != approval.Done {
			t.Errorf("%+v", got)
		}
		r.verified()
	})
}

// TestResumeTooLate does not run a call that was approved long ago.
func TestResumeTooLate(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address)
		r.request("c1")
		r.crashAt("decided", func() { _, _ = r.approve("c1") })
		r.clock.add(10 * time.Minute)
		found, err := r.Resume(t.Context())
		if err != nil || len(found.Expired) != 1 || r.runs() != 0 || found.Expired[0].Validated != nil ||
			!strings.Contains(found.Expired[0].Text, "did not start in time") {
			t.Errorf("%+v, %v, %d runs", found, err, r.runs())
		}
		r.verified()
	})
}

// TestTooLateToBegin has a call expire during verification, which may take long when fields are injected: it is not started.
func TestTooLateToBegin(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address)
		r.request("c1")
		r.step = func(name string) {
			if name == "claim" {
				r.clock.add(10 * time.Minute)
			}
		}
		settled, err := r.approve("c1")
		if err != nil || settled.Call.Status != approval.Expired || r.runs() != 0 ||
			!strings.Contains(settled.Call.Text, "did not start in time") {
			t.Errorf("%+v, %v, %d runs", settled.Call, err, r.runs())
		}
		r.verified()
	})
}

func TestLost(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address)
		for _, step := range []string{"claimed", "ran"} {
			r.request(step)
			r.crashAt(step, func() { _, _ = r.approve(step) })
		}
		runs := r.runs()
		r.clock.add(approval.DefaultLease - time.Microsecond)
		if found, err := r.Resume(t.Context()); err != nil || len(found.Lost) != 0 {
			t.Errorf("before the lease ran out: %+v, %v", found, err)
		}
		r.clock.add(time.Microsecond)
		found, err := r.Resume(t.Context())
		if err != nil || len(found.Lost) != 2 || len(found.Executed) != 0 || r.runs() != runs {
			t.Errorf("%+v, %v, %d runs", found, err, r.runs())
		}
		outs, err := r.Results(t.Context(), "t1")
		if err != nil || len(outs) != 2 {
			t.Fatalf("%+v, %v", outs, err)
		}
		for _, out := range outs {
			if out.Error == nil || out.Error.Kind != runtime.FailureInternal ||
				!strings.Contains(out.Error.Message, "The outcome is unknown: the tool may or may not have done its work.") {
				t.Errorf("the model gets %+v", out)
			}
		}
		r.verified()
	})
}

// TestLateResult has an execution end after its call was settled as lost.
func TestLateResult(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address)
		r.request("c1")
		r.hold = func(context.Context) {
			r.clock.add(approval.DefaultLease)
			if found, err := r.Resume(t.Context()); err != nil || len(found.Lost) != 1 {
				t.Errorf("%+v, %v", found, err)
			}
		}
		settled, err := r.approve("c1")
		if err != nil || settled.Call.Status != approval.Failed || settled.Call.Failure != approval.FailureLost || r.runs() != 1 {
			t.Errorf("%+v, %v, %d runs", settled, err, r.runs())
		}
		if settled.Late == nil || string(settled.Late.Payload) != `{"Paid":100}` {
			t.Errorf("the late result is %+v", settled.Late)
		}
		entries, err := r.Audit(t.Context(), grace, "t1")
		if last := entries[len(entries)-1]; err != nil || last.Event != "late_result" || last.Before != approval.Failed ||
			last.After != approval.Failed || !strings.Contains(last.Detail, "done") {
			t.Errorf("%+v, %v", last, err)
		}
		r.verified()
	})
}

// TestLateResultOfAnother has an execution end after another one has taken its call.
func TestLateResultOfAnother(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address)
		r.request("c1")
		r.hold = func(context.Context) { r.exec("UPDATE tool_calls SET lease_owner = 'another'") }
		settled, err := r.approve("c1")
		if err != nil || settled.Call.Status != approval.Executing || settled.Output.Payload != nil {
			t.Errorf("%+v, %v", settled, err)
		}
		if late := r.column("late_output"); !strings.Contains(late, `{"Paid":100}`) {
			t.Errorf("the late result is %s", late)
		}
	})
}

// TestSavedTwice saves a result twice, as after a commit whose response was lost: it does not count as late.
func TestSavedTwice(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		for i, saved := range []runtime.ToolOutput{
			{Payload: []byte(`{"Paid":100}`)},
			{Payload: []byte(`{"Paid":100}`), Error: &runtime.ToolError{Kind: runtime.FailureHandler, Message: "no \xff UTF-8"}},
			{Payload: []byte(`{ "Paid": 100, "Paid": 1e2, "Note": "\ud800" }`)},
			{Payload: []byte("\"\xff \u2028 <\"")},
		} {
			var hide atomic.Bool
			db := pgtest.OpenHooked(address, func(after, commit bool) error {
				if after && commit && hide.CompareAndSwap(true, false) {
					return errCrash
				}
				return nil
			})
			t.Cleanup(func() { _ = db.Close() })
			r := newRig(t, address, func(cfg *approval.Config) {
				cfg.DB = db
				cfg.Execute = func(context.Context, string, runtime.Invocation) runtime.ToolOutput { return saved }
			})
			r.step = func(name string) {
				if name == "ran" {
					hide.Store(true)
				}
			}
			want := approval.Done
			if saved.Error != nil {
				want = approval.Failed
			}
			id := fmt.Sprint("saved twice ", i)
			r.request(id)
			settled, err := r.approve(id)
			if err != nil || settled.Call.Status != want || settled.Late != nil || hide.Load() {
				t.Errorf("%s: %+v, late %+v, %v", id, settled.Call, settled.Late, err)
			}
			entries, err := r.Audit(t.Context(), grace, "t1")
			if last := entries[len(entries)-1]; err != nil || last.Event != string(want) || last.Before != approval.Executing {
				t.Errorf("%+v, %v", last, err)
			}
			r.verified()
		}
	})
}

// TestProlongedInTime has an execution renew its lease after it was found dead.
func TestProlongedInTime(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address)
		r.request("c1")
		r.hold = func(ctx context.Context) {
			r.clock.add(approval.DefaultLease)
			r.step = func(name string) {
				if name == "lose" {
					r.exec("UPDATE tool_calls SET lease_until = ?", r.db.Time(r.now().Add(approval.DefaultLease)))
				}
			}
			if found, err := r.Resume(r.stepping(ctx)); len(found.Lost) != 0 || err != nil {
				t.Errorf("settled as lost: %+v, %v", found, err)
			}
		}
		if settled, err := r.approve("c1"); err != nil || settled.Call.Status != approval.Done {
			t.Errorf("%+v, %v", settled, err)
		}
	})
}

// TestResumeRace resumes one call from many goroutines.
func TestResumeRace(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address)
		r.request("c1")
		r.crashAt("decided", func() { _, _ = r.approve("c1") })
		r.clock.add(approval.DefaultLease)
		var group sync.WaitGroup
		var ready sync.WaitGroup
		const resumers = 8
		ready.Add(resumers)
		r.step = func(name string) {
			if name == "claim" { // all have verified the approved call
				ready.Done()
				ready.Wait()
			}
		}
		for range resumers {
			replica, err := approval.New(t.Context(), r.cfg)
			if err != nil {
				t.Fatal(err)
			}
			group.Go(func() {
				if _, err := replica.Resume(r.stepping(t.Context())); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		if r.runs() != 1 || r.get("c1").Status != approval.Done {
			t.Errorf("%d runs, %s", r.runs(), r.get("c1").Status)
		}
		r.verified()
	})
}

// TestHeartbeat renews the lease of a long execution.
func TestHeartbeat(t *testing.T) {
	eachOnItsOwnTime(t, func(t *testing.T, address string) {
		const lease = 30 * time.Millisecond
		r := newRig(t, address, func(cfg *approval.Config) { cfg.Lease, cfg.Timeout, cfg.Now = lease, 20*time.Second, time.Now })
		r.request("c1")
		until := func(ctx context.Context) (at time.Time) {
			if err := r.db.First(ctx, r.db, []any{&at}, "SELECT lease_until FROM tool_calls"); err != nil {
				t.Fatal(err)
			}
			return at
		}
		r.hold = func(ctx context.Context) {
			for begun := until(ctx); !until(ctx).After(begun); {
				select {
				case <-ctx.Done():
					t.Fatal("the lease was never renewed")
				case <-time.After(lease / 10):
				}
			}
		}
		if settled, err := r.approve("c1"); err != nil || settled.Call.Status != approval.Done {
			t.Errorf("%+v, %v", settled, err)
		}
	})
}

// TestInMemory uses a single connection.
func TestInMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, ":memory:", func(cfg *approval.Config) { cfg.Now = time.Now })
		r.request("c1")
		r.hold = func(context.Context) {
			r.get("c1")
			time.Sleep(3 * approval.DefaultLease) // the lease is renewed meanwhile
			r.get("c1")
		}
		if settled, err := r.approve("c1"); err != nil || settled.Call.Status != approval.Done {
			t.Errorf("%+v, %v", settled, err)
		}
		r.verified()
	})
}

// TestRun has the loop of a server do both.
func TestRun(t *testing.T) {
	r := newRig(t, t.TempDir()+"/a.db")
	r.request("approved")
	r.crashAt("decided", func() { _, _ = r.approve("approved") })
	r.request("expired")
	r.exec("UPDATE tool_calls SET expires_at = ? WHERE tool_call_id = 'expired'", r.db.Time(r.now()))
	r.clock.add(approval.DefaultLease)
	ctx, cancel := context.WithCancel(t.Context())
	r.step = func(name string) {
		if name == "saved" {
			cancel()
		}
	}
	if err := r.Run(r.stepping(ctx), 0); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if a, b := r.get("approved").Status, r.get("expired").Status; a != approval.Done || b != approval.Expired {
		t.Errorf("%s, %s", a, b)
	}
}
