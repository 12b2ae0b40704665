package goname

import "testing"

func TestGoNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"create_payment": "CreatePayment", "AccountId": "AccountID", "invoiceIds": "InvoiceIDs", "IDs": "IDs",
		"24h": "X24h", "type": "Type", "": "Empty", "???": "QuestionQuestionQuestion", "名前": "X名前",
		"HTTPServer": "HTTPServer", "getURLs": "GetURLs", "calendar.respond-to.event v2": "CalendarRespondToEventV2",
		"PENDING_REVIEW": "PendingReview", "élan": "Élan", "a b": "AB", "✓": "U2713",
	} {
		if got := Of(name); got != want {
			t.Errorf("Of(%q) = %q, want %q", name, got, want)
		}
	}
}
