package approval_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval"
	"github.com/toolgen/toolgen/runtime/database"
)

// ofTenants has threads whose name starts with their tenant: "red/1".
func ofTenants(cfg *approval.Config) {
	cfg.Authorizer = everybody{}
	cfg.Tenant = func(_ context.Context, thread string) (string, error) {
		tenant, _, ok := strings.Cut(thread, "/")
		if !ok {
			return "", errors.New("a thread of nobody")
		}
		return tenant, nil
	}
}

// of is a user of a tenant who may decide everything there.
func of(tenant string) approval.Principal {
	return approval.Principal{ID: "grace", Tenant: tenant, Roles: []string{"controller"}, Extra: employee{nil, 1000}}
}

// in requests a call in a thread.
func (r *rig) in(thread, id string) {
	r.t.Helper()
	if out, err := r.ask(thread, id, "pay", args100); err != nil || !out.Pending {
		r.t.Fatalf("%s in %s: %+v, %v", id, thread, out, err)
	}
}

// TestTenantsAreApart uses the same IDs and threads in two tenants.
func TestTenantsAreApart(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address, ofTenants)
		ctx := t.Context()
		r.in("red/1", "c1")
		r.in("blue/1", "c1")
		if out, err := r.ask("nobody", "c1", "pay", args100); err == nil {
			t.Errorf("a thread without a tenant: %+v", out)
		}
		for _, thread := range []string{"", "red/1"} {
			if _, err := r.Get(ctx, of("green"), thread, "c1"); !errors.Is(err, approval.ErrNotFound) {
				t.Errorf("Get: %v", err)
			}
			if _, err := r.Decide(ctx, of("green"), approval.Decision{ThreadID: thread, ToolCallID: "c1", Approve: true}); !errors.Is(err,
				approval.ErrNotFound) {
				t.Errorf("Decide: %v", err)
			}
			if err := r.Service.MayDecide(ctx, of("green"), thread, "c1"); !errors.Is(err, approval.ErrNotFound) {
				t.Errorf("MayDecide: %v", err)
			}
		}
		for name, list := range map[string]func(context.Context, approval.Principal, approval.Page) (approval.List, error){
			"Inbox": r.Inbox, "Decided": r.Decided,
			"Pending": func(ctx context.Context, who approval.Principal, page approval.Page) (approval.List, error) {
				return r.Pending(ctx, who, "red/1", page)
			},
			"History": func(ctx context.Context, who approval.Principal, page approval.Page) (approval.List, error) {
				return r.History(ctx, who, "red/1", page)
			},
		} {
			if got, err := list(ctx, of("green"), approval.Page{}); err != nil || len(got.Calls) != 0 || got.Next != 0 {
				t.Errorf("%s: %+v, %v", name, got, err)
			}
		}
		if got, err := r.Audit(ctx, of("green"), "red/1"); err != nil || len(got) != 0 {
			t.Errorf("Audit: %+v, %v", got, err)
		}
		if settled, err := r.Decide(ctx, of("red"), approval.Decision{ToolCallID: "c1", Approve: true}); err != nil ||
			settled.Call.ThreadID != "red/1" || r.runs() != 1 {
			t.Errorf("%+v, %v", settled, err)
		}
		if got, err := r.Get(ctx, of("blue"), "", "c1"); err != nil || got.Call.ThreadID != "blue/1" || got.Call.Status != approval.Pending {
			t.Errorf("%+v, %v", got, err)
		}
		outs, err := r.Results(ctx, "red/1")
		if err != nil || len(outs) != 1 || r.Acknowledge(ctx, "red/1", "c1") != nil {
			t.Errorf("%+v, %v", outs, err)
		}
		if outs, err := r.Results(ctx, "red/1"); err != nil || len(outs) != 0 {
			t.Errorf("%+v, %v", outs, err)
		}
		// A row that is moved to another tenant has no valid signature.
		r.exec("INSERT INTO messages (tenant, thread_id, id, created_at) SELECT 'red', 'red/2', id, created_at FROM messages WHERE tenant = 'blue'")
		r.exec("UPDATE tool_calls SET tenant = 'red', thread_id = 'red/2' WHERE tenant = 'blue'")
		if _, err := r.Decide(ctx, of("red"), approval.Decision{ThreadID: "red/2", ToolCallID: "c1", Approve: true}); !errors.Is(err,
			approval.ErrWrongThread) || r.runs() != 1 {
			t.Errorf("%v", err)
		}
	})
}

