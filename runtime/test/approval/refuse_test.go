package approval_test

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval"
)

// tampering is a manipulation by someone with write access to the database but without a key, and its detection.
type tampering struct {
	name   string
	do     func(r *rig)
	reason error
}

var tamperings = []tampering{
	{"arguments", func(r *rig) {
		r.exec("UPDATE tool_calls SET arguments = ? WHERE tool_call_id = 'c1'", `{"To":"eve","Amount":100}`)
	}, approval.ErrArgumentsChanged},
	{"arguments that are no JSON", func(r *rig) {
		r.exec("UPDATE tool_calls SET arguments = '{' WHERE tool_call_id = 'c1'")
	}, approval.ErrArgumentsChanged},
	{"a second amount", func(r *rig) {
		r.exec("UPDATE tool_calls SET arguments = ? WHERE tool_call_id = 'c1'", `{"Amount":1,"To":"ada","Amount":100,"Pin":"1234","Tenant":"x"}`)
	}, approval.ErrArgumentsChanged},
	{"tool", func(r *rig) { r.exec("UPDATE tool_calls SET name = 'pay_twice' WHERE tool_call_id = 'c1'") }, approval.ErrWrongTool},
	{"expiry prolonged", func(r *rig) {
		r.exec("UPDATE tool_calls SET expires_at = ? WHERE tool_call_id = 'c1'", r.db.Time(r.now().Add(time.Hour)))
		r.clock.add(30 * time.Minute)
	}, approval.ErrExpiryChanged},
	{"tier lowered", func(r *rig) { r.exec("UPDATE tool_calls SET tier = 0 WHERE tool_call_id = 'c1'") }, approval.ErrTierChanged},
	{"signature removed", func(r *rig) { r.exec("UPDATE tool_calls SET binding = '' WHERE tool_call_id = 'c1'") }, approval.ErrForged},
	{"signature of another key", func(r *rig) {
		r.exec("UPDATE tool_calls SET binding = ? WHERE tool_call_id = 'c1'", r.forger().column("binding"))
	}, approval.ErrForged},
	{"signature of another call", func(r *rig) {
		r.exec("UPDATE tool_calls SET binding = (SELECT binding FROM tool_calls WHERE tool_call_id = 'twin') WHERE tool_call_id = 'c1'")
	}, approval.ErrWrongCall},
	{"schema changed", func(r *rig) { r.spec.InputSchema = `{"type":"object","minProperties":1}` }, approval.ErrToolChanged},
	{"rules changed", func(r *rig) { r.restart(func(cfg *approval.Config) { cfg.RulesVersion = "2" }) }, approval.ErrToolChanged},
	{"roles changed", func(r *rig) {
		r.spec.Approval = &runtime.ApprovalSpec{Roles: []string{"controller", "clerk"}, TTL: 10 * time.Minute}
	}, approval.ErrToolChanged},
	{"stricter tier today", func(r *rig) {
		r.tier = func(runtime.Invocation) runtime.ConfirmSpec { return runtime.ConfirmSpec{Tier: 2} }
	}, approval.ErrTierChanged},
	{"tool gone", func(r *rig) {
		r.restart(func(cfg *approval.Config) { cfg.Tools = runtime.NewToolset() })
	}, approval.ErrToolGone},
	{"key removed", func(r *rig) { r.restart(func(cfg *approval.Config) { cfg.Keys = ring(r.t, key2) }) }, approval.ErrKeyRemoved},
}

// forger returns a service elsewhere that has the same calls, and a key of the same name with another secret.
func (r *rig) forger(change ...func(*approval.Config)) *rig {
	r.t.Helper()
	keys := func(cfg *approval.Config) { cfg.Keys = ring(r.t, forgedKey) }
	forger := newRig(r.t, filepath.Join(r.t.TempDir(), "forged.db"), append(change, keys)...)
	forger.request("c1")
	return forger
}

