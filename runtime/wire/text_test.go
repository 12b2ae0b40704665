package wire_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/runtime/toolblock"
	"github.com/toolgen/toolgen/runtime/wire"
)

// TestShapes pins the bytes of each format for a result and for a failure.
func TestShapes(t *testing.T) {
	t.Parallel()
	hint := &runtime.RetryHint{Reason: runtime.InvalidArguments, Action: runtime.Correct, Tool: "pay", Message: "Amount is missing.", MissingFields: []string{"Amount"}}
	answers := []wire.Answer{
		{Call: call(1, "pay", `{"Amount": 1}`), Output: runtime.ToolOutput{CallID: "call_1", Payload: json.RawMessage(`{"Id":"<7>"}`)}},
		{Call: call(2, "pay", `{}`), Output: runtime.ToolOutput{CallID: "call_2", RetryHint: hint,
			Error: &runtime.ToolError{Kind: runtime.FailureValidation, Message: hint.Message}}},
	}
	const text = `pay was not called. Amount is missing. Correct the call and send it again.`
	const hintJSON = `{"reason":"invalid_arguments","action":"correct","tool":"pay","message":"Amount is missing.","missing_fields":["Amount"]}`
	const flagged = `{"is_error":true,"error":"validation_failed","hint":"` + text + `"}`
	quoted, _ := json.Marshal(flagged)
	for _, tt := range []struct {
		name string
		got  any
		want []string // lines
	}{
		{"openai chat", wire.OpenAIChatAnswers(answers), []string{
			`[{"role":"tool","tool_call_id":"call_1","content":"{\"Id\":\"\u003c7\u003e\"}"},`,
			`{"role":"tool","tool_call_id":"call_2","content":` + string(quoted) + `}]`}},
		{"openai responses", wire.OpenAIResponsesAnswers(answers), []string{
			`[{"type":"function_call_output","call_id":"call_1","output":"{\"Id\":\"\u003c7\u003e\"}"},`,
			`{"type":"function_call_output","call_id":"call_2","output":` + string(quoted) + `}]`}},
		{"anthropic", wire.AnthropicAnswers(answers, "", "Go on."), []string{
			`{"role":"user","content":[{"type":"tool_result","tool_use_id":"call_1","content":"{\"Id\":\"\u003c7\u003e\"}"},`,
			`{"type":"tool_result","tool_use_id":"call_2","content":"` + text + `","is_error":true},`,
			`{"type":"text","text":"Go on."}]}`}},
		{"gemini", wire.GeminiAnswers(answers), []string{
			`{"role":"user","parts":[{"functionResponse":{"id":"call_1","name":"pay","response":{"output":{"Id":"\u003c7\u003e"}}}},`,
			`{"functionResponse":{"id":"call_2","name":"pay","response":{"error":"` + text + `"}}}]}`}},
		{"mcp result", wire.MCPAnswer(nil, answers[0].Output), []string{
			`{"content":[{"type":"text","text":"{\"Id\":\"\u003c7\u003e\"}"}],"structuredContent":{"Id":"\u003c7\u003e"}}`}},
		{"mcp error", wire.MCPAnswer(nil, answers[1].Output), []string{
			`{"content":[{"type":"text","text":"` + text + `"}],`,
			`"structuredContent":{"error":{"kind":"validation","reason":"validation_failed","message":"Amount is missing."},"retry_hint":` + hintJSON + `},"isError":true}`}},
		{"mcp error beside an output schema", wire.MCPAnswer(&runtime.ToolSpec{OutputSchema: `{"type":"object"}`}, answers[1].Output), []string{
			`{"content":[{"type":"text","text":"` + text + `"}],"isError":true,`,
			`"_meta":{"toolgen/failure":{"error":{"kind":"validation","reason":"validation_failed","message":"Amount is missing."},"retry_hint":` + hintJSON + `}}}`}},
		{"mcp result of an output schema", wire.MCPAnswer(&runtime.ToolSpec{OutputSchema: `{"type":"array"}`}, runtime.ToolOutput{Payload: json.RawMessage(`[1]`)}), []string{
			`{"content":[{"type":"text","text":"[1]"}],"structuredContent":[1]}`}},
		{"mcp without an output schema", []wire.MCPResult{wire.MCPAnswer(nil, answers[0].Output), wire.MCPAnswer(&runtime.ToolSpec{}, answers[1].Output)}, []string{
			string(encode(t, []wire.MCPResult{wire.MCPAnswer(nil, answers[0].Output), wire.MCPAnswer(nil, answers[1].Output)}))}},
		{"data stream calls", wire.DataStreamCalls([]runtime.ToolCall{answers[0].Call}), []string{
			`9:{"toolCallId":"call_1","toolName":"pay","args":{"Amount":1}}` + "\n"}},
		{"data stream", wire.DataStreamAnswers(answers), []string{
			`a:{"toolCallId":"call_1","result":{"Id":"<7>"}}` + "\n",
			`a:{"toolCallId":"call_2","result":` + flagged + `}` + "\n",
			`8:[{"toolCallId":"call_1","validated":"valid"},{"toolCallId":"call_2","validated":"invalid","retryHint":` + hintJSON + `}]` + "\n"}},
		{"ui calls", events(wire.UIStreamCalls([]runtime.ToolCall{answers[0].Call})), []string{
			`data: {"type":"tool-input-available","toolCallId":"call_1","toolName":"pay","input":{"Amount":1}}` + "\n\n"}},
		{"ui stream", events(wire.UIStreamAnswers(answers)), []string{
			`data: {"type":"tool-output-available","toolCallId":"call_1","output":{"Id":"\u003c7\u003e"}}` + "\n\n",
			`data: {"type":"tool-input-error","toolCallId":"call_2","toolName":"pay","input":{},"errorText":"` + text + `"}` + "\n\n"}},
		{"openai chat calls", wire.OpenAIChatCalls([]runtime.ToolCall{call(1, "pay", `{"a`)}), []string{
			`{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"pay","arguments":"{\"unreadable_arguments\":\"{\\\"a\"}"}}]}`}},
		{"anthropic calls", wire.AnthropicCalls([]runtime.ToolCall{call(1, "pay", ``)}), []string{
			`{"role":"assistant","content":[{"type":"tool_use","id":"call_1","name":"pay","input":{}}]}`}},
	} {
		if diff := testdiff.Diff(strings.Join(tt.want, ""), string(encode(t, tt.got))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestTextAndNote(t *testing.T) {
	t.Parallel()
	malformed := &runtime.RetryHint{Reason: runtime.MalformedResponse, Action: runtime.Stop, Tool: "pay", Message: "The tool has run."}
	receipts := []runtime.Receipt{
		{Field: "a", Kind: runtime.ReceiptScalar, From: "secret", To: 5},
		{Kind: runtime.ReceiptEmpty},
		{Field: "b", Kind: runtime.ReceiptDefault, To: 1},
		{Field: "c\n", Kind: runtime.ReceiptIgnored},
		{Kind: runtime.ReceiptRepaired},
		{Field: "a", Kind: runtime.ReceiptRepaired},
		{Field: "d", Kind: runtime.ReceiptNull},
	}
	for _, tt := range []struct {
		name       string
		out        runtime.ToolOutput
		text, note string
	}{
		{"string", runtime.ToolOutput{Payload: json.RawMessage(`"a\nb"`)}, "a\nb", ""},
		{"nothing", runtime.ToolOutput{}, "null", ""},
		{"malformed", runtime.ToolOutput{Payload: json.RawMessage(`[1]`), RetryHint: malformed}, "[1]", "pay: The tool has run."},
		{"message", runtime.ToolOutput{Error: &runtime.ToolError{Message: "m"}}, "m", ""},
		{"no reason", runtime.ToolOutput{Error: &runtime.ToolError{}}, "The tool gave no result and no reason.", ""},
		{"receipts", runtime.ToolOutput{Payload: json.RawMessage(`1`), Receipts: receipts}, "1",
			`The call was changed before it ran. "a" was converted to the type of the field. "c\n" is not a field of the tool and was ignored. ` +
				`The arguments text was repaired, because it was not valid JSON. Further changes: 1.`},
		{"ignored", runtime.ToolOutput{Payload: json.RawMessage(`1`), Receipts: []runtime.Receipt{
			{Field: `["dry-run"]`, Kind: runtime.ReceiptIgnored, Suggest: "dry_run"}, {Field: `o["a b"]`, Kind: runtime.ReceiptIgnored}, {Field: "[\"a`\"].b\n", Kind: runtime.ReceiptIgnored, Suggest: "\"x\n"},
		}}, "1",
			"The call was changed before it ran. \"dry-run\" is not a field of the tool and was ignored; did you mean \"dry_run\"? " +
				"`o[\"a b\"]` is not a field of the tool and was ignored. " +
				`"[\"a` + "`" + `\"].b\n" is not a field of the tool and was ignored; did you mean "\"x\n"?`},
		{"corrected", runtime.ToolOutput{Payload: json.RawMessage(`1`), Receipts: []runtime.Receipt{{Field: "n", Kind: toolblock.ReceiptCorrected, From: 0, To: 5}, {Kind: toolblock.ReceiptCorrected}}}, "1",
			`The call was changed before it ran. "n" was corrected, because the call was not valid. ` +
				`The arguments text was corrected, because the call was not valid.`},
		{"nothing to tell", runtime.ToolOutput{Payload: json.RawMessage(`1`), Receipts: receipts[1:3]}, "1", ""},
		{"receipts of a failure", runtime.ToolOutput{Error: &runtime.ToolError{Message: "m"}, Receipts: receipts}, "m", ""},
	} {
		if diff := testdiff.Diff(tt.text, wire.Text(tt.out)); diff != "" {
			t.Errorf("%s: text (-want +got):\n%s", tt.name, diff)
		}
		if diff := testdiff.Diff(tt.note, wire.Note(tt.out)); diff != "" {
			t.Errorf("%s: note (-want +got):\n%s", tt.name, diff)
		}
		if tt.note == "" {
			continue
		}
		answers := []wire.Answer{{Call: call(1, "pay", "{}"), Output: tt.out}}
		beside := tt.text + "\n\n" + tt.note
		if got := *wire.OpenAIChatAnswers(answers)[0].Content; got != beside {
			t.Errorf("%s: chat %q", tt.name, got)
		}
		if got := *wire.AnthropicAnswers(answers).Content[0].Content; got != beside {
			t.Errorf("%s: anthropic %q", tt.name, got)
		}
		if got := wire.GeminiAnswers(answers).Parts[0].FunctionResponse.Response; got.Note != tt.note || string(got.Output) != tt.text {
			t.Errorf("%s: gemini %+v", tt.name, got)
		}
		if got := wire.MCPAnswer(nil, tt.out).Content; len(got) != 2 || got[1].Text != tt.note {
			t.Errorf("%s: mcp %+v", tt.name, got)
		}
	}
}
