package approval_test

import (
	"context"
	"encoding/json"
	"math"
	"net/http"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval"
)

// TestOutputThatCannotBeKept has the executor return invalid JSON. The tool has run, so the call is settled as such.
func TestOutputThatCannotBeKept(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		outputs := map[string]runtime.ToolOutput{
			"cut":  {Payload: json.RawMessage(`{"Paid":`)},
			"text": {Payload: json.RawMessage(`paid`)},
			"two":  {Payload: json.RawMessage(`{} {}`)},
			"hint": {Payload: json.RawMessage(`{}`), RetryHint: &runtime.RetryHint{ExampleInput: json.RawMessage(`{`)}},
			"NaN": {Error: &runtime.ToolError{Kind: runtime.FailureHandler, Message: "no"},
				RetryHint: &runtime.RetryHint{Constraints: []runtime.FieldConstraint{{Got: math.NaN()}}}},
		}
		s := newSite(t, address, func(cfg *approval.Config) {
			cfg.Execute = func(_ context.Context, _ string, inv runtime.Invocation) runtime.ToolOutput {
				return outputs[inv.Call.ID]
			}
		})
		for id := range outputs {
			s.request(id)
			a := s.post(decides(id, true))
			o := s.expect(id, a, http.StatusOK, "internal", approval.Failed)
			if !strings.Contains(o.Message, "has run") || strings.Contains(o.Message, "reported") {
				t.Errorf("%s: %s", id, a.body)
			}
			got, err := s.Get(t.Context(), grace, "", id)
			if err != nil || got.Call.Failure != approval.FailureTool || strings.Contains(got.Call.Text, "reported") {
				t.Errorf("%s: %+v, %v", id, got.Call, err)
			}
		}
		outs, err := s.Results(t.Context(), "t1")
		if err != nil || len(outs) != len(outputs) {
			t.Errorf("the model gets %+v, %v", outs, err)
		}
		s.verified()
	})
}

// TestLargeResult has a tool answer as much as an outcome shows of a result: the outcome still says what has become of the
// call.
func TestLargeResult(t *testing.T) {
	s := newSite(t, t.TempDir()+"/a.db", func(cfg *approval.Config) {
		cfg.Execute = func(_ context.Context, _ string, inv runtime.Invocation) runtime.ToolOutput {
			return runtime.ToolOutput{Payload: json.RawMessage(`"` + strings.Repeat("x", 64<<10-3) + `"`)}
		}
	})
	s.request("c1")
	s.expect("as much as is shown", s.post(approveC1), http.StatusOK, "", approval.Done)
}
