package approval

import (
	"fmt"
	"net/http"
	"testing"
	"time"
)

// TestHTTPInbox lists the calls of all threads that the asker may see, and of no other.
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
		if got := ids(s.list(PendingPath)); got != "c0 c2 c3" {
			t.Errorf("grace: %s", got)
		}
		if got := ids(s.list(PendingPath, eve)); got != "c1" {
			t.Errorf("eve: %s", got)
		}
		s.post(decides("c2", false))
		s.post(decides("c0", true))
		if got := ids(s.list(HistoryPath)); got != "c2 c0" {
			t.Errorf("decided, for grace: %s", got)
		}
		if got := ids(s.list(HistoryPath + "?limit=1")); got != "c2" {
			t.Errorf("the latest, for grace: %s", got)
		}
		if got := ids(s.list(HistoryPath, eve)); got != "" {
			t.Errorf("decided, for eve: %s", got)
		}
		s.clock.add(time.Hour)
		if got := ids(s.list(PendingPath)); got != "" {
			t.Errorf("expired, but pending: %s", got)
		}
		if a := s.ask(http.MethodGet, PendingPath, "", userHeader+": nobody"); a.status != http.StatusUnauthorized {
			t.Errorf("%d %s", a.status, a.body)
		}
	})
}

// TestInboxPages finds calls behind many of threads that the asker may not see.
func TestInboxPages(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		s := newSite(t, address)
		if _, err := s.rig.ask("t9", "theirs", "pay", args100); err != nil {
			t.Fatal(err)
		}
		// The same instant for many calls, so that pages are cut by the ID as well.
		s.exec(`INSERT INTO tool_calls (tool_call_id, name, arguments, requested, receipts, message_id, status, tier, binding, created_at, expires_at)
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100)
SELECT 'm' || i, name, arguments, requested, receipts, message_id, status, tier, binding, created_at, expires_at FROM tool_calls, n`)
		s.clock.add(time.Second)
		s.request("mine")
		calls, err := s.Inbox(t.Context(), grace)
		if err != nil || ids(calls) != "mine" {
			t.Errorf("%s, %v", ids(calls), err)
		}
		// The last call of the first page, of which a page too many would tell twice.
		last := s.edge("created_at, tool_call_id")
		calls, err = s.Inbox(t.Context(), grace)
		if err != nil || ids(calls) != last+" mine" {
			t.Errorf("%s, %v", ids(calls), err)
		}
		calls, err = s.Inbox(t.Context(), eve)
		if err != nil || len(calls) != maxInbox || calls[0].ToolCallID != "m1" {
			t.Errorf("%d calls, %v", len(calls), err)
		}
		s.exec("UPDATE tool_calls SET status = 'done' WHERE tool_call_id <> 'mine'")
		s.exec("UPDATE tool_calls SET status = 'rejected', created_at = ? WHERE tool_call_id = 'mine'", s.db.Time(s.now().Add(-time.Hour)))
		older := s.edge("created_at DESC, tool_call_id DESC")
		calls, err = s.Decided(t.Context(), grace, 0)
		if err != nil || ids(calls) != older+" "+last+" mine" {
			t.Errorf("%s, %v", ids(calls), err)
		}
		calls, err = s.Decided(t.Context(), eve, 1000)
		if err != nil || len(calls) != maxInbox {
			t.Errorf("%d calls, %v", len(calls), err)
		}
	})
}

// edge makes the last call of the first page one of grace's, and gives its ID.
func (s *site) edge(order string) (id string) {
	s.t.Helper()
	if err := s.db.QueryRow(fmt.Sprint("SELECT tool_call_id FROM tool_calls ORDER BY ", order, " LIMIT 1 OFFSET ", maxInbox-1)).Scan(&id); err != nil {
		s.t.Fatal(err)
	}
	s.exec("UPDATE tool_calls SET message_id = (SELECT message_id FROM tool_calls WHERE tool_call_id = 'mine') WHERE tool_call_id = ?", id)
	return id
}
