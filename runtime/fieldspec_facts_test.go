package runtime

import (
	"encoding/json"
	"testing"
)

// TestFactsAreKept holds that who changes a hint changes no other: what is kept of a tool is copied.
func TestFactsAreKept(t *testing.T) {
	t.Parallel()
	tool := &brokenTool{spec: ToolSpec{Name: "t", Fields: []FieldSpec{
		{Path: "state", Type: "string", Enum: []string{`"open"`, `"paid"`}},
		{Path: "code", Type: "string", Bounds: []BoundSpec{{"minLength", "3"}, {"maxLength", "5"}}},
		{Path: "list", Type: "array", Bounds: []BoundSpec{{"minItems", "1"}, {"maxItems", "2"}}},
	}}}
	err := newValidationError([]ValidationIssue{
		{Field: "state", Constraint: "enum", Expected: []any{"open", "paid"}, Got: "opne"},
		{Field: "code", Constraint: "minLength", Expected: int64(3), Got: int64(1)},
		{Field: "list", Constraint: "minItems", Expected: int64(1), Got: int64(0)},
	}, 0)
	first := BuildHint(tool, err)
	want, _ := json.Marshal(first)
	for i := range first.Constraints {
		c := &first.Constraints[i]
		clear(c.AllowedValues)
		for _, n := range []*int{c.MinLength, c.MaxLength, c.MinItems, c.MaxItems} {
			if n != nil {
				*n = 99
			}
		}
	}
	clear(first.ExampleInput)
	if got, _ := json.Marshal(BuildHint(tool, err)); string(got) != string(want) {
		t.Errorf("after a change of another hint:\n%s\nwant\n%s", got, want)
	}
}
