package toolname_test

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/toolname"
)

func TestObject(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"slack_post_message": "message", "jira_create_issue": "issue", "jira.create_issue": "issue", "stripe_create_refund": "refund",
		"create_journal_entry": "journal entry", "storage_blob_upload": "storage blob", "send_message_to_channel": "message",
		"Record a payment": "payment", "add-item-to-cart": "item", "delete": "", "": "", "email.send": "email", "createHTTPRoute": "http route",
	} {
		if got := strings.Join(toolname.Object(name), " "); got != want {
			t.Errorf("%s is about %q, want %q", name, got, want)
		}
	}
}

func TestForms(t *testing.T) {
	t.Parallel()
	for form, verb := range map[string]string{
		"created": "create", "posted": "post", "sent": "send", "paid": "pay", "voided": "void", "cancelled": "cancel", "canceled": "cancel",
		"submitted": "submit", "applied": "apply", "dropped": "drop", "written": "write", "wrote": "write", "refunded": "refund",
		"emailed":  "email",
		"recorded": "record", "settled": "settle", "updated": "update", "transferred": "transfer", "edited": "edit", "opened": "open",
		"bought": "buy",
	} {
		if f, ok := toolname.FormOf(form); !ok || f.Verb != verb || !f.Done {
			t.Errorf("%s: %+v", form, f)
		}
	}
	for _, form := range []string{"create", "creating", "recording", "fetched", "found", "invoice"} {
		if f, _ := toolname.FormOf(form); f.Done {
			t.Errorf("%s: %+v", form, f)
		}
	}
}
