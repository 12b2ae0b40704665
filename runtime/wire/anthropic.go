package wire

import (
	"encoding/json"
	"fmt"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wire/projection"
)

// AnthropicMessage is a turn of the Messages API: a user turn with tool results, or an assistant turn with
// calls.
type AnthropicMessage struct {
	Role    string           `json:"role"`
	Content []AnthropicBlock `json:"content"`
}

// AnthropicBlock is a content block: tool_result, tool_use or text.
type AnthropicBlock struct {
	Type string `json:"type"`

	ToolUseID string  `json:"tool_use_id,omitempty"` // tool_result
	Content   *string `json:"content,omitempty"`
	IsError   bool    `json:"is_error,omitempty"`

	ID    string          `json:"id,omitempty"` // tool_use
	Name  string          `json:"name,omitempty"`
	Input json.RawMessage `json:"input,omitempty"`

	Text string `json:"text,omitempty"` // text
}

// AnthropicAnswers returns the user turn that answers the calls. The API requires all results in one turn,
// before any text; texts follow the results.
func AnthropicAnswers(answers []Answer, texts ...string) AnthropicMessage {
	turn := AnthropicMessage{Role: "user", Content: each(answers, func(a Answer) AnthropicBlock {
		content := withNote(Text(a.Output), Note(a.Output))
		return AnthropicBlock{Type: "tool_result", ToolUseID: a.Call.ID, Content: &content, IsError: Failed(a.Output)}
	})}
	for _, text := range texts {
		if text != "" { // the API rejects empty text blocks
			turn.Content = append(turn.Content, AnthropicBlock{Type: "text", Text: text})
		}
	}
	return turn
}

// AnthropicCalls returns the assistant turn with the calls, sanitized for replay.
func AnthropicCalls(calls []runtime.ToolCall) AnthropicMessage {
	return AnthropicMessage{Role: "assistant", Content: each(uniqueCalls(calls), func(call runtime.ToolCall) AnthropicBlock {
		return AnthropicBlock{
			Type: "tool_use", ID: call.ID, Name: projection.Anthropic.ToolName(call.Name), Input: Arguments(call),
		}
	})}
}

// ParseAnthropic reads the calls of a message. It returns an [*APIError] for an error of the API, and a
// [*StopError] for a message without calls that was truncated, refused, or announces calls. The last call of a
// truncated message is returned as incomplete even if its input is an object, because the API closes open
// braces.
func ParseAnthropic(data []byte) ([]runtime.ToolCall, error) {
	return parseWhole(Anthropic, data, func(body value) (value, error) {
		content := body.Get("content")
		switch {
		case !body.Has("content") || body.Has("tool_calls") || body.Has("choices"):
			return nil, wrongFormat(nameAnthropic, body)
		case !content.Is('[') && !content.Is('"'):
			return nil, fmt.Errorf("wire: not %s: its content is neither a list of blocks nor a string", nameAnthropic)
		}
		return body, nil
	})
}
