package approval_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime/approval"
)

// TestHTTPRefuses sends approvals that must be rejected: forged, replayed, edited, expired, for the wrong thread or the wrong
// tool. None may run anything that was not approved.
func TestHTTPRefuses(t *testing.T) {
	for _, test := range []struct {
		name   string
		before func(*site) // manipulation by the attacker
		body   string
		user   string
		status int
		word   string
		says   string          // in the message
		runs   int             // at most, legitimate ones only
		call   approval.Status // in the database, at the end
	}{
		{name: "forged signature", before: func(s *site) {
			s.exec("UPDATE tool_calls SET binding = ? WHERE tool_call_id = 'c1'", s.forger().column("binding"))
		}, status: 409, word: "refused", says: approval.ErrForged.Error(), call: approval.Failed},
		{name: "forged approval", before: func(s *site) {
			s.exec("UPDATE tool_calls SET status = 'approved', validated = TRUE, decided_by = 'grace', decider_kind = 'user', decided_at = ?", s.db.Time(s.now().Add(-time.Hour)))
			if _, err := s.Resume(s.t.Context()); err != nil {
				s.t.Fatal(err)
			}
		}, status: 409, word: "settled", says: approval.ErrForged.Error(), call: approval.Failed},
		{name: "signature of the request passed off as one of an approval", before: func(s *site) {
			s.at("decided", func() {
				s.exec("UPDATE tool_calls SET binding = (SELECT binding FROM tool_calls WHERE tool_call_id = 'twin') WHERE tool_call_id = 'c1'")
			})
		}, status: 409, word: "refused", says: approval.ErrWrongCall.Error(), call: approval.Failed},
		{name: "forged by who is not signed in", body: `{"toolCallId":"c1","isValidated":true}`, user: "mallory", status: 401,
			word: "unidentified", call: approval.Pending},
		{name: "forged decider in the body", body: `{"toolCallId":"c1","isValidated":true,"decidedBy":"grace"}`, user: "trainee",
			status: 400, word: "malformed", call: approval.Pending},
		{name: "replayed request", before: func(s *site) {
			s.expect("the first time", s.post(approveC1), 200, "", approval.Done)
		}, status: 409, word: "settled", says: "has run", runs: 1, call: approval.Done},
		{name: "replayed row", before: func(s *site) {
			signed := s.column("binding")
			s.expect("the first time", s.post(approveC1), 200, "", approval.Done)
			s.exec("UPDATE tool_calls SET status = 'pending', validated = NULL, binding = ?, decided_at = NULL, settled_at = NULL, output = NULL WHERE tool_call_id = 'c1'", signed)
		}, status: 409, word: "refused", says: approval.ErrReplayed.Error(), runs: 1, call: approval.Failed},
		{name: "edited in the database", before: func(s *site) {
			s.exec("UPDATE tool_calls SET arguments = ? WHERE tool_call_id = 'c1'", `{"To":"eve","Amount":100}`)
		}, status: 409, word: "refused", says: approval.ErrArgumentsChanged.Error(), call: approval.Failed},
		{name: "edited between approval and run", before: func(s *site) {
			s.at("decided", func() {
				s.exec("UPDATE tool_calls SET arguments = ? WHERE tool_call_id = 'c1'", `{"To":"eve","Amount":100}`)
			})
		}, status: 409, word: "refused", says: approval.ErrArgumentsChanged.Error(), call: approval.Failed},
		{name: "edited into what is invalid", body: `{"toolCallId":"c1","isValidated":true,"validatedInputs":{"To":"ada","Amount":-100}}`, status: 422, word: "invalid_arguments", call: approval.Pending},
		{name: "edited into what the decider may not", body: `{"toolCallId":"c1","isValidated":true,"validatedInputs":{"To":"ada","Amount":5000}}`, status: 403, word: "forbidden", call: approval.Pending},
		{name: "expired", before: func(s *site) { s.clock.add(10 * time.Minute) }, status: 410, word: "expired",
			says: "nobody approved or rejected it", call: approval.Expired},
		{name: "expired, with the expiry put off", before: func(s *site) {
			s.exec("UPDATE tool_calls SET expires_at = ? WHERE tool_call_id = 'c1'", s.db.Time(s.now().Add(time.Hour)))
			s.clock.add(10 * time.Minute)
		}, status: 409, word: "refused", says: approval.ErrExpiryChanged.Error(), call: approval.Failed},
		{name: "by who may not see the thread", user: "eve", status: 404, word: "not_found", call: approval.Pending},
		{name: "of another thread in the body", body: `{"toolCallId":"c1","isValidated":true,"threadId":"t9"}`, user: "eve",
			status: 404, word: "not_found", call: approval.Pending},
		{name: "another tool in the body", body: `{"toolCallId":"c1","isValidated":true,"toolName":"pay_twice"}`, status: 400,
			word: "malformed", call: approval.Pending},
		{name: "turned into another tool", before: func(s *site) {
			s.exec("UPDATE tool_calls SET name = 'pay_twice' WHERE tool_call_id = 'c1'")
		}, status: 409, word: "refused", says: approval.ErrWrongTool.Error(), call: approval.Failed},
		{name: "the tool is not what it was", before: func(s *site) {
			s.spec.InputSchema = `{"type":"object","properties":{"To":{"description":"Anybody."}}}`
		}, status: 409, word: "refused", says: approval.ErrToolChanged.Error(), call: approval.Failed},
	} {
		t.Run(strings.ReplaceAll(test.name, " ", "_"), func(t *testing.T) {
			each(t, func(t *testing.T, address string) {
				s := newSite(t, address)
				s.request("c1")
				s.request("twin")
				if test.before != nil {
					test.before(s)
				}
				body, user := test.body, test.user
				if body == "" {
					body = approveC1
				}
				if user == "" {
					user = "grace"
				}
				a := s.post(body, userHeader+": "+user)
				if o := a.outcome(t); a.status != test.status || o.Error != test.word || o.Success ||
					!strings.Contains(o.Message+string(o.Result), test.says) {
					t.Errorf("%d %s; want %d, %q, %q", a.status, a.body, test.status, test.word, test.says)
				}
				if s.runs() != test.runs || s.status("c1") != test.call {
					t.Errorf("the tool ran %d times, the call is %s", s.runs(), s.status("c1"))
				}
				s.verified()
			})
		})
	}
}

