package approval_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/toolgen/toolgen/runtime/approval"
)

// TestVersion replaces a call by another signed one with the same ID, after a person has looked at it.
func TestVersion(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		s := newSite(t, address)
		const columns = "arguments, requested, binding, created_at, expires_at"
		dear := `{"To":"eve","Amount":999}`
		if _, err := s.rig.ask("t1", "c1", "pay", dear); err != nil {
			t.Fatal(err)
		}
		s.exec("CREATE TABLE kept AS SELECT " + columns + " FROM tool_calls")
		s.exec("DELETE FROM tool_calls")
		s.request("c1")
		seen := s.list(approval.PendingPath + "?threadId=t1")[0]
		if seen.Version == "" {
			t.Fatal("a pending call has no version")
		}
		if again := s.list(approval.PendingPath)[0]; again.Version != seen.Version {
			t.Errorf("the version changed from %s to %s", seen.Version, again.Version)
		}
		s.exec("UPDATE tool_calls SET (" + columns + ") = (SELECT " + columns + " FROM kept)")

		decide := `{"toolCallId":"c1","isValidated":true,"version":"` + seen.Version + `"}`
		s.expect("what was swapped", s.post(decide), http.StatusConflict, "changed", "")
		s.expect("in a batch", s.ask(http.MethodPost, approval.BatchPath, `{"decisions":[`+decide+`]}`), http.StatusConflict, "changed", "")
		_, err := s.Decide(t.Context(), grace, approval.Decision{ToolCallID: "c1", Version: seen.Version})
		if !errors.Is(err, approval.ErrChanged) {
			t.Errorf("in Go: %v", err)
		}
		now := s.list(approval.PendingPath)[0]
		if now.Status != approval.Pending || now.Version == seen.Version || s.runs() != 0 {
			t.Errorf("%+v, %d runs", now, s.runs())
		}
		s.expect("what is there now", s.post(`{"toolCallId":"c1","isValidated":false,"version":"`+now.Version+`"}`), http.StatusOK, "",
			approval.Rejected)
		if got := s.get("c1"); got.Version != "" {
			t.Errorf("a settled call has the version %s", got.Version)
		}
		s.verified()
	})
}