// TestManyPendingOfAnother has one tenant with 10,001 pending calls, which do not affect the inbox of another.
func TestManyPendingOfAnother(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address, ofTenants)
		r.in("red/1", "c0")
		r.exec(`INSERT INTO tool_calls (tenant, thread_id, tool_call_id, seq, name, arguments, requested, receipts, message_id, status, tier, binding, created_at, expires_at)
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10001)
SELECT tenant, thread_id, 'c' || i, 1 + i, name, arguments, requested, receipts, message_id, status, tier, binding, created_at, expires_at FROM tool_calls, n`)
		r.clock.add(time.Second)
		r.in("blue/1", "c0")
		if got, err := r.Inbox(t.Context(), of("blue"), approval.Page{}); err != nil || len(got.Calls) != 1 || got.Calls[0].ThreadID != "blue/1" {
			t.Errorf("%d calls, %v", len(got.Calls), err)
		}
		for _, list := range []func() (approval.List, error){
			func() (approval.List, error) { return r.Inbox(t.Context(), of("red"), approval.Page{}) },
			func() (approval.List, error) { return r.Pending(t.Context(), of("red"), "red/1", approval.Page{}) },
		} {
			if got, err := list(); err != nil || len(got.Calls) != 100 || got.Next != 100 {
				t.Errorf("%d calls, next %d, %v", len(got.Calls), got.Next, err)
			}
		}
		if got, err := r.Pending(t.Context(), of("red"), "red/1", approval.Page{Limit: 1e9}); err != nil || len(got.Calls) != 500 {
			t.Errorf("%d calls, %v", len(got.Calls), err)
		}
	})
}

// TestQuota limits the pending calls of a tenant.
func TestQuota(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address, ofTenants, func(cfg *approval.Config) { cfg.MaxPending = 2 })
		full := func(thread, id string) {
			t.Helper()
			if out, err := r.ask(thread, id, "pay", args100); !errors.Is(err, approval.ErrTooManyPending) {
				t.Errorf("%s: %+v, %v", id, out, err)
			}
		}
		r.in("red/1", "a")
		r.in("red/2", "b")
		full("red/3", "c")
		r.in("red/1", "a") // a repetition
		r.in("blue/1", "a")
		if _, err := r.Decide(t.Context(), of("red"), approval.Decision{ToolCallID: "a"}); err != nil {
			t.Fatal(err)
		}
		r.in("red/3", "c")
		full("red/3", "d")
		r.clock.add(time.Hour) // they expire
		r.in("red/3", "d")
		r.verifiedOf("blue", "red")
	})
}

// verifiedOf verifies the audits, which must be those of these tenants.
func (r *rig) verifiedOf(tenants ...string) []approval.AuditHead {
	r.t.Helper()
	heads, err := r.VerifyAudit(r.t.Context())
	got := make([]string, len(heads))
	for i, head := range heads {
		got[i] = head.Tenant
	}
	if err != nil || strings.Join(got, " ") != strings.Join(tenants, " ") {
		r.t.Fatalf("%v, %v", heads, err)
	}
	return heads
}

// TestIDsArePerThread uses one call ID in several threads: the calls are independent, and neither user learns of the other's.
func TestIDsArePerThread(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		s := newSite(t, address)
		const message = "7d444840-9dc0-11d1-b245-5ffdce74fad2"
		for _, thread := range []string{"t9", "t1", "t2"} {
			invs, _ := s.cfg.Tools.ConvertCalls(callOf("c1"))
			if out, err := s.RequestApproval(approval.WithMessage(t.Context(), message), thread, invs[0]); err != nil || !out.Pending {
				t.Fatalf("%s: %+v, %v", thread, out, err)
			}
		}
		eve := userHeader + ": eve"
		if got := s.list(approval.PendingPath, eve); len(got) != 1 || got[0].ThreadID != "t9" {
			t.Errorf("eve sees %+v", got)
		}
		// Grace may see two of them, so she must specify the thread.
		s.expect("two", s.post(approveC1), http.StatusConflict, "ambiguous", "")
		s.expect("two in a batch", s.ask(http.MethodPost, approval.BatchPath, `{"decisions":[`+approveC1+`]}`), http.StatusConflict,
			"ambiguous", "")
		if _, err := s.Get(t.Context(), grace, "", "c1"); !errors.Is(err, approval.ErrAmbiguous) {
			t.Errorf("Get: %v", err)
		}
		s.expect("another's", s.post(`{"toolCallId":"c1","threadId":"t9","isValidated":true}`), http.StatusNotFound, "not_found", "")
		both := `{"decisions":[{"toolCallId":"c1","threadId":"t1","isValidated":true},{"toolCallId":"c1","threadId":"t2","isValidated":false}]}`
		a := s.ask(http.MethodPost, approval.BatchPath, both)
		if success, results := s.results(a); !success || len(results) != 2 || results[0].Status != approval.Done ||
			results[1].Status != approval.Rejected || s.runs() != 1 {
			t.Errorf("%s", a.body)
		}
		s.expect("eve's own", s.post(approveC1, eve), http.StatusOK, "", approval.Done)
		// The call is the same with and without its thread.
		s.request("c2")
		_, err := s.DecideAll(t.Context(), grace, []approval.Decision{{ToolCallID: "c2"}, {ToolCallID: "c2", ThreadID: "t1"}})
		if !errors.Is(err, approval.ErrInvalidDecision) {
			t.Errorf("decided twice: %v", err)
		}
		s.verified()
	})
}

