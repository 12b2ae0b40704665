package approval_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime/approval"
)

// TestHTTPInbox lists the calls of all threads that the user may see, and no others.
func TestHTTPInbox(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		s := newSite(t, address)
		for i, thread := range []string{"t1", "t9", "t2", "t1"} {
			if _, err := s.rig.ask(thread, fmt.Sprint("c", i), "pay", args100); err != nil {
				t.Fatal(err)
			}
			s.clock.add(time.Second)
		}
		eve := userHeader + ": eve"
		if got := ids(s.list(approval.PendingPath)); got != "c0 c2 c3" {
			t.Errorf("grace: %s", got)
		}
		if got := ids(s.list(approval.PendingPath, eve)); got != "c1" {
			t.Errorf("eve: %s", got)
		}
		s.post(decides("c2", false))
		s.post(decides("c0", true))
		if got := ids(s.list(approval.HistoryPath)); got != "c2 c0" {
			t.Errorf("decided, for grace: %s", got)
		}
		if got := ids(s.list(approval.HistoryPath + "?limit=1")); got != "c2" {
			t.Errorf("the latest, for grace: %s", got)
		}
		if got := ids(s.list(approval.HistoryPath, eve)); got != "" {
			t.Errorf("decided, for eve: %s", got)
		}
		s.clock.add(time.Hour)
		if got := ids(s.list(approval.PendingPath)); got != "" {
			t.Errorf("expired, but pending: %s", got)
		}
		if a := s.ask(http.MethodGet, approval.PendingPath, "", userHeader+": nobody"); a.status != http.StatusUnauthorized {
			t.Errorf("%d %s", a.status, a.body)
		}
	})
}

// TestInboxPages finds calls behind many others in threads that the user may not see.
func TestInboxPages(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		s := newSite(t, address, func(cfg *approval.Config) { cfg.MaxPending = 2000 })
		if _, err := s.rig.ask("t9", "theirs", "pay", args100); err != nil {
			t.Fatal(err)
		}
		s.exec(`INSERT INTO tool_calls (tenant, thread_id, tool_call_id, seq, name, arguments, requested, receipts, message_id, status, tier, binding, created_at, expires_at)
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100)
SELECT tenant, thread_id, 'm' || i, i - 2000, name, arguments, requested, receipts, message_id, status, tier, binding, created_at, expires_at FROM tool_calls, n`)
		s.clock.add(time.Second)
		s.request("mine")
		calls, err := s.Inbox(t.Context(), grace, approval.Page{Limit: 500})
		if err != nil || ids(calls.Calls) != "mine" {
			t.Errorf("%s, %v", ids(calls.Calls), err)
		}
		// The last call of the first page, which an off-by-one error would list twice.
		last := s.edge("seq")
		calls, err = s.Inbox(t.Context(), grace, approval.Page{Limit: 500})
		if err != nil || ids(calls.Calls) != last+" mine" {
			t.Errorf("%s, %v", ids(calls.Calls), err)
		}
		calls, err = s.Inbox(t.Context(), eve, approval.Page{Limit: 500})
		if err != nil || len(calls.Calls) != 500 || calls.Calls[0].ToolCallID != "m1" {
			t.Errorf("%d calls, %v", len(calls.Calls), err)
		}
		s.exec("UPDATE tool_calls SET status = 'done' WHERE tool_call_id <> 'mine'")
		s.exec("UPDATE tool_calls SET status = 'rejected', seq = -3000 WHERE tool_call_id = 'mine'")
		older := s.edge("seq DESC")
		calls, err = s.Decided(t.Context(), grace, approval.Page{})
		if err != nil || ids(calls.Calls) != older+" "+last+" mine" {
			t.Errorf("%s, %v", ids(calls.Calls), err)
		}
		calls, err = s.Decided(t.Context(), eve, approval.Page{Limit: 1000})
		if err != nil || len(calls.Calls) != 500 {
			t.Errorf("%d calls, %v", len(calls.Calls), err)
		}
	})
}

// edge makes the last call of the first page one of grace's, and returns its ID.
func (s *site) edge(order string) (id string) {
	s.t.Helper()
	if err := s.db.QueryRow(fmt.Sprint("SELECT tool_call_id FROM tool_calls ORDER BY ", order, " LIMIT 1 OFFSET ",
		500-1)).Scan(&id); err != nil {
		s.t.Fatal(err)
	}
	s.exec("UPDATE tool_calls SET thread_id = 't1', message_id = (SELECT message_id FROM tool_calls WHERE tool_call_id = 'mine') WHERE tool_call_id = ?", id)
	return id
}
