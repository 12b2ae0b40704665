package approval_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime/approval"
)

// TestLongReason stores as much of a reason as the endpoint accepts: characters, not bytes.
func TestLongReason(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		s := newSite(t, address)
		whole := strings.Repeat("ß", approval.MaxReason-1) + "€"
		s.request("c1")
		s.expect("as long as may be", s.post(`{"toolCallId":"c1","isValidated":false,"reason":"`+whole+`"}`), 200, "", approval.Rejected)
		if got := s.get("c1"); got.Reason != whole || !strings.Contains(got.Text, whole+`"`) {
			t.Errorf("the limit is %d characters, %d were stored, and the model gets %d of %d bytes", approval.MaxReason,
				utf8.RuneCountInString(got.Reason), len(got.Text), len(whole))
		}
		s.request("c2")
		if a := s.post(`{"toolCallId":"c2","isValidated":false,"reason":"` + whole + `."}`); a.status != 400 {
			t.Errorf("one too many: %d %s", a.status, a.body)
		}
		settled, err := s.Decide(t.Context(), grace, approval.Decision{ToolCallID: "c2", Reason: whole + "."})
		want := strings.Repeat("ß", approval.MaxReason-1) + "…"
		if err != nil || settled.Call.Reason != want || !strings.Contains(settled.Output.Error.Message, `"`+want+`"`) {
			t.Errorf("one too many, in Go: %.30q of %d characters, %v", settled.Call.Reason, utf8.RuneCountInString(settled.Call.Reason), err)
		}
		s.verified()
	})
}
