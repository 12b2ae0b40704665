package runtime

import "testing"

// TestRewrittenDates holds which texts are given as their format has them, "" for those that could mean
// another date, or none.
func TestRewrittenDates(t *testing.T) {
	t.Parallel()
	spec := &ToolSpec{Name: "t", Fields: []FieldSpec{
		{Type: "object"},
		{Path: "date", Type: "string", Format: "date"},
		{Path: "date-time", Type: "string", Format: "date-time"},
		{Path: "time", Type: "string", Format: "time"},
		{Path: "late", Type: "string", Format: "date", Pattern: "^2[1-9]"},
		{Path: "email", Type: "string", Format: "email"},
		{Path: "secret", Type: "string", Format: "date", Sensitive: true},
	}}
	tool := NewTool[struct{}, RawJSON](spec, func([]byte, ...DecodeOption) (*struct{}, error) { return nil, nil }, nil)
	for _, tt := range []struct{ field, came, want string }{
		{"date", "2026-1-5", "2026-01-05"},
		{"date", "2026-01-5", "2026-01-05"},
		{"date", "2026/01/05", "2026-01-05"},
		{"date", "2026.1.05", "2026-01-05"},
		{"date", " 2026-01-05\n", "2026-01-05"},
		{"date", "2024-2-29", "2024-02-29"},
		{"date", "2026-01-05T00:00:00Z", "2026-01-05"},
		{"date", "2026-01-05T00:00:00.000Z", "2026-01-05"},
		{"date", "2026-01-05T00:00:00+02:00", "2026-01-05"},
		{"date", "2026-01-05 00:00", "2026-01-05"},
		{"date", "2026/1/5 00:00:00", "2026-01-05"},
		{"date", "2026-01-05T10:00:00Z", ""}, // may be the next day where the user is
		{"date", "2026-01-05T00:00:00 or so", ""},
		{"date", "2026-01-05 or later", ""},
		{"date", "2026-2-29", ""},
		{"date", "2026-13-45", ""},
		{"date", "2026-01/05", ""},
		{"date", "2026-01", ""},
		{"date", "2026-001-05", ""},
		{"date", "2026-00001-5", ""},
		{"date", "2026--5-10", ""},
		{"date", "01/02/2026", ""},
		{"date", "12/31/2026", ""},
		{"date", "31.12.2026", ""},
		{"date", "26-01-05", ""},
		{"date", "tomorrow", ""},
		{"date", "2026-1-5é", ""},
		{"date", "", ""},
		{"late", "2026/01/05", ""},
		{"email", "2026/01/05", ""},
		{"secret", "2026/01/05", ""},
		{"date-time", "2026-01-05 10:00:00Z", "2026-01-05T10:00:00Z"},
		{"date-time", "2026/1/5 10:00:00 +02:00", "2026-01-05T10:00:00+02:00"},
		{"date-time", "2026-01-05T10:00Z", "2026-01-05T10:00:00Z"},
		{"date-time", "2026-01-05T10:00:00.5+0200", "2026-01-05T10:00:00.5+02:00"},
		{"date-time", "2026-01-05T10:00:00", ""},
		{"date-time", "2026-01-05T25:00Z", ""},
		{"date-time", "2026-01-05", ""},
		{"time", "10:00Z", "10:00:00Z"},
		{"time", "10:00", ""},
		{"time", "2026-01-05", ""},
	} {
		hint := BuildHint(tool, &ValidationError{issues: []ValidationIssue{{Field: tt.field, Constraint: "format", Expected: spec.row(tt.field).Format, Got: tt.came}}})
		suggest, _ := hint.Constraints[0].Suggest.(string)
		if suggest != tt.want {
			t.Errorf("%s %q: %q, want %q", tt.field, tt.came, suggest, tt.want)
		}
		if want := "{\"" + tt.field + "\":\"" + tt.want + "\"}"; tt.want != "" && (string(hint.ExampleInput) != want || hint.Samples != nil) {
			t.Errorf("%s %q: the example is %s with the samples %q, want %s", tt.field, tt.came, hint.ExampleInput, hint.Samples, want)
		}
	}
}
