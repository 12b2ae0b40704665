package wire_test

import (
	"fmt"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/runtime/wire"
)

// TestOnlyTheLastCallIsCutOff checks that only the last of parallel calls is reported as truncated.
func TestOnlyTheLastCallIsCutOff(t *testing.T) {
	t.Parallel()
	chat := `{"choices":[{"message":{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"f","arguments":%s}},{"id":"b","function":{"name":"f","arguments":%s}}]},"finish_reason":%q}]}`
	for _, tt := range []struct {
		name  string
		parse func([]byte) ([]runtime.ToolCall, error)
		in    string
		want  []string
	}{
		{"chat", wire.ParseOpenAIChat, fmt.Sprintf(chat, `"{}"`, `"{}"`, "length"), []string{"", "length"}},
		{"chat: the first has no end", wire.ParseOpenAIChat, fmt.Sprintf(chat, `"{"`, `"{}"`, "length"), []string{"length", "length"}},
		{"chat: no arguments", wire.ParseOpenAIChat, fmt.Sprintf(chat, `""`, `"{}"`, "length"), []string{"length", "length"}},
		{"chat: no limit", wire.ParseOpenAIChat, fmt.Sprintf(chat, `"{}"`, `"{}"`, "tool_calls"), []string{"tool_calls", "tool_calls"}},
		{"responses", wire.ParseOpenAIResponses, `{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[
			{"type":"function_call","call_id":"a","name":"f","arguments":"{}","status":"completed"},
			{"type":"function_call","call_id":"b","name":"f","arguments":"{","status":"incomplete"}]}`, []string{"", "max_output_tokens"}},
		{"responses: the limit came after the calls", wire.ParseOpenAIResponses, `{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[
			{"type":"function_call","call_id":"a","name":"f","arguments":"{}","status":"completed"},
			{"type":"message","content":[{"type":"output_text","text":"And"}],"status":"incomplete"}]}`, []string{""}},
		{"anthropic", wire.ParseAnthropic, `{"content":[{"type":"tool_use","id":"a","name":"f","input":{"x":1}},{"type":"tool_use","id":"b","name":"f","input":{}}],"stop_reason":"max_tokens"}`, []string{"", "max_tokens"}},
		{"gemini", wire.ParseGemini, `{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":{}}},{"functionCall":{"name":"f","args":{}}}]},"finishReason":"MAX_TOKENS"}]}`, []string{"", "MAX_TOKENS"}},
	} {
		calls, err := tt.parse([]byte(tt.in))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		var got []string
		for _, call := range calls {
			got = append(got, call.StopReason)
		}
		if diff := testdiff.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: stop reasons (-want +got):\n%s", tt.name, diff)
		}
	}
}
