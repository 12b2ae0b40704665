package wire_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wire"
)

func readDataStream(t *testing.T, message []byte) []answerRead {
	var all []answerRead
	annotated := 0
	for line := range bytes.Lines(message) {
		kind, body, _ := strings.Cut(strings.TrimSuffix(string(line), "\n"), ":")
		switch kind {
		case "a":
			var r struct {
				ToolCallID string
				Result     json.RawMessage
			}
			decode(t, []byte(body), &r)
			all = append(all, answerRead{r.ToolCallID, flaggedText(string(r.Result)), string(r.Result)})
		case "8":
			var list []struct{ ToolCallID, Validated string }
			decode(t, []byte(body), &list)
			annotated = len(list)
		default:
			t.Errorf("a line of kind %q", kind)
		}
	}
	if annotated != len(all) {
		t.Errorf("%d annotations for %d results", annotated, len(all))
	}
	return all
}

// uiMembers are the members of each part in the client's schema, which rejects others.
var uiMembers = map[string]string{
	"tool-input-available":  "type toolCallId toolName input dynamic",
	"tool-input-error":      "type toolCallId toolName input dynamic errorText",
	"tool-output-available": "type toolCallId output dynamic",
	"tool-output-error":     "type toolCallId errorText dynamic",
	"tool-output-denied":    "type toolCallId",
	"tool-approval-request": "type toolCallId approvalId",
}

func readUIStream(t *testing.T, message []byte) []answerRead {
	var all []answerRead
	for event := range strings.SplitSeq(strings.TrimSuffix(string(message), "\n\n"), "\n\n") {
		body, ok := strings.CutPrefix(event, "data: ")
		if !ok || strings.Contains(body, "\n") {
			t.Fatalf("an event that is not one line: %.200q", event)
		}
		var part map[string]json.RawMessage
		decode(t, []byte(body), &part)
		var kind, id, text string
		decode(t, part["type"], &kind)
		decode(t, part["toolCallId"], &id)
		for member := range part {
			if !strings.Contains(" "+uiMembers[kind]+" ", " "+member+" ") {
				t.Errorf("a %s with the member %s", kind, member)
			}
		}
		if raw, ok := part["errorText"]; ok {
			decode(t, raw, &text)
		}
		if input, ok := part["input"]; ok && input[0] != '{' {
			t.Errorf("the input is no object: %.100q", input)
		}
		all = append(all, answerRead{id, strings.HasSuffix(kind, "-error"), text + string(part["output"])})
	}
	return all
}

func TestUIStreamKinds(t *testing.T) {
	t.Parallel()
	fail := func(kind runtime.FailureKind) runtime.ToolOutput {
		return runtime.ToolOutput{CallID: "call_1", Error: &runtime.ToolError{Kind: kind, Message: "m"}}
	}
	for _, tt := range []struct {
		name string
		out  runtime.ToolOutput
		want string
	}{
		{"parse", fail(runtime.FailureParse), "tool-input-error"},
		{"validation", fail(runtime.FailureValidation), "tool-input-error"},
		{"not found", fail(runtime.FailureToolNotFound), "tool-input-error"},
		{"handler", fail(runtime.FailureHandler), "tool-output-error"},
		{"internal", fail(runtime.FailureInternal), "tool-output-error"},
		{"result", runtime.ToolOutput{Payload: json.RawMessage("1")}, "tool-output-available"},
		{"malformed", runtime.ToolOutput{Payload: json.RawMessage("1"), RetryHint: &runtime.RetryHint{Reason: runtime.MalformedResponse}}, "tool-output-available"},
	} {
		parts := wire.UIStreamAnswers([]wire.Answer{{Call: call(1, "t", `{`), Output: tt.out}})
		if len(parts) != 1 || parts[0].Type != tt.want {
			t.Errorf("%s: %+v, want one %s", tt.name, parts, tt.want)
		}
	}
	approval := encode(t, events([]wire.UIPart{wire.UIStreamApproval(call(1, "t", `{}`), "ap_1"), wire.UIStreamDenied(call(1, "t", `{}`))}))
	const want = "data: {\"type\":\"tool-approval-request\",\"approvalId\":\"ap_1\",\"toolCallId\":\"call_1\"}\n\ndata: {\"type\":\"tool-output-denied\",\"toolCallId\":\"call_1\"}\n\n"
	if string(approval) != want {
		t.Errorf("got %q", approval)
	}
	readUIStream(t, approval)
}

func TestUIStreamHints(t *testing.T) {
	t.Parallel()
	hint := &runtime.RetryHint{Reason: runtime.InvalidArguments, Action: runtime.Correct, Tool: "t", Message: "m"}
	body, err := wire.SSE(wire.UIStreamHints([]wire.Answer{
		{Call: call(1, "t", `{}`), Output: runtime.ToolOutput{Payload: json.RawMessage("1")}},
		{Call: call(2, "t", `{}`), Output: runtime.ToolOutput{RetryHint: hint}},
	})...)
	const want = `data: {"type":"data-retry-hint","id":"call_2","data":{"reason":"invalid_arguments","action":"correct","tool":"t","message":"m"}}` + "\n\n"
	if err != nil || string(body) != want {
		t.Errorf("got %q, %v", body, err)
	}
}

func TestAnnotationsAreAnArray(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		got  []byte
		want string
	}{
		{wire.DataStreamAnnotations(), "8:[]\n"},
		{wire.DataStreamPending(nil), "8:[]\n"},
		{wire.DataStreamPending([]runtime.ToolCall{call(1, "t", "")}), `8:[{"toolCallId":"call_1","validated":"pending"}]` + "\n"},
	} {
		if string(tt.got) != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
}
