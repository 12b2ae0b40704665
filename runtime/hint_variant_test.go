package runtime

import (
	"strings"
	"testing"
)

// TestSuggestionsBelongToTheVariant holds that an unknown key is not said to be meant as one that the
// chosen variant of a union does not have.
func TestSuggestionsBelongToTheVariant(t *testing.T) {
	t.Parallel()
	tool := &brokenTool{spec: ToolSpec{Name: "file_op", Fields: []FieldSpec{
		{Path: "tool", Variant: "write", Type: "string", Required: true, Enum: []string{`"write"`}},
		{Path: "content", Variant: "write", Type: "string"},
		{Path: "path", Variant: "write", Type: "string"},
		{Path: "tool", Variant: "delete", Type: "string", Required: true, Enum: []string{`"delete"`}},
		{Path: "path", Variant: "delete", Type: "string"},
	}}}
	for _, tt := range []struct{ call, key, like string }{
		{`{"tool":"write","cotnent":"x"}`, "cotnent", "content"},
		{`{"tool":"delete","cotnent":"x"}`, "cotnent", ""},
		{`{"tool":"delete","paht":"x"}`, "paht", "path"},
		{`{"cotnent":"x"}`, "cotnent", "content"}, // nobody knows which variant it is
	} {
		h := BuildHint(tool, issueError{{Field: tt.key, Constraint: "additionalProperties", Got: tt.key}}, WithCall([]byte(tt.call)))
		if suggests := strings.Contains(h.Text(), "did you mean"); suggests != (tt.like != "") || !strings.Contains(h.Text(), tt.like) {
			t.Errorf("%s: %s", tt.call, h.Text())
		}
	}
}
