package approval_test

import (
	"context"
	goruntime "runtime"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval"
	"github.com/toolgen/toolgen/runtime/preflight"
)

// TestReplayedCallHasRun turns the row of a call back after it ran: it is not run again, and nobody reads that it was not run.
func TestReplayedCallHasRun(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		for name, change := range map[string]string{
			"turned back": "status = 'approved'", "without a signature": "status = 'approved', binding = 'x'",
		} {
			r := newRig(t, address)
			id := strings.ReplaceAll(name, " ", "_")
			r.request(id)
			if _, err := r.approve(id); err != nil {
				t.Fatal(err)
			}
			r.exec("UPDATE tool_calls SET "+change+", settled_at = NULL, output = NULL WHERE tool_call_id = ?", id)
			r.clock.add(time.Minute)
			if found, err := r.Resume(t.Context()); err != nil || len(found.Refused) != 1 || r.runs() != 1 {
				t.Errorf("%s: %+v, %v, %d runs", name, found, err, r.runs())
			}
			settled, err := r.Get(t.Context(), grace, "t1", id)
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range []string{settled.Call.Text, settled.Output.Error.Message} {
				if strings.Contains(text, "was not run") || !strings.Contains(text, approval.ErrReplayed.Error()) {
					t.Errorf("%s: %s", name, text)
				}
			}
			if settled.Output.Error.Kind != runtime.FailureInternal {
				t.Errorf("%s: %+v", name, settled.Output.Error)
			}
			r.exec("DELETE FROM tool_calls")
		}
	})
}

// TestUnknownOutcomes runs calls to ends that leave open what the tool did: people read that, and not that the tool failed.
func TestUnknownOutcomes(t *testing.T) {
	eachOnItsOwnTime(t, func(t *testing.T, address string) {
		var gate *preflight.Gate
		for name, execute := range map[string]approval.Executor{
			"the gate gave up": func(ctx context.Context, thread string, inv runtime.Invocation) runtime.ToolOutput {
				return gate.Execute(ctx, thread, inv)
			},
			"handler panics": nil, // the default executor
			"panic":          func(context.Context, string, runtime.Invocation) runtime.ToolOutput { panic("boom") },
			"Goexit": func(context.Context, string, runtime.Invocation) runtime.ToolOutput {
				goruntime.Goexit()
				return runtime.ToolOutput{}
			},
			"no JSON": func(context.Context, string, runtime.Invocation) runtime.ToolOutput {
				return runtime.ToolOutput{Payload: []byte("{")}
			},
		} {
			r := newRig(t, address, func(cfg *approval.Config) { cfg.Execute = execute })
			r.hold = func(context.Context) {
				if execute == nil {
					panic("boom")
				}
				time.Sleep(2 * time.Second)
			}
			var err error
			gate, err = preflight.New(r.tools, preflight.WithTimeout(time.Second), preflight.WithApprover(r.Service),
				preflight.WithSink(preflight.SinkFunc(func(preflight.Event) {})))
			if err != nil {
				t.Fatal(err)
			}
			id := strings.ReplaceAll(name, " ", "_")
			r.request(id)
			settled, err := r.approve(id)
			if err != nil || settled.Call.Failure != approval.FailureTool || !strings.Contains(settled.Call.Text, "its outcome is unknown") {
				t.Errorf("%s: %+v, %v", name, settled.Call, err)
			}
			r.verified()
			if err := gate.Close(); err != nil {
				t.Error(err)
			}
		}
	})
}

// TestErrorsAsResults checks that a call whose result is an error has failed, although the tool does not flag it. The result
// stays.
func TestErrorsAsResults(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address, func(cfg *approval.Config) {
			cfg.Execute = func(context.Context, string, runtime.Invocation) runtime.ToolOutput {
				return runtime.ToolOutput{Payload: []byte(`{"error":"no such account"}`), RetryHint: &runtime.RetryHint{Reason: runtime.Internal}}
			}
		})
		r.request("c1")
		settled, err := r.approve("c1")
		if err != nil || settled.Call.Status != approval.Failed || settled.Call.Failure != approval.FailureTool ||
			string(settled.Output.Payload) != `{"error":"no such account"}` || !strings.Contains(settled.Call.Text, "was run, but failed") {
			t.Errorf("%+v, %v", settled, err)
		}
	})
}
