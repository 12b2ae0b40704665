package approval_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/toolgen/toolgen/runtime/approval"
	"github.com/toolgen/toolgen/runtime/database"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/test/pgtest"
)

// copied is an INSERT into the audit that copies a row except for the given columns; rest selects the row.
func copied(seq, call, event, rest string) string {
	const same = "name, before_status, after_status, decider_kind, decider_id, reason, args_before, args, detail, result, texts, key_id, hash"
	return "INSERT INTO approval_audit (tenant, seq, at, thread_id, tool_call_id, event, " + same + ") SELECT tenant, " + seq + ", at, thread_id, " + call + ", " + event + ", " + same + " FROM " + rest
}

// filled is a service with six audit rows.
func filled(t *testing.T, address string, change ...func(*approval.Config)) *rig {
	r := newRig(t, address, change...)
	for _, id := range []string{"a", "b"} {
		r.request(id)
	}
	if _, err := r.Decide(t.Context(), grace, approval.Decision{ToolCallID: "a", Approve: true, Reason: "fine"}); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Decide(t.Context(), grace, approval.Decision{ToolCallID: "b", Reason: "no"}); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestAudit(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := filled(t, address)
		entries, err := r.Audit(t.Context(), grace, "t1")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range entries {
			got = append(got, fmt.Sprintf("%d %s %s %s>%s %s %s %s", e.Seq, e.ToolCallID, e.Event, e.Before, e.After, e.DeciderKind,
				e.DeciderID, e.Reason))
			if strings.Contains(string(e.Args), "1234") {
				t.Errorf("the PIN is in row %d", e.Seq)
			}
		}
		want := []string{
			"1 a pending >pending system  ", "2 b pending >pending system  ", "3 a approved pending>approved user grace fine",
			"4 a executing approved>executing system  ", "5 a done executing>done user grace ", "6 b rejected pending>rejected user grace no",
		}
		if diff := testdiff.Diff(want, got); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		if head := r.verified(); head.Seq != 6 || head.Hash != entries[5].Hash {
			t.Errorf("the head is %+v", head)
		}
	})
}

func TestAuditIsAppendOnly(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := filled(t, address)
		attempts := []string{"UPDATE approval_audit SET reason = ''", "DELETE FROM approval_audit", "DELETE FROM approval_audit WHERE seq = 6"}
		if r.db.Dialect == database.SQLite {
			attempts = append(attempts, "INSERT OR REPLACE INTO approval_audit SELECT * FROM approval_audit WHERE seq = 3",
				copied("99", "tool_call_id", "event", "approval_audit WHERE event = 'executing'"))
		} else {
			attempts = append(attempts, "TRUNCATE approval_audit")
		}
		for _, query := range attempts {
			if _, err := r.db.Exec(query); err == nil || !strings.Contains(err.Error(), "append-only") {
				t.Errorf("%s: %v", query, err)
			}
		}
		r.verified()
	})
}

