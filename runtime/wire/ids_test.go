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

// TestGeneratedIDsIgnoreWhatFollows cuts a stream after a call without an id. The call keeps its id, but another
// call, or the same call of another response, has another one.
func TestGeneratedIDsIgnoreWhatFollows(t *testing.T) {
	t.Parallel()
	id := func(events ...string) string {
		s := wire.NewStream(wire.OpenAIChat)
		for _, event := range events {
			if err := s.Feed([]byte(event)); err != nil {
				t.Fatal(err)
			}
		}
		turn, _ := s.Close()
		if len(turn.Calls) != 1 {
			t.Fatalf("%q: %+v", events, turn)
		}
		return turn.Calls[0].ID
	}
	begin := func(response string) string {
		return `{"id":"` + response + `","choices":[{"delta":{"tool_calls":[{"index":0,"function":{"name":"f","arguments":"{\"n\":"}}]}}]}`
	}
	const one, two = `{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"1}"}}]}}]}`,
		`{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"2}"}}]}}]}`
	const end, junk = `{"choices":[{"delta":{},"finish_reason":"tool_calls"}]}`, `{"junk":1}`
	want := id(begin("r1"), one, end)
	if got := id(begin("r1"), one, junk, end, junk); got != want {
		t.Errorf("the id with more events is %s, without them %s", got, want)
	}
	for name, got := range map[string]string{"other arguments": id(begin("r1"), two, end), "another response": id(begin("r2"), one, end)} {
		if got == want {
			t.Errorf("%s: the same id", name)
		}
	}
}
