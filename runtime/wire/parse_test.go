package wire_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/runtime/wire"
)

// generatedIDPrefix marks the expected id of a call without one.
const generatedIDPrefix = "toolgen_call_"

// withoutHash shortens a generated id to its prefix and the number of the call.
func withoutHash(id string) string {
	if hash, ok := strings.CutPrefix(id, generatedIDPrefix); ok {
		return generatedIDPrefix + hash[strings.LastIndexByte(hash, '_'):]
	}
	return id
}

func TestParse(t *testing.T) {
	t.Parallel()
	type list = []runtime.ToolCall
	made := func(id, name, arguments, stop string) runtime.ToolCall {
		return runtime.ToolCall{ID: id, Name: name, Arguments: arguments, StopReason: stop}
	}
	for _, tt := range []struct {
		name  string
		parse func([]byte) ([]runtime.ToolCall, error)
		in    string
		want  list
	}{
		{"chat: completion", wire.ParseOpenAIChat, `{"id":"chatcmpl-1","object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[
			{"id":"call_a","type":"function","function":{"name":"f","arguments":"{\"a\": 1,"}},
			{"id":"call_b","type":"custom","custom":{"name":"g","input":"free text"}},
			{"id":"call_c","type":"function","function":{"name":"g","arguments":""}}]},"finish_reason":"length"}],"usage":{}}`,
			list{made("call_a", "f", `{"a": 1,`, "length"), made("call_c", "g", "{", "length")}},
		{"chat: message", wire.ParseOpenAIChat, `{"role":"assistant","tool_calls":[{"id":"x","function":{"name":"f","arguments":{"a":9007199254740993}}}]}`,
			list{made("x", "f", `{"a":9007199254740993}`, "")}},
		{"chat: no ids", wire.ParseOpenAIChat, `{"tool_calls":[{"function":{"name":"f","arguments":"{}"}},{"function":{"name":"f","arguments":"{}"}}]}`,
			list{made(generatedIDPrefix, "f", `{}`, ""), made(generatedIDPrefix, "f", `{}`, "")}},
		{"chat: text only", wire.ParseOpenAIChat, `{"choices":[{"message":{"role":"assistant","content":"Hello"},"finish_reason":"stop"}]}`, nil},
		{"responses: response", wire.ParseOpenAIResponses, `{"id":"resp_1","status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[{"type":"reasoning","id":"rs_1","summary":[]},
			{"type":"function_call","id":"fc_1","call_id":"call_1","name":"f","arguments":"{\"q\":\"é\\n\"","status":"incomplete"}]}`,
			list{made("call_1", "f", "{\"q\":\"é\\n\"", "max_output_tokens")}},
		{"responses: items", wire.ParseOpenAIResponses, `[{"type":"function_call","id":"fc_1","call_id":"call_1","name":"f","arguments":"{}","status":"completed"}]`,
			list{made("call_1", "f", `{}`, "")}},
		{"responses: item", wire.ParseOpenAIResponses, `{"type":"function_call","id":"fc_1","call_id":"call_1","name":"f","arguments":"{}"}`,
			list{made("call_1", "f", `{}`, "")}},
		{"anthropic: message", wire.ParseAnthropic, `{"id":"msg_1","type":"message","role":"assistant","content":[{"type":"text","text":"I look."},
			{"type":"tool_use","id":"toolu_1","name":"f","input":{"b": 1.50, "a":"x"}},
			{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{}},
			{"type":"tool_use","id":"toolu_2","name":"f","input":"{\"a\":"}],"stop_reason":"max_tokens"}`,
			list{made("toolu_1", "f", `{"b": 1.50, "a":"x"}`, ""), made("toolu_2", "f", `{"a":`, "max_tokens")}},
		{"anthropic: text only", wire.ParseAnthropic, `{"role":"assistant","content":"Hello"}`, nil},
		{"gemini: response", wire.ParseGemini, `{"candidates":[{"content":{"role":"model","parts":[{"text":"So."},{"functionCall":{"name":"f","args":{"n":1e2}},"thoughtSignature":"AA=="},
			{"functionCall":{"id":"g1","name":"g"}}]},"finishReason":"STOP"}]}`,
			list{made(generatedIDPrefix, "f", `{"n":1e2}`, "STOP"), made("g1", "g", `{}`, "STOP")}},
		{"gemini: turn", wire.ParseGemini, `{"role":"model","parts":[{"function_call":{"name":"f","args":{}}}]}`,
			list{made(generatedIDPrefix, "f", `{}`, "")}},
		{"mcp: request", wire.ParseMCP, `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"f","arguments":{"a":[1, 2]}}}`,
			list{made("7", "f", `{"a":[1, 2]}`, "")}},
		{"mcp: params", wire.ParseMCP, `{"name":"f"}`, list{made(generatedIDPrefix, "f", `{}`, "")}},
		{"mcp: other", wire.ParseMCP, `{"jsonrpc":"2.0","id":7,"method":"ping"}`, nil},
		{"bedrock: response", wire.ParseBedrock, `{"output":{"message":{"role":"assistant","content":[{"text":"So."},{"toolUse":{"toolUseId":"a","name":"f","input":{"a": 1}}},{"toolUse":{"type":"server_tool_use","toolUseId":"s","name":"search","input":{}}}]}},"stopReason":"tool_use"}`,
			list{made("a", "f", `{"a": 1}`, "tool_use")}},
		{"bedrock: cut off", wire.ParseBedrock, `{"output":{"message":{"role":"assistant","content":[{"toolUse":{"toolUseId":"a","name":"f","input":{"a":1}}}]}},"stopReason":"max_tokens"}`,
			list{made("a", "f", `{"a":1`, "max_tokens")}},
		{"ollama: response", wire.ParseOllama, `{"message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"f","arguments":{"a": 1}}}]},"done":true,"done_reason":"stop"}`,
			list{made(generatedIDPrefix, "f", `{"a": 1}`, "stop")}},
		{"cohere: response", wire.ParseCohere, `{"message":{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]},"finish_reason":"TOOL_CALL"}`,
			list{made("a", "f", `{}`, "TOOL_CALL")}},
		{"interaction", wire.ParseGeminiInteraction, `{"status":"requires_action","steps":[{"type":"function_call","id":"a","name":"f","arguments":{"a":1}}]}`,
			list{made("a", "f", `{"a":1}`, "requires_action")}},
		{"data stream", wire.ParseDataStream, "0:\"I look.\"\n" + `9:{"toolCallId":"c1","toolName":"f","args":{"a":1}}` + "\n" + `e:{"finishReason":"tool-calls"}` + "\n",
			list{made("c1", "f", `{"a":1}`, "")}},
		{"ui stream", wire.ParseUIStream, "data: {\"type\":\"start\"}\n\n" + `data: {"type":"tool-input-available","toolCallId":"c1","toolName":"f","input":{"a":1}}` + "\n\n" +
			`data: {"type":"tool-input-error","toolCallId":"c2","toolName":"f","input":"{\"a\":","errorText":"e"}` + "\n\ndata: [DONE]\n\n",
			list{made("c1", "f", `{"a":1}`, ""), made("c2", "f", `{"a":`, "")}},
	} {
		for i := range tt.want {
			if id := &tt.want[i].ID; *id == generatedIDPrefix {
				*id = fmt.Sprintf("%s_%d", generatedIDPrefix, i)
			}
		}
		got, err := tt.parse([]byte(tt.in))
		for i := range got {
			got[i].ID = withoutHash(got[i].ID)
		}
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if diff := testdiff.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	const faulty = `{"tool_calls":7,"content":{"parts":7},"output":7,"parts":7,"type":7,"params":7}`
	for _, p := range append(providers(), provider{name: "mcp", parse: wire.ParseMCP}) {
		for _, in := range []string{"x", `{"a`, faulty} {
			switch p.name {
			case "data stream":
				in = "9:" + strings.Replace(in, "tool_calls", "toolCallId", 1)
			case "ui stream":
				in = "data: " + in
			case "anthropic":
				in = strings.Replace(in, `{"parts":7}`, `[7]`, 1)
			}
			if calls, err := p.parse([]byte(in)); err == nil || calls != nil {
				t.Errorf("%s: %q gives %v, %v", p.name, in, calls, err)
			}
		}
	}
}
