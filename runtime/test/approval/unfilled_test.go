package approval_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval"
)

// sealed is a configuration whose fields cannot be filled while *down is true.
func sealed(down *bool) func(*approval.Config) {
	return func(cfg *approval.Config) {
		cfg.Tools = cfg.Tools.Injecting(func(context.Context, runtime.Injection) (any, error) {
			if *down {
				return nil, errors.New("the vault of hunter2 is sealed")
			}
			return "x", nil
		})
		cfg.Refill = func(ctx context.Context, _ string) (context.Context, error) { return ctx, nil }
	}
}

// rejecter allows rejections based on the stored arguments alone, up to a limit.
type rejecter struct {
	door
	asked *[]string
}

func (h rejecter) MayReject(_ context.Context, who approval.Principal, call approval.Call, stored json.RawMessage) error {
	*h.asked = append(*h.asked, string(stored))
	var args payArgs
	if err := json.Unmarshal(stored, &args); err != nil || args.Amount > who.Extra.(employee).limit || call.Status != approval.Pending {
		return errHouse
	}
	return nil
}

// TestUnfilledIsTold checks that the decider learns that a call cannot be filled now and is still pending, but not why.
func TestUnfilledIsTold(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		down := false
		s := newSite(t, address, sealed(&down))
		s.request("c1")
		s.request("c2")
		down = true
		for name, body := range map[string]string{
			"approved": approveC1,
			"edited":   `{"toolCallId":"c1","isValidated":true,"validatedInputs":{"To":"bob","Amount":2}}`,
			"rejected": `{"toolCallId":"c1","isValidated":false}`, // no Authorizer says who may do that
		} {
			a := s.post(body)
			s.expect(name, a, http.StatusServiceUnavailable, "unfilled", "")
			if strings.Contains(a.body, "hunter2") || strings.Contains(a.body, "Tenant") || !strings.Contains(a.body, "still pending") {
				t.Errorf("%s: %s", name, a.body)
			}
			if s.status("c1") != approval.Pending {
				t.Fatalf("%s: the call is %s", name, s.status("c1"))
			}
		}
		a := s.ask(http.MethodPost, approval.BatchPath, `{"decisions":[{"toolCallId":"c1","isValidated":true},{"toolCallId":"c2","isValidated":false}]}`)
		if o := a.outcome(t); a.status != http.StatusServiceUnavailable || o.Error != "unfilled" || o.ToolCallID != "c1" {
			t.Errorf("a batch: %d %s", a.status, a.body)
		}
		// Users who may not decide the tool at all get the same answer as always.
		s.expect("without the role", s.post(approveC1, userHeader+": trainee"), http.StatusForbidden, "forbidden", "")
		s.expect("without the thread", s.post(approveC1, userHeader+": eve"), http.StatusNotFound, "not_found", "")
		// Filling fails between decision and run: the call is approved, and waits.
		down = false
		s.step = func(name string) { down = name == "decided" }
		a = s.post(approveC1)
		if o := a.outcome(t); a.status != http.StatusAccepted || o.Error != "unfilled" || o.Success || o.Status != approval.Approved ||
			strings.Contains(a.body, "hunter2") {
			t.Errorf("approved but not filled: %d %s", a.status, a.body)
		}
	})
}

// TestRejectUnfilled checks that a rejection does not need the injected values, if the Authorizer allows rejections by the stored
// arguments alone.
func TestRejectUnfilled(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		var asked []string
		down := false
		s := newSite(t, address, func(cfg *approval.Config) { cfg.Authorizer = rejecter{asked: &asked} }, sealed(&down))
		s.request("c1")
		s.request("c2")
		if _, err := s.rig.ask("t1", "dear", "pay", `{"To":"ada","Amount":5000}`); err != nil {
			t.Fatal(err)
		}
		// As long as the call can be filled, only MayDecide is called.
		s.expect("filled", s.post(`{"toolCallId":"c2","isValidated":false}`), http.StatusOK, "", approval.Rejected)
		if len(asked) > 0 {
			t.Errorf("MayReject was called: %v", asked)
		}
		down = true
		reject := `{"toolCallId":"c1","isValidated":false,"reason":"not today"}`
		s.expect("approved", s.post(approveC1), http.StatusServiceUnavailable, "unfilled", "")
		s.expect("another version", s.post(`{"toolCallId":"c1","isValidated":false,"version":"00"}`), http.StatusConflict, "changed", "")
		s.expect("without the role", s.post(reject, userHeader+": trainee"), http.StatusForbidden, "forbidden", "")
		s.expect("without the thread", s.post(reject, userHeader+": eve"), http.StatusNotFound, "not_found", "")
		s.expect("beyond the limit", s.post(`{"toolCallId":"dear","isValidated":false}`), http.StatusForbidden, "forbidden", "")
		s.expect("rejected", s.post(reject), http.StatusOK, "", approval.Rejected)
		if want := `{"To":"ada","Amount":100,"Pin":"1234"}`; len(asked) != 2 || asked[1] != want {
			t.Errorf("MayReject was called with %q", asked)
		}
		outs, err := s.Results(t.Context(), "t1")
		if err != nil || len(outs) != 2 || outs[0].CallID != "c1" || !strings.Contains(outs[0].Error.Message, "not today") {
			t.Errorf("the model gets %+v, %v", outs, err)
		}
		if s.runs() != 0 {
			t.Errorf("%d runs", s.runs())
		}
		s.verified()

		// A manipulated row is rejected whether it can be filled or not.
		s.exec("UPDATE tool_calls SET arguments = ? WHERE tool_call_id = ?", `{"To":"eve","Amount":1}`, "dear")
		s.expect("forged", s.post(`{"toolCallId":"dear","isValidated":true}`), http.StatusConflict, "refused", "")
	})
}
