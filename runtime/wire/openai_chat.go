package wire

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wire/projection"
)

// OpenAIChatMessage is a message of Chat Completions: the answer to a call (role tool), or the
// assistant's calls. The API has no flag for errors.
type OpenAIChatMessage struct {
	Role       string           `json:"role"`
	ToolCallID string           `json:"tool_call_id,omitempty"`
	Content    *string          `json:"content"` // null in a message of calls
	ToolCalls  []OpenAIChatCall `json:"tool_calls,omitempty"`
}

// OpenAIChatCall is a call in an assistant's message.
type OpenAIChatCall struct {
	ID       string             `json:"id"`
	Type     string             `json:"type"`
	Function OpenAIChatFunction `json:"function"`
}

// OpenAIChatFunction names the function that is called. Arguments is JSON in a string.
type OpenAIChatFunction struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// OpenAIChatAnswers are the messages that answer an assistant's calls, one for each.
func OpenAIChatAnswers(answers []Answer) []OpenAIChatMessage {
	messages := make([]OpenAIChatMessage, len(answers))
	for i, a := range answers {
		content := flagged(a.Output)
		messages[i] = OpenAIChatMessage{Role: "tool", ToolCallID: a.Call.ID, Content: &content}
	}
	return messages
}

// OpenAIChatCalls is the assistant's message that makes the calls, safe to be sent back.
func OpenAIChatCalls(calls []runtime.ToolCall) OpenAIChatMessage {
	message := OpenAIChatMessage{Role: "assistant"}
	for _, call := range distinct(calls) {
		message.ToolCalls = append(message.ToolCalls, OpenAIChatCall{
			ID: call.ID, Type: "function",
			Function: OpenAIChatFunction{Name: projection.OpenAI.ToolName(call.Name), Arguments: string(Arguments(call))},
		})
	}
	return message
}

// ParseOpenAIChat reads the calls of a completion, or of an assistant's message, those in the older form
// (function_call) included. Of several choices the first counts. An error of the API is an [*APIError], and a
// completion without calls that was cut off or refused, or that announces some, a [*StopError].
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
	keys, err := open(data, ofChat)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, &body); err != nil {
		return nil, misread(ofChat, err)
	}
	m, r := &body.message, reading{of: ofChat, rest: data}
	switch {
	case len(body.Choices) > 0:
		first := body.Choices[0]
		if err := apiError(first.Error); err != nil {
			return nil, err
		}
		if first.Message == nil {
			return nil, fmt.Errorf("wire: not %s: its first choice has no message, as in a piece of a stream", ofChat)
		}
		m, r.stop, r.rest = first.Message, first.FinishReason, firstItem(keys["choices"])
	case keys["choices"] != nil:
		return nil, fmt.Errorf("wire: not %s: it has no choices", ofChat)
	case !isChatMessage(keys):
		return nil, unlike(ofChat, keys)
	}
	for _, raw := range m.ToolCalls {
		if kind := typeOf(raw); kind != "" && kind != "function" {
			r.skip(kind)
			continue
		}
		r.add(raw, "")
	}
	if n := len(r.calls); !hollow(m.Legacy) {
		r.add(m.Legacy, "")
		if len(r.calls) > n && slices.ContainsFunc(r.calls[:n], func(c runtime.ToolCall) bool {
			return c.Name == r.calls[n].Name && c.Arguments == r.calls[n].Arguments
		}) {
			r.calls = r.calls[:n] // servers that know both forms write a call in both
		}
	}
	if m.Refusal != "" && len(r.calls) == 0 {
		r.stop = "refusal"
	}
	return r.result(data)
}

// isChatMessage reports whether an object may be a message of an assistant. Those of Anthropic have a
// role and a content, too.
func isChatMessage(keys map[string]json.RawMessage) bool {
	if keys["tool_calls"] != nil || keys["function_call"] != nil {
		return true
	}
	_, role := keys["role"]
	_, content := keys["content"]
	return role && (content || keys["refusal"] != nil) && keys["stop_reason"] == nil && scalar(keys["type"]) != "message" && !hasBlock(keys["content"], "tool_use")
}

// typeOf is the type that an object says it is of.
func typeOf(raw json.RawMessage) string {
	var typed struct {
		Type string `json:"type"`
	}
	_ = json.Unmarshal(raw, &typed) // what is no object has no type
	return typed.Type
}

// hasBlock reports whether a list has an object of a type.
func hasBlock(list json.RawMessage, kind string) bool {
	var blocks []json.RawMessage
	return json.Unmarshal(list, &blocks) == nil && slices.ContainsFunc(blocks, func(b json.RawMessage) bool { return typeOf(b) == kind })
}
