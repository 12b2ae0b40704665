package wire_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/runtime/wire"
)

func TestPair(t *testing.T) {
	t.Parallel()
	ok := func(id, payload string) runtime.ToolOutput {
		return runtime.ToolOutput{CallID: id, Payload: json.RawMessage(payload)}
	}
	bare := func(args string) runtime.ToolCall { return runtime.ToolCall{Name: "t", Arguments: args} }
	for _, tt := range []struct {
		name  string
		calls []runtime.ToolCall
		outs  []runtime.ToolOutput
		want  string // id=text of each answer
		err   string
	}{
		{"order of the calls", []runtime.ToolCall{call(1, "t", ""), call(2, "t", "")}, []runtime.ToolOutput{ok("call_2", "2"), ok("call_1", "1")}, "call_1=1 call_2=2", ""},
		{"none", nil, nil, "", ""},
		{"missing", []runtime.ToolCall{call(1, "t", ""), call(2, "t", "")}, []runtime.ToolOutput{ok("call_2", "2")}, "call_1=! call_2=2", ""},
		{"twice", []runtime.ToolCall{call(1, "t", "")}, []runtime.ToolOutput{ok("call_1", "1"), ok("call_1", "2")}, "call_1=1", `call "call_1" is answered twice`},
		{"stray", []runtime.ToolCall{call(1, "t", "")}, []runtime.ToolOutput{ok("call_1", "1"), ok("other", "2")}, "call_1=1", `answers the unknown call "other"`},
		{"one id for two calls", []runtime.ToolCall{call(1, "t", "a"), call(1, "t", "b")}, []runtime.ToolOutput{ok("call_1", "1")}, "call_1=1", ""},
		{"no ids", []runtime.ToolCall{bare("a"), bare("b")}, []runtime.ToolOutput{ok("", "1"), ok("", "2")}, "=1 =2", ""},
		{"no ids and one missing", []runtime.ToolCall{bare("a"), bare("b")}, []runtime.ToolOutput{ok("", "2")}, "=! =!", "2 calls have no id, but 1 outputs"},
	} {
		answers, err := wire.Pair(tt.calls, tt.outs)
		var got []string
		for _, a := range answers {
			text := wire.Text(a.Output)
			if wire.Failed(a.Output) {
				text = "!"
				if a.Output.Error.Kind != runtime.FailureInternal || a.Output.CallID != a.Call.ID {
					t.Errorf("%s: %+v", tt.name, a.Output)
				}
			}
			got = append(got, a.Call.ID+"="+text)
		}
		if diff := testdiff.Diff(tt.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		if tt.err == "" && err != nil || tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)) {
			t.Errorf("%s: error %v, want %q", tt.name, err, tt.err)
		}
	}
}
