package runtime

import "testing"

// A question names its field also where all that the schema says of it is its values.
func TestQuestionNamesTheFieldOfAnEnum(t *testing.T) {
	spec := &ToolSpec{Name: "t", InputSchema: "{}", Fields: []FieldSpec{
		{Path: "unitSystem", Type: "string", Required: true, Enum: []string{`"celsius"`, `"fahrenheit"`, "null"}},
	}}
	tool := NewTool[map[string]any, any](spec, nil, nil)
	hint := BuildHint(tool, Invalid("unitSystem", "required", nil, ""))
	if want := "Could you tell me this: unit system (celsius, fahrenheit)?"; hint.ClarifyingQuestion != want {
		t.Errorf("the question is %q, not %q", hint.ClarifyingQuestion, want)
	}
}
