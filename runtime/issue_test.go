package runtime

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
)

func TestPaths(t *testing.T) {
	t.Parallel()
	tests := []struct{ field, pointer string }{
		{"", ""}, {"a", "/a"}, {"Lines[2].DebitAmount", "/Lines/2/DebitAmount"}, {"[0][1]", "/0/1"},
		{`filter["a.b"]`, "/filter/a.b"}, {`["a b"].c`, "/a b/c"}, {`[""]`, "/"}, {`a["/~"]`, "/a/~1~0"}, {`a["\"]"].b`, `/a/"]/b`},
		{"Lines[].Amount", "/Lines/-/Amount"}, {`["3"]`, "/3"}, {"größe.é1", "/größe/é1"},
	}
	for _, test := range tests {
		if got := Pointer(test.field); got != test.pointer {
			t.Errorf("Pointer(%s) = %s, want %s", test.field, got, test.pointer)
		}
		if got := fieldpath.Join(fieldpath.Split(test.field)); got != test.field {
			t.Errorf("%s is converted back to %s", test.field, got)
		}
	}
	for _, odd := range []string{"a[", "a[x]", `a["x`, "[", "..", "a..b", "[-1]", "[99999999999999999999]", `["\x"]`} {
		Pointer(odd) // foreign errors can contain anything; it must not panic
	}
	long := fieldpath.Key(strings.Repeat("é", 1000))
	if len(long) > 300 || !strings.Contains(long, "…") {
		t.Errorf("a step of %d bytes", len(long))
	}
}

func TestErrorText(t *testing.T) {
	t.Parallel()
	issue := ValidationIssue{
		Field: strings.Repeat("long.", 100), Constraint: "rule", Rule: "balanced", Expected: []any{"a\n", int64(1)},
		Got: strings.Repeat("x", 500), Message: "line one\nline two " + strings.Repeat("y", 500),
	}
	issues := make([]ValidationIssue, 100)
	for i := range issues {
		issues[i] = issue
	}
	text := NewValidationError(issues, 5).Error()
	if len(text) > 6000 || strings.Count(text, "\n") != errorLines+1 || !strings.HasSuffix(text, "and 95 more") {
		t.Errorf("%d bytes, %d lines: %s", len(text), strings.Count(text, "\n"), text)
	}
}
