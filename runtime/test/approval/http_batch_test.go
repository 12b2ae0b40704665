package approval_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime/approval"
)

func batchOf(decisions ...string) string {
	return `{"decisions":[` + strings.Join(decisions, ",") + `]}`
}

func decides(id string, approve bool) string {
	return fmt.Sprintf(`{"toolCallId":%q,"isValidated":%t}`, id, approve)
}

// results are the results of the decisions in a batch.
func (s *site) results(a reply) (success bool, results []approval.Outcome) {
	s.t.Helper()
	var answer struct {
		Success bool               `json:"success"`
		Results []approval.Outcome `json:"results"`
	}
	if err := json.Unmarshal([]byte(a.body), &answer); err != nil || a.status != http.StatusOK {
		s.t.Fatalf("%d %s: %v", a.status, a.body, err)
	}
	return answer.Success, answer.Results
}

// TestHTTPBatch has one invalid decision among five, so that none is recorded.
func TestHTTPBatch(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		s := newSite(t, address)
		for _, id := range []string{"a", "b", "c", "d", "late", "done", "forged"} {
			s.request(id)
		}
		if _, err := s.rig.ask("t1", "dear", "pay", `{"To":"ada","Amount":1001}`); err != nil {
			t.Fatal(err)
		}
		if _, err := s.rig.ask("t9", "hidden", "pay", args100); err != nil {
			t.Fatal(err)
		}
		s.post(decides("done", true))
		s.exec("UPDATE tool_calls SET tier = 0 WHERE tool_call_id = 'forged'")
		s.exec("UPDATE tool_calls SET expires_at = ? WHERE tool_call_id = 'late'", s.db.Time(s.now().Add(-time.Minute)))
		good := []string{decides("a", true), decides("b", false), decides("c", true), decides("d", true)}
		for _, test := range []struct {
			name, bad, id string
			status        int
			word          string
			call          approval.Status
		}{
			{"unknown", decides("nothing", true), "nothing", 404, "not_found", ""},
			{"hidden", decides("hidden", true), "hidden", 404, "not_found", ""},
			{"nonsense", `{"toolCallId":"\u0000","isValidated":true}`, "\x00", 404, "not_found", ""},
			{"forbidden", decides("dear", false), "dear", 403, "forbidden", ""},
			{"settled", decides("done", false), "done", 409, "settled", approval.Done},
			{"refused", decides("forged", true), "forged", 409, "refused", ""},
			{"expired", decides("late", true), "late", 410, "expired", approval.Expired},
			{"invalid", `{"toolCallId":"dear","isValidated":true,"validatedInputs":{}}`, "dear", 403, "forbidden", ""},
			{"twice", decides("a", false), "", 400, "malformed", ""},
			{"no verdict", `{"toolCallId":"dear"}`, "", 400, "malformed", ""},
		} {
			for _, at := range []int{0, 2, 4} {
				all := append(append(good[:at:at], test.bad), good[at:]...)
				o := s.expect(test.name, s.ask(http.MethodPost, approval.BatchPath, batchOf(all...)), test.status, test.word, test.call)
				if o.ToolCallID != test.id || !strings.Contains(o.Message, "Nothing was decided.") {
					t.Errorf("%s at %d: %+v", test.name, at, o)
				}
				if test.name == "refused" { // it is settled the second time
					test.word, test.call = "settled", approval.Failed
				}
			}
		}
		for _, id := range []string{"a", "b", "c", "d", "dear", "hidden"} {
			if s.status(id) != approval.Pending {
				t.Errorf("%s is %s", id, s.status(id))
			}
		}
		if s.runs() != 1 {
			t.Errorf("the tool ran %d times", s.runs())
		}
		success, results := s.results(s.ask(http.MethodPost, approval.BatchPath, batchOf(good...)))
		if !success || len(results) != 4 || results[1].Status != approval.Rejected || results[3].Status != approval.Done ||
			results[3].ToolCallID != "d" || s.runs() != 4 {
			t.Errorf("%v, %+v, %d runs", success, results, s.runs())
		}
		s.verified()
	})
}