// TestBrokenAudit circumvents the triggers.
func TestBrokenAudit(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := filled(t, address)
		if r.db.Dialect == database.SQLite {
			for _, name := range []string{"no_update", "no_delete", "no_replace"} {
				r.exec("DROP TRIGGER approval_audit_" + name)
			}
		} else {
			r.exec("DROP TRIGGER approval_audit_no_change ON approval_audit")
		}
		r.exec("CREATE TABLE kept AS SELECT * FROM approval_audit")
		r.exec("CREATE TABLE kept_calls AS SELECT * FROM tool_calls")
		r.exec("CREATE TABLE kept_texts AS SELECT * FROM approval_audit_texts")
		head := r.verified()
		forged := filled(t, filepath.Join(t.TempDir(), "forged.db"), func(cfg *approval.Config) {
			cfg.Keys = ring(t, forgedKey)
		})
		elsewhere := newRig(t, filepath.Join(t.TempDir(), "elsewhere.db"))
		elsewhere.request("x")
		elsewhere.request("b")
		for _, test := range []struct {
			name     string
			do       func()
			seq      int64
			anchored int64 // the row at which verification from a saved head fails
		}{
			{"nothing", func() {}, 0, 0},
			{"reason", func() { r.exec("UPDATE approval_audit_texts SET reason = 'x' WHERE seq = 3") }, 3, 0},
			{"a reason where there was none", func() { r.exec("UPDATE approval_audit SET reason = 'x' WHERE seq = 4") }, 4, 0},
			{"arguments", func() { r.exec("UPDATE approval_audit_texts SET args = '{}' WHERE seq = 1") }, 1, 0},
			{"texts deleted", func() { r.exec("DELETE FROM approval_audit_texts WHERE seq = 3") }, 3, 0},
			{"texts of another row", func() {
				r.exec("DELETE FROM approval_audit_texts WHERE seq = 1")
				r.exec("UPDATE approval_audit_texts SET seq = 1 WHERE seq = 2")
			}, 2, 0},
			{"marked as a row of an older version", func() { r.exec("UPDATE approval_audit SET texts = '' WHERE seq = 4") }, 4, 0},
			{"moved to another tenant", func() { r.exec("UPDATE approval_audit SET tenant = 'x'") }, 1, 6},
			{"call deleted", func() { r.exec("DELETE FROM tool_calls WHERE tool_call_id = 'b'") }, 2, 2},
			{"decider", func() { r.exec("UPDATE approval_audit SET decider_id = 'ada' WHERE seq = 3") }, 3, 3},
			{"time", func() { r.exec("UPDATE approval_audit SET at = ? WHERE seq = 4", r.db.Time(r.now().Add(1))) }, 0, 0},
			{"later", func() { r.exec("UPDATE approval_audit SET at = ? WHERE seq = 4", r.db.Time(r.now().Add(1e9))) }, 4, 0},
			{"a shift between columns", func() {
				r.exec("UPDATE approval_audit SET decider_id = 'gracef' WHERE seq = 3")
				r.exec("UPDATE approval_audit_texts SET reason = 'ine' WHERE seq = 3")
			}, 3, 3},
			{"first row deleted", func() { r.exec("DELETE FROM approval_audit WHERE seq = 1") }, 1, 0},
			{"row deleted", func() { r.exec("DELETE FROM approval_audit WHERE seq = 2") }, 2, 0},
			{"rows swapped", func() {
				r.exec("UPDATE approval_audit SET seq = 99 WHERE seq = 2")
				r.exec("UPDATE approval_audit SET seq = 2 WHERE seq = 3")
				r.exec("UPDATE approval_audit SET seq = 3 WHERE seq = 99")
			}, 2, 0},
			{"the row of another database, signed with the same key", func() {
				r.exec("UPDATE approval_audit SET hash = ? WHERE seq = 2", elsewhere.row(2).Hash)
			}, 2, 0},
			{"hash computed without the key", func() {
				e := forged.row(6)
				r.exec("UPDATE approval_audit SET hash = ?, texts = ? WHERE seq = 6", e.Hash, e.Texts)
				r.exec("UPDATE approval_audit_head SET hash = ?", e.Hash)
			}, 6, 6},
			{"end cut off", func() { r.exec("DELETE FROM approval_audit WHERE seq > 4") }, 5, 6},
			{"end cut off, head put back", func() {
				r.exec("DELETE FROM approval_audit WHERE seq > 4")
				r.exec("UPDATE approval_audit_head SET seq = 4, hash = (SELECT hash FROM approval_audit WHERE seq = 4)")
			}, 2, 6}, // the calls that it tells of are further
			{"all deleted, head put back", func() {
				r.exec("DELETE FROM approval_audit")
				r.exec("UPDATE approval_audit_head SET seq = 0, hash = ''")
			}, 1, 6},
			{"head put back", func() { r.exec("UPDATE approval_audit_head SET seq = 0, hash = ''") }, 1, 1},
			{"head of another row", func() { r.exec("UPDATE approval_audit_head SET hash = 'x'") }, 6, 6},
			{"all deleted, head of another row", func() {
				r.exec("DELETE FROM approval_audit")
				r.exec("UPDATE approval_audit_head SET seq = 0, hash = 'x'")
			}, 1, 6},
			{"a row made up", func() {
				r.exec(copied("7", "'z'", "'done'", "kept WHERE seq = 6"))
			}, 7, 7},
			{"a row made up in front", func() {
				r.exec(copied("-1", "'z'", "'done'", "kept WHERE seq = 6"))
			}, -1, -1},
		} {
			for table, kept := range map[string]string{"approval_audit": "kept", "approval_audit_texts": "kept_texts", "tool_calls": "kept_calls"} {
				r.exec("DELETE FROM " + table)
				r.exec("INSERT INTO " + table + " SELECT * FROM " + kept)
			}
			r.exec("UPDATE approval_audit_head SET seq = ?, hash = ?", head.Seq, head.Hash)
			test.do()
			for from, want := range map[approval.AuditHead]int64{{}: test.seq, head: test.anchored} {
				_, err := r.VerifyAudit(t.Context(), from)
				var broken *approval.AuditError
				if want == 0 && err != nil || want != 0 && (!errors.As(err, &broken) || broken.Seq != want) {
					t.Errorf("%s, from row %d: want row %d, got %v", test.name, from.Seq, want, err)
				}
			}
		}
	})
}

