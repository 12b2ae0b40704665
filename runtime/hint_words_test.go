package runtime

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestMarkupInValues checks that values with <, > and & are shown unescaped, even if the hint was encoded as JSON.
func TestMarkupInValues(t *testing.T) {
	t.Parallel()
	tool := &brokenTool{spec: ToolSpec{Name: "t", InputSchema: `{"type":"object","properties":{"op":{"type":"string","enum":["<","&&"]}},"required":["op"]}`}}
	for _, i := range []ValidationIssue{
		{Field: "op", Constraint: "enum", Expected: []any{"<", "&&"}, Got: ">"}, {Field: "op", Constraint: "type", Expected: "string", Got: "integer"}, issue("op", "required"),
	} {
		h := BuildHint(tool, issueError{i})
		raw, _ := json.Marshal(h)
		var again RetryHint
		if err := json.Unmarshal(raw, &again); err != nil || again.Text() != h.Text() {
			t.Errorf("%v\n%s\n%s", err, h.Text(), again.Text())
		}
		if want := `"<", "&&"`; !strings.Contains(h.Text(), want) || i.Constraint == "enum" && !strings.Contains(i.String(), want) {
			t.Errorf("%s\n%s", h.Text(), i)
		}
	}
}