// column returns a column of the call c1.
func (r *rig) column(name string) (value string) {
	r.t.Helper()
	if err := r.db.QueryRow("SELECT " + name + " FROM tool_calls WHERE tool_call_id = 'c1'").Scan(&value); err != nil {
		r.t.Fatal(err)
	}
	return value
}

// TestTamperedPending tries every manipulation before the decision.
func TestTamperedPending(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address)
		for _, test := range tamperings {
			r.reset()
			test.do(r)
			_, err := r.approve("c1")
			r.refused(test, err)
		}
	})
}

// TestTamperedApproved tries them after the decision, right before the call runs.
func TestTamperedApproved(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address)
		for _, test := range tamperings {
			r.reset()
			if test.name == "signature of another call" {
				if _, err := r.approve("twin"); err != nil {
					t.Fatal(err)
				}
				r.paid = nil
			}
			r.crashAt("decided", func() { _, _ = r.approve("c1") })
			test.do(r)
			r.exec("UPDATE tool_calls SET decided_at = ? WHERE tool_call_id = 'c1'", r.db.Time(r.now().Add(-approval.DefaultLease)))
			found, err := r.Resume(t.Context())
			if err != nil || len(found.Refused) != 1 {
				t.Errorf("%s: %+v, %v", test.name, found, err)
				continue
			}
			r.refused(test, found.Refused[0])
		}
	})
}

// reset undoes a manipulation, and stores two calls again.
func (r *rig) reset() {
	r.t.Helper()
	r.exec("DELETE FROM tool_calls")
	r.exec("DELETE FROM messages")
	fresh := newSpec("pay")
	r.spec.InputSchema, r.spec.Approval = fresh.InputSchema, fresh.Approval
	r.tier, r.paid = nil, nil
	r.restart(func(cfg *approval.Config) { cfg.RulesVersion, cfg.Keys, cfg.Tools = "", ring(r.t, key1), r.tools })
	for _, id := range []string{"c1", "twin"} {
		r.request(id)
	}
}

// refused checks the outcome of a manipulation: an error with the reason, a settled call that the model learns of, an audit
// entry, and no run.
func (r *rig) refused(test tampering, err error) {
	r.t.Helper()
	var refused *approval.RefusedError
	if !errors.As(err, &refused) || !errors.Is(err, test.reason) || refused.ToolCallID != "c1" {
		r.t.Errorf("%s: %v", test.name, err)
	}
	if r.runs() != 0 {
		r.t.Errorf("%s: the tool ran with %+v", test.name, r.paid)
	}
	got, err := r.Get(r.t.Context(), grace, "t1", "c1")
	if err != nil || got.Call.Status != approval.Failed || got.Call.Failure != approval.FailureRefused || got.Output.Error == nil ||
		got.Output.Error.Kind != runtime.FailureApproval {
		r.t.Errorf("%s: %+v, %v", test.name, got, err)
	}
	var said string
	if err := r.db.QueryRow("SELECT detail FROM approval_audit WHERE event = 'refused' ORDER BY seq DESC LIMIT 1").Scan(&said); err != nil || said != test.reason.Error() {
		r.t.Errorf("%s: the audit says %q, %v", test.name, said, err)
	}
}

// TestRefusedTooLate has a replica that no longer knows the tool's new version, while another one has already run the call.
func TestRefusedTooLate(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address)
		r.request("c1")
		stale := newRig(t, address, func(cfg *approval.Config) { cfg.RulesVersion = "stale" })
		stale.step = func(name string) {
			if name != "refuse" {
				return
			}
			if _, err := r.approve("c1"); err != nil {
				t.Error(err)
			}
		}
		var late *approval.SettledError
		if _, err := stale.approve("c1"); !errors.As(err, &late) || late.Settled.Call.Status != approval.Done || r.verified().Seq != 4 {
			t.Errorf("%v", err)
		}
	})
}

