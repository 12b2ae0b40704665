package wire_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wire"
)

// TestParseTellsWhatCame checks that a body that is not a response is an error that says what it is: zero calls
// and no error must mean that the model made none.
func TestParseTellsWhatCame(t *testing.T) {
	t.Parallel()
	type parse = func([]byte) ([]runtime.ToolCall, error)
	chat, responses, anthropic, gemini, mcp := wire.ParseOpenAIChat, wire.ParseOpenAIResponses, wire.ParseAnthropic, wire.ParseGemini, wire.ParseMCP
	const (
		chatBody      = `{"id":"c","object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"Hello","refusal":null},"finish_reason":"stop"}]}`
		chatCalls     = `{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]}`
		responsesBody = `{"id":"r","object":"response","status":"completed","error":null,"incomplete_details":null,"output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Hello"}]}]}`
		anthropicBody = `{"id":"m","type":"message","role":"assistant","content":[{"type":"tool_use","id":"t","name":"f","input":{}}],"stop_reason":"tool_use"}`
		geminiBody    = `{"candidates":[{"content":{"role":"model","parts":[{"text":"Hello"}]},"finishReason":"STOP"}]}`
		mcpBody       = `{"jsonrpc":"2.0","id":1,"result":{"content":[]}}`
		failed        = `{"error":{"message":"Rate limit reached\nfor <model>","type":"rate_limit_error","code":null}}`
	)
	for _, tt := range []struct {
		name  string
		parse parse
		in    string
		want  string // part of the error, "" for none
	}{
		{"chat", chat, chatBody, ""},
		{"chat: error", chat, failed, `answered with an error ("rate_limit_error"): "Rate limit reached\nfor <model>"`},
		{"chat: long error", chat, `{"error":"` + strings.Repeat("x", 5000) + `"}`, `xxx…"`},
		{"chat: nothing", chat, `{}`, "not an OpenAI Chat Completions response: got an empty object"},
		{"chat: null", chat, `null`, "got null"},
		{"chat: list", chat, `[]`, "got an array"},
		{"chat: text", chat, `"x"`, "got a string"},
		{"chat: no choices", chat, `{"choices":[]}`, "it has no choices"},
		{"chat: null choices", chat, `{"object":"chat.completion","choices":null}`, "it has no choices"},
		{"chat: faulty", chat, `{"choices":[{"message":{"tool_calls":7}}]}`, `a call in "tool_calls" that cannot be read`},
		{"chat: piece of a stream", chat, `{"object":"chat.completion.chunk","choices":[{"delta":{"content":"x"}}]}`, "stream chunk"},
		{"chat: of Responses", chat, responsesBody, "it looks like an OpenAI Responses response"},
		{"chat: of Anthropic", chat, anthropicBody, "it looks like an Anthropic message"},
		{"chat: of Gemini", chat, geminiBody, "it looks like a Gemini response"},
		{"chat: of MCP", chat, mcpBody, "it looks like an MCP request"},
		{"chat: of nobody", chat, `{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}`, `got an object with the keys "a", "b", "c", "d", "e", …`},
		{"responses", responses, responsesBody, ""},
		{"responses: item", responses, `{"type":"reasoning","id":"rs_1","summary":[]}`, ""},
		{"responses: failed", responses, `{"id":"r","object":"response","status":"failed","error":{"code":"server_error","message":"Sorry."},"output":[]}`, `("server_error"): "Sorry."`},
		{"responses: nothing", responses, `{}`, "empty object"},
		{"responses: null", responses, `null`, "got null"},
		{"responses: empty list", responses, `[]`, ""},
		{"responses: number", responses, `7`, "got a number"},
		{"responses: of chat", responses, chatBody, "it looks like an OpenAI Chat Completions response"},
		{"responses: of chat, a message", responses, chatCalls, "it looks like an OpenAI Chat Completions response"},
		{"responses: of Anthropic", responses, anthropicBody, "it looks like an Anthropic message"},
		{"anthropic", anthropic, anthropicBody, ""},
		{"anthropic: error", anthropic, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`, `("overloaded_error"): "Overloaded"`},
		{"anthropic: nothing", anthropic, `{}`, "empty object"},
		{"anthropic: null", anthropic, `null`, "got null"},
		{"anthropic: list", anthropic, `[]`, "got an array"},
		{"anthropic: no content", anthropic, `{"role":"assistant","content":null,"stop_reason":"end_turn"}`, "neither a list of blocks nor a string"},
		{"anthropic: of chat", anthropic, chatBody, "it looks like an OpenAI Chat Completions response"},
		{"anthropic: of chat, a message", anthropic, chatCalls, "it looks like an OpenAI Chat Completions response"},
		{"gemini", gemini, geminiBody, ""},
		{"gemini: error", gemini, `{"error":{"code":429,"message":"Quota exceeded.","status":"RESOURCE_EXHAUSTED"}}`, `("RESOURCE_EXHAUSTED"): "Quota exceeded."`},
		{"gemini: nothing", gemini, `{}`, "empty object"},
		{"gemini: null", gemini, `null`, "got null"},
		{"gemini: no candidates", gemini, `{"candidates":[],"usageMetadata":{}}`, "it has no candidates"},
		{"gemini: of Anthropic", gemini, anthropicBody, "it looks like an Anthropic message"},
		{"mcp: error", mcp, `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"boom"}}`, `("-32603"): "boom"`},
		{"mcp: result", mcp, mcpBody, `"jsonrpc", "id", "result"`},
		{"mcp: nothing", mcp, `{}`, "empty object"},
		{"mcp: null", mcp, `null`, "got null"},
		{"data stream: error", wire.ParseDataStream, "0:\"So.\"\n3:\"The model is gone.\"\n", `"The model is gone."`},
		{"data stream: a body", wire.ParseDataStream, failed, "not a data stream"},
		{"data stream: null", wire.ParseDataStream, "null", "not a data stream"},
		{"ui stream: error", wire.ParseUIStream, "data: {\"type\":\"error\",\"errorText\":\"The model is gone.\"}\n\n", `"The model is gone."`},
		{"ui stream: a body", wire.ParseUIStream, failed, "not a UI message stream"},
		{"ui stream: other lines", wire.ParseUIStream, ": ping\n\nevent: x\r\nid: 1\n\ndata: [DONE]\n", ""},

		{"chat: cut off", chat, `{"choices":[{"message":{"role":"assistant","content":""},"finish_reason":"length"}]}`, `stopped early: "length"`},
		{"chat: refused", chat, `{"choices":[{"message":{"role":"assistant","content":null,"refusal":"No."},"finish_reason":"stop"}]}`, `stopped early: "refusal"`},
		{"responses: cut off", responses, `{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[]}`, `stopped early: "max_output_tokens"`},
		{"responses: refused", responses, `{"status":"completed","output":[{"type":"message","content":[{"type":"refusal","refusal":"No."}]}]}`, `stopped early: "refusal"`},
		{"anthropic: cut off", anthropic, `{"content":[{"type":"text","text":"I will"}],"stop_reason":"max_tokens"}`, `stopped early: "max_tokens"`},
		{"anthropic: refused", anthropic, `{"content":[],"stop_reason":"refusal"}`, `stopped early: "refusal"`},
		{"gemini: cut off", gemini, `{"candidates":[{"finishReason":"MAX_TOKENS"}]}`, `stopped early: "MAX_TOKENS"`},
		{"gemini: blocked", gemini, `{"promptFeedback":{"blockReason":"SAFETY"}}`, `stopped early: "SAFETY"`},
		{"gemini: a broken call", gemini, `{"candidates":[{"content":{},"finishReason":"MALFORMED_FUNCTION_CALL"}]}`, `stopped early: "MALFORMED_FUNCTION_CALL"`},
	} {
		calls, err := tt.parse([]byte(tt.in))
		if tt.want == "" {
			if err != nil {
				t.Errorf("%s: %v", tt.name, err)
			}
			continue
		}
		var api *wire.APIError
		var stop *wire.StopError
		switch {
		case err == nil || calls != nil:
			t.Errorf("%s: %v, %v", tt.name, calls, err)
		case !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "struct") || len(err.Error()) > 600:
			t.Errorf("%s: %v, want %s", tt.name, err, tt.want)
		case errors.As(err, &stop) != strings.Contains(tt.want, "stopped early"):
			t.Errorf("%s: %T", tt.name, err)
		case errors.As(err, &api) != (strings.Contains(tt.name, "error") || strings.Contains(tt.name, "failed")):
			t.Errorf("%s: %T", tt.name, err)
		}
	}
}