// TestHTTPBatchBodies sends bodies that are not batches.
func TestHTTPBatchBodies(t *testing.T) {
	t.Parallel()
	s := newSite(t, t.TempDir()+"/a.db")
	s.request("a")
	for _, test := range []struct{ body, issues string }{
		{`{}`, "decisions required"},
		{decides("a", true), "decisions required, isValidated additionalProperties, toolCallId additionalProperties"},
		{`{"decisions":[` + decides("a", true) + `],"atomic":false}`, "atomic additionalProperties"},
		{`{"decisions":[` + decides("a", true) + `],"decisions":[]}`, "decisions duplicateKey"},
		{`{"decisions":[{"toolCallId":"a","isValidated":false,"isvalidated":true}]}`, "decisions[0].isvalidated additionalProperties"},
		{`{"decisions":[{"toolCallId":"a","isValidated":false,"isValidated":true}]}`, "decisions[0].isValidated duplicateKey"},
		{`{"decisions":[{"toolCallId":"a"}]}`, "decisions[0].isValidated required"},
		{`{"decisions":[` + decides("a", true) + `,` + decides("a", true) + `]}`, "decisions[1].toolCallId uniqueItems"},
	} {
		o := s.expect(test.body, s.ask(http.MethodPost, approval.BatchPath, test.body), http.StatusBadRequest, "malformed", "")
		if fields(o.Issues) != test.issues {
			t.Errorf("%s: issues %s; want %s", test.body, fields(o.Issues), test.issues)
		}
	}
	if s.status("a") != approval.Pending || s.runs() != 0 {
		t.Errorf("the call is %s", s.status("a"))
	}
}

// TestHTTPBatchEdit checks that the decision with an invalid edit is named, and its faults are described.
func TestHTTPBatchEdit(t *testing.T) {
	s := newSite(t, t.TempDir()+"/a.db")
	s.request("a")
	s.request("b")
	o := s.expect("edit", s.ask(http.MethodPost, approval.BatchPath, batchOf(decides("a", true),
		`{"toolCallId":"b","isValidated":true,"validatedInputs":{"Amount":0}}`)), 422, "invalid_arguments", "")
	if o.ToolCallID != "b" || fields(o.Issues) != "Amount exclusiveMinimum, To required" || o.Hint == nil || o.Hint.Tool != "pay" {
		t.Errorf("%+v", o)
	}
	if s.status("a") != approval.Pending || s.runs() != 0 {
		t.Error("the other was decided")
	}
}

// TestHTTPBatchGoesOn runs the calls of a batch in order, whatever the outcomes of the others.
func TestHTTPBatchGoesOn(t *testing.T) {
	t.Run("a tool fails", func(t *testing.T) {
		s := newSite(t, t.TempDir()+"/a.db")
		s.request("a")
		s.request("b")
		s.fail = errors.New("no money")
		success, results := s.results(s.ask(http.MethodPost, approval.BatchPath, batchOf(decides("a", true), decides("b", true))))
		if success || results[0].Error != "handler" || results[1].Error != "handler" || s.runs() != 2 {
			t.Errorf("%v, %+v", success, results)
		}
	})
	t.Run("one is tampered with once it was decided", func(t *testing.T) {
		s := newSite(t, t.TempDir()+"/a.db")
		s.request("a")
		s.request("b")
		s.at("decided", func() { s.exec("UPDATE tool_calls SET tier = 0 WHERE tool_call_id = 'a'") })
		success, results := s.results(s.ask(http.MethodPost, approval.BatchPath, batchOf(decides("a", true), decides("b", true))))
		if success || results[0].Error != "refused" || results[0].Status != approval.Failed || results[1].Status != approval.Done ||
			!results[1].Success || s.runs() != 1 {
			t.Errorf("%v, %+v", success, results)
		}
	})
}

// TestHTTPBatchSize checks that the endpoint has the limit of the service.
func TestHTTPBatchSize(t *testing.T) {
	s := newSite(t, t.TempDir()+"/a.db")
	for _, n := range []int{0, approval.MaxDecisions + 1} {
		all := make([]string, n)
		for i := range all {
			all[i] = decides(fmt.Sprint("c", i), true)
		}
		o := s.expect(fmt.Sprint(n), s.ask(http.MethodPost, approval.BatchPath, batchOf(all...)), 400, "malformed", "")
		if len(o.Issues) != 1 || o.Issues[0].Field != "decisions" {
			t.Errorf("%d decisions: %+v", n, o.Issues)
		}
	}
	all := make([]string, approval.MaxDecisions)
	for i := range all {
		all[i] = decides(fmt.Sprint("c", i), true)
	}
	s.expect("as many as may be", s.ask(http.MethodPost, approval.BatchPath, batchOf(all...)), 404, "not_found", "")
}
