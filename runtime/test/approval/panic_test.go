package approval_test

import (
	"errors"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval"
)

// TestTierPanicsOfOne checks that a panic in the program's Tier function for one call crashes neither the program nor Resume, and
// that the call is not lost.
func TestTierPanicsOfOne(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		broken := false
		r := newRig(t, address, func(cfg *approval.Config) {
			cfg.Tier = func(inv runtime.Invocation) runtime.ConfirmSpec {
				if broken && inv.Args.(*payArgs).To == "bad" {
					panic("boom")
				}
				return inv.Tool.Spec().Confirm
			}
		})
		request := func(id, to string) error {
			invs, failures := r.cfg.Tools.ConvertCallsContext(t.Context(), []runtime.ToolCall{{ID: id, Name: "pay",
				Arguments: `{"To":"` + to + `","Amount":1}`}})
			if len(failures) > 0 {
				t.Fatal(failures[0].Error.Cause)
			}
			_, err := r.RequestApproval(t.Context(), "t1", invs[0])
			return err
		}
		if err := errors.Join(request("one", "bad"), request("two", "good")); err != nil {
			t.Fatal(err)
		}
		hasPanic := func(err error) bool {
			var caught *runtime.PanicError
			return errors.As(err, &caught)
		}
		r.step = func(name string) { broken = broken || name == "decided" }
		settled, err := r.DecideAll(r.stepping(t.Context()), grace, []approval.Decision{{ToolCallID: "one", Approve: true},
			{ToolCallID: "two", Approve: true}})
		if !hasPanic(err) || settled[0].Call.Status != approval.Approved || settled[1].Call.Status != approval.Done {
			t.Errorf("%+v, %v", settled, err)
		}
		r.clock.add(time.Minute)
		if found, err := r.Resume(t.Context()); !hasPanic(err) || len(found.Refused)+len(found.Executed) != 0 {
			t.Errorf("%+v, %v", found, err)
		}
		if err := request("three", "bad"); !hasPanic(err) {
			t.Error(err)
		}
		broken = false
		if found, err := r.Resume(t.Context()); err != nil || len(found.Executed) != 1 || r.runs() != 2 {
			t.Errorf("%+v, %v", found, err)
		}
	})
}
