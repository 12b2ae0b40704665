package near

import (
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		Word       string
		candidates []string
		want       string
	}{
		{"AccountID", []string{"AccountId", "Amount"}, "AccountId"},
		{"old-string", []string{"old_string", "new_string"}, "old_string"},
		{"cursor", []string{"continue", "limit"}, ""},
		{"requierd", []string{"required"}, "required"},
		{"recieved", []string{"received"}, "received"},
		{"path", []string{"file_path", "content"}, "file_path"},
		{"file_path", []string{"path", "content"}, "path"},
		{"Id", []string{"AccountId", "InvoiceId"}, ""}, // a tie
		{"lines", []string{"line", "liness"}, ""},      // a tie
		{"Lines", []string{"lines", "line"}, "lines"},
		{"inr", []string{"INR", "USD"}, "INR"},
		{"ab", []string{"ac"}, ""}, // too short to guess
		{"", []string{"a"}, ""},
		{"<", []string{"<=", "<"}, "<"},
		{strings.Repeat("a", 1<<20), []string{"a"}, ""},
		{"größe", []string{"Größe", "Breite"}, "Größe"},
		{"in progress", []string{"in_progress", "done"}, "in_progress"},
	} {
		got := Key(tt.Word, tt.candidates)
		if got != tt.want {
			t.Errorf("nearest(%.40q, %q) = %q, want %q", tt.Word, tt.candidates, got, tt.want)
		}
	}
}
