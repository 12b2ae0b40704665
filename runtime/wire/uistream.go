package wire

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/toolgen/toolgen/runtime"
)

// The header of a response that is an AI SDK UI message stream, which versions from 5 on read. Its
// content type is text/event-stream.
const (
	UIStreamHeader  = "X-Vercel-AI-UI-Message-Stream"
	UIStreamVersion = "v1"
)

// UIStreamDone is the event that ends the stream.
const UIStreamDone = "data: [DONE]\n\n"

// UIPart is a part of the stream that concerns a call. Clients refuse members that a type of part
// does not have, so that only those are set.
type UIPart struct {
	Type       string          `json:"type"`
	ApprovalID string          `json:"approvalId,omitempty"`
	ToolCallID string          `json:"toolCallId"`
	ToolName   string          `json:"toolName,omitempty"`
	Input      json.RawMessage `json:"input,omitempty"`
	Output     json.RawMessage `json:"output,omitempty"`
	ErrorText  string          `json:"errorText,omitempty"`
	Dynamic    bool            `json:"dynamic,omitempty"` // the client does not know the tool's type
}

// UIStreamCalls are the parts that announce calls with sound arguments.
func UIStreamCalls(calls []runtime.ToolCall) []UIPart {
	parts := []UIPart{}
	for _, call := range distinct(calls) {
		parts = append(parts, inputPart("tool-input-available", call))
	}
	return parts
}

// UIStreamAnswers are the parts that end the calls, exactly one for each, so that no call is left
// pending on a screen: tool-input-error for what the model wrote wrongly (which need not be
// announced before), tool-output-error for other failures, tool-output-available for results.
func UIStreamAnswers(answers []Answer) []UIPart {
	parts := []UIPart{}
	for _, a := range answers {
		var part UIPart
		switch {
		case refused(a.Output):
			part = inputPart("tool-input-error", a.Call)
			part.ErrorText = errorText(a.Output)
		case Failed(a.Output):
			part = UIPart{Type: "tool-output-error", ToolCallID: a.Call.ID, ErrorText: errorText(a.Output)}
		default:
			part = UIPart{Type: "tool-output-available", ToolCallID: a.Call.ID, Output: Payload(a.Output)}
		}
		parts = append(parts, part)
	}
	return parts
}

// UIStreamApproval is the part that asks a person to approve a call, which must have been announced.
func UIStreamApproval(call runtime.ToolCall, approvalID string) UIPart {
	return UIPart{Type: "tool-approval-request", ApprovalID: approvalID, ToolCallID: call.ID}
}

// UIStreamDenied is the part that ends a call which a person did not approve. A call that has
// timed out was not denied: it is answered with an error.
func UIStreamDenied(call runtime.ToolCall) UIPart {
	return UIPart{Type: "tool-output-denied", ToolCallID: call.ID}
}

// UIHint is the part that carries a call's hint as data, for interfaces that show more than its
// text. The stream takes such data under types that begin with "data-" only.
type UIHint struct {
	Type string             `json:"type"`
	ID   string             `json:"id"`
	Data *runtime.RetryHint `json:"data"`
}

// UIStreamHints are the parts with the hints of the answers that have one.
func UIStreamHints(answers []Answer) []UIHint {
	parts := []UIHint{}
	for _, a := range answers {
		if a.Output.RetryHint != nil {
			parts = append(parts, UIHint{Type: "data-retry-hint", ID: a.Call.ID, Data: boundHint(a.Output.RetryHint)})
		}
	}
	return parts
}

func inputPart(kind string, call runtime.ToolCall) UIPart {
	return UIPart{Type: kind, ToolCallID: call.ID, ToolName: shownName(call), Input: Arguments(call)}
}

// SSE writes parts, of this package or the caller's, as server-sent events, one each.
func SSE[P any](parts ...P) ([]byte, error) {
	var events []byte
	for _, part := range parts {
		body, err := json.Marshal(part)
		if err != nil {
			return nil, fmt.Errorf("wire: %w", err)
		}
		events = append(append(append(events, "data: "...), body...), "\n\n"...)
	}
	return events, nil
}

// ParseUIStream reads the calls that a UI message stream, or some events of it, announces, those
// with faulty input included. A call that was begun and is not announced as a whole is given as one that was
// cut off; what a provider runs by itself is none. An error part of a stream without calls is an [*APIError], and a reason to finish that announces calls, or
// stops early, a [*StopError].
func ParseUIStream(data []byte) ([]runtime.ToolCall, error) {
	r := streamReading{reading: reading{of: ofUIStream}}
	theirs := map[string]bool{} // the ids of calls that the provider runs
	for line := range bytes.Lines(data) {
		body, ok := bytes.CutPrefix(line, []byte("data:"))
		if !ok && !isEventLine(line) {
			return nil, fmt.Errorf("wire: not a UI message stream: the line %s", quote(string(bytes.TrimSpace(line))))
		}
		if !ok || bytes.Equal(bytes.TrimSpace(body), []byte("[DONE]")) {
			continue
		}
		var part struct {
			UIPart
			InputTextDelta string `json:"inputTextDelta"`
			FinishReason   string `json:"finishReason"`
			ByProvider     bool   `json:"providerExecuted"`
		}
		if err := json.Unmarshal(body, &part); err != nil {
			return nil, misread("a part of a UI message stream", err)
		}
		if part.ByProvider {
			theirs[part.ToolCallID] = true
		}
		if theirs[part.ToolCallID] {
			continue
		}
		switch part.Type {
		case "error":
			r.fail(apiError(marshal(part.ErrorText)))
		case "tool-input-available", "tool-input-error":
			r.whole(part.ToolCallID, part.ToolName, part.Input)
		case "tool-input-start":
			r.begin(part.ToolCallID, part.ToolName)
		case "tool-input-delta":
			r.grow(part.ToolCallID, part.InputTextDelta)
		case "finish":
			r.stop = part.FinishReason
		}
	}
	return r.result(data)
}

// isEventLine reports whether a line is one of server-sent events that has no data.
func isEventLine(line []byte) bool {
	name, _, _ := bytes.Cut(bytes.TrimRight(line, "\r\n"), []byte(":"))
	switch string(name) {
	case "", "event", "id", "retry":
		return true
	}
	return false
}
