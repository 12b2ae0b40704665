package wire_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wire"
)

// provider is a format, for tests that apply to all formats.
type provider struct {
	name  string
	parse func([]byte) ([]runtime.ToolCall, error)
	calls func([]runtime.ToolCall) any
	// answers returns the message, or []byte for a stream format.
	answers func([]wire.Answer) any
	// read parses the answers: id or name, error flag, and the text for the model.
	read func(t *testing.T, message []byte) []answerRead
}

type answerRead struct {
	id      string
	isError bool
	content string
}

func providers() []provider {
	return []provider{
		{
			name: "openai chat", parse: wire.ParseOpenAIChat,
			calls:   func(c []runtime.ToolCall) any { return wire.OpenAIChatCalls(c) },
			answers: func(a []wire.Answer) any { return wire.OpenAIChatAnswers(a) },
			read: func(t *testing.T, message []byte) []answerRead {
				var list []struct {
					Role    string
					ID      string `json:"tool_call_id"`
					Content *string
				}
				decode(t, message, &list)
				var all []answerRead
				for _, m := range list {
					if m.Role != "tool" || m.Content == nil {
						t.Errorf("role %q, content %v", m.Role, m.Content)
						continue
					}
					all = append(all, answerRead{m.ID, flaggedText(*m.Content), *m.Content})
				}
				return all
			},
		},
		{
			name: "openai responses", parse: wire.ParseOpenAIResponses,
			calls:   func(c []runtime.ToolCall) any { return wire.OpenAIResponsesCalls(c) },
			answers: func(a []wire.Answer) any { return wire.OpenAIResponsesAnswers(a) },
			read: func(t *testing.T, message []byte) []answerRead {
				var list []struct {
					Type   string
					CallID string `json:"call_id"`
					Output string
				}
				decode(t, message, &list)
				var all []answerRead
				for _, m := range list {
					if m.Type != "function_call_output" {
						t.Errorf("type %q", m.Type)
					}
					all = append(all, answerRead{m.CallID, flaggedText(m.Output), m.Output})
				}
				return all
			},
		},
		{
			name: "anthropic", parse: wire.ParseAnthropic,
			calls:   func(c []runtime.ToolCall) any { return wire.AnthropicCalls(c) },
			answers: func(a []wire.Answer) any { return wire.AnthropicAnswers(a, "Go on.") },
			read: func(t *testing.T, message []byte) []answerRead {
				var turn struct {
					Role    string
					Content []struct {
						Type    string
						ID      string `json:"tool_use_id"`
						Content string
						IsError bool `json:"is_error"`
					}
				}
				decode(t, message, &turn)
				if turn.Role != "user" {
					t.Errorf("role %q", turn.Role)
				}
				var all []answerRead
				for i, b := range turn.Content {
					if b.Type != "tool_result" {
						if i != len(turn.Content)-1 {
							t.Errorf("block %d is a %s, results must come first", i, b.Type)
						}
						continue
					}
					all = append(all, answerRead{b.ID, b.IsError, b.Content})
				}
				return all
			},
		},
		{
			name: "gemini", parse: wire.ParseGemini,
			calls:   func(c []runtime.ToolCall) any { return wire.GeminiCalls(c) },
			answers: func(a []wire.Answer) any { return wire.GeminiAnswers(a) },
			read: func(t *testing.T, message []byte) []answerRead {
				var turn struct {
					Role  string
					Parts []struct {
						FunctionResponse struct {
							ID, Name string
							Response map[string]json.RawMessage
						}
					}
				}
				decode(t, message, &turn)
				if turn.Role != "user" {
					t.Errorf("role %q", turn.Role)
				}
				var all []answerRead
				for _, p := range turn.Parts {
					r := p.FunctionResponse
					if n := len(r.Name); n == 0 || n > 64 {
						t.Errorf("a name of %d bytes", n)
					}
					failure, failed := r.Response["error"]
					output, ok := r.Response["output"]
					if failed == ok {
						t.Errorf("the response has %d members", len(r.Response))
					}
					all = append(all, answerRead{r.ID, failed, string(failure) + string(output)})
				}
				return all
			},
		},
		{
			name: "gemini interaction", parse: wire.ParseGeminiInteraction,
			calls:   func(c []runtime.ToolCall) any { return wire.GeminiInteractionCalls(c) },
			answers: func(a []wire.Answer) any { return wire.GeminiInteractionAnswers(a) },
			read: func(t *testing.T, message []byte) []answerRead {
				var list []struct {
					Type    string
					CallID  string `json:"call_id"`
					Result  string
					IsError bool `json:"is_error"`
				}
				decode(t, message, &list)
				var all []answerRead
				for _, s := range list {
					if s.Type != "function_result" {
						t.Errorf("type %q", s.Type)
					}
					all = append(all, answerRead{s.CallID, s.IsError, s.Result})
				}
				return all
			},
		},
		{
			name: "bedrock", parse: wire.ParseBedrock,
			calls:   func(c []runtime.ToolCall) any { return wire.BedrockCalls(c) },
			answers: func(a []wire.Answer) any { return wire.BedrockAnswers(a) },
			read: func(t *testing.T, message []byte) []answerRead {
				var turn struct {
					Role    string
					Content []struct {
						ToolResult struct {
							ToolUseID string
							Content   []struct{ Text string }
							Status    string
						}
					}
				}
				decode(t, message, &turn)
				if turn.Role != "user" {
					t.Errorf("role %q", turn.Role)
				}
				var all []answerRead
				for _, b := range turn.Content {
					if len(b.ToolResult.Content) != 1 || b.ToolResult.Content[0].Text == "" {
						t.Fatalf("content %+v", b.ToolResult.Content)
					}
					all = append(all, answerRead{b.ToolResult.ToolUseID, b.ToolResult.Status == "error", b.ToolResult.Content[0].Text})
				}
				return all
			},
		},
		{
			name: "ollama", parse: wire.ParseOllama,
			calls:   func(c []runtime.ToolCall) any { return wire.OllamaCalls(c) },
			answers: func(a []wire.Answer) any { return wire.OllamaAnswers(a) },
			read: func(t *testing.T, message []byte) []answerRead {
				var list []wire.OllamaMessage
				decode(t, message, &list)
				var all []answerRead
				for _, m := range list {
					if m.Role != "tool" || m.ToolName == "" {
						t.Errorf("role %q, tool %q", m.Role, m.ToolName)
					}
					all = append(all, answerRead{m.ToolCallID, flaggedText(m.Content), m.Content})
				}
				return all
			},
		},
		{
			name: "data stream", parse: wire.ParseDataStream,
			calls:   func(c []runtime.ToolCall) any { return wire.DataStreamCalls(c) },
			answers: func(a []wire.Answer) any { return wire.DataStreamAnswers(a) },
			read:    readDataStream,
		},
		{
			name: "ui stream", parse: wire.ParseUIStream,
			calls:   func(c []runtime.ToolCall) any { return events(wire.UIStreamCalls(c)) },
			answers: func(a []wire.Answer) any { return events(wire.UIStreamAnswers(a)) },
			read:    readUIStream,
		},
	}
}

func events(parts []wire.UIPart) []byte {
	body, err := wire.SSE(parts...)
	if err != nil {
		panic(err)
	}
	return body
}

// encode marshals the message.
func encode(t *testing.T, message any) []byte {
	t.Helper()
	if stream, ok := message.([]byte); ok {
		return stream
	}
	raw, err := json.Marshal(message)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func decode(t *testing.T, raw []byte, v any) {
	t.Helper()
	if err := json.Unmarshal(raw, v); err != nil {
		t.Fatalf("%v in %.200q", err, raw)
	}
}

func flaggedText(content string) bool {
	var body struct {
		IsError bool `json:"is_error"`
	}
	return json.Unmarshal([]byte(content), &body) == nil && body.IsError
}

// call returns a call whose id is derived from n.
func call(n int, name, arguments string) runtime.ToolCall {
	return runtime.ToolCall{ID: fmt.Sprintf("call_%d", n), Name: name, Arguments: arguments}
}
