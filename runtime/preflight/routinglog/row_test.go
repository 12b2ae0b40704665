package routinglog

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/runtime/preflight"
)

// TestRecordIsCopied uses a gate that reuses its buffers.
func TestRecordIsCopied(t *testing.T) {
	t.Parallel()
	r := preflight.Record{Tool: "create_payment", Write: true, Outcome: preflight.OutcomeDone, Fields: []string{"Amount"},
		Result: []byte(`{"a":1}`)}
	row := newRow(r)
	copy(r.Result, "broken!")
	r.Fields[0] = "other"
	want := []WriteToolResult{{Tool: "create_payment", ValidationStatus: preflight.Passed, FieldsChecked: []string{"Amount"},
		Result: json.RawMessage(`{"a":1}`)}}
	if diff := testdiff.Diff(want, row.WriteToolResults); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ in, want string }{
		{"", ""}, {"12345678", "12345678"}, {"123456789", "12345…"}, {"1234öö", "1234öö"}, {"1234ööö", "1234…"}, {"\xff\xff\xff",
			"\uFFFD"}, {"\x00\x00\x00", "\uFFFD…"}, {"\x00", "\uFFFD"},
	} {
		if got := sanitizeText(tt.in, 8); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.in, got, tt.want)
		}
	}
	a, b := identifier(strings.Repeat("x", 600)+"a"), identifier(strings.Repeat("x", 600)+"b")
	if a == b || len(a) > maxIdentifier || a != identifier(strings.Repeat("x", 600)+"a") {
		t.Errorf("long names: %q, %q", a, b)
	}
}