// TestForgedStatus sets the row to approved without an approval.
func TestForgedStatus(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address)
		r.request("pending")
		r.request("rejected")
		if _, err := r.Decide(t.Context(), grace, approval.Decision{ToolCallID: "rejected"}); err != nil {
			t.Fatal(err)
		}
		r.exec("UPDATE tool_calls SET status = 'approved', validated = TRUE, decided_by = 'grace', decider_kind = 'user', decided_at = ?, settled_at = NULL, output = NULL",
			r.db.Time(r.now().Add(-time.Hour)))
		found, err := r.Resume(t.Context())
		if err != nil || len(found.Refused) != 2 || !errors.Is(found.Refused[0], approval.ErrForged) ||
			!errors.Is(found.Refused[1], approval.ErrForged) || r.runs() != 0 {
			t.Errorf("%+v, %v, %d runs", found, err, r.runs())
		}
		r.verified()
	})
}

// TestReplay restores the approved row of a call that has run, with its valid signature.
func TestReplay(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address)
		r.request("c1")
		if _, err := r.approve("c1"); err != nil {
			t.Fatal(err)
		}
		if _, err := r.approve("c1"); !isA[*approval.SettledError](err) {
			t.Errorf("decided again: %v", err)
		}
		r.exec("UPDATE tool_calls SET status = 'approved', settled_at = NULL, output = NULL, decided_at = decided_at")
		r.clock.add(time.Minute)
		found, err := r.Resume(t.Context())
		if err != nil || len(found.Refused) != 1 || !errors.Is(found.Refused[0], approval.ErrReplayed) || r.runs() != 1 {
			t.Errorf("%+v, %v, %d runs", found, err, r.runs())
		}
		r.verified()
	})
}

// TestReplacedWhileDecided replaces the row of a call by another valid one between the check and the record of the decision.
func TestReplacedWhileDecided(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address)
		if _, err := r.ask("t1", "c1", "pay", `{"To":"ada","Amount":1}`); err != nil {
			t.Fatal(err)
		}
		small, args := r.column("binding"), r.column("arguments")
		r.exec("DELETE FROM tool_calls")
		r.request("c1")
		r.step = func(name string) {
			if name == "decide" {
				r.exec("UPDATE tool_calls SET binding = ?, arguments = ?", small, args)
			}
		}
		if _, err := r.approve("c1"); !isA[*approval.RefusedError](err) || r.runs() != 0 || r.get("c1").Status != approval.Pending {
			t.Errorf("%v", err)
		}
	})
}

// TestSwappedDecider changes the name of the approver.
func TestSwappedDecider(t *testing.T) {
	r := newRig(t, t.TempDir()+"/a.db")
	r.request("c1")
	r.step = func(name string) {
		if name == "decided" {
			r.exec("UPDATE tool_calls SET decided_by = 'ada'")
		}
	}
	if _, err := r.approve("c1"); !errors.Is(err, approval.ErrForged) || r.runs() != 0 {
		t.Errorf("%v", err)
	}
}

// TestKeyRotation signs with the new key and verifies with the old one.
func TestKeyRotation(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address)
		r.request("c1")
		r.request("c2")
		anchor := r.verified()
		r.restart(func(cfg *approval.Config) { cfg.Keys = ring(t, key2, key1) })
		if settled, err := r.approve("c1"); err != nil || settled.Call.Status != approval.Done {
			t.Errorf("%+v, %v", settled, err)
		}
		rotated := r.verified()
		r.restart(func(cfg *approval.Config) { cfg.Keys = ring(t, key2) })
		if _, err := r.approve("c2"); !errors.Is(err, approval.ErrKeyRemoved) || r.runs() != 1 {
			t.Errorf("after the key was removed: %v", err)
		}
		var broken *approval.AuditError
		if _, err := r.VerifyAudit(t.Context()); !errors.As(err, &broken) || broken.Seq != 1 {
			t.Errorf("the whole audit without its first key: %v", err)
		}
		for _, head := range []approval.AuditHead{anchor, rotated} {
			if _, err := r.VerifyAudit(t.Context(), head); err != nil {
				t.Errorf("from row %d on: %v", head.Seq, err)
			}
		}
	})
}