// TestMovedThread moves a call into another thread in the database.
func TestMovedThread(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address)
		move := func(id string) {
			r.exec("INSERT INTO messages (tenant, thread_id, id, created_at) SELECT m.tenant, 't2', m.id, m.created_at FROM messages m JOIN tool_calls c ON c.message_id = m.id WHERE c.tool_call_id = ?", id)
			r.exec("UPDATE tool_calls SET thread_id = 't2' WHERE tool_call_id = ?", id)
		}
		r.request("pending")
		move("pending")
		if _, err := r.approve("pending"); !errors.Is(err, approval.ErrWrongThread) {
			t.Errorf("before the decision: %v", err)
		}
		r.request("approved")
		r.crashAt("decided", func() { _, _ = r.approve("approved") })
		move("approved")
		r.clock.add(r.cfg.Lease)
		if found, err := r.Resume(t.Context()); err != nil || len(found.Refused) != 1 ||
			!errors.Is(found.Refused[0], approval.ErrWrongThread) || r.runs() != 0 {
			t.Errorf("after it: %+v, %v", found, err)
		}
		var broken *approval.AuditError
		if _, err := r.VerifyAudit(t.Context()); !errors.As(err, &broken) || broken.Seq != 1 {
			t.Errorf("the audit: %v", err)
		}
	})
}

// TestPages reads all lists page by page.
func TestPages(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		s := newSite(t, address)
		for i := range 7 {
			if _, err := s.rig.ask("t9", fmt.Sprint("hidden", i), "pay", args100); err != nil {
				t.Fatal(err)
			}
			s.request(fmt.Sprint("c", i))
		}
		pages := func(path string, list func(page approval.Page) (approval.List, error)) string {
			t.Helper()
			var all, overHTTP []string
			page := approval.Page{Limit: 3}
			for range 7 {
				got, err := list(page)
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, ids(got.Calls))
				url := fmt.Sprint(path, "limit=3")
				if page.From != 0 {
					url += fmt.Sprint("&from=", page.From)
				}
				overHTTP = append(overHTTP, ids(s.list(url)))
				if page.From = got.Next; got.Next == 0 {
					break
				}
			}
			if fmt.Sprint(all) != fmt.Sprint(overHTTP) {
				t.Errorf("%s over HTTP: %q, want %q", path, overHTTP, all)
			}
			return strings.Join(all, " | ")
		}
		ctx := t.Context()
		const oldest, latest = "c0 c1 c2 | c3 c4 c5 | c6", "c6 c5 c4 | c3 c2 c1 | c0"
		if got := pages(approval.PendingPath+"?", func(p approval.Page) (approval.List, error) { return s.Inbox(ctx, grace, p) }); got != oldest {
			t.Errorf("Inbox: %s", got)
		}
		if got := pages(approval.PendingPath+"?threadId=t1&", func(p approval.Page) (approval.List, error) {
			return s.Pending(ctx,
				grace, "t1", p)
		}); got != oldest {
			t.Errorf("Pending: %s", got)
		}
		if got := pages(approval.HistoryPath+"?threadId=t1&", func(p approval.Page) (approval.List, error) {
			return s.History(ctx,
				grace, "t1", p)
		}); got != "c4 c5 c6 | c1 c2 c3 | c0" {
			t.Errorf("History: %s", got)
		}
		for i := range 7 {
			s.post(decides(fmt.Sprint("c", i), false))
		}
		if got := pages(approval.HistoryPath+"?", func(p approval.Page) (approval.List, error) {
			return s.Decided(ctx, grace,
				p)
		}); got != latest {
			t.Errorf("Decided: %s", got)
		}
		s.request("c7")
		s.request("c8")
		s.request("c9")
		if got, err := s.Inbox(ctx, grace, approval.Page{Limit: 3}); err != nil || len(got.Calls) != 3 || got.Next != 0 {
			t.Errorf("a last page that is full: %+v, %v", got, err)
		}
	})
}

