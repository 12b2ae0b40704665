package wire_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/preflight"
	"github.com/toolgen/toolgen/runtime/wire"
)

// geminiResponse is a response with a call without an id, as Gemini sends it.
func geminiResponse(n int, name string) []byte {
	return fmt.Appendf(nil, `{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"name":%q,"args":{}}}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":%d},"responseId":"r%d"}`, name, 100+n, n)
}

// TestGeneratedIDsDifferByResponse checks generated ids against the gate, which runs a call of one id once per
// thread: calls of different responses all run, a response that arrives twice runs once.
func TestGeneratedIDsDifferByResponse(t *testing.T) {
	t.Parallel()
	made := 0
	var tools []runtime.Tool
	for _, name := range []string{"read", "list"} {
		spec := &runtime.ToolSpec{Name: name, InputSchema: `{"type":"object"}`}
		decode := func([]byte, ...runtime.DecodeOption) (*struct{}, error) { return &struct{}{}, nil }
		tools = append(tools, runtime.HandleAny(runtime.NewTool[struct{}, json.RawMessage](spec, decode, nil), func(context.Context, runtime.Invocation) (any, error) {
			made++
			return made, nil
		}))
	}
	gate, err := preflight.New(runtime.NewToolset(tools...))
	if err != nil {
		t.Fatal(err)
	}
	defer gate.Close()
	turn := preflight.Turn{Thread: "t1", Query: "q"}
	for n, step := range []struct {
		response int
		name     string
		want     string
	}{{0, "read", "1"}, {1, "list", "2"}, {2, "read", "3"}, {2, "read", "3"}, {3, "read", "4"}} {
		calls, err := wire.ParseGemini(geminiResponse(step.response, step.name))
		if err != nil {
			t.Fatal(err)
		}
		out := gate.Calls(t.Context(), turn, calls)[0]
		if out.Error != nil || string(out.Payload) != step.want || out.CallID != calls[0].ID {
			t.Errorf("step %d: %s, %v; want %s", n, out.Payload, out.Error, step.want)
		}
	}
}