// TestHTTPOthersLearnNothing compares the responses for missing calls with those for calls that the user may not see, for every
// request and every status of the call.
func TestHTTPOthersLearnNothing(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		s := newSite(t, address)
		// The call has a history before eve's request: pending, settled or expired.
		for _, id := range []string{"pending1", "settled1", "expired1"} {
			s.request(id)
		}
		s.post(`{"toolCallId":"settled1","isValidated":true}`)
		s.exec("UPDATE tool_calls SET expires_at = ? WHERE tool_call_id = 'expired1'", s.db.Time(s.now().Add(-time.Hour)))
		eve := userHeader + ": eve"
		for _, id := range []string{"pending1", "settled1", "expired1"} {
			for name, body := range map[string]string{
				"approve": `{"toolCallId":"%","isValidated":true}`,
				"reject":  `{"toolCallId":"%","isValidated":false,"reason":"%"}`,
				"edit":    `{"toolCallId":"%","isValidated":true,"validatedInputs":{"To":"eve","Amount":-1}}`,
			} {
				there := s.post(strings.ReplaceAll(body, "%", id), eve)
				gone := s.post(strings.ReplaceAll(body, "%", "nothing1"), eve)
				strange := s.post(strings.ReplaceAll(body, "%", `\u0000`), eve)
				if !same(there, gone) || !same(there, strange) || there.status != 404 || strings.Contains(there.body, id) {
					t.Errorf("%s %s: %+v; of none: %+v; of nonsense: %+v", name, id, there, gone, strange)
				}
				batch := `{"decisions":[` + strings.ReplaceAll(body, "%", id) + `]}`
				there = s.ask(http.MethodPost, approval.BatchPath, batch, eve)
				gone = s.ask(http.MethodPost, approval.BatchPath, strings.ReplaceAll(batch, id, "nothing1"), eve)
				there.body = strings.ReplaceAll(there.body, id, "nothing1") // the user's own input
				if !sameButLength(there, gone) || there.status != 404 {
					t.Errorf("batch %s %s: %+v; of none: %+v", name, id, there, gone)
				}
			}
		}
		for _, path := range []string{approval.PendingPath, approval.HistoryPath} {
			there := s.ask(http.MethodGet, path+"?threadId=t1", "", eve)
			gone := s.ask(http.MethodGet, path+"?threadId=tx", "", eve)
			strange := s.ask(http.MethodGet, path+"?threadId=", "", eve)
			long := s.ask(http.MethodGet, path+"?threadId="+strings.Repeat("x", 512+1), "", eve)
			if !same(there, gone) || !same(there, strange) || !same(there, long) || there.status != 404 {
				t.Errorf("%s: %+v; of none: %+v; of nonsense: %+v; %+v", path, there, gone, strange, long)
			}
			if calls := s.list(path, eve); len(calls) != 0 {
				t.Errorf("%s: %+v", path, calls)
			}
		}
		// None of eve's requests has changed a call.
		if s.status("expired1") != approval.Pending || s.status("pending1") != approval.Pending {
			t.Errorf("%s, %s", s.status("expired1"), s.status("pending1"))
		}
	})
}

func sameButLength(a, b reply) bool {
	a.header, b.header = a.header.Clone(), b.header.Clone()
	a.header.Del("Content-Length")
	b.header.Del("Content-Length")
	return same(a, b)
}
