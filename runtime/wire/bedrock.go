package wire

import (
	"cmp"
	"encoding/json"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wire/projection"
)

// BedrockMessage is a message of Converse: a user message with tool results, or an assistant message with
// calls. InvokeModel with Nova uses the same form.
type BedrockMessage struct {
	Role    string         `json:"role"`
	Content []BedrockBlock `json:"content"`
}

// BedrockBlock is a content block. Exactly one member is set.
type BedrockBlock struct {
	ToolUse    *BedrockToolUse    `json:"toolUse,omitempty"`
	ToolResult *BedrockToolResult `json:"toolResult,omitempty"`
	Text       string             `json:"text,omitempty"`
}

// BedrockToolUse is a call.
type BedrockToolUse struct {
	ToolUseID string          `json:"toolUseId"`
	Name      string          `json:"name"`
	Input     json.RawMessage `json:"input"`
}

// BedrockToolResult answers a call. Status is "error" for a failed call and omitted otherwise, because some
// models do not support it.
type BedrockToolResult struct {
	ToolUseID string        `json:"toolUseId"`
	Content   []BedrockText `json:"content"`
	Status    string        `json:"status,omitempty"`
}

// BedrockText is a text block of a result.
type BedrockText struct {
	Text string `json:"text"`
}

// BedrockAnswers returns the user message that answers the calls. The API requires all results in one message.
func BedrockAnswers(answers []Answer) BedrockMessage {
	return BedrockMessage{Role: "user", Content: each(answers, func(a Answer) BedrockBlock {
		text := withNote(Text(a.Output), Note(a.Output))
		result := BedrockToolResult{ToolUseID: a.Call.ID, Content: []BedrockText{{cmp.Or(text, `""`)}}} // the API rejects blank text
		if Failed(a.Output) {
			result.Status = "error"
		}
		return BedrockBlock{ToolResult: &result}
	})}
}

// BedrockCalls returns the assistant message with the calls, sanitized for replay.
func BedrockCalls(calls []runtime.ToolCall) BedrockMessage {
	return BedrockMessage{Role: "assistant", Content: each(uniqueCalls(calls), func(call runtime.ToolCall) BedrockBlock {
		return BedrockBlock{ToolUse: &BedrockToolUse{
			ToolUseID: call.ID, Name: projection.OpenAI.ToolName(call.Name), Input: Arguments(call),
		}}
	})}
}

// ParseBedrock reads the calls of a Converse response, of an InvokeModel response of Nova, or of a message. It
// returns an [*APIError] for an exception, and a [*StopError] for a response without calls that was truncated,
// refused, or announces calls.
func ParseBedrock(data []byte) ([]runtime.ToolCall, error) {
	return parseWhole(BedrockConverse, data, orMessage(nameBedrock, "output", "content", `{"output":{"message":`, `}}`))
}