// TestCallsWithoutAudit has several calls that the audit does not know: the error always names the same one.
func TestCallsWithoutAudit(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := filled(t, address)
		r.exec(`INSERT INTO tool_calls (tenant, thread_id, tool_call_id, seq, name, arguments, requested, receipts, message_id, status, tier, binding, created_at, expires_at)
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 8)
SELECT tenant, thread_id, 'z' || i, 1000 + i, name, arguments, requested, receipts, message_id, status, tier, binding, created_at, expires_at FROM tool_calls, n WHERE tool_call_id = 'a'`)
		for range 8 {
			if _, err := r.VerifyAudit(t.Context(), approval.AuditHead{}); err == nil || !strings.Contains(err.Error(), "z1") {
				t.Fatalf("got %v", err)
			}
		}
	})
}

// TestChainDoesNotFork writes to the audit concurrently through several services.
func TestChainDoesNotFork(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		rigs := []*rig{newRig(t, address), newRig(t, address), newRig(t, address)}
		const calls = 10
		var group sync.WaitGroup
		for n, r := range rigs {
			for i := range calls {
				id := fmt.Sprintf("%d-%d", n, i)
				invs, _ := r.cfg.Tools.ConvertCalls(callOf(id))
				group.Go(func() {
					if _, err := r.RequestApproval(context.Background(), "t1", invs[0]); err != nil {
						t.Error(err)
						return
					}
					if _, err := r.Decide(context.Background(), grace, approval.Decision{ToolCallID: id, Approve: true}); err != nil {
						t.Error(err)
					}
				})
			}
		}
		group.Wait()
		if head := rigs[0].verified(); head.Seq != int64(len(rigs)*calls*4) {
			t.Errorf("%d rows", head.Seq)
		}
	})
}

// row is a row of the audit.
func (r *rig) row(seq int64) approval.AuditEntry {
	r.t.Helper()
	entries, err := r.Audit(r.t.Context(), grace, "t1")
	for _, e := range entries {
		if e.Seq == seq {
			return e
		}
	}
	r.t.Fatal("no row ", seq, err)
	return approval.AuditEntry{}
}

// TestVerifyWhileCallsChange has another replica change calls between the statements of a verification.
func TestVerifyWhileCallsChange(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		statements := 0
		change := func() {}
		db := pgtest.OpenHooked(address, func(bool, bool) error {
			if statements--; statements == 0 {
				change()
			}
			return nil
		})
		t.Cleanup(func() { _ = db.Close() })
		other := newRig(t, address)
		verifier := newRig(t, address, func(cfg *approval.Config) { cfg.DB = db })
		for n := 1; n <= 4; n++ {
			for what, f := range map[string]func(id string){
				"requested": func(id string) { other.request(id + " too") },
				"approved":  func(id string) { _, _ = other.approve(id) },
				"erased":    func(string) { _, _ = other.Erase(t.Context(), "t1") },
			} {
				id := fmt.Sprint(what, " at ", n)
				other.request(id)
				statements, change = n, func() { f(id) }
				if _, err := verifier.VerifyAudit(t.Context()); err != nil {
					t.Errorf("%s: %v", id, err)
				}
				if statements > 0 {
					t.Fatalf("a verification has fewer than %d statements", n)
				}
			}
		}
		verifier.verified()
	})
}
