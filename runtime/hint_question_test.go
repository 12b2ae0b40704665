package runtime_test

import (
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/backend"
)

// TestQuestionOfTheTool checks that if only the user can help after a failure, the question comes from the rules: for the field at
// fault, or else for the tool.
func TestQuestionOfTheTool(t *testing.T) {
	t.Parallel()
	spec := &runtime.ToolSpec{
		Name: "book", InputSchema: `{"type":"object","properties":{"Seat":{"type":"string"},"Train":{"type":"string"}}}`,
		FullSchema: `{"type":"object","x-toolgen":{"question":"Which journey is it?"},"properties":{"Seat":{"type":"string","x-toolgen":{"question":"Which seat?"}},"Train":{"type":"string"}}}`,
	}
	for field, want := range map[string]string{"Seat": "Which seat?", "Train": "Which journey is it?"} {
		h := runtime.BuildHint(looseTool{spec}, &backend.Error{Kind: backend.NotFound, Fields: []string{field}, Message: "there is none"},
			runtime.WithCall([]byte(`{"Seat":"1A","Train":"ICE 1"}`)))
		if h.Action != runtime.AskUser || h.ClarifyingQuestion != want {
			t.Errorf("%s: %s, %q", field, h.Action, h.ClarifyingQuestion)
		}
	}
}
