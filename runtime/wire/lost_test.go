package wire_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/runtime/internal/testtools/booktools"
	"github.com/toolgen/toolgen/runtime/wire"
)

// TestNoCallIsLost checks that a response with a call yields the call or an error, wherever the call is.
func TestNoCallIsLost(t *testing.T) {
	t.Parallel()
	type parse = func([]byte) ([]runtime.ToolCall, error)
	chat, responses, anthropic, gemini, mcp := parse(wire.ParseOpenAIChat), parse(wire.ParseOpenAIResponses), parse(wire.ParseAnthropic), parse(wire.ParseGemini), parse(wire.ParseMCP)
	data, ui := parse(wire.ParseDataStream), parse(wire.ParseUIStream)
	inChat := func(reason, message string) string {
		return `{"choices":[{"finish_reason":"` + reason + `","message":` + message + `}]}`
	}
	const object, text = `{"a":1}`, `"{\"a\":1}"`
	one := []string{"f " + object}
	for _, tt := range []struct {
		name  string
		parse parse
		in    string
		want  []string // calls
		err   string
	}{
		{"chat: legacy", chat, inChat("function_call", `{"tool_calls":null,"function_call":{"name":"f","arguments":`+text+`}}`), one, ""},
		{"chat: legacy, a message", chat, `{"function_call":{"name":"f","arguments":` + object + `}}`, one, ""},
		{"chat: legacy, ended by stop", chat, inChat("stop", `{"content":"So.","tool_calls":[],"function_call":{"name":"f","arguments":`+text+`}}`), one, ""},
		{"chat: both forms of one call", chat, inChat("tool_calls", `{"tool_calls":[{"id":"x","function":{"name":"f","arguments":`+text+`}}],"function_call":{"name":"f","arguments":`+text+`}}`), one, ""},
		{"chat: both forms of two calls", chat, inChat("tool_calls", `{"tool_calls":[{"id":"x","function":{"name":"f","arguments":`+text+`}}],"function_call":{"name":"g","arguments":"{}"}}`), []string{"f " + object, "g {}"}, ""},
		{"chat: an empty legacy form", chat, inChat("stop", `{"content":"So.","function_call":{"name":"","arguments":""}}`), nil, ""},
		{"chat: name at the top", chat, inChat("tool_calls", `{"tool_calls":[{"id":"x","name":"f","arguments":`+text+`}]}`), one, ""},
		{"chat: arguments at the top", chat, inChat("tool_calls", `{"tool_calls":[{"id":"x","function":{"name":"f"},"arguments":`+text+`}]}`), one, ""},
		{"chat: arguments in both places", chat, inChat("tool_calls", `{"tool_calls":[{"id":"x","function":{"name":"f","arguments":"{}"},"arguments":`+text+`}]}`), one, ""},
		{"chat: one of two arguments has empty texts", chat, inChat("tool_calls", `{"tool_calls":[{"id":"x","function":{"name":"f","arguments":"{}"},"input":{"a":""}}]}`), []string{`f {"a":""}`}, ""},
		{"chat: two arguments", chat, inChat("tool_calls", `{"tool_calls":[{"id":"x","function":{"name":"f","arguments":"{\"a\":2}"},"input":`+text+`}]}`), nil, "arguments in two members"},
		{"chat: parameters", chat, inChat("tool_calls", `{"tool_calls":[{"id":"x","function":{"name":"f","parameters":`+object+`}}]}`), one, ""},
		{"chat: an unknown key", chat, inChat("tool_calls", `{"tool_calls":[{"id":"x","name":"f","kwargs":`+object+`}]}`), nil, `in the unknown member "kwargs"`},
		{"chat: no name", chat, inChat("tool_calls", `{"tool_calls":[{"id":"x","arguments":"{}"}]}`), nil, "a call without a name"},
		{"chat: null", chat, inChat("stop", `{"tool_calls":[null]}`), nil, "a call without a name"},
		{"chat: no calls", chat, inChat("tool_calls", `{"content":"So.","tool_calls":[]}`), nil, `the stop reason "tool_calls" announces calls`},
		{"chat: a custom tool alone", chat, inChat("stop", `{"tool_calls":[{"id":"x","type":"custom","custom":{"name":"f","input":"x"}}]}`), nil, `a call of the custom tool "f"`},
		{"chat: beside the message", chat, `{"choices":[{"finish_reason":"stop","message":{"content":"So."},"tool_calls":[{"function":{"name":"f"}}]}]}`, nil, `a call in "tool_calls"`},
		{"chat: a block of the content", chat, inChat("stop", `{"content":[{"type":"tool_use","name":"f","input":{}}]}`), nil, `a call in "tool_use"`},
		{"chat: another sample's", chat, `{"choices":[{"finish_reason":"stop","message":{"content":"So."}},{"message":{"tool_calls":[{"function":{"name":"f"}}]}}]}`, nil, ""},
		{"chat: an error of the choice", chat, `{"choices":[{"finish_reason":"error","error":{"code":502,"message":"Overloaded"},"message":{"content":""}}]}`, nil, "Overloaded"},

		{"responses: completed", responses, `{"type":"response.completed","sequence_number":9,"response":{"status":"completed","output":[{"type":"function_call","call_id":"x","name":"f","arguments":` + text + `,"status":"completed"}]}}`, one, ""},
		{"responses: completed without calls", responses, `{"type":"response.completed","response":{"status":"completed","output":[]}}`, nil, ""},
		{"responses: incomplete", responses, `{"type":"response.incomplete","response":{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[]}}`, nil, "max_output_tokens"},
		{"responses: failed", responses, `{"type":"response.failed","response":{"status":"failed","error":{"code":"server_error","message":"Sorry."},"output":[]}}`, nil, "Sorry."},
		{"responses: an item done", responses, `{"type":"response.output_item.done","item":{"type":"function_call","call_id":"x","name":"f","arguments":` + text + `,"status":"completed"}}`, one, ""},
		{"responses: an item begun", responses, `{"type":"response.output_item.added","item":{"type":"function_call","call_id":"x","name":"f","arguments":"","status":"in_progress"}}`, nil, "response.output_item.added"},
		{"responses: an item begun, bare", responses, `{"type":"function_call","call_id":"x","name":"f","arguments":"","status":"in_progress"}`, []string{"f {"}, ""},
		{"responses: arguments done", responses, `{"type":"response.function_call_arguments.done","item_id":"fc_1","arguments":` + text + `}`, nil, "response.function_call_arguments.done"},
		{"responses: completed, without a response", responses, `{"type":"response.completed"}`, nil, "not an OpenAI Responses response"},
		{"responses: queued", responses, `{"status":"queued","output":[]}`, nil, "queued"},
		{"responses: input", responses, `[{"type":"function_call","call_id":"x","name":"f","input":` + text + `}]`, one, ""},
		{"responses: a custom tool alone", responses, `{"status":"completed","output":[{"type":"custom_tool_call","call_id":"x","name":"f","input":"x"}]}`, nil, `a call of the custom tool "f"`},
		{"responses: in a form of Chat", responses, `{"status":"completed","output":[{"type":"message","content":[],"tool_calls":[{"function":{"name":"f"}}]}]}`, nil, `a call in "tool_calls"`},

		{"anthropic: none", anthropic, `{"content":[{"type":"text","text":"So."}],"stop_reason":"tool_use"}`, nil, `the stop reason "tool_use" announces calls`},
		{"anthropic: paused", anthropic, `{"content":[{"type":"server_tool_use","id":"s","name":"web_search","input":{}}],"stop_reason":"pause_turn"}`, nil, "pause_turn"},
		{"anthropic: arguments", anthropic, `{"content":[{"type":"tool_use","id":"x","name":"f","arguments":` + object + `}],"stop_reason":"tool_use"}`, one, ""},
		{"anthropic: another type", anthropic, `{"content":[{"type":"function_call","id":"x","name":"f","arguments":` + object + `}],"stop_reason":"end_turn"}`, nil, `a call in "function_call"`},
		{"anthropic: cut off", anthropic, `{"content":[{"type":"tool_use","id":"x","name":"f","input":{}}],"stop_reason":"max_tokens"}`, []string{"f {"}, ""},
		{"anthropic: cut off, with a part", anthropic, `{"content":[{"type":"tool_use","id":"x","name":"f","input":{"a":1}}],"stop_reason":"model_context_window_exceeded"}`, []string{`f {"a":1`}, ""},
		{"anthropic: cut off after the call", anthropic, `{"content":[{"type":"tool_use","id":"x","name":"f","input":{"a":1}},{"type":"text","text":"And"}],"stop_reason":"max_tokens"}`, one, ""},

		{"gemini: args elsewhere", gemini, `{"parts":[{"functionCall":{"name":"f","arguments":` + object + `}}]}`, one, ""},
		{"gemini: args under an unknown key", gemini, `{"parts":[{"functionCall":{"name":"f","values":` + object + `}}]}`, nil, `"values"`},
		{"gemini: partial args", gemini, `{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","partialArgs":[{"jsonPath":"$.a","numberValue":1}]}}]}}]}`, one, ""},
		{"gemini: to be continued", gemini, `{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","willContinue":true}}]}}]}`, []string{"f {"}, ""},
		{"gemini: the end of a call in parts", gemini, `{"candidates":[{"content":{"parts":[{"functionCall":{}}]},"finishReason":"STOP"}]}`, nil, `a call in "functionCall" that cannot be read`},
		{"gemini: malformed, and there", gemini, `{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":{}}}]},"finishReason":"MALFORMED_FUNCTION_CALL"}]}`, nil, "MALFORMED_FUNCTION_CALL"},
		{"gemini: not begun", gemini, `{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f"}}]},"finishReason":"MAX_TOKENS"}]}`, []string{"f {"}, ""},
		{"gemini: in a form of Chat", gemini, `{"candidates":[{"content":{"parts":[{"text":"So."}],"tool_calls":[{"function":{"name":"f"}}]}}]}`, nil, `a call in "tool_calls"`},

		{"mcp: no name", mcp, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}`, nil, "a call without a name"},
		{"mcp: no params", mcp, `{"jsonrpc":"2.0","id":1,"method":"tools/call"}`, nil, "params is missing"},
		{"mcp: input", mcp, `{"id":1,"method":"tools/call","params":{"name":"f","input":` + object + `}}`, one, ""},
		{"mcp: an unknown key", mcp, `{"id":1,"method":"tools/call","params":{"name":"f","kwargs":` + object + `}}`, nil, `"kwargs"`},
		{"mcp: a prompt", mcp, `{"id":1,"method":"prompts/get","params":{"name":"f"}}`, nil, ""},

		{"data stream: begun", data, "b:{\"toolCallId\":\"x\",\"toolName\":\"f\"}\nc:{\"toolCallId\":\"x\",\"argsTextDelta\":\"{\\\"a\"}\nc:{\"toolCallId\":\"x\",\"argsTextDelta\":\"\\\":\"}\n", []string{`f {"a":`}, ""},
		{"data stream: begun and whole", data, "b:{\"toolCallId\":\"x\",\"toolName\":\"f\"}\nc:{\"toolCallId\":\"x\",\"argsTextDelta\":\"{\"}\n9:{\"toolCallId\":\"x\",\"toolName\":\"f\",\"args\":" + object + "}\n", one, ""},
		{"data stream: none", data, "0:\"So.\"\ne:{\"finishReason\":\"tool-calls\"}\n", nil, "announces calls"},
		{"data stream: cut off", data, "0:\"So.\"\nd:{\"finishReason\":\"length\"}\n", nil, `stopped early: "length"`},
		{"ui stream: begun", ui, "data: {\"type\":\"tool-input-start\",\"toolCallId\":\"x\",\"toolName\":\"f\"}\n\ndata: {\"type\":\"finish\"}\n\n", []string{"f {"}, ""},
		{"ui stream: begun and whole", ui, "data: {\"type\":\"tool-input-start\",\"toolCallId\":\"x\",\"toolName\":\"f\"}\n\ndata: {\"type\":\"tool-input-available\",\"toolCallId\":\"x\",\"toolName\":\"f\",\"input\":" + object + "}\n\n", one, ""},
		{"ui stream: the provider's", ui, "data: {\"type\":\"tool-input-available\",\"toolCallId\":\"x\",\"toolName\":\"f\",\"input\":{},\"providerExecuted\":true}\n\n", nil, ""},
		{"ui stream: none", ui, "data: {\"type\":\"finish\",\"finishReason\":\"tool-calls\"}\n\n", nil, "announces calls"},
	} {
		calls, err := tt.parse([]byte(tt.in))
		var got []string
		for _, c := range calls {
			if c.ID == "" {
				t.Errorf("%s: a call without an id", tt.name)
			}
			got = append(got, c.Name+" "+c.Arguments)
		}
		if diff := testdiff.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: calls (-want +got):\n%s", tt.name, diff)
		}
		if (err != nil) != (tt.err != "") || err != nil && !strings.Contains(err.Error(), tt.err) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.err)
		}
		if stop := new(wire.StopError); strings.Contains(tt.err, "announces") && !errors.As(err, &stop) {
			t.Errorf("%s: %T", tt.name, err)
		}
	}
}

// TestPartsDoNotRun checks that a truncated call never runs, even if the tool has no required arguments.
func TestPartsDoNotRun(t *testing.T) {
	t.Parallel()
	set := runtime.NewToolset(runtime.Handle(booktools.GetContacts, func(context.Context, *booktools.GetContactsArgs) (*booktools.GetContactsResult, error) {
		t.Error("a part of a call ran")
		return &booktools.GetContactsResult{}, nil
	}))
	for _, in := range []string{`{}`, `{"Search":"a"}`} {
		calls, err := wire.ParseAnthropic([]byte(`{"content":[{"type":"tool_use","id":"x","name":"get_contacts","input":` + in + `}],"stop_reason":"max_tokens"}`))
		if err != nil || len(calls) != 1 {
			t.Fatal(calls, err)
		}
		if out := set.Call(t.Context(), calls[0]); out.RetryHint == nil || out.RetryHint.Reason != runtime.Truncated {
			t.Errorf("%s: %+v", in, out)
		}
	}
}

// TestRecordedResponses parses recorded responses that were not streamed.
func TestRecordedResponses(t *testing.T) {
	t.Parallel()
	files, _ := filepath.Glob("../../../shared/streams/nonstream/*/*/body.json")
	if len(files) == 0 {
		t.Skip("the recordings are not here")
	}
	parsers := map[string]func([]byte) ([]runtime.ToolCall, error){
		"openai-chat": wire.ParseOpenAIChat, "openai-responses": wire.ParseOpenAIResponses,
		"anthropic": wire.ParseAnthropic, "gemini": wire.ParseGemini, "bedrock-converse": wire.ParseBedrock, "ollama": wire.ParseOllama,
	}
	type call struct {
		ID, Name  string
		Arguments any
		Custom    bool
	}
	for _, file := range files {
		parse := parsers[filepath.Base(filepath.Dir(filepath.Dir(file)))]
		body, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var want struct {
			Calls          []call
			Error, Refusal string
			Custom         bool
		}
		expect, err := os.ReadFile(filepath.Join(filepath.Dir(file), "expect.json"))
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(expect, &want); err != nil {
			t.Fatal(err)
		}
		fails := want.Error != "" || want.Refusal != "" || len(want.Calls) > 0 && want.Calls[0].Custom
		calls, err := parse(body)
		if fails != (err != nil) {
			t.Errorf("%s: %v", file, err)
		}
		if fails {
			continue
		}
		var got []call
		for i, c := range calls {
			if withoutHash(c.ID) == fmt.Sprintf("%s_%d", generatedIDPrefix, i) {
				c.ID = ""
			}
			read := call{ID: c.ID, Name: c.Name, Arguments: map[string]any{}}
			if c.Arguments != "" {
				if err := json.Unmarshal([]byte(c.Arguments), &read.Arguments); err != nil {
					t.Errorf("%s: %v", file, err)
				}
			}
			got = append(got, read)
		}
		if diff := testdiff.Diff(append([]call{}, want.Calls...), append([]call{}, got...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", file, diff)
		}
	}
}