// TestTenantsDoNotWait has a transaction of one tenant hang: another tenant is not affected.
func TestTenantsDoNotWait(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address, ofTenants)
		if r.db.Dialect == database.SQLite {
			t.Skip("SQLite has one writer at a time")
		}
		r.in("red/1", "c1")
		invs, _ := r.cfg.Tools.ConvertCalls(callOf("c2"))
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		err := r.db.InTx(ctx, func(tx *sql.Tx) error {
			if _, err := tx.ExecContext(ctx, "SELECT 1 FROM approval_audit_head WHERE tenant = 'red' FOR UPDATE"); err != nil {
				return err
			}
			_, err := r.RequestApproval(ctx, "blue/1", invs[0])
			return err
		})
		if err != nil {
			t.Error(err)
		}
	})
}

// TestAuditPerTenant checks that each tenant has its own chain.
func TestAuditPerTenant(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address, ofTenants)
		for i, thread := range []string{"red/1", "blue/1", "red/2", "red/1"} {
			r.in(thread, fmt.Sprint("c", i))
		}
		kept := r.verifiedOf("blue", "red")
		if kept[0].Seq != 1 || kept[1].Seq != 3 {
			t.Errorf("%+v", kept)
		}
		r.in("blue/2", "c5")
		if heads, err := r.VerifyAudit(t.Context(), kept...); err != nil || heads[0].Seq != 2 || heads[1] != kept[1] {
			t.Errorf("%+v, %v", heads, err)
		}
		entries, err := r.Audit(t.Context(), of("red"), "red/1")
		if err != nil || len(entries) != 2 || entries[0].Seq != 1 || entries[1].Seq != 3 || entries[1].Tenant != "red" {
			t.Errorf("%+v, %v", entries, err)
		}
		// Everything of a tenant is deleted: a saved head detects it.
		if r.db.Dialect == database.SQLite {
			r.exec("DROP TRIGGER approval_audit_no_delete")
		} else {
			r.exec("DROP TRIGGER approval_audit_no_change ON approval_audit")
		}
		for _, table := range []string{"tool_calls", "approval_audit", "approval_audit_texts", "approval_audit_head"} {
			r.exec("DELETE FROM " + table + " WHERE tenant = 'red'")
		}
		r.verifiedOf("blue")
		var broken *approval.AuditError
		if _, err := r.VerifyAudit(t.Context(), kept...); !errors.As(err, &broken) || broken.Tenant != "red" || broken.Seq != 3 {
			t.Errorf("%v", err)
		}
	})
}

// TestSameThreadOfTwoTenants uses the same thread and call names in two tenants: both calls run, each with its own key.
func TestSameThreadOfTwoTenants(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		tenant := ""
		r := newRig(t, address, func(cfg *approval.Config) {
			cfg.Authorizer = everybody{}
			cfg.Tenant = func(context.Context, string) (string, error) { return tenant, nil }
		})
		keys := map[string]bool{}
		r.hold = func(ctx context.Context) {
			key, _ := runtime.IdempotencyKey(ctx)
			keys[key] = true
		}
		for _, tenant = range []string{"", "red", "blue"} {
			r.request("c1")
			if settled, err := r.Decide(t.Context(), of(tenant), approval.Decision{ThreadID: "t1", ToolCallID: "c1",
				Approve: true}); err != nil || settled.Call.Status != approval.Done {
				t.Errorf("%+v, %v", settled, err)
			}
		}
		if r.runs() != 3 || len(keys) != 3 {
			t.Errorf("%d runs with %d keys", r.runs(), len(keys))
		}
		r.verifiedOf("", "blue", "red")
	})
}
