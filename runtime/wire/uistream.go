package wire

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/runtime"
)

// Header of an AI SDK UI message stream response. SDK versions from 5 on read this format. Its content type is
// text/event-stream.
const (
	UIStreamHeader  = "X-Vercel-AI-UI-Message-Stream"
	UIStreamVersion = "v1"
)

// UIStreamDone is the event that ends the stream.
const UIStreamDone = "data: [DONE]\n\n"

// UIPart is a stream part about a call. Clients reject members that a part type does not define, so only those
// are set.
type UIPart struct {
	Type       string          `json:"type"`
	ApprovalID string          `json:"approvalId,omitempty"`
	ToolCallID string          `json:"toolCallId"`
	ToolName   string          `json:"toolName,omitempty"`
	Input      json.RawMessage `json:"input,omitempty"`
	Output     json.RawMessage `json:"output,omitempty"`
	ErrorText  string          `json:"errorText,omitempty"`
	Dynamic    bool            `json:"dynamic,omitempty"` // the client has no static type for the tool
}

// UIStreamCalls returns one part per call that announces it; the arguments must be valid.
func UIStreamCalls(calls []runtime.ToolCall) []UIPart {
	return each(uniqueCalls(calls), func(call runtime.ToolCall) UIPart { return inputPart("tool-input-available", call) })
}

// UIStreamAnswers returns exactly one final part per call, so that none stays pending in the UI:
// tool-input-error for an invalid call (which need not be announced before), tool-output-error for other
// failures, tool-output-available for results.
func UIStreamAnswers(answers []Answer) []UIPart {
	return each(answers, func(a Answer) UIPart {
		switch {
		case isInvalidCall(a.Output):
			part := inputPart("tool-input-error", a.Call)
			part.ErrorText = errorText(a.Output)
			return part
		case Failed(a.Output):
			return UIPart{Type: "tool-output-error", ToolCallID: a.Call.ID, ErrorText: errorText(a.Output)}
		}
		return UIPart{Type: "tool-output-available", ToolCallID: a.Call.ID, Output: Payload(a.Output)}
	})
}

// UIStreamApproval returns the part that asks a person to approve an announced call.
func UIStreamApproval(call runtime.ToolCall, approvalID string) UIPart {
	return UIPart{Type: "tool-approval-request", ApprovalID: approvalID, ToolCallID: call.ID}
}

// UIStreamDenied returns the part that ends a call that a person rejected. A call that timed out was not
// denied: answer it with an error.
func UIStreamDenied(call runtime.ToolCall) UIPart {
	return UIPart{Type: "tool-output-denied", ToolCallID: call.ID}
}

// UIHint carries a call's hint as data, for UIs that show more than its text. The stream reserves types with
// the prefix "data-" for such data.
type UIHint struct {
	Type string             `json:"type"`
	ID   string             `json:"id"`
	Data *runtime.RetryHint `json:"data"`
}

// UIStreamHints returns the hints of all answers that have one.
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

// SSE writes each part as one server-sent event. Parts may be of any type.
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

// ParseUIStream reads the calls of a UI message stream or of some of its events, including calls with invalid
// input. A call that was started but never completed is returned as truncated. Calls that the provider runs
// itself are skipped. It returns an [*APIError] for an error part in a stream without calls, and a [*StopError]
// if the finish reason announces calls or ends the answer early.
func ParseUIStream(data []byte) ([]runtime.ToolCall, error) {
	r := newSDKStream(nameUIStream, data)
	theirs := map[string]bool{} // ids of provider-executed calls
	for line := range bytes.Lines(data) {
		body, ok := bytes.CutPrefix(line, []byte("data:"))
		part := value(bytes.TrimSpace(body))
		if !ok && isEventLine(line) || string(part) == "[DONE]" {
			continue
		}
		if !ok || !json.Valid(part) || !part.Get("type").Is('"') {
			return nil, fmt.Errorf("wire: not a UI message stream: unexpected line %s", quote(string(bytes.TrimSpace(line))))
		}
		id := part.Get("toolCallId").Text()
		if string(part.Get("providerExecuted")) == "true" {
			theirs[id] = true
		}
		if theirs[id] {
			continue
		}
		switch part.Get("type").Text() {
		case "error":
			r.failed = cmp.Or(r.failed, providerError(part.Get("errorText")))
		case "tool-input-available", "tool-input-error":
			r.whole(part, "input")
		case "tool-input-start":
			r.started(part)
		case "tool-input-delta":
			r.appendArgs(r.started(part), part.Get("inputTextDelta"))
		case "finish":
			r.reason = part.Get("finishReason").Text()
		}
	}
	return r.result()
}

// isEventLine reports whether a line is an SSE line without data.
func isEventLine(line []byte) bool {
	name, _, _ := bytes.Cut(bytes.TrimRight(line, "\r\n"), []byte(":"))
	return slices.Contains([]string{"", "event", "id", "retry"}, string(name))
}
