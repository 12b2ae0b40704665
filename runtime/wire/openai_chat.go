package wire

import (
	"fmt"

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
	return each(answers, func(a Answer) OpenAIChatMessage {
		return OpenAIChatMessage{Role: "tool", ToolCallID: a.Call.ID, Content: new(flaggedText(a.Output))}
	})
}

// OpenAIChatCalls returns the assistant message with the calls, sanitized for replay.
func OpenAIChatCalls(calls []runtime.ToolCall) OpenAIChatMessage {
	return OpenAIChatMessage{Role: "assistant", ToolCalls: each(uniqueCalls(calls), func(call runtime.ToolCall) OpenAIChatCall {
		return OpenAIChatCall{
			ID: call.ID, Type: "function",
			Function: OpenAIChatFunction{Name: projection.OpenAI.ToolName(call.Name), Arguments: string(Arguments(call))},
		}
	})}
}

// ParseOpenAIChat reads the calls of the first choice of a completion, or of an assistant message, including
// the deprecated function_call. It returns an [*APIError] for an error of the API, and a [*StopError] for a
// completion without calls that was truncated, refused, or announces calls.
func ParseOpenAIChat(data []byte) ([]runtime.ToolCall, error) {
	return parseWhole(OpenAIChat, data, func(body value) (value, error) {
		choice := body.Get("choices").First()
		switch {
		case isChatMessage(body):
			return wrap(`{"choices":[{"message":`, body, `}]}`), nil
		case !body.Has("choices"):
			return nil, wrongFormat(nameChat, body)
		case choice == nil:
			return nil, fmt.Errorf("wire: not %s: it has no choices", nameChat)
		case choice.Get("message") == nil && choice.Get("error") == nil:
			return nil, fmt.Errorf("wire: not %s: its first choice has no message, as in a stream chunk", nameChat)
		}
		return wrap(`{"choices":[`, choice, `]}`), nil
	})
}

// isChatMessage reports whether an object may be an assistant message. Anthropic messages have a role and
// content as well.
func isChatMessage(body value) bool {
	if body.Has("choices") {
		return false
	}
	if body.Has("tool_calls") || body.Has("function_call") {
		return true
	}
	return body.Has("role") && (body.Has("content") || body.Has("refusal")) && !body.Has("stop_reason") &&
		!body.Get("type").IsText("message") && !hasBlock(body.Get("content"), "tool_use")
}

// hasBlock reports whether a list contains an object of this type.
func hasBlock(list value, kind string) bool {
	for block := range list.Items() {
		if block.Get("type").IsText(kind) {
			return true
		}
	}
	return false
}
