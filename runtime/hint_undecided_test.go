package runtime

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/internal/constraint"
)

// TestUndecidedPatterns checks that a text that takes a pattern too long is reported once and as such, and that texts that were
// skipped as a result are not reported.
func TestUndecidedPatterns(t *testing.T) {
	t.Parallel()
	slow := func(field string) ValidationIssue {
		return ValidationIssue{Field: field, Constraint: "pattern", Expected: "^a+$", Got: "aaa", Message: constraint.Undecided}
	}
	skipped := func(field string) ValidationIssue {
		return ValidationIssue{Field: field, Constraint: "pattern", Expected: "^a+$", Got: "b", Message: constraint.OverBudget}
	}
	tool := &brokenTool{spec: ToolSpec{Name: "t", FullSchema: `{"type":"object","properties":{"list":{"type":"array","items":{"type":"string","pattern":"^a+$"}},"pin":{"x-toolgen":{"sensitive":true}}}}`}}
	for _, tt := range []struct {
		name   string
		issues issueError
		want   string
	}{
		{"one text", issueError{slow("list[1]")}, `- list[1]: the pattern takes too long on this text; write it shorter or simpler; got "aaa".`},
		{"texts behind it", issueError{slow("list[1]"), skipped("list[2]"), skipped("list[3]")}, `- list[1]: the pattern takes too long on this text; write it shorter or simpler; got "aaa".`},
		{"behind another fault", issueError{issue("name", "required"), slow("list[0]")}, "- name: missing.\n- list[0]: the pattern takes too long on this text; write it shorter or simpler; got \"aaa\"."},
		{"the cause is not known", issueError{skipped("list[2]")}, `- list[2]: not checked, since other texts take too long; write those shorter or simpler; got "b".`},
		{"in a trial", issueError{{Constraint: "pattern", Expected: "^a+$", Message: constraint.Undecided}}, `- the arguments: the pattern takes too long on this text; write it shorter or simpler.`},
		{"secret", issueError{{Field: "pin", Constraint: "pattern", Expected: "^a+$", Message: constraint.Undecided}}, `- pin: the pattern takes too long on this text; write it shorter or simpler.`},
		{"a backend's own words", issueError{{Field: "list[0]", Constraint: "pattern", Expected: "^a+$", Got: "b", Message: "no such account"}}, `- list[0]: must match ^a+$ ("no such account"); got "b".`},
	} {
		h := BuildHint(tool, tt.issues)
		raw, _ := json.Marshal(h)
		var again RetryHint
		if err := json.Unmarshal(raw, &again); err != nil || again.Text() != h.Text() {
			t.Errorf("%s: texts differ after a round trip through JSON: %s", tt.name, raw)
		}
		_, text, _ := strings.Cut(h.Text(), "\n")
		if text != tt.want || h.Omitted != 0 {
			t.Errorf("%s:\n%s\nwant\n%s\nomitted: %d", tt.name, text, tt.want, h.Omitted)
		}
	}
	h := BuildHint(tool, issueError{slow("list[1]")})
	if got := h.Annotated([]byte(`{"list":["b","aaa"]}`)); !strings.Contains(got, `"aaa" // the pattern takes too long`) {
		t.Errorf("next to the call:\n%s", got)
	}
}
