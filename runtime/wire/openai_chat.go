package wire

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wire/projection"
)

// OpenAIChatMessage is a message of Chat Completions: a tool message that answers a call, or an assistant
// message with calls. The API has no error flag.
type OpenAIChatMessage struct {
	Role       string           `json:"role"`
	ToolCallID string           `json:"tool_call_id,omitempty"`
	Content    *string          `json:"content"` // null in a message with calls
	ToolCalls  []OpenAIChatCall `json:"tool_calls,omitempty"`
}

// OpenAIChatCall is a call in an assistant message.
type OpenAIChatCall struct {
	ID       string             `json:"id"`
	Type     string             `json:"type"`
	Function OpenAIChatFunction `json:"function"`
}

// OpenAIChatFunction is the called function. Arguments is JSON in a string.
type OpenAIChatFunction struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// OpenAIChatAnswers returns one tool message per call.
func OpenAIChatAnswers(answers []Answer) []OpenAIChatMessage {
	messages := make([]OpenAIChatMessage, len(answers))
	for i, a := range answers {
		content := flaggedText(a.Output)
		messages[i] = OpenAIChatMessage{Role: "tool", ToolCallID: a.Call.ID, Content: &content}
	}
	return messages
}

// OpenAIChatCalls returns the assistant message with the calls, sanitized for replay.
func OpenAIChatCalls(calls []runtime.ToolCall) OpenAIChatMessage {
	message := OpenAIChatMessage{Role: "assistant"}
	for _, call := range uniqueCalls(calls) {
		message.ToolCalls = append(message.ToolCalls, OpenAIChatCall{
			ID: call.ID, Type: "function",
			Function: OpenAIChatFunction{Name: projection.OpenAI.ToolName(call.Name), Arguments: string(Arguments(call))},
		})
	}
	return message
}

// ParseOpenAIChat reads the calls of the first choice of a completion, or of an assistant message, including
// the deprecated function_call. It returns an [*APIError] for an error of the API, and a [*StopError] for a
// completion without calls that was truncated, refused, or announces calls.
func ParseOpenAIChat(data []byte) ([]runtime.ToolCall, error) {
	type message struct {
		Refusal   string            `json:"refusal"`
		ToolCalls []json.RawMessage `json:"tool_calls"`
		Legacy    json.RawMessage   `json:"function_call"`
	}
	type choice struct {
		Message      *message        `json:"message"`
		FinishReason string          `json:"finish_reason"`
		Error        json.RawMessage `json:"error"`
	}
	var body struct {
		message
		Choices []choice `json:"choices"`
	}
	keys, err := openBody(data, nameChat)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, &body); err != nil {
		return nil, decodeError(nameChat, err)
	}
	m, r := &body.message, response{formatName: nameChat, rest: data}
	switch {
	case len(body.Choices) > 0:
		first := body.Choices[0]
		if err := apiError(first.Error); err != nil {
			return nil, err
		}
		if first.Message == nil {
			return nil, fmt.Errorf("wire: not %s: its first choice has no message, as in a stream chunk", nameChat)
		}
		m, r.stop, r.rest = first.Message, first.FinishReason, firstItem(keys["choices"])
	case keys["choices"] != nil:
		return nil, fmt.Errorf("wire: not %s: it has no choices", nameChat)
	case !isChatMessage(keys):
		return nil, wrongFormat(nameChat, keys)
	}
	for _, raw := range m.ToolCalls {
		if kind := typeOf(raw); kind != "" && kind != "function" {
			r.skip(kind)
			continue
		}
		r.add(raw, "")
	}
	if n := len(r.calls); !isEmptyJSON(m.Legacy) {
		r.add(m.Legacy, "")
		if len(r.calls) > n && slices.ContainsFunc(r.calls[:n], func(c runtime.ToolCall) bool {
			return c.Name == r.calls[n].Name && c.Arguments == r.calls[n].Arguments
		}) {
			r.calls = r.calls[:n] // some servers write a call in both forms
		}
	}
	if m.Refusal != "" && len(r.calls) == 0 {
		r.stop = "refusal"
	}
	return r.result(data)
}

// isChatMessage reports whether an object may be an assistant message. Anthropic messages have a role and
// content as well.
func isChatMessage(keys map[string]json.RawMessage) bool {
	if keys["tool_calls"] != nil || keys["function_call"] != nil {
		return true
	}
	_, role := keys["role"]
	_, content := keys["content"]
	return role && (content || keys["refusal"] != nil) && keys["stop_reason"] == nil && scalar(keys["type"]) != "message" && !hasBlock(keys["content"], "tool_use")
}

// typeOf returns the type member of an object, "" if absent.
func typeOf(raw json.RawMessage) string {
	var typed struct {
		Type string `json:"type"`
	}
	_ = json.Unmarshal(raw, &typed) // a non-object has no type
	return typed.Type
}

// hasBlock reports whether a list contains an object of this type.
func hasBlock(list json.RawMessage, kind string) bool {
	var blocks []json.RawMessage
	return json.Unmarshal(list, &blocks) == nil && slices.ContainsFunc(blocks, func(b json.RawMessage) bool { return typeOf(b) == kind })
}
