package approval_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/approval"
)

// TestResultsAndDecisionsAreSigned changes stored data of settled calls: the audit detects it.
func TestResultsAndDecisionsAreSigned(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address)
		for _, id := range []string{"done", "late", "rejected", "failed"} {
			r.request(id)
			switch id {
			case "late":
				r.hold = func(context.Context) {
					r.clock.add(approval.DefaultLease)
					if _, err := r.Resume(t.Context()); err != nil {
						t.Error(err)
					}
				}
			case "failed":
				r.hold, r.fail = nil, errors.New("no money")
			}
			if _, err := r.Decide(t.Context(), grace, approval.Decision{ToolCallID: id, Approve: id != "rejected"}); err != nil {
				t.Fatal(err)
			}
		}
		r.request("pending")
		r.verified()
		entries, err := r.Audit(t.Context(), grace, "t1")
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if e.Event == string(approval.Done) || e.Event == string(approval.Failed) || e.Event == "late_result" {
				if len(e.Result) != 64 || e.DeciderID != "grace" || e.DeciderKind != approval.DeciderUser {
					t.Errorf("%+v", e)
				}
			}
		}
		r.exec("CREATE TABLE kept AS SELECT * FROM tool_calls")
		for _, change := range []string{
			"output = REPLACE(output, '100', '900') WHERE tool_call_id = 'done'",
			"output = NULL WHERE tool_call_id = 'done'",
			"late_output = REPLACE(late_output, '100', '900') WHERE tool_call_id = 'late'",
			"late_output = NULL WHERE tool_call_id = 'late'",
			"late_output = output WHERE tool_call_id = 'done'",
			"output = 'x' WHERE tool_call_id = 'failed'",
			"decided_by = 'ada' WHERE tool_call_id = 'done'",
			"decided_by = 'ada' WHERE tool_call_id = 'rejected'",
			"decider_kind = 'policy' WHERE tool_call_id = 'late'",
			"status = 'done' WHERE tool_call_id = 'rejected'",
			"arguments = REPLACE(arguments, '100', '900') WHERE tool_call_id = 'done'",
			"arguments = 'x' WHERE tool_call_id = 'late'",
			"arguments = REPLACE(arguments, '100', '900') WHERE tool_call_id = 'pending'",
			"name = 'pay_twice' WHERE tool_call_id = 'done'",
			"tier = 0 WHERE tool_call_id = 'pending'",
			"binding = (SELECT k.binding FROM kept k WHERE k.tool_call_id = 'done') WHERE tool_call_id = 'pending'",
		} {
			r.exec("UPDATE tool_calls SET " + change)
			var broken *approval.AuditError
			if _, err := r.VerifyAudit(t.Context()); !errors.As(err, &broken) || broken.Seq < 1 {
				t.Errorf("%s: %v", change, err)
			}
			for _, column := range []string{"output", "late_output", "decided_by", "decider_kind", "status", "arguments", "name", "tier",
				"binding"} {
				r.exec("UPDATE tool_calls SET " + column + " = (SELECT k." + column + " FROM kept k WHERE k.tool_call_id = tool_calls.tool_call_id)")
			}
			r.verified()
		}
	})
}

// TestAttemptsAreAudited has decisions rejected: the audit records the attempts.
func TestAttemptsAreAudited(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address)
		r.request("c1")
		tries := []struct {
			who  approval.Principal
			d    approval.Decision
			says string
		}{
			{trainee, approval.Decision{ToolCallID: "c1", Approve: true, Reason: "let me"},
				"trainee let me Tried to approve: not allowed to decide this call."},
			{grace, approval.Decision{ToolCallID: "c1", Approve: true, Arguments: []byte(`{"To":1}`)},
				"grace  Tried to approve: invalid arguments."},
			{grace, approval.Decision{ToolCallID: "c1", Version: "x"}, "grace  Tried to reject: the call is not the one that was looked at."},
			{eve, approval.Decision{ToolCallID: "c1"}, ""}, // users who may not see the call learn nothing, and are not recorded
			{grace, approval.Decision{ToolCallID: "c1", Approve: true}, "grace  Tried to approve: the call has expired."},
		}
		var want, got []string
		for i, try := range tries {
			if i == len(tries)-1 {
				r.exec("UPDATE tool_calls SET expires_at = ?", r.db.Time(r.now()))
			}
			if _, err := r.Decide(t.Context(), try.who, try.d); err == nil {
				t.Errorf("%+v was accepted", try.d)
			}
			if try.says != "" {
				want = append(want, try.says)
			}
		}
		entries, err := r.Audit(t.Context(), grace, "t1")
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if e.Event == "attempt" {
				got = append(got, e.DeciderID+" "+e.Reason+" "+e.Detail)
			}
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("got %q", got)
		}
		r.verified()
	})
}
